import FlowMachine
import TestSupport
import Testing
import WireText

@Suite("Reading JSON")
struct JSONTests {
  @Test(
    "What RFC 8259 allows is read",
    arguments: [
      "null", "true", "false", "0", "-0", "1", "-1", "10", "1.5", "-0.5e3", "1e5", "1E+5", "1e-5",
      "123456789012345678901234567890", #""""#, #""a""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041""#,
      #""\u00e9\uD83D\uDE00""#, "[]", "[ ]", "[1]", "[1,2]", "{}", "{ }", #"{"a":1}"#,
      #"{"a":1,"a":2}"#, #"{"":[]}"#, " \t\r\n1 \t\r\n", "[[[]]]", #"{"a":{"b":[null,true]}}"#,
      "\"\u{7F}\"", "\"é€😀\"", "\"\u{2028}\"",
    ])
  func accepted(text: String) {
    #expect(JSON(Array(text.utf8)) != nil)
  }

  @Test(
    "What RFC 8259 forbids is not JSON",
    arguments: [
      "", " ", "nul", "nulll", "True", "TRUE", "undefined", "NaN", "Infinity", "-", "+1", "01",
      "-01", "1.", ".5", "1e", "1e+", "0x10", "1 2", "'a'", "\"", #""a"#, #""\"#, #""\x""#,
      #""\u12""#, #""\u12G4""#, #""\u""#, "\"\t\"", "\"\n\"", "\"\u{0}\"", "[", "]", "[1", "[1,]",
      "[,1]", "[1 2]", "[1,,2]", "{", "}", "{1:2}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{,}",
      #"{"a":1 "b":2}"#, #"{"a" 1}"#, "{'a':1}", "[1}", "{]", "//", "1//", "/**/1", "\u{FEFF}1",
      "[1]x", "\u{0}", "1\u{0}", "\u{0C}1",
    ])
  func refused(text: String) {
    #expect(JSON(Array(text.utf8)) == nil)
  }

