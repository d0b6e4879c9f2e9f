/// What was typed as a number, as phone keys: ASCII digits, with at most a leading plus sign.
///
/// The server parses numbers by the same rule (`DialledDigits`), so it does not refuse a number
/// that is valid here because of its formatting.
package struct DialledKeys: Hashable, Sendable {
  package let bytes: [UInt8]

  package var hasPlus: Bool { bytes.first == UInt8(ascii: "+") }

  /// 15 digits in groups, with separators.
  package static let mostBytes = 128
  /// 15 digits (E.164) after the longest prefixes, and the plus sign.
  package static let mostKeys = 24

  /// - Parameter typed: UTF-8.
  /// - Returns: nil for anything but decimal digits of any script, one leading plus sign, and
  ///   separators between groups: letters, extensions (`x`, `#`, `;`, `,`) and service codes (`*`)
  ///   do not belong to a number that can receive a message. Empty if there are no keys.
  package init?(_ typed: [UInt8]) {
    guard typed.count <= Self.mostBytes else { return nil }
    var keys: [UInt8] = []
    for scalar in scalars(of: typed) {
      if let digit = Self.digit(scalar) {
        keys.append(digit + 0x30)
      } else if scalar == 0x2B || scalar == 0xFF0B {
        guard keys.isEmpty else { return nil }
        keys.append(0x2B)
      } else if !Self.isBetweenGroups(scalar) {
        return nil
      }
      guard keys.count <= Self.mostKeys else { return nil }
    }
    bytes = keys
  }

  /// The value of a decimal digit (Unicode's general category Nd) of any script.
  static func digit(_ scalar: UInt32) -> UInt8? {
    if scalar < 0x80 {
      return scalar >= 0x30 && scalar <= 0x39 ? UInt8(scalar - 0x30) : nil
    }
    var low = 0
    var high = zeros.count
    while low < high {
      let middle = (low + high) / 2
      if zeros[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    guard low > 0, scalar - zeros[low - 1] < 10 else { return nil }
    return UInt8(scalar - zeros[low - 1])
  }

  /// Where the ten digits of each script begin (Unicode 17), ascending.
  private static let zeros: [UInt32] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6,
    0xE50, 0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50,
    0x1BB0, 0x1C40, 0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10,
    0x104A0, 0x10D30, 0x10D40, 0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0,
    0x11650, 0x116C0, 0x116D0, 0x116DA, 0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50,
    0x11DA0, 0x11DE0, 0x11F50, 0x16130, 0x16A60, 0x16AC0, 0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE,
    0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0, 0x1E5F1, 0x1E950, 0x1FBF0,
  ]

  /// Brackets, dots, slashes, spaces, dashes, and the marks that are copied along with a number.
  static func isBetweenGroups(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x20, 0x28, 0x29, 0x2D, 0x2E, 0x2F: true
    // Spaces.
    case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    // Dashes, the minus sign, and the Japanese dash of full-width numbers.
    case 0x58A, 0x5BE, 0x1400, 0x1806, 0x2010...0x2015, 0x2212, 0x2E17, 0x2E1A, 0x2E3A, 0x2E3B,
      0x2E40, 0x2E5D, 0x301C, 0x3030, 0x30A0, 0x30FC, 0xFE31, 0xFE32, 0xFE58, 0xFE63, 0xFF0D,
      0x10D6E, 0x10EAD:
      true
    // Full-width brackets, dot and slash.
    case 0xFF08, 0xFF09, 0xFF0E, 0xFF0F: true
    // Direction marks, soft hyphen, word joiner, zero-width space.
    case 0x61C, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xAD, 0xFEFF: true
    default: false
    }
  }
}
