/// Passwords that are tried first wherever passwords are guessed (DEC-9; SEC "Passwords", the block
/// list; NIST SP 800-63B-4 section 3.1.1.2).
///
/// A password is one of them if a guesser who begins with the known ones, joins them and hangs
/// digits and marks on them, arrives at it in fewer than 2 to the power of `leastBits` guesses.
/// That is so for each password of `PasswordList.known` with its usual changes, for two of the best
/// known in a row, and for patterns of a keyboard. It is not so for three words that have nothing to
/// do with each other, and for fewer than one in a hundred of eight random letters, digits and
/// marks; but for a third of eight random digits.
package enum CommonPasswords {
  /// Ours: 67 million guesses, where `SecurityRules` lets a stranger make some thousands a day. A
  /// lower bound would let the rarest known words pass with a few digits, a higher one refuse eight
  /// random characters.
  package static let leastBits = 26.0

  package static func contains(_ typed: String) -> Bool {
    PasswordGuesses(FoldedPassword(typed)).bits < leastBits
  }
}
