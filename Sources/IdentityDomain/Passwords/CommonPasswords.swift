/// Passwords that guessers try first (DEC-9; SEC "Passwords", the block list; NIST SP 800-63B-4
/// section 3.1.1.2).
///
/// A password is common if a guesser who starts from the known ones, joins them and appends digits
/// and marks, finds it in fewer than 2 to the power of `leastBits` guesses. That holds for each
/// password of `PasswordList.known` with its usual changes, for two of the best known in a row, and
/// for keyboard patterns. It does not hold for three unrelated words, nor for more than one in a
/// hundred of random passwords of eight letters, digits and marks; but it does for a third of eight
/// random digits.
package enum CommonPasswords {
  /// Ours: 67 million guesses, where `SecurityRules` allows a stranger some thousands a day. A
  /// lower bound would accept the rarest known words with a few digits, a higher one would refuse
  /// eight random characters.
  package static let leastBits = 26.0

  package static func contains(_ typed: String) -> Bool {
    PasswordGuesses(FoldedPassword(typed)).bits < leastBits
  }
}
