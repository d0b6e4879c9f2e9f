import Foundation
import IdentityClient
import TestSupport
import Testing

/// The reader of answers, which are bytes of strangers.
@Suite struct JSONReadingTests {
  private static let seeds = [
    #"{"status":"success","accesstoken":"A","expires_in":600,"list":[1,-2.50e+3,true,false,null]}"#,
    #"{"a":{"b":{"c":[[],{},""]}},"text":"\u00e9\ud83d\ude00\n\"\\\/","ß":"\t"}"#,
    #"[0,-0,0.0,1E5,123456789012345678901234567890]"#, #""a""#, "true",
  ]

  @Test("What is read is written again with the same meaning, numbers as they were spelled")
  func writesAgain() throws {
    for text in Self.seeds {
      let value = try #require(JSONValue(Array(text.utf8)), "\(text)")
      let again = try #require(JSONValue(value.bytes))
      #expect(again.bytes == value.bytes)
      let before = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      let after = try JSONSerialization.jsonObject(
        with: Data(value.bytes), options: .fragmentsAllowed)
      #expect((before as? NSObject) == (after as? NSObject), "\(text)")
    }
    let number = JSONValue(Array("[123456789012345678901234567890,1.50]".utf8))
    #expect(number?.bytes == Array("[123456789012345678901234567890,1.50]".utf8))
  }

  @Test(
    "What RFC 8259 does not allow, and a member that is there twice, are refused",
    arguments: [
      "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "1e", "-", "tru",
      "nulll",
      "\"", "\"\u{1}\"", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "[1] 2",
      "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "NaN", "'a'", "\u{FEFF}{}",
    ])
  func refuses(_ text: String) {
    #expect(JSONValue(Array(text.utf8)) == nil)
  }

  @Test("Bytes that are no UTF-8 and texts that are nested too deep are refused")
  func refusesBytes() {
    #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
    for depth in [31, 32, 33, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((JSONValue(Array(text.utf8)) != nil) == (depth <= 32))
    }
  }

  @Test("Damaged at random, a text is refused or read as one that Foundation can read as well")
  func damage() {
    var random = SeededGenerator(announcing: "JSONReadingTests.damage", seed: 5)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = Array((Self.seeds.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(contentsOf: bytes[place...].prefix(4), at: place)
        }
      }
      guard let value = JSONValue(bytes) else { continue }
      accepted += 1
      #expect(JSONValue(value.bytes)?.bytes == value.bytes)
      // Foundation cannot hold every number that there may be.
      guard !bytes.contains(UInt8(ascii: "e")), !bytes.contains(UInt8(ascii: "E")) else { continue }
      let read = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect(read != nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(accepted > 100)
  }
}
