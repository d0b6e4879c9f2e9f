/// An event for the security log (DEC-11). It contains no user name, no code and no address.
package struct SecurityEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case signIn = "sign_in"
    case signInFailed = "sign_in_failed"
    case stepUp = "step_up"
    case passwordChanged = "password_changed"
    case passwordReset = "password_reset"
    case identifierChanged = "identifier_changed"
    case identifierUndone = "identifier_undone"
    case factorAdded = "factor_added"
    case factorRemoved = "factor_removed"
    case twoStepsChanged = "two_steps_changed"
    case recoveryCodeUsed = "recovery_code_used"
    case factorResetBegun = "factor_reset_begun"
    case factorResetDone = "factor_reset_done"
    case sessionEnded = "session_ended"
    case deviceRemoved = "device_removed"
    case accountDeleted = "account_deleted"
    /// The owner asked for a deletion that is due later (CTR-10).
    case deletionScheduled = "deletion_scheduled"
    case deletionCancelled = "deletion_cancelled"
    /// An operator ended the sessions by hand.
    case operatorSignOut = "operator_sign_out"
    case operatorBlock = "operator_block"
    case operatorUnblock = "operator_unblock"
    /// An operator lifted a lockout.
    case operatorUnlock = "operator_unlock"
    case operatorExport = "operator_export"
    case operatorDelete = "operator_delete"
    /// An operator retried or discarded a message.
    case operatorOutbox = "operator_outbox"
    /// A refresh token was presented without its key: it has leaked.
    case foreignKeyRefresh
    case refreshTokenReuse
    case identifierBlocked
    case numberDetached
    /// The owner asked for what is stored (CTR-9).
    case dataExported = "data_exported"
    case passkeyAdded = "passkey_added"
    case passkeyRemoved = "passkey_removed"
    /// Its counter says that somebody else has its key too.
    case passkeyCloned = "passkey_cloned"
  }

  package let kind: Kind
  package let session: ID<Session>?
  package let account: ID<Account>?
  /// Its origin: a device key, a keyed digest of a network, or the name of an operator.
  package let source: String?
  package let at: Timestamp

  package init(
    _ kind: Kind, session: ID<Session>? = nil, account: ID<Account>?, source: String? = nil,
    at: Timestamp
  ) {
    self.kind = kind
    self.session = session
    self.account = account
    self.source = source
    self.at = at
  }
}

/// One row of the log: the events of a day that differ only in their time. So no one can fill the
/// log by repeating an act.
package struct SecurityEventRow: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package let kind: SecurityEvent.Kind
    package let account: ID<Account>?
    package let source: String?
    /// Days since 1970.
    package let day: Int64

    package init(kind: SecurityEvent.Kind, account: ID<Account>?, source: String?, day: Int64) {
      self.kind = kind
      self.account = account
      self.source = source
      self.day = day
    }
  }

  package let kind: SecurityEvent.Kind
  package let account: ID<Account>?
  /// Nil for an event without a source, for one that concerns no account, and beyond the first few
  /// sources of a day.
  package let source: String?
  package let day: Int64
  /// Of the latest event.
  package private(set) var session: ID<Session>?
  package private(set) var count: Int
  package let firstAt: Timestamp
  package private(set) var lastAt: Timestamp

  package init(_ event: SecurityEvent, source: String?) {
    kind = event.kind
    account = event.account
    self.source = source
    day = Self.day(of: event.at)
    session = event.session
    count = 1
    firstAt = event.at
    lastAt = event.at
  }

  /// From stored values.
  init(
    kind: SecurityEvent.Kind, account: ID<Account>?, source: String?, day: Int64,
    session: ID<Session>?, count: Int, firstAt: Timestamp, lastAt: Timestamp
  ) {
    self.kind = kind
    self.account = account
    self.source = source
    self.day = day
    self.session = session
    self.count = count
    self.firstAt = firstAt
    self.lastAt = lastAt
  }

  package var key: Key { Key(kind: kind, account: account, source: source, day: day) }

  mutating func count(_ event: SecurityEvent) {
    count += 1
    lastAt = max(lastAt, event.at)
    session = event.session ?? session
  }

  static func day(of moment: Timestamp) -> Int64 { moment.milliseconds / 86_400_000 }
}

package protocol SecurityEventTable {
  func securityEvents(_ key: SecurityEventRow.Key) throws -> SecurityEventRow?
  /// Inserts, or replaces the row with the same key.
  func put(_ row: SecurityEventRow) throws
  /// How many rows of one kind, account and day have a source.
  func securityEventSources(
    of kind: SecurityEvent.Kind, account: ID<Account>?, day: Int64
  ) throws -> Int
  /// The current end of the log.
  func securityEventEnd() throws -> LogPosition
  /// Rows written after a position, in the order of their positions; a row that was rewritten
  /// appears only at its new one. A reader who continues from the returned position misses nothing,
  /// even if an event is older or its transaction ended later.
  func securityEvents(after position: LogPosition, most: Int) throws -> LogPage<SecurityEventRow>
  /// By their last event, newest first.
  func securityEvents(most: Int) throws -> [SecurityEventRow]
  /// Those of one account, newest first.
  func securityEvents(of account: ID<Account>, most: Int) throws -> [SecurityEventRow]
  func removeSecurityEvents(of account: ID<Account>) throws
}

extension SecurityEventTable {
  /// Adds an event, with the same reads and writes whatever is stored.
  package func append(_ event: SecurityEvent) throws {
    let day = SecurityEventRow.day(of: event.at)
    // An event without an account does not record its source: there could be any number of them, except of
    // operators.
    var source = event.account == nil && !event.kind.isOfOperator ? nil : event.source
    func row() throws -> SecurityEventRow? {
      try securityEvents(
        SecurityEventRow.Key(kind: event.kind, account: event.account, source: source, day: day))
    }
    var found = try row()
    let sources = try securityEventSources(of: event.kind, account: event.account, day: day)
    // Operators act by hand, and the audit keeps who did each act.
    if found == nil, source != nil, !event.kind.isOfOperator,
      sources >= SecurityRules.securityEventSources
    {
      source = nil
      found = try row()
    }
    found?.count(event)
    try put(found ?? SecurityEventRow(event, source: source))
  }
}
