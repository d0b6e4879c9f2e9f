/// Matches the patterns of the table against digits.
///
/// A pattern is text: a digit stands for itself; `a` to `q` are 1 to 17 digits of any kind; two
/// letters from `@` to `_` are a class, one bit per digit (5 to 9 in the first, 0 to 4 in the
/// second); `(` `|` `)` are alternatives; `?` before an atom makes it optional; `{` and two letters
/// (from "`", 0) before an atom repeat it.
///
/// A set of positions in the digits is one word, and an atom maps the set before it to the set
/// after it. So a pattern is read once from left to right (a repeated atom as often as it repeats),
/// whatever the digits are: the time is linear in the pattern, without backtracking.
struct DigitMatcher {
  /// The number of positions in a word, without the one after the last digit.
  static let mostDigits = 30

  private let table: [UInt8]
  private let digits: ArraySlice<UInt8>
  private let count: Int
  /// Whether the digits ended where the pattern would have continued: more of them could match.
  private(set) var hasMetEnd = false

  /// - Parameter digits: ASCII, at most `mostDigits`.
  init(_ table: [UInt8], _ digits: ArraySlice<UInt8>) {
    self.table = table
    self.digits = digits
    count = min(digits.count, Self.mostDigits)
  }

  private var endBit: UInt32 { 1 << UInt32(count) }

  /// Whether all of the digits match.
  mutating func matchesAll(_ pattern: Range<Int>) -> Bool {
    digits.count == count && ends(of: pattern, from: 1) & endBit != 0
  }

  /// Whether the digits begin with a match.
  mutating func matchesBeginning(_ pattern: Range<Int>) -> Bool {
    ends(of: pattern, from: 1) != 0
  }

  /// The length of the longest match at the beginning.
  mutating func longest(_ pattern: Range<Int>) -> Int? {
    let ends = ends(of: pattern, from: 1)
    return ends == 0 ? nil : 31 - ends.leadingZeroBitCount
  }

  /// The positions where a match that begins at one of `from` can end.
  mutating func ends(of pattern: Range<Int>, from: UInt32) -> UInt32 {
    var at = pattern.lowerBound
    return alternatives(&at, pattern.upperBound, from)
  }

  /// Stops before the closing `)`, or at the end.
  private mutating func alternatives(_ at: inout Int, _ end: Int, _ from: UInt32) -> UInt32 {
    var found: UInt32 = 0
    var current = from
    while at < end {
      let letter = table[at]
      if letter == UInt8(ascii: "|") {
        found |= current
        current = from
        at += 1
      } else if letter == UInt8(ascii: ")") {
        break
      } else {
        current = piece(&at, end, current)
      }
    }
    return found | current
  }

  private mutating func piece(_ at: inout Int, _ end: Int, _ from: UInt32) -> UInt32 {
    if table[at] == UInt8(ascii: "?") {
      at += 1
      return from | atom(&at, end, from)
    }
    guard table[at] == UInt8(ascii: "{"), at + 2 < end else { return atom(&at, end, from) }
    let least = Int(table[at + 1]) - 0x60
    let most = Int(table[at + 2]) - 0x60
    let start = at + 3
    var current = from
    var found = least == 0 ? from : 0
    for times in stride(from: 1, through: most, by: 1) {
      at = start
      current = atom(&at, end, current)
      if times >= least { found |= current }
    }
    return found
  }

  private mutating func atom(_ at: inout Int, _ end: Int, _ from: UInt32) -> UInt32 {
    guard at < end else { return 0 }
    let letter = table[at]
    at += 1
    switch letter {
    case UInt8(ascii: "("):
      let found = alternatives(&at, end, from)
      at += 1
      return found
    case UInt8(ascii: "a")...UInt8(ascii: "z"):
      let run = UInt32(letter) - 0x60
      let behind = from << run
      let inside = endBit << 1 &- 1
      if behind & ~inside != 0 || from >> (32 - run) != 0 { hasMetEnd = true }
      return behind & inside
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return step(1 << UInt32(letter - 0x30), from)
    default:
      guard at < end, letter >= 0x40, table[at] >= 0x40 else { return 0 }
      let high = UInt32(letter & 0x1F) << 5
      let low = UInt32(table[at] & 0x1F)
      at += 1
      return step(high | low, from)
    }
  }

  /// One digit of a class, from each of the positions.
  private mutating func step(_ members: UInt32, _ from: UInt32) -> UInt32 {
    if from & endBit != 0 { hasMetEnd = true }
    var left = from & (endBit &- 1)
    var found: UInt32 = 0
    while left != 0 {
      let place = left.trailingZeroBitCount
      left &= left &- 1
      let digit = UInt32(digits[digits.startIndex + place] &- 0x30)
      if digit < 10, members & (1 << digit) != 0 { found |= 2 << UInt32(place) }
    }
    return found
  }
}
