/// How many guesses find a password, as a power of two: the cheapest way to assemble it from known
/// pieces and single characters (DEC-9; NIST SP 800-63B-4 section 3.1.1.2).
///
/// - A known word costs its rank in the list, from 9 to 15 bits; one of the service or the account
///   costs 1; other pieces what `PasswordPieces` says.
/// - A letter that belongs to no piece costs 4.7 bits, like a random one of 26; after four in a row
///   2.5, since letters in a row are usually a word of some language. Case and accents cost
///   nothing.
/// - A digit costs 3.3 bits, a mark 5, a word separator 1 or 2.
/// - Up to eight digits and marks before known pieces, and as many after them, cost 1 bit each:
///   guessers try them as a matter of course. They cost their full price if more than a quarter of
///   the letters belong to no piece.
///
/// The shortest path over the password's positions is found in one pass, whatever the number of
/// readings; and in a second pass without the mark that separates its parts, for `i.love.you`.
package struct PasswordGuesses: Sendable {
  package let bits: Double
  /// The number of positions examined, for the test that this is linear.
  package let steps: Int

  /// - Parameter own: words known to anyone who knows the service or the account.
  package init(
    _ password: FoldedPassword, own: OwnWords = OwnWords(), list: PasswordList = .known
  ) {
    var (least, steps) = Self.search(password, own, list)
    if let (rest, separator) = password.withoutSeparator() {
      let (bits, more) = Self.search(rest, own, list)
      least = min(least, bits + PasswordSearch.bits(ofMark: separator))
      steps += more
    }
    // One or two characters make a pattern in any order.
    let isFew = Set(password.characters.map(\.folded)).count < 3
    bits = isFew ? min(least, Self.fewBits) : least
    self.steps = steps
  }

  private static let fewBits = 10.0

  private static let repetitionBits = 3.0

  private static func search(
    _ password: FoldedPassword, _ own: OwnWords, _ list: PasswordList
  ) -> (bits: Double, steps: Int) {
    let pieces = PasswordPieces(password, list: list, own: own)
    var path = PasswordSearch(password.characters, pieces.starting)
    let bits = path.bits()
    let steps = pieces.steps + path.steps
    guard let once = password.repeated() else { return (bits, steps) }
    let (few, more) = search(once, own, list)
    return (min(bits, few + repetitionBits), steps + more)
  }
}
