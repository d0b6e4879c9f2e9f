/// A store as whoever runs a server sees it: beside its transactions its figures, its care and its
/// end. Every engine gives all of it, so no command has to know which one it talks to.
package protocol OperableStore: IdentityStore {
  /// Where the log of sign-outs ends now.
  func logEnd() async throws -> LogPosition

  /// What an operator watches.
  /// - Parameter position: sign-outs up to here are not counted again.
  func figures(after position: LogPosition) async throws -> StoreFigures

  /// Erases what removed rows left behind in the store's files; run it after `removeExpired`.
  /// - Returns: whether nothing is left; not while somebody still reads an older state.
  func eraseRemoved() async throws -> Bool

  /// Reads the whole store. Takes seconds for each gigabyte, and writes may wait meanwhile.
  /// - Returns: what is wrong, a line each; empty when nothing is.
  func damage() async throws -> [String]

  /// Whether what is open is still what lies at the store's place: a file may be moved or removed under a server, which
  /// then writes where no start finds it.
  /// - Throws: `StoreError` where it is not.
  func checkPlace() throws

  /// Ends all connections. Calls that come later fail.
  func close() async throws

  /// The time of day that all who share the store go by, such as the clock of its database; nil where they
  /// are on one machine and go by its clock.
  var clock: (any WallClock)? { get }
}

extension OperableStore {
  package var clock: (any WallClock)? { nil }

  package func checkPlace() throws {}
}

/// What an operator watches. It names nobody.
package struct StoreFigures: Hashable, Sendable {
  /// Messages that wait.
  package var outbox: Int
  /// When the one that waits longest was written.
  package var oldestMessage: Timestamp?
  /// Sessions that ended since a position.
  package var signOuts: [SignOutCause: Int]
  /// Where the log of sign-outs ends; the next figures begin here.
  package var position: LogPosition
  /// Since the store was made.
  package var securityEvents: [SecurityEvent.Kind: Int]
  /// That the store takes, as far as the engine tells.
  package var bytes: Int

  package init(
    outbox: Int, oldestMessage: Timestamp?, signOuts: [SignOutCause: Int], position: LogPosition,
    securityEvents: [SecurityEvent.Kind: Int], bytes: Int
  ) {
    self.outbox = outbox
    self.oldestMessage = oldestMessage
    self.signOuts = signOuts
    self.position = position
    self.securityEvents = securityEvents
    self.bytes = bytes
  }
}
