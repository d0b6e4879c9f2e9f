import Foundation
import TestSupport
import Testing
import WireText

@testable import ClientMachine

/// The reader of answers, which are bytes of strangers.
@Suite struct AnswerReadingTests {
  private static let seeds = [
    #"{"status":"success","crumb":"A","expires_in":600,"list":[1,-2.50e+3,true,false,null]}"#,
    #"{"a":{"b":{"c":[[],{},""]}},"text":"\u00e9\ud83d\ude00\n\"\\\/","ß":"\t"}"#,
    #"[0,-0,0.0,1E5,123456789012345678901234567890]"#, #""a""#, "true",
  ]

  /// As a flow gets an answer that has no credentials; nil for what is no answer.
  private static func rewritten(_ bytes: [UInt8]) -> [UInt8]? {
    guard let value = JSON(bytes)?.root, !value.isAmbiguous else { return nil }
    return value.withoutCredentials(of: [])
  }

  @Test("A parsed text is written with the same meaning, and its numbers unchanged")
  func writesAgain() throws {
    for text in Self.seeds {
      let bytes = try #require(Self.rewritten(Array(text.utf8)), "\(text)")
      #expect(Self.rewritten(bytes) == bytes)
      let before = try JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
      let after = try JSONSerialization.jsonObject(
        with: Data(bytes), options: .fragmentsAllowed)
      #expect((before as? NSObject) == (after as? NSObject), "\(text)")
    }
    let numbers = Array("[123456789012345678901234567890,1.50]".utf8)
    #expect(Self.rewritten(numbers) == numbers)
  }

  @Test(
    "What RFC 8259 forbids, and duplicate members, are refused",
    arguments: [
      "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "1e", "-", "tru",
      "nulll",
      "\"", "\"\u{1}\"", "\"\\x\"", "[1] 2",
      "{\"a\":1,\"a\":2}", "{\"a\":1,\"\\u0061\":2}", "NaN", "'a'", "\u{FEFF}{}",
    ])
  func refuses(_ text: String) {
    #expect(Self.rewritten(Array(text.utf8)) == nil)
  }

  @Test("Invalid UTF-8 and too deeply nested texts are refused")
  func refusesBytes() {
    #expect(Self.rewritten([0x22, 0xFF, 0x22]) == nil)
    for depth in [31, 32, 33, 100_000] {
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      #expect((Self.rewritten(Array(text.utf8)) != nil) == (depth <= 32))
    }
  }

  @Test("Randomly damaged texts are refused, or read as Foundation reads them")
  func damage() {
    var random = SeededGenerator(announcing: "AnswerReadingTests.damage", seed: 5)
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
      guard let written = Self.rewritten(bytes) else { continue }
      accepted += 1
      #expect(Self.rewritten(written) == written)
      // Foundation cannot hold every number that there may be.
      guard !bytes.contains(UInt8(ascii: "e")), !bytes.contains(UInt8(ascii: "E")) else { continue }
      let read = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      #expect(read != nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(accepted > 100)
  }
}
