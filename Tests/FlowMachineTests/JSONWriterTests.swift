import FlowMachine
import Foundation
import TestSupport
import Testing
import WireText

@Suite("Writing JSON")
struct JSONWriterTests {
  private indirect enum Value: Equatable {
    case null
    case flag(Bool)
    case number(Int64)
    case text([UInt8])
    case list([Value])
    case object([Member])

    struct Member: Equatable {
      var name: [UInt8]
      var value: Value
    }
  }

  private func random(_ random: inout SeededGenerator, depth: Int) -> Value {
    switch random.below(depth < 5 ? 7 : 4) {
    case 0: .null
    case 1: .flag(random.chance(50))
    case 2:
      .number(random.pick([0, 1, -1, .max, -.max, Int64(bitPattern: random.next() >> 20)]))
    case 3, 4: .text(text(&random))
    case 5: .list((0..<random.below(4)).map { _ in self.random(&random, depth: depth + 1) })
    default:
      .object(
        (0..<random.below(4)).map { _ in
          Value.Member(name: text(&random), value: self.random(&random, depth: depth + 1))
        })
    }
  }

  private func text(_ random: inout SeededGenerator) -> [UInt8] {
    var text = ""
    for _ in 0..<random.below(8) {
      text.unicodeScalars.append(
        random.pick(["a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{2028}", "😀"])
      )
    }
    return Array(text.utf8)
  }

  private func write(_ value: Value, to writer: inout JSONWriter) {
    switch value {
    case .null: writer.null()
    case .flag(let flag): writer.value(flag)
    case .number(let number): writer.value(number)
    case .text(let text): writer.value(text)
    case .list(let values):
      writer.open("[")
      for value in values { write(value, to: &writer) }
      writer.close("]")
    case .object(let members):
      writer.open("{")
      for member in members {
        writer.name(member.name)
        write(member.value, to: &writer)
      }
      writer.close("}")
    }
  }

  private func read(_ json: JSON.Value) -> Value? {
    switch json.kind {
    case .null: return .null
    case .flag: return json.flag.map { .flag($0) }
    case .number: return json.integer.map { .number($0) }
    case .text: return json.text.map { .text($0) }
    case .list: return .list(json.elements.compactMap { read($0) })
    case .object:
      return .object(
        json.members.compactMap { member in
          read(member.value).map { Value.Member(name: member.name, value: $0) }
        })
    }
  }

  @Test("Random values read back as they were written")
  func roundTrip() throws {
    var random = SeededGenerator(announcing: "JSON round trip", seed: 63)
    for _ in 0..<2_000 {
      let value = self.random(&random, depth: 0)
      var writer = JSONWriter()
      write(value, to: &writer)
      let json = try #require(JSON(writer.bytes), "\(writer.bytes.string)")
      #expect(read(json.root) == value)
    }
  }

  @Test("Other parsers accept the output as JSON")
  func otherReader() throws {
    var random = SeededGenerator(announcing: "JSON other reader", seed: 64)
    for _ in 0..<200 {
      var writer = JSONWriter()
      write(self.random(&random, depth: 0), to: &writer)
      #expect(throws: Never.self) {
        try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
      }
    }
  }

  @Test("Members are in the order of the calls, without spaces")
  func format() {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("b", 1)
    writer.member("a", Text("x"))
    writer.name("list")
    writer.open("[")
    writer.null()
    writer.value(true)
    writer.open("{")
    writer.close("}")
    writer.close("]")
    writer.member("end", false)
    writer.close("}")
    #expect(writer.bytes.string == #"{"b":1,"a":"x","list":[null,true,{}],"end":false}"#)
  }

  @Test("Invalid UTF-8 is replaced, so that a line stays readable")
  func invalidUTF8() throws {
    var writer = JSONWriter()
    writer.value([0x61, 0xFF, 0x62] as [UInt8])
    #expect(try #require(JSON(writer.bytes)).root.text == Text("a\u{FFFD}b"))
  }

  @Test(
    "Numbers are written and read in decimal",
    arguments: [0, 7, -7, 10, 1_000_000, Int64.max, -Int64.max])
  func decimal(number: Int64) {
    #expect(Decimal.text(number).string == "\(number)")
    #expect(Decimal.parse(Decimal.text(number)[...]) == number)
  }

  @Test(
    "Anything but a decimal number is refused",
    arguments: ["", "-", "+1", " 1", "1 ", "1a", "١", "--1", "1-"])
  func noDecimal(text: String) {
    #expect(Decimal.parse(Array(text.utf8)[...]) == nil)
  }

  @Test("Sixteen hexadecimal digits round-trip; other digits are refused")
  func hexadecimal() {
    #expect(Hex.text(0xFF).string == "00000000000000ff")
    #expect(Hex.parse(Hex.text(.max)[...]) == .max)
    #expect(Hex.parse(Text("0aF")[...]) == 0xAF)
    #expect(Hex.parse([]) == nil)
    #expect(Hex.parse(Text("0g")[...]) == nil)
    #expect(Hex.parse(Text("00000000000000000")[...]) == nil)
  }
}
