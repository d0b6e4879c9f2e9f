/// A change of an account's identifiers that its owner can undo (DEC-4), with the values before it.
package struct IdentifierChange: Hashable, Sendable {
  package let id: ID<IdentifierChange>
  package let account: ID<Account>
  /// The session that made it.
  package let session: ID<Session>
  package let at: Timestamp
  package let bindings: [IdentifierBinding]
  package let password: PasswordCredential?
  package let identities: [FederatedIdentity]
  /// Absent in records from before there were second factors.
  package let factors: FactorsBefore?
  package let passkeys: [Passkey]

  package init(
    id: ID<IdentifierChange>, account: ID<Account>, session: ID<Session>, at: Timestamp,
    bindings: [IdentifierBinding], password: PasswordCredential?,
    identities: [FederatedIdentity], factors: FactorsBefore? = nil, passkeys: [Passkey] = []
  ) {
    self.id = id
    self.account = account
    self.session = session
    self.at = at
    self.bindings = bindings
    self.password = password
    self.identities = identities
    self.factors = factors
    self.passkeys = passkeys
  }

  /// Everything that an account has now and that undoing restores: whoever changes any of it asks here, so that no
  /// change forgets what another room keeps.
  init(
    _ id: ID<IdentifierChange>, of account: Account, session: ID<Session>, at now: Timestamp,
    _ tables: any IdentityTransaction
  ) throws {
    self.init(
      id: id, account: account.id, session: session, at: now,
      bindings: try tables.bindings(of: account.id),
      password: try tables.password(of: account.id),
      identities: try tables.federatedIdentities(of: account.id),
      factors: try tables.factorsBefore(account),
      passkeys: try tables.passkeys(of: account.id))
  }

  package func canBeUndone(at now: Timestamp) -> Bool { now < at + SecurityRules.undoLifetime }

  /// Whether the undo token goes to a mailbox. Sent to a number, it works only with a key that the
  /// account knew before, because numbers are reassigned.
  var goesToMailbox: Bool { bindings.contains { $0.identifier.isEmail } }
}

package enum UndoToken {}

package protocol IdentifierChangeTable {
  func identifierChange(_ id: ID<IdentifierChange>) throws -> IdentifierChange?
  /// Oldest first.
  func identifierChanges(of account: ID<Account>) throws -> [IdentifierChange]
  func put(_ change: IdentifierChange) throws
  func removeIdentifierChange(_ id: ID<IdentifierChange>) throws
}
