import GRDB
import IdentityDomain

extension SQLiteTransaction {
  func idempotencyRecord(_ key: IntentKey) throws -> IdempotencyRecord? {
    try one(
      "idempotency", "scope = ? AND operation = ? AND key = ?",
      [Self.scope(key.scope), Self.key(key.operation), Self.key(key.key)])
  }
  func put(_ record: IdempotencyRecord) throws {
    try write(
      """
      INSERT OR REPLACE INTO idempotency (scope, operation, key, startedAt, record)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        Self.scope(record.key.scope), Self.key(record.key.operation), Self.key(record.key.key),
        Self.moment(record.startedAt), try self.record(record),
      ])
  }

  private static func scope(_ scope: IntentKey.Scope) -> DatabaseValue {
    switch scope {
    case .account(let id): key("account:" + id.text)
    case .device(let device): key("device:" + device.text)
    }
  }

  func spending(_ key: LimitKey) throws -> Spending? {
    try own("spending", "key = ?", [Self.key(key.text)])
  }
  func put(_ spending: Spending, for key: LimitKey) throws {
    try write(
      "INSERT OR REPLACE INTO spending (key, endsAt, record) VALUES (?, ?, ?)",
      [Self.key(key.text), Self.moment(spending.endsAt), record(spending.record)])
  }

  func selections(of holder: Session.Holder) throws -> [Selection] {
    try all("selection", "WHERE holder = ? ORDER BY key", [Self.holder(holder)])
  }
  func put(_ selection: Selection) throws {
    try write(
      "INSERT OR REPLACE INTO selection (holder, key, record) VALUES (?, ?, ?)",
      [Self.holder(selection.holder), Self.key(selection.key), try record(selection)])
  }
  func removeSelections(of holder: Session.Holder) throws {
    try write("DELETE FROM selection WHERE holder = ?", [Self.holder(holder)])
  }

  func removeExpired(before now: Timestamp) throws -> Int {
    // Columns hold what happened, not when a rule ends: a rule may change, and no row with it.
    let sweeps: [(sql: String, before: Timestamp)] = [
      ("proof WHERE forgettableAt <= ?", now),
      ("spending WHERE endsAt <= ?", now),
      ("idempotency WHERE startedAt <= ?", now - SecurityRules.idempotencyLifetime),
      ("challenge WHERE expiresAt <= ?", now),
      ("temporaryPassword WHERE sentAt <= ?", now - SecurityRules.temporaryPasswordLifetime),
      ("guess WHERE lastWrongAt <= ?", now - SecurityRules.guessRetention),
      ("deadLetter WHERE diedAt <= ?", now - SecurityRules.deadLetterRetention),
      ("session WHERE endsAt <= ?", now - SecurityRules.endedSessionRetention),
      ("registration WHERE newestAt <= ?", now - SecurityRules.tombstoneLifetime),
      ("securityEvent WHERE lastAt <= ?", now - SecurityRules.securityEventRetention),
      ("identifierChange WHERE at <= ?", now - SecurityRules.undoLifetime),
      ("signOut WHERE at <= ?", now - SecurityRules.securityEventRetention),
      ("participation WHERE assignedAt <= ?", now - SecurityRules.participationRetention),
    ]
    let swept = try sweeps.reduce(0) { sum, sweep in
      try sum + write("DELETE FROM \(sweep.sql)", [Self.moment(sweep.before)])
    }
    return try swept + buryExpired(at: now)
  }

  func removeUnsettled() throws {
    for table in ["outbox", "challenge", "registration", "temporaryPassword", "trust"] {
      try write("DELETE FROM \(table)", [])
    }
    try write("UPDATE device SET record = json_remove(record, '$.marketGrant')", [])
  }
}
