import IdentityDomain

extension SQLiteTransaction {
  private static let intent = RowQuery<IdempotencyRecord>(
    "WHERE scope_kind = ? AND scope = ? AND operation = ? AND key = ?")
  private static let intentWrite = RowWrite<IdempotencyRecord>(.changes)

  func idempotencyRecord(_ key: IntentKey) throws -> IdempotencyRecord? {
    try one(
      Self.intent,
      [
        .text(key.scope.kind), .text(key.scope.text), .text(key.operation), .free(key.key),
      ])
  }
  func put(_ record: IdempotencyRecord) throws { try write(record, Self.intentWrite) }

  private static let counter = RowQuery<RateLimitRow>("WHERE key = ?")
  private static let counterWrite = RowWrite<RateLimitRow>(.changes)

  func counter(_ key: LimitKey) throws -> RateLimitCounter? {
    try one(Self.counter, [.text(key.text)])?.counter
  }
  func put(_ counter: RateLimitCounter, for key: LimitKey) throws {
    try write(RateLimitRow(counter, for: key), Self.counterWrite)
  }

  private static let selections = RowQuery<Selection>(
    "WHERE holder_kind = ? AND holder = ? ORDER BY key")
  private static let selectionWrite = RowWrite<Selection>(.changes)

  func selections(of holder: Session.Holder) throws -> [Selection] {
    try all(Self.selections, [.text(holder.kind), .text(holder.text)])
  }
  func put(_ selection: Selection) throws { try write(selection, Self.selectionWrite) }
  func removeSelections(of holder: Session.Holder) throws {
    try write(
      "DELETE FROM selection WHERE holder_kind = ? AND holder = ?",
      [.text(holder.kind), .text(holder.text)])
  }

  func removeExpired(before now: Timestamp) throws -> Int {
    // Columns hold what happened, not when a rule ends: a rule may change, and no row with it.
    let sweeps: [(sql: String, before: Timestamp)] = [
      ("proof WHERE forgettable_at <= ?", now),
      ("spending WHERE ends_at <= ?", now),
      ("idempotency WHERE started_at <= ?", now - SecurityRules.idempotencyLifetime),
      ("challenge WHERE expires_at <= ?", now),
      ("temporary_password WHERE sent_at <= ?", now - SecurityRules.temporaryPasswordLifetime),
      ("guess WHERE last_wrong_at <= ?", now - SecurityRules.guessRetention),
      ("dead_letter WHERE died_at <= ?", now - SecurityRules.deadLetterRetention),
      ("session WHERE ends_at <= ?", now - SecurityRules.endedSessionRetention),
      ("registration WHERE newest_at <= ?", now - SecurityRules.tombstoneLifetime),
      ("security_event WHERE last_at <= ?", now - SecurityRules.securityEventRetention),
      ("identifier_change WHERE changed_at <= ?", now - SecurityRules.undoLifetime),
      (
        "authorization_request WHERE created_at <= ?",
        now - SecurityRules.authorizationRequestLifetime
      ),
      (
        "totp_authenticator WHERE created_at <= ? AND confirmed_at IS NULL",
        now - SecurityRules.enrolmentLifetime
      ),
      (
        "totp_authenticator WHERE removed_at <= ? AND removed_at IS NOT NULL",
        now - SecurityRules.undoLifetime
      ),
      (
        "recovery_codes WHERE made_at <= ? AND kept_at IS NULL",
        now - SecurityRules.recoveryCodesLifetime
      ),
      (
        "recovery_codes WHERE removed_at <= ? AND removed_at IS NOT NULL",
        now - SecurityRules.undoLifetime
      ),
      ("second_step WHERE created_at <= ?", now - SecurityRules.secondStepLifetime),
      ("factor_reset WHERE started_at <= ?", now - SecurityRules.factorResetRetention),
      ("passkey_ceremony WHERE created_at <= ?", now - SecurityRules.passkeyCeremonyLifetime),
      ("sign_out WHERE ended_at <= ?", now - SecurityRules.securityEventRetention),
    ]
    let swept = try sweeps.reduce(0) { sum, sweep in
      try sum + write("DELETE FROM \(sweep.sql)", [.moment(sweep.before)])
    }
    let participations = try removeParticipations(
      "assigned_at <= ?", .moment(now - SecurityRules.participationRetention))
    return try swept + participations + buryExpired(at: now)
  }

  func removeUnsettled() throws {
    for table in [
      "outbox", "challenge", "registration", "temporary_password", "trust", "authorization_request",
      "second_step", "factor_reset",
      "passkey_ceremony",
    ] {
      try write("DELETE FROM \(table)")
    }
    try write("UPDATE device SET grant_market = NULL, granted_at = NULL, factor_trusted_at = NULL")
  }
}
