/// A value that was mailed to an address and works there as a password, once (MKT-9).
///
/// One row an address, also for an address that nobody has: then nobody was sent the value, and the
/// store does the same work for both.
package struct TemporaryPassword: Hashable, Sendable, Codable {
  package let id: ID<TemporaryPassword>
  package let identifier: Identifier
  /// Whose address it was; nil for nobody's.
  package let account: ID<Account>?
  /// Of the password that it stands in for; nil where there is none. A password that was set
  /// meanwhile by another way takes the value with it.
  package let passwordVersion: Int?
  package let hash: PasswordHash
  /// Tells at no cost which of the two hashes a login has to be checked against, so each login
  /// computes one.
  package let check: PasswordCheck
  package let sentAt: Timestamp
  /// Guesses that have the form of such a value. Other wrong passwords do not count: they would
  /// be a way to use the value up for its owner.
  package internal(set) var wrongTries = 0

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
      && wrongTries < SecurityRules.temporaryPasswordTries
  }
}

/// The text of such a value: digits and capitals without the look-alikes I, L, O and U, in groups.
package enum TemporaryPasswordText {
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let group = 4

  /// Five bits of each byte, so every digit is equally likely.
  package static func made(of random: [UInt8]) -> String {
    spelled(random.map { alphabet[Int($0 & 31)] })
  }

  private static func spelled(_ digits: [UInt8]) -> String {
    stride(from: 0, to: digits.count, by: group).map {
      String(decoding: digits[$0..<min($0 + group, digits.count)], as: UTF8.self)
    }.joined(separator: "-")
  }

  /// The value as it was sent, however it was typed: in small letters, with spaces, without hyphens,
  /// with an O for a zero.
  /// - Returns: nil for what has not the form of one.
  package static func canonical(_ typed: String) -> String? {
    guard typed.utf8.count <= 2 * SecurityRules.temporaryPasswordDigits else { return nil }
    var digits: [UInt8] = []
    for byte in typed.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      var capital = (97...122).contains(byte) ? byte - 32 : byte
      switch capital {
      case UInt8(ascii: "O"): capital = UInt8(ascii: "0")
      case UInt8(ascii: "I"), UInt8(ascii: "L"): capital = UInt8(ascii: "1")
      default: break
      }
      guard alphabet.contains(capital) else { return nil }
      digits.append(capital)
    }
    return digits.count == SecurityRules.temporaryPasswordDigits ? spelled(digits) : nil
  }
}

package protocol TemporaryPasswordTable {
  func temporaryPassword(for identifier: Identifier) throws -> TemporaryPassword?
  /// Inserts or replaces: one live value an address.
  func put(_ password: TemporaryPassword) throws
  func removeTemporaryPassword(for identifier: Identifier) throws
}
