/// A regular expression that the text of a field must match as a whole. It has what can be matched in linear time: no
/// backreferences, no lookaround and no options.
struct Pattern: Sendable {
  indirect enum Node: Sendable {
    /// One character of these.
    case character(CharacterSet)
    case sequence([Node])
    case choice([Node])
    /// - Parameter most: nil for any number of times.
    case repeated(Node, least: Int, most: Int?)
  }

  let node: Node

  /// The greatest number in braces.
  static let mostRepeats = 256
  /// In characters.
  static let mostLength = 1_000

  /// - Throws: what cannot be parsed, and where.
  init(_ text: String) throws(SyntaxError) {
    guard text.unicodeScalars.count <= Self.mostLength else {
      throw SyntaxError(
        at: Self.mostLength, "A pattern has at most \(Self.mostLength) characters",
        "Check less of the text here, or let the server check it")
    }
    var parser = PatternParser(text)
    node = try parser.pattern()
  }
}

/// Characters as ranges of Unicode scalars, in order and apart.
struct CharacterSet: Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  /// All that a text can contain: surrogates are no characters.
  static let all = CharacterSet([0...0xD7FF, 0xE000...0x10_FFFF])
  static let digits = CharacterSet([0x30...0x39])
  static let word = CharacterSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  static let space = CharacterSet([0x09...0x0D, 0x20...0x20, 0xA0...0xA0])

  /// - Parameter ranges: in any order; they may overlap.
  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = self.ranges.last, range.lowerBound <= last.upperBound + 1 else {
        self.ranges.append(range)
        continue
      }
      self.ranges[self.ranges.count - 1] =
        last.lowerBound...max(last.upperBound, range.upperBound)
    }
  }

  init(_ scalar: Unicode.Scalar) { self.init([scalar.value...scalar.value]) }

  /// All other characters.
  var inverted: CharacterSet {
    var result: [ClosedRange<UInt32>] = []
    for whole in Self.all.ranges {
      var next = whole.lowerBound
      for range in ranges
      where range.upperBound >= whole.lowerBound && range.lowerBound <= whole.upperBound {
        if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
        next = max(next, range.upperBound + 1)
      }
      if next <= whole.upperBound { result.append(next...whole.upperBound) }
    }
    return CharacterSet(result)
  }
}
