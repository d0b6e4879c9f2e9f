/// RFC 2045 section 6.7: lines of at most 76 bytes; ASCII, including codes, stays readable.
package enum QuotedPrintable {
  /// - Parameter text: lines that end in a line feed. Control characters other than the tab are
  ///   escaped.
  package static func encode(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    var lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      var width = 0
      let bytes = Array(line)
      for (place, byte) in bytes.enumerated() {
        let isLast = place == bytes.count - 1
        let piece = encoded(byte, isLast: isLast)
        // Leaves room for the `=` of a soft line break.
        if width + piece.count > (isLast ? 76 : 75) {
          out += Array("=\r\n".utf8)
          width = 0
        }
        out += piece
        width += piece.count
      }
      out += [13, 10]
    }
    return out
  }

  private static func encoded(_ byte: UInt8, isLast: Bool) -> [UInt8] {
    // White space at the end of a line gets lost in transit.
    let isSpace = (byte == 32 || byte == 9) && !isLast
    if isSpace || (33..<127).contains(byte) && byte != 61 { return [byte] }
    return Array(escaped(byte).utf8)
  }

  static func escaped(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
  }
}
