import Foundation

package enum PasswordWeakness: String, Hashable, Sendable, Codable {
  case tooShort
  case tooLong
  /// On the block list, or made of the service's or the account's own words.
  case common
  /// A control character, such as NUL, that cannot be typed again.
  case unprintable
}

/// A password as it is hashed: NFC (NIST SP 800-63B-4 section 3.1.1.2), checked for its size.
package struct PlaintextPassword: Hashable, Sendable {
  package let secret: Secret<Password>
  /// Each Unicode code point counts as one.
  package let codePoints: Int

  /// - Returns: nil when it is too long to be anybody's, or holds control characters.
  package init?(_ typed: String) {
    guard typed.utf8.count <= 4 * SecurityRules.passwordMostCodePoints else { return nil }
    // ASCII is NFC already; asking Foundation costs more than a look.
    let isASCII = typed.utf8.allSatisfy { $0 < 128 }
    let normalized = isASCII ? typed : typed.precomposedStringWithCanonicalMapping
    let scalars = normalized.unicodeScalars
    guard scalars.count <= SecurityRules.passwordMostCodePoints,
      !scalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    secret = Secret(normalized)
    codePoints = scalars.count
  }

  /// Why a text cannot be a password at all; nil when it can.
  package static func flaw(of typed: String) -> PasswordWeakness? {
    guard PlaintextPassword(typed) == nil else { return nil }
    return typed.unicodeScalars.count > SecurityRules.passwordMostCodePoints
      ? .tooLong : .unprintable
  }
}

/// What a new password has to be (SEC "Passwords"): long enough and not on the list. No rules on
/// its composition.
package struct PasswordPolicy: Hashable, Sendable {
  package var least: Int
  /// Lower case: the service's own words, beside `CommonPasswords`.
  package var blocked: Set<String>

  package init(least: Int, blocked: Set<String> = []) {
    self.least = least
    self.blocked = blocked
  }

  /// - Parameter ownWords: the account's own, such as its address and the person's name.
  package func weakness(
    of password: PlaintextPassword, ownWords: [String]
  ) -> PasswordWeakness? {
    if password.codePoints < least { return .tooShort }
    let plain = password.secret.exposed.lowercased()
    if blocked.contains(plain) || CommonPasswords.contains(plain) { return .common }
    for word in ownWords.map({ $0.lowercased() }) where word.unicodeScalars.count >= 4 {
      // The word alone, or the word with a little around it, is the first thing that is tried.
      let rest = plain.replacingOccurrences(of: word, with: "")
      if rest != plain, rest.unicodeScalars.count < 4 { return .common }
    }
    return nil
  }
}
