import Foundation

package enum PasswordWeakness: String, Hashable, Sendable {
  case tooShort
  case tooLong
  /// Among the first that guessers try.
  case common
  /// Words of the service or the account, and too little else.
  case ownWords
  /// A control character, such as NUL, that cannot be typed again.
  case unprintable
}

/// A password in the form in which it is hashed: NFC (NIST SP 800-63B-4 section 3.1.1.2), with its
/// size checked.
package struct PlaintextPassword: Hashable, Sendable {
  package let secret: Secret<Password>
  /// Each Unicode code point counts as one.
  package let codePoints: Int

  /// - Returns: nil if it is too long or contains control characters.
  package init?(_ typed: String) {
    guard typed.utf8.count <= 4 * SecurityRules.passwordMostCodePoints else { return nil }
    // ASCII is NFC already; asking Foundation costs more than checking.
    let isASCII = typed.utf8.allSatisfy { $0 < 128 }
    let normalized = isASCII ? typed : typed.precomposedStringWithCanonicalMapping
    let scalars = normalized.unicodeScalars
    guard scalars.count <= SecurityRules.passwordMostCodePoints,
      !scalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    secret = Secret(normalized)
    codePoints = scalars.count
  }

  /// Why a text cannot be a password at all; nil if it can.
  package static func flaw(of typed: String) -> PasswordWeakness? {
    guard PlaintextPassword(typed) == nil else { return nil }
    return typed.unicodeScalars.count > SecurityRules.passwordMostCodePoints
      ? .tooLong : .unprintable
  }
}

/// The requirements of a new password (DEC-9, SEC "Passwords"): long enough, not among the first
/// that guessers try, and more than the service's or the account's own words. No composition rules.
package struct PasswordPolicy: Hashable, Sendable {
  package var least: Int
  /// The service's own words and hosts, in addition to the common passwords. As with the account's,
  /// their parts count too.
  package var blocked: Set<String>

  package init(least: Int, blocked: Set<String> = []) {
    self.least = least
    self.blocked = blocked
  }

  /// What must remain besides own words: the sources' minimum length.
  private static let leastBesideOwnWords = SecurityRules.passwordLeastAccountAPI

  /// - Parameter ownWords: the account's own: addresses, numbers, the user's name.
  /// - Returns: why it is refused; nil if it is accepted.
  package func weakness(
    of password: PlaintextPassword, ownWords: [String]
  ) -> PasswordWeakness? {
    strength(of: password, ownWords: ownWords).reason
  }

  /// The same with a score to show.
  package func strength(
    of password: PlaintextPassword, ownWords: [String]
  ) -> PasswordStrength {
    let folded = FoldedPassword(password.secret.exposed)
    let own = OwnWords(service: blocked, account: ownWords)
    let anywhere = PasswordGuesses(folded).bits
    let rests = [folded, folded.withoutSeparator()?.rest].compactMap { $0.flatMap(own.rest) }
    let here = rests.isEmpty ? anywhere : PasswordGuesses(folded, own: own).bits
    return PasswordStrength(
      bits: here, reason: reason(password.codePoints, rests.min(), anywhere, here))
  }

  private func reason(
    _ codePoints: Int, _ rest: Int?, _ anywhere: Double, _ here: Double
  ) -> PasswordWeakness? {
    if codePoints < least { return .tooShort }
    if let rest, rest < Self.leastBesideOwnWords { return .ownWords }
    if anywhere < CommonPasswords.leastBits { return .common }
    return here < CommonPasswords.leastBits ? .ownWords : nil
  }
}
