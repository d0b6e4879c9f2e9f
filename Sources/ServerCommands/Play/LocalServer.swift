import Foundation
package import IdentityDelivery
package import IdentityDomain
import IdentityHTTP
import IdentityKeys
import Logging

/// A whole server in this process, for a play: on a free port of loopback, with a store of its own
/// that is gone with it, as `serve --dev` has it but for the clock.
package actor LocalServer {
  /// Where it listens, as `http://127.0.0.1:PORT`.
  package nonisolated let address: String
  /// Its store: one SQLite file.
  package nonisolated var storeFile: String { folder.appendingPathComponent("store.sqlite").path }
  private nonisolated let server: RunningServer
  private nonisolated let folder: URL
  private let running: Task<Void, any Error>

  /// Returns when it accepts calls.
  /// - Throws: why it cannot be started.
  package init(clock: any WallClock) async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-play-\(SystemRandomBytes().id(LocalServer.self).text)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var request = ServeRequest()
    request.port = 0
    request.isDevelopment = true
    request.store = "sqlite:\(folder.path)/store.sqlite"
    var log = Logger(label: "portico") { StreamLogHandler.standardError(label: $0) }
    log.logLevel = .critical
    let server = try await RunningServer(ServePlan(request), log: log, clock: clock)
    self.server = server
    let (listening, post) = AsyncStream.makeStream(of: String.self)
    let task = Task {
      defer { post.finish() }
      try await server.run { post.yield($0) }
    }
    running = task
    var addresses = listening.makeAsyncIterator()
    guard let found = await addresses.next() else {
      try await task.value
      throw CancellationError()
    }
    address = found
  }

  /// Returns when every message that was written is in the inbox.
  package nonisolated func settle() async { await server.settleDelivery() }

  /// What was sent, the newest first.
  package nonisolated var messages: [DeliveredMessage] { server.inbox?.newest() ?? [] }

  /// The code in the newest message of a channel, `sms` or `email`.
  package nonisolated func newestCode(in channel: String) -> String? {
    server.inbox?.newest(to: nil).first { $0.channel.rawValue == channel && $0.code != nil }?
      .code?.exposed
  }

  /// Ends it, and takes its store away.
  package func stop() async {
    running.cancel()
    _ = await running.result
    try? FileManager.default.removeItem(at: folder)
  }
}
