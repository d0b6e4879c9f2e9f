import IdentityDomain
import Logging

/// Writes security events into the log as they happen (DEC-11), a line for each row that changed since the
/// last look: with its count, so that a flood of failures is one line and not a flood.
actor SecurityEventLog {
  private let store: any IdentityStore
  private let log: Logger
  /// Of the newest event that was seen.
  private var last: Timestamp
  /// The counts of the rows of that moment and after: an event of the same millisecond is not lost.
  private var counts: [SecurityEventRow.Key: Int] = [:]

  /// - Parameter now: what happened before is in the store alone.
  init(_ store: any IdentityStore, log: Logger, from now: Timestamp) {
    (self.store, self.log, last) = (store, log, now)
  }

  func look() async throws {
    let rows = try await store.read("events.look") { try $0.securityEvents(most: 500) }
      .filter { $0.lastAt >= last && counts[$0.key] != $0.count }
    for row in rows.reversed() {
      log.notice(
        "security",
        metadata: [
          "event": "\(row.kind.rawValue)", "account": "\(row.account?.text ?? "")",
          "session": "\(row.session?.text ?? "")", "source": "\(row.source ?? "")",
          "count": .stringConvertible(row.count),
        ])
    }
    last = max(last, rows.map(\.lastAt).max() ?? last)
    for row in rows { counts[row.key] = row.count }
    if counts.count > 5_000 { counts = [:] }
  }
}
