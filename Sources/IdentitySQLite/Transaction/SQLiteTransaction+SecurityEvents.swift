import IdentityDomain

extension SQLiteTransaction {
  private static let event = RowQuery<SecurityEventRow>(
    "WHERE account = ? AND day = ? AND kind = ? AND source = ?")
  private static let events = RowQuery<SecurityEventRow>("ORDER BY last_at DESC LIMIT ?")
  private static let eventsOfAccount = RowQuery<SecurityEventRow>(
    "WHERE account = ? ORDER BY last_at DESC LIMIT ?")
  private static let eventsAfter = RowQuery<SecurityEventRow>(
    "WHERE place > ? ORDER BY place LIMIT ?", withPlace: true)
  /// A row that is written again has a new position, where whoever reads on finds it.
  private static let eventWrite = RowWrite<SecurityEventRow>(.replaces)

  func securityEvents(_ key: SecurityEventRow.Key) throws -> SecurityEventRow? {
    try one(
      Self.event,
      [
        .text(key.account?.text ?? ""), .integer(key.day), .text(key.kind.rawValue),
        .text(key.source ?? ""),
      ])
  }
  func put(_ row: SecurityEventRow) throws {
    try write(row, Self.eventWrite)
    // Rows come and go; how often something happened only grows.
    try write(
      """
      INSERT INTO security_event_total (kind, total) VALUES (?, 1)
      ON CONFLICT (kind) DO UPDATE SET total = total + 1
      """, [.text(row.kind.rawValue)])
  }
  func securityEventSources(
    of kind: SecurityEvent.Kind, account: ID<Account>?, day: Int64
  ) throws -> Int {
    var count = 0
    try each(
      """
      SELECT count(*) FROM security_event
      WHERE account = ? AND day = ? AND kind = ? AND source != ''
      """, [.text(account?.text ?? ""), .integer(day), .text(kind.rawValue)]
    ) { count = Int($0.number(0)) }
    return count
  }
  func securityEvents(most: Int) throws -> [SecurityEventRow] {
    try all(Self.events, [.most(most)])
  }
  func securityEvents(of account: ID<Account>, most: Int) throws -> [SecurityEventRow] {
    try all(Self.eventsOfAccount, [.id(account), .most(most)])
  }
  func removeSecurityEvents(of account: ID<Account>) throws {
    try write("DELETE FROM security_event WHERE account = ?", [.id(account)])
  }

  func securityEventEnd() throws -> LogPosition {
    var place: Int64 = 0
    try each("SELECT max(place) FROM security_event", []) { place = $0.number(0) }
    return LogPosition(place: place)
  }
  func securityEvents(
    after position: LogPosition, most: Int
  ) throws -> LogPage<SecurityEventRow> {
    let query = Self.eventsAfter
    var rows: [SecurityEventRow] = []
    var end = position
    try each(query.sql, [.integer(position.place), .most(most)]) { found in
      end = LogPosition(place: found.number(0))
      rows.append(try query.row(found))
    }
    return LogPage(rows: rows, end: end)
  }
}
