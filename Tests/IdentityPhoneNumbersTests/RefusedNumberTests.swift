import IdentityDomain
import IdentityPhoneNumbers
import PhoneNumbers
import PhoneTestSupport
import TestSupport
import Testing

@Suite("Refused phone numbers")
struct RefusedNumberTests {
  private let phones = StandardPhoneNumbers()

  @Test("The library's own invalid numbers, of every region")
  func invalidExamples() {
    var seen = 0
    for region in Example.regions {
      guard let example = Oracle.invalidExample(in: region) else { continue }
      #expect(phones.parse(example, region: nil) == nil, "\(example)")
      #expect(phones.parse(example, region: region) == nil, "\(example)")
      seen += 1
    }
    #expect(seen > 240)
  }

  @Test("A valid number with a digit less or many more is not silently cut or padded")
  func wrongLength() {
    for example in Example.all {
      guard let found = phones.parse(example.e164, region: nil) else { continue }
      for typed in [String(example.e164.dropLast()), example.e164 + "0", example.e164 + "000000"] {
        guard let other = phones.parse(typed, region: nil) else { continue }
        // Some plans have several lengths: then it is another number, never the same.
        #expect(other.e164 != found.e164, "\(typed)")
      }
    }
  }

  @Test(
    "Numbers without a country are not served",
    arguments: ["800", "870", "881", "882", "883", "888", "979"])
  func noCountry(code: String) throws {
    let example = try #require(Oracle.example(in: code, .tollFree), "the library knows one")
    #expect(Oracle.parse(example, in: "ZZ")?.region == "001")
    #expect(example.hasPrefix("+" + code))
    #expect(phones.parse(example, region: nil) == nil)
    #expect(phones.parse(example, region: "US") == nil)
  }

  @Test("A national number needs an existing region")
  func region() {
    for region in [nil, "", "D", "DEU", "ZZ", "001", "XX", "D\0", "ДЕ", "\0\0", "49", "d3"] {
      #expect(phones.parse("030 123456", region: region) == nil, "\(region ?? "nil")")
      #expect(phones.parse("+4930123456", region: region)?.region == "DE")
    }
  }

  @Test(
    "Extensions, letters, URIs, service codes and text around a number",
    arguments: [
      "+1 650 253 0000 ext. 4567", "+1 650 253 0000 x4567", "+1 650 253 0000;ext=4567",
      "+1 650 253 0000#4567", "+1 650 253 0000,4567", "+1 800 FLOWERS", "+1 800 flowers",
      "1-800-MICROSOFT", "tel:+16502530000", "+16502530000;phone-context=+44",
      "Call +16502530000", "+16502530000 please", "+16502530000\n", "\t+16502530000",
      "*31#+16502530000", "+1*6502530000", "++16502530000", "+1+6502530000", "16502530000+",
      "+16502530000 / 0001", "+1 650 253 0000 or 0001", "+16502530000\u{0}", "\u{0}+16502530000",
      "+1650253\u{0}0000", "+165O2530000", "+l6502530000", "+①⑥⑤⓪②⑤③⓪⓪⓪⓪", "+¹⁶⁵⁰²⁵³⁰⁰⁰⁰",
      "+一六五〇二五三〇〇〇〇", "+Ⅰ6502530000", "\u{207A}16502530000", "\u{FB29}16502530000", "", " ", "+",
      "++", "+ ", "()", "-", "0", "00", "000", "1", "110", "112", "911", "+1", "+49", "+49110",
      "+0", "+00", "+049301234567", "+999123456789", "+210123456", "e164", "🙂", "+🙂", "null",
      "-16502530000\u{7f}", "+1 (650) 253-0000 \u{85}", "<+16502530000>", "'+16502530000'",
    ])
  func notANumber(typed: String) {
    #expect(phones.parse(typed, region: nil) == nil)
    for region in ["US", "DE", "GB"] where typed.hasPrefix("+") {
      #expect(phones.parse(typed, region: region) == nil)
    }
  }

  @Test(
    "A short or emergency number does not belong to a person", arguments: ["US", "DE", "GB", "JP"])
  func short(region: String) {
    for typed in ["1", "00", "110", "112", "115", "119", "911", "999", "411", "11833"] {
      #expect(phones.parse(typed, region: region) == nil)
    }
  }

  @Test("Text of any length costs nothing and is not a number")
  func oversized() {
    let million = 1_000_000
    for piece in ["1", "+", " ", "(", "\u{0}", "０", "🙂", "+1650253 ", "x", "\u{202A}"] {
      #expect(phones.parse(String(repeating: piece, count: million), region: "US") == nil)
      #expect(
        phones.parse("+16502530000" + String(repeating: piece, count: million), region: "US") == nil
      )
    }
    // The bound itself: as much around a number as may be, and one more.
    let room = 128 - "+16502530000".utf8.count
    #expect(phones.parse(String(repeating: " ", count: room) + "+16502530000", region: nil) != nil)
    #expect(
      phones.parse(String(repeating: " ", count: room + 1) + "+16502530000", region: nil) == nil)
  }

  @Test("Whatever is typed: nothing, or a number whose E.164 form gives the same number")
  func random() {
    var random = SeededGenerator(announcing: "RefusedNumberTests.random", seed: 19)
    let pieces = [
      "+", "0", "00", "1", "49", "44", "7", "39", "5", "650", "253", "0000", " ", "-",
      "(", ")", "ext", "#", "*", "٣", "９", "\u{0}", "\u{202E}", "é", "🙂", "999", "12345678",
    ]
    var valid = 0
    for _ in 0..<20_000 {
      let typed = (0..<random.below(12)).map { _ in random.pick(pieces) }.joined()
      let region = random.pick(["US", "DE", "GB", "IT", "JP", "XX", "", "de"])
      guard let found = phones.parse(typed, region: region) else { continue }
      valid += 1
      #expect(phones.parse(found.e164, region: nil) == found, "\(typed) \(region)")
      #expect((3...16).contains(found.e164.utf8.count))
    }
    #expect(valid > 100, "the pieces make numbers too: \(valid)")
  }

  @Test("Invalid UTF-8 gives no number")
  func brokenUTF8() {
    for bytes in [[0xFF], [0x2B, 0xC3, 0x31], [0x2B, 0x31, 0xED, 0xA0, 0x80], [0xF8, 0x88]] {
      let typed = String(
        decoding: bytes.map { UInt8($0) } + Array("6502530000".utf8), as: UTF8.self)
      #expect(phones.parse(typed, region: "US") == nil)
    }
  }
}
