/// Folded passwords in sorted order, as one ASCII text: each is followed by a capital letter, which
/// ends it and gives the number of guesses that find it, as a power of two (`A` is 1 bit).
///
/// The text stays in the program's constants: nothing is built before the first lookup, and a
/// lookup reads some twenty positions of it.
package struct PasswordList: Sendable {
  private let text: StaticString

  package init(_ text: StaticString) { self.text = text }

  /// Every form with its bits, in order. For tests: it reads the whole text.
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

  /// All forms that are prefixes of `letters`, as their lengths and bits.
  ///
  /// - Parameter steps: incremented for each byte compared.
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
        // The shortest form is the first of those with the same prefix.
        let next = bytes[first + depth]
        if Self.isEnd(next) { found.append((depth, Self.bits(next))) }
      }
      return found
    }
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }
  private static func bits(_ end: UInt8) -> Int { Int(end) - 0x40 }

  /// The start of the first form in the range whose byte at `depth` is at least `letter`. All its
  /// forms are equal before that byte.
  private static func first(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ depth: Int,
    atLeast letter: UInt32, _ steps: inout Int
  ) -> Int {
    var range = range
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      var start = middle
      while start > range.lowerBound, !isEnd(bytes[start - 1]) { start -= 1 }
      // A form that ends here precedes all that continue.
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
