package import IdentityDomain

/// What a client says about itself in headers. Affects no decision.
package enum ClientHeaders {
  /// `name/version (platform; …)`, the beginning of a `User-Agent` (RFC 9110 section 10.1.5).
  package static func client(_ userAgent: String?) -> ClientDescription {
    let text = clean(userAgent ?? "", most: 256)
    let bytes = Array(text.utf8)
    if isPlain(bytes) { return client(plain: bytes[...]) }
    let comment = text.firstIndex(of: "(")
    let product = text[..<(comment ?? text.endIndex)].split(separator: " ").first ?? ""
    let sides = product.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let inside = comment.map { text[text.index(after: $0)...].prefix { $0 != ")" } } ?? ""
    let platform = inside.split(separator: ";").first ?? ""
    return ClientDescription(
      name: clean(sides.first ?? "", most: 64), platform: clean(platform, most: 64),
      appVersion: clean(sides.count > 1 ? sides[1] : "", most: 32))
  }

  /// The same if every byte is a character, as it nearly always is.
  private static func client(plain bytes: ArraySlice<UInt8>) -> ClientDescription {
    let (space, slash) = (UInt8(ascii: " "), UInt8(ascii: "/"))
    let comment = bytes.firstIndex(of: UInt8(ascii: "(")) ?? bytes.endIndex
    let product = bytes[..<comment].drop { $0 == space }.prefix { $0 != space }
    let name = product.prefix { $0 != slash }
    let platform = bytes[comment...].dropFirst().prefix { $0 != UInt8(ascii: ")") }
      .drop { $0 == UInt8(ascii: ";") }.prefix { $0 != UInt8(ascii: ";") }
    return ClientDescription(
      name: clean(plain: name, most: 64), platform: clean(plain: platform, most: 64),
      appVersion: clean(plain: product[name.endIndex...].dropFirst(), most: 32))
  }

  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// Only U+0020 counts as a space.
  private static func clean(plain bytes: ArraySlice<UInt8>, most: Int) -> String {
    var kept = bytes.prefix(4 * most).drop { $0 == 0x20 }.prefix(most)
    while kept.last == 0x20 { kept.removeLast() }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Without control characters, format characters and surrounding spaces; truncated between
  /// characters.
  private static func clean(_ text: some StringProtocol, most: Int) -> String {
    let bytes = Array(text.utf8)
    if isPlain(bytes) { return clean(plain: bytes[...], most: most) }
    let kept = text.unicodeScalars.prefix(4 * most).filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        false
      default: true
      }
    }
    let line = String(String.UnicodeScalarView(kept)).drop { $0.isWhitespace }
    var cut = String(line.prefix(most))
    while let last = cut.last, last.isWhitespace || cut.utf8.count > 4 * most { cut.removeLast() }
    return cut
  }
}
