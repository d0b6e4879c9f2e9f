/// What was typed as a telephone number, as the keys of a telephone: ASCII digits, with a plus sign
/// before them at most. libphonenumber never sees anything else.
///
/// It would look for a number anywhere in a text, turn letters into digits and read extensions and
/// URIs. A sign-in wants one number, as its owner types or pastes it.
package struct DialledDigits: Hashable, Sendable {
  package let text: String
  package var isInternational: Bool { text.utf8.first == UInt8(ascii: "+") }

  /// The longest that people write: 15 digits, in groups, with what surrounds them.
  static let mostBytes = 128
  /// 15 digits (E.164) behind the longest prefixes that are dialled before them.
  static let mostDigits = 24

  /// - Returns: nil for anything but decimal digits of any script, one plus sign before them, and
  ///   what is written between the groups of a number. Letters, extensions (`x`, `#`, `;`, `,`),
  ///   service codes (`*`) and control characters are refused.
  package init?(_ typed: String) {
    guard typed.utf8.count <= Self.mostBytes else { return nil }
    var keys: [UInt8] = []
    for scalar in typed.unicodeScalars {
      if let digit = Self.digit(scalar) {
        keys.append(digit)
      } else if Self.isPlus(scalar) {
        guard keys.isEmpty else { return nil }
        keys.append(UInt8(ascii: "+"))
      } else if !Self.isBetweenGroups(scalar) {
        return nil
      }
      guard keys.count <= Self.mostDigits else { return nil }
    }
    guard keys.contains(where: { $0 != UInt8(ascii: "+") }) else { return nil }
    text = String(decoding: keys, as: UTF8.self)
  }

  /// Digits of every script, full-width and Arabic ones included; a decimal digit means the same
  /// number wherever it is from, so two spellings never become two people. Not the superscripts and
  /// circled numbers, which are no decimal digits to Unicode either.
  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    guard scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue, (0...9).contains(value)
    else { return nil }
    return UInt8(ascii: "0") + UInt8(value)
  }

  private static func isPlus(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "+" || scalar == "\u{FF0B}"
  }

  private static func isBetweenGroups(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(", ")", ".", "/", "\u{FF08}", "\u{FF09}", "\u{FF0E}", "\u{FF0F}": true
    // The minus sign, and the Japanese one of full-width numbers.
    case "\u{2212}", "\u{30FC}": true
    // Marks for the direction of writing: address books put them around a number. Soft hyphen, word
    // joiner and zero-width space come along when a number is copied from a page.
    case "\u{061C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}",
      "\u{2066}"..."\u{2069}", "\u{00AD}", "\u{FEFF}":
      true
    default:
      switch scalar.properties.generalCategory {
      case .spaceSeparator, .dashPunctuation: true
      default: false
      }
    }
  }
}
