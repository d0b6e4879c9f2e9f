/// An identity server that a play starts for itself, on the play's clock.
package protocol OwnServer: Sendable {
  /// Whether the program has one.
  static var isIncluded: Bool { get }
  /// Returns when it accepts calls.
  /// - Throws: why it cannot be started.
  static func start(clock: PlayClock) async throws -> Self

  /// Where it listens, as `http://127.0.0.1:PORT`.
  var address: String { get }
  /// Returns when every message that was written is in the inbox.
  func settle() async
  /// The code in the newest message of a channel, `sms` or `email`.
  func newestCode(in channel: String) -> String?
  /// Ends it, with all that it stored.
  func stop() async
}

/// For a program without the server: operations go to the server of `--server`, or get the flow's simulated answers.
package enum NoServer: OwnServer {
  package static var isIncluded: Bool { false }
  package static func start(clock: PlayClock) throws -> NoServer { throw NotIncluded() }

  package var address: String { "" }
  package func settle() {}
  package func newestCode(in channel: String) -> String? { nil }
  package func stop() {}

  private struct NotIncluded: Error, CustomStringConvertible {
    let description = "this portico was built without the server"
  }
}
