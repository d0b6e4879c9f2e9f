/// What is known about the numbers of all countries: the text written by scripts/generate-phones.
///
/// The text has one line per territory, see `PhoneTerritory`. Loading finds the fields; patterns
/// stay text and are interpreted directly.
package struct PhoneTable: Sendable {
  let bytes: [UInt8]
  /// libphonenumber's version, such as `8.12.57`. Two tables of one version decide alike.
  package let version: [UInt8]
  let layouts: [NumberLayout]
  let rules: [PrefixFormatRule]
  /// By calling code; the main territory of a code comes first.
  let territories: [PhoneTerritory]

  private static let heading: StaticString = "phones 1"

  /// - Returns: nil if the text is not a table of this format: truncated, or of another version.
  package init?(_ text: [UInt8]) {
    var reader = LineReader(bytes: text)
    guard let heading = reader.next(), text[heading].elementsEqual(Self.bytes(of: Self.heading)),
      let version = reader.next(), let layouts = reader.next(), let rules = reader.next()
    else { return nil }
    var territories: [PhoneTerritory] = []
    while let line = reader.next() {
      guard let found = PhoneTerritory(text, line), found.code >= territories.last?.code ?? 0 else {
        return nil
      }
      territories.append(found)
    }
    guard !territories.isEmpty, reader.isAtEnd else { return nil }
    bytes = text
    self.version = Array(text[version])
    self.layouts = Self.fields(text, layouts).map { NumberLayout(Array(text[$0])) }
    self.rules = Self.fields(text, rules).map { PrefixFormatRule(text[$0]) }
    self.territories = territories
  }

  static let separator = UInt8(ascii: ";")

  /// The parts between separators; one more than there are separators.
  static func fields(
    _ bytes: [UInt8], _ range: Range<Int>, by separator: UInt8 = separator
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == separator {
      found.append(start..<index)
      start = index + 1
    }
    found.append(start..<range.upperBound)
    return found
  }

  static func bytes(of text: StaticString) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

private struct LineReader {
  let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  /// - Returns: nil at the end, and for a last line without a line end.
  mutating func next() -> Range<Int>? {
    guard let end = bytes[at...].firstIndex(of: 0x0A) else { return nil }
    defer { at = end + 1 }
    return at..<end
  }
}
