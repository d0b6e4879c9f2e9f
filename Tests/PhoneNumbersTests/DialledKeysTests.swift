import PhoneNumbers
import TestSupport
import Testing

@Suite("What was typed as a number")
struct DialledKeysTests {
  @Test("PHN-3: every character of Unicode counts as it does for the server")
  func everyScalar() {
    let wrong = (UInt32(0)...0x10FFFF).compactMap { Unicode.Scalar($0) }.filter { scalar in
      DialledKeys(Array(String(Character(scalar)).utf8))?.bytes != expected(scalar)
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(20).map { String($0.value, radix: 16) })")
  }

  /// `DialledDigits` of the server, by the standard library's tables.
  private func expected(_ scalar: Unicode.Scalar) -> [UInt8]? {
    switch scalar {
    case "+", "\u{FF0B}": return [0x2B]
    case "(", ")", ".", "/", "\u{FF08}", "\u{FF09}", "\u{FF0E}", "\u{FF0F}", "\u{2212}",
      "\u{30FC}", "\u{061C}", "\u{200B}", "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}",
      "\u{2060}", "\u{2066}"..."\u{2069}", "\u{00AD}", "\u{FEFF}":
      return []
    default: break
    }
    switch scalar.properties.generalCategory {
    case .decimalNumber: return [UInt8(scalar.properties.numericValue ?? 99) + 0x30]
    case .spaceSeparator, .dashPunctuation: return []
    default: return nil
    }
  }

  @Test(
    "Letters, extensions, service codes, a second plus and too many digits are not a number",
    arguments: [
      "+1 650 253 0000 ext. 4567", "+1650#1", "*31#", "++1", "1+", "1 800 FLOWERS", "tel:+1", "1;2",
      "1,2", "1\n2", "1\t2", "1\u{0}2", "1234567890123456789012345", "٣x",
    ])
  func refused(typed: String) {
    #expect(DialledKeys(Array(typed.utf8)) == nil)
  }

  @Test("Bytes that are not UTF-8, and texts beyond the bound, are not a number")
  func bad() {
    for bytes in [[0xFF], [0x31, 0xC3], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF8, 0x88]] {
      #expect(DialledKeys(bytes.map { UInt8($0) }) == nil)
    }
    let spaces = [UInt8](repeating: 0x20, count: 127)
    #expect(DialledKeys(spaces + [0x31])?.bytes == [0x31])
    #expect(DialledKeys(spaces + [0x31, 0x32]) == nil)
    #expect(DialledKeys([UInt8](repeating: 0x31, count: 10_000_000)) == nil)
  }
}
