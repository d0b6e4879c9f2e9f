import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import IdentityClient
import Portico
import PorticoLive
import SessionMachine

/// The client behind `portico run --server`: what it keeps lies beside the flow's journal. Each life of the
/// app has a client of its own, as it has on a device.
actor TerminalClient: LiveOutside {
  nonisolated let preferences: any PreferenceStorage & Sendable
  private let server: String
  private let ports: ClientPorts
  private let folder: String
  private var client: IdentityClient?
  private var stream = AsyncStream<OutsideEvent> { $0.finish() }
  private var post: AsyncStream<OutsideEvent>.Continuation?
  /// Where providers lead back to; nil if no port is free or the flow never opens a provider's page.
  private var listener: LoopbackListener?
  private let leaves: Bool

  /// - Parameter leaves: whether the flow leaves for providers' pages.
  init(server: String, folder: String, leaves: Bool) throws {
    self.server = server
    self.leaves = leaves
    ports = try ClientPorts.live(folder: folder, installFolder: folder).ports
    preferences = try FilePreferences(folder: folder)
    self.folder = folder
  }

  func launch() async -> [OutsideEvent] {
    let (stream, post) = AsyncStream.makeStream(of: OutsideEvent.self)
    let client = IdentityClient(
      settings: .commandLine(server: server), ports: ports,
      tell: { event in for item in event.outsideNews { post.yield(item) } })
    (self.stream, self.post, self.client) = (stream, post, client)
    await client.wake()
    let found = await client.status?.news.map(\.outside) ?? []
    if leaves, listener == nil { listen() }
    guard let listener else { return found }
    return found
      + [.fact(name: Array("returnAddress".utf8), value: Array("\"\(listener.address)\"".utf8))]
  }

  /// On the port of the last time where that is free: someone may be away since then.
  private func listen() {
    let file = folder + "/return-port"
    let last = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { UInt16($0) } ?? 0
    let page =
      "<!doctype html><meta charset=utf-8><title>Portico</title><p>You can close this page and go back to "
      + "the terminal."
    listener = try? LoopbackListener(port: last, page: page) { [weak self] query in
      Task { await self?.returned(query) }
    }
    if let listener {
      try? "\(listener.port)".write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  func returned(_ query: String) async { await client?.returned(query) }

  func end() async {
    await client?.end()
    client = nil
    post?.finish()
    // A renewal that was cut off held it.
    ports.lock.release()
  }

  func perform(_ call: OutgoingCall) async -> Answer {
    await client?.perform(call) ?? .notSent
  }

  func strength(of password: String) async -> PasswordStrength? {
    await client?.strength(of: password)
  }

  func news() -> AsyncStream<OutsideEvent> { stream }

  nonisolated var secrets: any SecretStorage & Sendable { FlowSecrets(ports.storage) }

  nonisolated func reinstall() throws {
    try ports.storage.empty()
    try FilePreferences(folder: folder).empty()
  }
}
