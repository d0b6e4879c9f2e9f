/// A part of a password that is guessed as a whole.
package struct PasswordPiece: Equatable, Sendable {
  package let start: Int
  package let length: Int
  /// The number of guesses that find it, as a power of two.
  package let bits: Double
}

/// The parts of a password that a guesser expects: known words, forwards and backwards, keyboard
/// runs, years and dates, and repetitions (DEC-9).
///
/// At each position no more than the length of the longest form in the list is examined, so the
/// time is linear in the length of the password.
package struct PasswordPieces: Sendable {
  /// By their start.
  package private(set) var starting: [[PasswordPiece]]
  package private(set) var steps = 0

  private let characters: [FoldedPassword.Character]

  package init(_ password: FoldedPassword, list: PasswordList, own: OwnWords) {
    characters = password.characters
    starting = Array(repeating: [], count: characters.count)
    for place in own.places(in: password, steps: &steps) {
      add(place.lowerBound, place.count, Self.ownBits)
    }
    addWords(list)
    addRuns()
    addDates()
    addCopies()
  }

  private mutating func add(_ start: Int, _ length: Int, _ bits: Double) {
    starting[start].append(PasswordPiece(start: start, length: length, bits: bits))
  }

  // MARK: Words

  private static let ownBits = 1.0
  private static let leastChanged = 4
  /// Up to this length, random characters look like a word too often: backwards, or with digits in
  /// it.
  private static let mostAccidental = 5
  private static let accidentalBits = 2.0
  private static let reversedBits = 1.0

  private mutating func addWords(_ list: PasswordList) {
    let folded = characters.map(\.folded)
    for start in folded.indices {
      for word in list.beginnings(of: folded[start...], steps: &steps) {
        addWord(start, word, isReversed: false)
      }
      for word in list.beginnings(of: folded[...start].reversed(), steps: &steps) {
        addWord(start - word.length + 1, word, isReversed: true)
      }
    }
  }

  private mutating func addWord(
    _ start: Int, _ word: (length: Int, bits: Int), isReversed: Bool
  ) {
    let isPlain = characters[start..<start + word.length].allSatisfy { $0.kind == .letter }
    // Words of phrases count unchanged only.
    guard word.length >= Self.leastChanged || isPlain && !isReversed else { return }
    let isAccidental = word.length <= Self.mostAccidental && (isReversed || !isPlain)
    add(
      start, word.length,
      Double(word.bits) + (isReversed ? Self.reversedBits : 0)
        + (isAccidental ? Self.accidentalBits : 0))
  }

  // MARK: Runs

  /// A row, a position in it, a direction and a length.
  private static let runBits = 7.0
  private static let leastRun = 3

  private mutating func addRuns() {
    let plain = characters.map(\.plain)
    let rows = zip(plain, plain.dropFirst()).map { Self.rows[Self.pair($0, $1)] ?? 0 }
    for start in rows.indices {
      var (common, end) = (rows[start], start)
      while common != 0 {
        end += 1
        common &= end < rows.count ? rows[end] : 0
      }
      steps += end - start + 1
      // That many pairs, and one more character.
      if end - start + 1 >= Self.leastRun { add(start, end - start + 1, Self.runBits) }
    }
  }

  private static func pair(_ one: UInt32, _ next: UInt32) -> UInt64 {
    UInt64(one) << 32 | UInt64(next)
  }

  /// The rows in which two characters are neighbours, one bit for each.
  private static let rows: [UInt64: UInt64] = {
    var rows: [UInt64: UInt64] = [:]
    for (index, text) in texts.enumerated() {
      let row = text.unicodeScalars.map(\.value)
      for (one, next) in zip(row, row.dropFirst()) {
        rows[pair(one, next), default: 0] |= 1 << UInt64(2 * index)
        rows[pair(next, one), default: 0] |= 1 << UInt64(2 * index + 1)
      }
    }
    return rows
  }()

  private static let texts = [
    "12345678901234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm",
    "qwertzuiop", "yxcvbnm", "azertyuiop", "1qaz2wsx3edc4rfv5tgb6yhn7ujm", "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0", "qazwsxedcrfvtgbyhnujm", "!@#$%^&*()", "a1b2c3d4e5f6g7h8i9j0",
    "1a2b3c4d5e6f7g8h9i0j",
  ]

  // MARK: Dates

  /// 150 years.
  private static let yearBits = 6.0
  /// 150 years of days, in one of three orders.
  private static let dateBits = 15.0

  private mutating func addDates() {
    for start in characters.indices {
      let digits = characters[start...].prefix(8).prefix { $0.kind == .digit }
        .map { Int($0.plain) - 0x30 }
      steps += digits.count + 1
      guard digits.count >= 4 else { continue }
      let year = digits[0] * 1_000 + digits[1] * 100 + digits[2] * 10 + digits[3]
      if Self.isYear(year) { add(start, 4, Self.yearBits) }
      if digits.count >= 6, Self.isDay(digits[0..<4]) { add(start, 6, Self.dateBits) }
      guard digits.count == 8 else { continue }
      let last = digits[4...].reduce(0) { $0 * 10 + $1 }
      let isFirst = Self.isYear(year) && Self.isDay(digits[4..<8])
      let isLast = Self.isYear(last) && Self.isDay(digits[0..<4])
      if isFirst || isLast { add(start, 8, Self.dateBits) }
    }
  }

  private static func isYear(_ number: Int) -> Bool { (1900..<2050).contains(number) }

  /// Day and month, whichever is first.
  private static func isDay(_ digits: ArraySlice<Int>) -> Bool {
    let digits = Array(digits)
    let (one, two) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    return one >= 1 && two >= 1 && min(one, two) <= 12 && max(one, two) <= 31
  }

  // MARK: Copies

  /// Its presence, and the distance.
  private static let copyBits = 4.0
  private static let leastCopy = 3
  private static let farthestCopy = 24

  private mutating func addCopies() {
    for distance in 1...Self.farthestCopy {
      var length = 0
      for place in stride(from: characters.count - 1, through: distance, by: -1) {
        let isAlike = characters[place].folded == characters[place - distance].folded
        length = isAlike ? length + 1 : 0
        steps += 1
        if length >= Self.leastCopy { add(place, length, Self.copyBits) }
      }
    }
  }
}
