/// One line of the sign-out ledger (ENT-10, CMP-5): which session ended, when, and why. It names no
/// person; after an account is deleted it leads nowhere.
package struct SignOutRecord: Hashable, Sendable, Codable {
  package let session: ID<Session>
  package let holder: Session.Holder
  package let end: SessionEnd

  package init(session: ID<Session>, holder: Session.Holder, end: SessionEnd) {
    self.session = session
    self.holder = holder
    self.end = end
  }
}

package protocol SignOutLedger {
  /// The first record of a session stays; a second is ignored.
  func append(_ record: SignOutRecord) throws
  /// The newest first.
  func signOuts(of holder: Session.Holder, most: Int) throws -> [SignOutRecord]
}

/// What security cares to know later and no session ended by.
package struct AuditRecord: Hashable, Sendable, Codable {
  package enum Event: String, Sendable, Codable {
    /// A refresh token without its key: it leaked.
    case foreignKeyRefresh
    case refreshTokenReuse
    case identifierBlocked
    case numberDetached
  }

  package let event: Event
  package let session: ID<Session>?
  package let account: ID<Account>?
  package let at: Timestamp

  package init(event: Event, session: ID<Session>?, account: ID<Account>?, at: Timestamp) {
    self.event = event
    self.session = session
    self.account = account
    self.at = at
  }
}

package protocol AuditTable {
  func append(_ record: AuditRecord) throws
  /// The newest first.
  func auditRecords(most: Int) throws -> [AuditRecord]
  /// Those of one account, the newest first.
  func auditRecords(of account: ID<Account>, most: Int) throws -> [AuditRecord]
}
