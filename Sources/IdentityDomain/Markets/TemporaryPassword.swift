/// A value that was mailed to an address and works there as a password, once (MKT-9). It has 100
/// random bits, so no number of guesses uses it up (DEC-7).
///
/// One row per address, even for an unknown one: then no one was sent the value, and a decoy with
/// values in the same columns is stored.
package struct TemporaryPassword: Hashable, Sendable {
  package let id: ID<TemporaryPassword>
  package let identifier: Identifier
  /// The owner of the address; for an unknown address, an account that does not exist.
  package let account: ID<Account>?
  /// The version of the password that it stands in for; nil if there is none. A password set
  /// meanwhile in another way invalidates the value.
  package let passwordVersion: Int?
  package let hash: PasswordHash
  /// Tells at no cost which of the two hashes a login must be checked against, so that each login
  /// computes one.
  package let check: PasswordCheck
  package let sentAt: Timestamp

  package init(
    id: ID<TemporaryPassword>, identifier: Identifier, account: ID<Account>?,
    passwordVersion: Int?, hash: PasswordHash, check: PasswordCheck, sentAt: Timestamp
  ) {
    self.id = id
    self.identifier = identifier
    self.account = account
    self.passwordVersion = passwordVersion
    self.hash = hash
    self.check = check
    self.sentAt = sentAt
  }

  package var expiresAt: Timestamp { sentAt + SecurityRules.temporaryPasswordLifetime }

  /// Whether it may open a session of this account.
  package func isGood(
    for account: ID<Account>?, passwordVersion: Int?, at now: Timestamp
  ) -> Bool {
    guard let owner = self.account, owner == account else { return false }
    return self.passwordVersion == passwordVersion && now < expiresAt
  }
}

/// The text of a temporary password.
package enum TemporaryPasswordText {
  package static func made(of random: [UInt8]) -> String { SpelledCode.made(of: random) }

  /// - Returns: nil if it does not have the required form.
  package static func canonical(_ typed: String) -> String? {
    SpelledCode.canonical(typed, count: SecurityRules.temporaryPasswordDigits)
  }
}

package protocol TemporaryPasswordTable {
  func temporaryPassword(for identifier: Identifier) throws -> TemporaryPassword?
  /// Inserts or replaces; there is one valid value per address.
  func put(_ password: TemporaryPassword) throws
  func removeTemporaryPassword(for identifier: Identifier) throws
}
