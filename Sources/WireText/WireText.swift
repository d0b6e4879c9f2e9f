// WireText: how values are written on the wire.
//
// Owns: reading and writing JSON (RFC 8259), decimal and hexadecimal numbers, percent-encoding (RFC
// 3986), well-formed UTF-8 (RFC 3629), and ASCII literals as bytes. Must not: know what any of it
// means, or import anything. All code below layer 1 reads and writes texts with it, so that no two
// readers parse one text differently. Compiles as Embedded Swift.

extension [UInt8] {
  /// The bytes of an ASCII literal.
  @inline(never) package init(ascii literal: StaticString) {
    self.init()
    append(ascii: literal)
  }

  /// Appends the bytes of an ASCII literal.
  package mutating func append(ascii literal: StaticString) {
    for offset in 0..<literal.utf8CodeUnitCount { append(literal.utf8Start[offset]) }
  }
}

/// Whether a text equals an ASCII literal, so that a `switch` can match texts.
@inline(never) package func ~= (literal: StaticString, text: [UInt8]?) -> Bool {
  guard let text, text.count == literal.utf8CodeUnitCount else { return false }
  for offset in 0..<text.count where text[offset] != literal.utf8Start[offset] { return false }
  return true
}
