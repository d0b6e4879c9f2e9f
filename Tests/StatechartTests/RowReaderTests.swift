import Statechart
import TestSupport
import Testing

@Suite("Rows as bytes, by their layouts")
struct RowReaderTests {
  private struct Row: BitwiseCopyable, Equatable {
    var kind: UInt8 = 2
    var owner: UInt16 = 0
    var size: Int64 = -5
    var isOpen = true
    var delay: UInt32 = 70_000
    var parts = RowRange(start: 1, count: 2)
    var names = RowRange(start: 0, count: 3)
    var next: UInt16 = noID
  }

  private static let layout: StaticString = "2R+1&[P(Nr"

  private func bytes(of rows: [Row]) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(rows, Self.layout)
    return writer.bytes
  }

  private func reader(_ bytes: [UInt8]) -> RowReader { RowReader(ByteReader(bytes)) }

  /// The table that a check of one row names, where there are three parts and five names.
  private func flaw(_ row: Row, ids: [UInt16] = [0, 4, 2]) -> UInt8? {
    var rows = reader(bytes(of: [row]))
    rows.limit("P", to: 3)
    rows.limit("N", to: 5)
    #expect(rows.rows("R", Self.layout, count: 1, table: 7) == [row])
    return rows.firstFlaw(ids: ids)
  }

  @Test("Rows are read as they were written, without the padding between fields")
  func roundTrip() {
    let rows = [Row(), Row(kind: 0, owner: 1, size: .max, isOpen: false, delay: 0, next: 0)]
    let bytes = bytes(of: rows)
    #expect(bytes.count == 2 * 26)
    var reader = reader(bytes)
    #expect(reader.rows("R", Self.layout, count: 2, table: 1) == rows)
    #expect(reader.reader.isAtEnd && !reader.reader.hasFailed)
    #expect(reader.rowsInRanges == 2 * 5)
  }

  @Test("An enum beyond its last case and an invalid flag fail before they become a value")
  func cases() {
    for (place, byte) in [(0, 3), (11, 2)] as [(Int, UInt8)] {
      var changed = bytes(of: [Row()])
      changed[place] = byte
      var reader = reader(changed)
      #expect(reader.rows("R", Self.layout, count: 1, table: 1) == [Row]())
      #expect(reader.reader.hasFailed)
    }
  }

  @Test("Rows that end too early, and counts that exceed the remaining bytes, fail")
  func truncated() {
    let bytes = bytes(of: [Row()])
    for length in bytes.indices {
      var reader = reader(Array(bytes[..<length]))
      #expect(reader.rows("R", Self.layout, count: 1, table: 1) == [Row]())
      #expect(reader.reader.hasFailed)
    }
    var reader = reader(bytes)
    #expect(reader.rows("R", Self.layout, count: 1 << 30, table: 1) == [Row]())
    #expect(reader.reader.hasFailed)
  }

  @Test("The check finds ids and ranges that refer to nothing")
  func flaws() {
    #expect(flaw(Row()) == nil)
    #expect(flaw(Row(owner: 1)) == 7)
    #expect(flaw(Row(owner: noID)) == 7)
    #expect(flaw(Row(next: 0)) == nil)
    #expect(flaw(Row(next: 1)) == 7)
    #expect(flaw(Row(parts: RowRange(start: 2, count: 2))) == 7)
    #expect(flaw(Row(parts: RowRange(start: 4, count: 0))) == 7)
    #expect(flaw(Row(names: RowRange(start: 1, count: 3))) == 7)
    #expect(flaw(Row(), ids: [0, 5, 2]) == 7)
    #expect(flaw(Row(), ids: [0, noID, 2]) == 7)
  }

  @Test("Every value of every field is read as it was written, whatever the rows around it hold")
  func everyValue() {
    var random = SeededGenerator(announcing: "values of rows", seed: 6)
    func half() -> UInt16 {
      random.chance(40)
        ? random.pick([0, 1, 0x7FFF, 0xFFFD, 0xFFFE, noID]) : UInt16(random.below(0x1_0000))
    }
    for _ in 0..<300 {
      let rows = (0..<random.below(40)).map { _ in
        Numbers(
          kind: UInt8(random.below(16)), later: half(), id: half(), optional: half(),
          part: RowRange(start: half(), count: half()), growing: half(), ofKind: half(),
          any: half())
      }
      var writer = ByteWriter()
      writer.put(rows, Numbers.layout)
      var reader = reader(writer.bytes)
      #expect(reader.rows("N", Numbers.layout, count: rows.count, table: 1) == rows)
      #expect(reader.reader.isAtEnd && !reader.reader.hasFailed)
    }
  }

  private struct Numbers: BitwiseCopyable, Equatable {
    static let layout: StaticString = "?-Rr[P$*%"

    var kind: UInt8
    var later: UInt16
    var id: UInt16
    var optional: UInt16
    var part: RowRange
    var growing: UInt16
    var ofKind: UInt16
    var any: UInt16
  }

  @Test("Rows whose ranges, ids and later rows follow one another hold the same bytes")
  func regularRows() {
    let rows = (0..<4 as Range<UInt16>).map {
      Numbers(
        kind: UInt8($0 % 2), later: $0 + 1, id: $0, optional: $0 == 1 ? noID : 7 + $0,
        part: RowRange(start: 3 * $0, count: 3), growing: 2 * $0,
        ofKind: $0 % 2 * 500 + $0 / 2, any: noID)
    }
    var writer = ByteWriter()
    writer.put(rows, Numbers.layout)
    let columns: [[UInt16]] = [
      [1, 1, 1, 1], [0, 1, 1, 1], [7, noID, 2, 1], [0, 3, 0, 3, 0, 3, 0, 3], [0, 2, 2, 2],
      [0, 500, 1, 1], [noID, noID, noID, noID],
    ]
    let halves = columns.joined()
    #expect(writer.bytes == [0, 1, 0, 1] + halves.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
  }
}
