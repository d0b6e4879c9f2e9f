import IdentityDomain

extension PostgresTransaction {
  private static let event = RowLookup<SecurityEventRow>(
    by: "account", "day", "kind", "source", isOftenAbsent: true)
  private static let events = RowLookup<SecurityEventRow>(and: "ORDER BY last_at DESC LIMIT $1")
  private static let eventsOfAccount = RowLookup<SecurityEventRow>(
    by: "account", and: "ORDER BY last_at DESC LIMIT $2")
  /// A transaction draws positions before it commits, and a later one may commit first. Below the oldest
  /// that is open nothing can show up any more, so nobody reads further (`StoreColumn.Kind.transaction`).
  private static let isSettled =
    "written_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
  private static let eventsAfter = RowLookup<SecurityEventRow>(
    and: """
      WHERE (written_in, place) > ($1, $2) AND \(isSettled) ORDER BY written_in, place LIMIT $3
      """, leading: ["written_in", "place"])
  /// A row that is written again has a new position, where whoever reads on finds it.
  private static let eventWrite = RowWrite<SecurityEventRow>(.moves)

  func securityEvents(_ key: SecurityEventRow.Key) throws -> SecurityEventRow? {
    try one(
      Self.event,
      [
        .text(key.account?.text ?? ""), .integer(key.day), .text(key.kind.rawValue),
        .text(key.source ?? ""),
      ])
  }
  func put(_ row: SecurityEventRow) throws {
    try put(row, Self.eventWrite)
    // Rows come and go; how often something happened only grows. Everybody counts here, so each
    // connection has a row of its own as far as there are any, and waits for no other's commit.
    try write(
      """
      INSERT INTO security_event_total (kind, total) VALUES ($1 || '#' || pg_backend_pid() % 128, 1)
      ON CONFLICT (kind) DO UPDATE SET total = security_event_total.total + 1
      """, [.text(row.kind.rawValue)])
  }
  func securityEventSources(
    of kind: SecurityEvent.Kind, account: ID<Account>?, day: Int64
  ) throws -> Int {
    let values: [StoredValue] = [
      .text(account?.text ?? ""), .integer(day), .text(kind.rawValue),
    ]
    return try rows(
      """
      SELECT count(*) FROM security_event
      WHERE account = $1 AND day = $2 AND kind = $3 AND source <> ''
      """, values, in: Granule("security_event", ["account", "day", "kind"], values)
    ) { Int($0.number(0)) }.first ?? 0
  }
  func securityEvents(most: Int) throws -> [SecurityEventRow] {
    try all(Self.events, [.most(most)])
  }
  func securityEvents(of account: ID<Account>, most: Int) throws -> [SecurityEventRow] {
    try all(Self.eventsOfAccount, [.id(account), .most(most)])
  }
  func removeSecurityEvents(of account: ID<Account>) throws {
    try write("DELETE FROM security_event WHERE account = $1", [.id(account)])
  }

  func securityEventEnd() throws -> LogPosition { try end(of: "security_event") }

  /// Where readers of a log stand that have read all they may.
  func end(of log: String) throws -> LogPosition {
    try rows(
      """
      SELECT written_in, place FROM \(log) WHERE \(Self.isSettled)
      ORDER BY written_in DESC, place DESC LIMIT 1
      """
    ) { LogPosition(transaction: $0.number(0), place: $0.number(1)) }.first ?? .start
  }
  func securityEvents(
    after position: LogPosition, most: Int
  ) throws -> LogPage<SecurityEventRow> {
    let found = try each(Self.eventsAfter, position.values + [.most(most)]) { found, row in
      (LogPosition(transaction: found.number(0), place: found.number(1)), row)
    }
    return LogPage(rows: found.map(\.1), end: found.last?.0 ?? position)
  }
}
