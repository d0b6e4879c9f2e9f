import IdentityDomain

extension PostgresTransaction {
  private static let intent = RowLookup<IdempotencyRecord>(
    by: "scope_kind", "scope", "operation", "key", isOftenAbsent: true)
  private static let intentWrite = RowWrite<IdempotencyRecord>(.changes)

  func idempotencyRecord(_ key: IntentKey) throws -> IdempotencyRecord? {
    try one(
      Self.intent,
      [
        .text(key.scope.kind), .text(key.scope.text), .text(key.operation), .free(key.key),
      ])
  }
  func put(_ record: IdempotencyRecord) throws { try put(record, Self.intentWrite) }

  private static let counter = RowLookup<RateLimitRow>(by: "key", isOftenAbsent: true)
  private static let counterWrite = RowWrite<RateLimitRow>(.changes)

  func counter(_ key: LimitKey) throws -> RateLimitCounter? {
    try one(Self.counter, [.text(key.text)])?.counter
  }
  func put(_ counter: RateLimitCounter, for key: LimitKey) throws {
    try put(RateLimitRow(counter, for: key), Self.counterWrite)
  }

  private static let selections = RowLookup<Selection>(
    by: "holder_kind", "holder", and: "ORDER BY key")
  private static let selectionWrite = RowWrite<Selection>(.changes)

  func selections(of holder: Session.Holder) throws -> [Selection] {
    try all(Self.selections, [.text(holder.kind), .text(holder.text)])
  }
  func put(_ selection: Selection) throws { try put(selection, Self.selectionWrite) }
  func removeSelections(of holder: Session.Holder) throws {
    try remove(
      Selection.self, by: "holder_kind", "holder", being: [.text(holder.kind), .text(holder.text)])
  }

  func removeExpired(before now: Timestamp) throws -> Int {
    // Columns hold what happened, not when a rule ends: a rule may change, and no row with it. What has
    // expired counts for nobody, so no set is locked.
    let sweeps: [(sql: String, before: Timestamp)] = [
      ("proof WHERE forgettable_at <= $1", now),
      ("spending WHERE ends_at <= $1", now),
      ("idempotency WHERE started_at <= $1", now - SecurityRules.idempotencyLifetime),
      ("challenge WHERE expires_at <= $1", now),
      ("temporary_password WHERE sent_at <= $1", now - SecurityRules.temporaryPasswordLifetime),
      ("guess WHERE last_wrong_at <= $1", now - SecurityRules.guessRetention),
      ("dead_letter WHERE died_at <= $1", now - SecurityRules.deadLetterRetention),
      ("session WHERE ends_at <= $1", now - SecurityRules.endedSessionRetention),
      ("registration WHERE newest_at <= $1", now - SecurityRules.tombstoneLifetime),
      ("security_event WHERE last_at <= $1", now - SecurityRules.securityEventRetention),
      ("identifier_change WHERE changed_at <= $1", now - SecurityRules.undoLifetime),
      (
        "authorization_request WHERE created_at <= $1",
        now - SecurityRules.authorizationRequestLifetime
      ),
      (
        "totp_authenticator WHERE created_at <= $1 AND confirmed_at IS NULL",
        now - SecurityRules.enrolmentLifetime
      ),
      (
        "totp_authenticator WHERE removed_at <= $1 AND removed_at IS NOT NULL",
        now - SecurityRules.undoLifetime
      ),
      (
        "recovery_codes WHERE made_at <= $1 AND kept_at IS NULL",
        now - SecurityRules.recoveryCodesLifetime
      ),
      (
        "recovery_codes WHERE removed_at <= $1 AND removed_at IS NOT NULL",
        now - SecurityRules.undoLifetime
      ),
      ("second_step WHERE created_at <= $1", now - SecurityRules.secondStepLifetime),
      ("factor_reset WHERE started_at <= $1", now - SecurityRules.factorResetRetention),
      ("passkey_ceremony WHERE created_at <= $1", now - SecurityRules.passkeyCeremonyLifetime),
      ("sign_out WHERE ended_at <= $1", now - SecurityRules.securityEventRetention),
    ]
    let swept = try sweeps.reduce(0) { sum, sweep in
      try sum + count("DELETE FROM \(sweep.sql)", [.moment(sweep.before)])
    }
    let old: [StoredValue] = [.moment(now - SecurityRules.participationRetention)]
    try write(Self.goalRemoval("assigned_at <= $1"), old)
    let participations = try count("DELETE FROM participation WHERE assigned_at <= $1", old)
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
