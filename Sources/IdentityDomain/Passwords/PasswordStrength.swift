/// What a client may show while a password is typed (DEC-9): how hard it is to guess, and why it is
/// refused.
///
/// The score comes from `PasswordGuesses`, in bits: below 13 it is 0, below 26 it is 1, below 36 it
/// is 2, below 50 it is 3. A refused password has at most 1.
package struct PasswordStrength: Hashable, Sendable {
  /// From 0, the first thing that guessers try, to 4, more than anyone tries.
  package let score: Int
  /// Why the password is refused; nil if it is not.
  package let reason: PasswordWeakness?

  package init(bits: Double, reason: PasswordWeakness?) {
    self.reason = reason
    let reached = Self.bounds.count { bits >= $0 }
    score = reason == nil ? reached : min(reached, Self.mostRefused)
  }

  private static let bounds = [13, CommonPasswords.leastBits, 36, 50]
  private static let mostRefused = 1
}
