import IdentityDomain
import Logging

/// Writes security events into the log as they happen (DEC-11), a line for each row that changed since the
/// last look: with its count, so that a flood of failures is one line and not a flood.
actor SecurityEventLog {
  private static let page = 500

  private let store: any IdentityStore
  private let log: Logger
  private var position: LogPosition

  /// What happened before is in the store alone.
  init(_ store: any IdentityStore, log: Logger) async throws {
    self.store = store
    self.log = log
    position = try await store.read("events.end") { try $0.securityEventEnd() }
  }

  func look() async throws {
    while true {
      let from = position
      let page = try await store.read("events.look") {
        try $0.securityEvents(after: from, most: Self.page)
      }
      for row in page.rows {
        let origin = row.origin
        var fields: Logger.Metadata = [
          "event": "\(row.kind.rawValue)", "account": "\(row.account?.text ?? "")",
          "session": "\(row.session?.text ?? "")", "source": "\(origin.source ?? "")",
          "count": .stringConvertible(row.count),
        ]
        if let act = origin.act { fields["act"] = "\(act)" }
        if let message = origin.message { fields["message_id"] = "\(message)" }
        log.notice("security", metadata: fields)
      }
      position = page.end
      if page.rows.count < Self.page { return }
    }
  }
}