  @Test("Invalid UTF-8 is not JSON, inside a text and outside")
  func invalidUTF8() {
    let wrong: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ]
    for bytes in wrong {
      #expect(!UTF8Check.isValid(bytes))
      #expect(JSON([0x22] + bytes + [0x22]) == nil)
      #expect(JSON([0x22, 0x61] + bytes + [0x61, 0x22]) == nil)
    }
    for text in ["", "a", "é", "€", "😀", "\u{D7FF}\u{E000}", "\u{10FFFF}"] {
      #expect(UTF8Check.isValid(Array(text.utf8)))
    }
  }

  @Test("UTF-8 is validated as the standard library does")
  func utf8Agrees() {
    var random = SeededGenerator(announcing: "UTF-8", seed: 61)
    for _ in 0..<20_000 {
      let bytes = (0..<1 + random.below(5)).map { _ in
        random.pick([
          0x41, 0x80, 0xBF, 0xC2, 0xE0, 0xA0, 0xED, 0x9F, 0xF0, 0x90, 0xF4, 0x8F,
          UInt8(random.below(256)),
        ])
      }
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      #expect(UTF8Check.isValid(bytes) == isValid, "\(bytes)")
    }
  }

  @Test("Nesting beyond the limit is refused, by one level as by a million")
  func depth() {
    let most = JSON.mostDepth
    func nested(_ open: String, _ close: String, _ count: Int) -> [UInt8] {
      Array((String(repeating: open, count: count) + String(repeating: close, count: count)).utf8)
    }
    #expect(JSON(nested("[", "]", most)) != nil)
    #expect(JSON(nested("[", "]", most + 1)) == nil)
    #expect(
      JSON(
        Array(
          (String(repeating: #"{"a":"#, count: most) + "1" + String(repeating: "}", count: most))
            .utf8)) != nil)
    #expect(JSON([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)) == nil)
    #expect(JSON([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000), most: 2_000_000) == nil)
    #expect(JSON(nested(#"{"a":["#, "]}", 100_000), most: 2_000_000) == nil)
  }

  @Test("Unterminated texts, and texts beyond the limit, are refused")
  func endless() {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: FlowLimits.answerBytes - 2)
    let quote = UInt8(ascii: "\"")
    #expect(JSON([quote] + letters) == nil)
    #expect(JSON([quote] + letters + [quote]) != nil)
    #expect(JSON([quote] + letters + letters + [quote]) == nil)
    let backslashes = [UInt8](repeating: UInt8(ascii: "\\"), count: 1_000_001)
    #expect(JSON([quote] + backslashes) == nil)
  }

  @Test(
    "Integers within 64 bits are numbers, all others only texts",
    arguments: [
      ("0", 0), ("-0", 0), ("9223372036854775807", Int64.max), ("-9223372036854775807", -Int64.max),
      ("-9223372036854775808", nil), ("9223372036854775808", nil), ("99999999999999999999", nil),
      ("1.0", nil), ("1e3", nil), ("-12", -12),
    ] as [(String, Int64?)])
  func integers(text: String, expected: Int64?) throws {
    let value = try #require(JSON(Array(text.utf8))).root
    #expect(value.kind == .number)
    #expect(value.integer == expected)
    #expect(Array(value.source).string == text)
  }

  @Test(
    "Escapes are resolved; half a surrogate pair becomes a replacement character",
    arguments: [
      (#""a\u0000b""#, "a\u{0}b"), (#""\b\f\n\r\t\/\\\"""#, "\u{8}\u{C}\n\r\t/\\\""),
      (#""\u00e9\u20AC""#, "é€"), (#""\ud83d\ude00""#, "😀"), (#""\uD83D""#, "\u{FFFD}"),
      (#""\uDE00""#, "\u{FFFD}"), (#""\uD83D\u0041""#, "\u{FFFD}A"), (#""\uD83Dx""#, "\u{FFFD}x"),
      (#""\uDE00\uD83D""#, "\u{FFFD}\u{FFFD}"), (#""\uD83D\uD83D\uDE00""#, "\u{FFFD}😀"),
      (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\uFFFF""#, "\u{FFFF}"),
    ])
  func escapes(text: String, expected: String) throws {
    let value = try #require(JSON(Array(text.utf8))).root
    #expect(value.text == Array(expected.utf8))
  }

  @Test("Members and elements are found; the first of equal names counts")
  func lookup() throws {
    let json = try #require(JSON(Text(#"{"a":[1,{"b":2}],"c":{"a":3},"\u0061":4,"d":null}"#))).root
    #expect(json[Text("a")]?[1]?[Text("b")]?.integer == 2)
    #expect(json[Text("c")]?[Text("a")]?.integer == 3)
    #expect(json[Text("a")]?[2] == nil)
    #expect(json[Text("a")]?[-1] == nil)
    #expect(json[Text("e")] == nil)
    #expect(json[0] == nil)
    #expect(json[Text("d")]?.isNull == true)
    #expect(json.members.map(\.name.string) == ["a", "c", "a", "d"])
    #expect(json[Text("a")]?.elements.count == 2)
    #expect(json.elements.isEmpty)
    #expect(json[Text("a")]?.members.isEmpty == true)
    #expect(Array(json[Text("c")]?.source ?? []).string == #"{"a":3}"#)
  }

  @Test("A value of one kind cannot be read as another")
  func kinds() throws {
    let values = try #require(JSON(Text(#"[null,true,1,"1",[],{}]"#))).root.elements
    #expect(values.map(\.kind) == [.null, .flag, .number, .text, .list, .object])
    #expect(values.map { $0.flag == nil } == [true, false, true, true, true, true])
    #expect(values.map { $0.integer == nil } == [true, true, false, true, true, true])
    #expect(values.map { $0.text == nil } == [true, true, true, false, true, true])
  }

  @Test("Random bytes never trap, and parsing stays within bounds")
  func noise() {
    var random = SeededGenerator(announcing: "JSON noise", seed: 62)
    let alphabet = Array(#"{}[]",:\u0123e+-.truefalsn \#u{80}"#.utf8)
    for _ in 0..<5_000 {
      let bytes = (0..<random.below(30)).map { _ in random.pick(alphabet) }
      guard let json = JSON(bytes) else { continue }
      #expect(json.root.source.count <= bytes.count)
      _ = (json.root.text, json.root.integer, json.root.members, json.root.elements)
    }
  }
}
