import GRDB
import IdentityDomain

extension SQLiteTransaction {
  func securityEvents(_ key: SecurityEventRow.Key) throws -> SecurityEventRow? {
    try one(
      "securityEvent", "account = ? AND day = ? AND kind = ? AND source = ?",
      [
        Self.key(key.account?.text ?? ""), key.day.databaseValue, key.kind.rawValue.databaseValue,
        Self.key(key.source ?? ""),
      ])
  }
  func put(_ row: SecurityEventRow) throws {
    try write(
      """
      INSERT INTO securityEvent (account, day, kind, source, lastAt, record)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (account, day, kind, source)
      DO UPDATE SET lastAt = excluded.lastAt, record = excluded.record
      """,
      [
        Self.key(row.account?.text ?? ""), row.day.databaseValue, row.kind.rawValue.databaseValue,
        Self.key(row.source ?? ""), Self.moment(row.lastAt), try record(row),
      ])
    // Rows come and go; how often something happened only grows.
    try write(
      """
      INSERT INTO securityEventTotal (kind, total) VALUES (?, 1)
      ON CONFLICT (kind) DO UPDATE SET total = total + 1
      """, [row.kind.rawValue.databaseValue])
  }
  func securityEventSources(
    of kind: SecurityEvent.Kind, account: ID<Account>?, day: Int64
  ) throws -> Int {
    let found = try rows(
      """
      SELECT count(*) FROM securityEvent
      WHERE account = ? AND day = ? AND kind = ? AND source != ''
      """,
      [Self.key(account?.text ?? ""), day.databaseValue, kind.rawValue.databaseValue])
    return found.first?[0] ?? 0
  }
  func securityEvents(most: Int) throws -> [SecurityEventRow] {
    try all(
      "securityEvent", "ORDER BY lastAt DESC LIMIT ?", [max(0, most).databaseValue])
  }
  func securityEvents(of account: ID<Account>, most: Int) throws -> [SecurityEventRow] {
    try all(
      "securityEvent", "WHERE account = ? ORDER BY lastAt DESC LIMIT ?",
      [Self.key(account.text), max(0, most).databaseValue])
  }
  func removeSecurityEvents(of account: ID<Account>) throws {
    try write("DELETE FROM securityEvent WHERE account = ?", [Self.key(account.text)])
  }
}
