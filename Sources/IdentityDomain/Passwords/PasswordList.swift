/// Folded passwords in sorted order, one text of ASCII: each is followed by a capital letter, which
/// ends it and says in how many guesses it is found, as a power of two (`A` is 1 bit).
///
/// The text stays where the linker put it: nothing is built before the first look-up, and a look-up
/// reads some twenty places of it.
package struct PasswordList: Sendable {
  private let text: StaticString

  package init(_ text: StaticString) { self.text = text }

  /// Every form with its bits, in order. For tests: it reads all of the text.
  package var forms: [(form: String, bits: Int)] {
    var forms: [(form: String, bits: Int)] = []
    text.withUTF8Buffer { bytes in
      var start = 0
      for (place, byte) in bytes.enumerated() where Self.isEnd(byte) {
        forms.append((String(decoding: bytes[start..<place], as: UTF8.self), Self.bits(byte)))
        start = place + 1
      }
    }
    return forms
  }

  /// All forms that `letters` begins with, as their lengths and bits.
  ///
  /// - Parameter steps: is counted up by each byte that is compared.
  package func beginnings(
    of letters: some Sequence<UInt32>, steps: inout Int
  ) -> [(length: Int, bits: Int)] {
    text.withUTF8Buffer { bytes in
      var found: [(length: Int, bits: Int)] = []
      var range = Range(uncheckedBounds: (0, bytes.count))
      var depth = 0
      for letter in letters {
        guard letter < 128, !Self.isEnd(UInt8(letter)) else { break }
        let first = Self.first(bytes, range, depth, atLeast: letter, &steps)
        let end = Self.first(bytes, first..<range.upperBound, depth, atLeast: letter + 1, &steps)
        guard first < end else { break }
        range = first..<end
        depth += 1
        // The shortest form is the first of those that begin alike.
        let next = bytes[first + depth]
        if Self.isEnd(next) { found.append((depth, Self.bits(next))) }
      }
      return found
    }
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  private static func bits(_ end: UInt8) -> Int { Int(end) - 0x40 }

  /// Where the first form of the range begins whose byte at `depth` is no less than `letter`. All
  /// of its forms are alike before that byte.
  private static func first(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ depth: Int,
    atLeast letter: UInt32, _ steps: inout Int
  ) -> Int {
    var range = range
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      var start = middle
      while start > range.lowerBound, !isEnd(bytes[start - 1]) { start -= 1 }
      // A form that ends here comes before all that go on.
      let byte = bytes[start + depth]
      steps += middle - start + 1
      if !isEnd(byte), UInt32(byte) >= letter {
        range = range.lowerBound..<start
      } else {
        var end = start + depth
        while !isEnd(bytes[end]) { end += 1 }
        steps += end - start
        range = end + 1..<range.upperBound
      }
    }
    return range.lowerBound
  }
}
