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
