/// The origin of an account that was not registered here.
package struct ImportMark: Hashable, Sendable {
  /// Its name in the other system, if the import supplied one.
  package let source: String?
  package let at: Timestamp

  package init(source: String?, at: Timestamp) {
    self.source = source
    self.at = at
  }
}

/// An account of another system, checked and ready to be stored.
package struct AccountToImport: Sendable {
  package let account: Account
  /// Verified there, and therefore counted as verified here; at least one.
  package let identifiers: [Identifier]
  package let verifiedAt: Timestamp
  package let password: PasswordHash?

  package init(
    account: Account, identifiers: [Identifier], verifiedAt: Timestamp, password: PasswordHash?
  ) {
    self.account = account
    self.identifiers = identifiers
    self.verifiedAt = verifiedAt
    self.password = password
  }
}

package enum ImportOutcome: Hashable, Sendable {
  case made
  /// The same account was imported before; it stays as it is now.
  case alreadyThere
  case conflict(ImportConflict)
}

package enum ImportConflict: String, Hashable, Sendable {
  /// An identifier belongs to an account that was registered here.
  case registeredHere
  /// An identifier belongs to an imported account with another name or time in the other system.
  case otherAccount
  /// The identifiers belong to several accounts, or only some of them belong to one.
  case severalAccounts
  /// The account was changed while the import examined it.
  case changedMeanwhile
}

extension IdentityTransaction {
  /// What importing this account would result in; writes nothing.
  package func importStanding(
    _ new: AccountToImport
  ) throws -> ImportOutcome {
    let owners = try new.identifiers.map { try binding(of: $0)?.account }
    guard let first = owners.first else { return .conflict(.severalAccounts) }
    guard owners.allSatisfy({ $0 == first }) else { return .conflict(.severalAccounts) }
    guard let first else { return .made }
    guard let found = try account(first), let mark = found.imported else {
      return .conflict(.registeredHere)
    }
    let isSame =
      mark.source == new.account.imported?.source && found.createdAt == new.account.createdAt
    return isSame ? .alreadyThere : .conflict(.otherAccount)
  }

  /// Stores an account of another system, once. An existing account is never changed, because its
  /// owner may have used it since.
  ///
  /// Open registrations of its identifiers end, as after a confirmation (SEC "No pre-hijacking").
  package func importAccount(_ new: AccountToImport) throws -> ImportOutcome {
    let standing = try importStanding(new)
    guard standing == .made else { return standing }
    try put(new.account)
    for identifier in new.identifiers {
      try put(
        IdentifierBinding(
          identifier: identifier, account: new.account.id, verifiedAt: new.verifiedAt))
      try put([PendingRegistration](), for: identifier)
      try removeTemporaryPassword(for: identifier)
    }
    if let password = new.password {
      try put(
        PasswordCredential(
          account: new.account.id, hash: password, changedAt: new.verifiedAt, version: 1))
    }
    return .made
  }
}
