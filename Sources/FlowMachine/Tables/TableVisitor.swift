import Statechart

/// Visits the fields of the tables in one fixed order: reading and writing cannot drift apart.
protocol TableVisitor {
  mutating func visit(_ value: inout UInt8)
  mutating func visit(_ value: inout UInt16)
  mutating func visit(_ value: inout UInt32)
  mutating func visit(_ value: inout Int64)
  mutating func visit(_ value: inout Bool)
  mutating func visit(bytes: inout [UInt8])
  mutating func visit<Case: RawRepresentable>(_ value: inout Case) where Case.RawValue == UInt8
  mutating func visit<Row>(
    _ rows: inout [Row], _ blank: Row, _ body: (inout Row, inout Self) -> Void)
}

extension TableVisitor {
  mutating func visit(_ range: inout RowRange) {
    visit(&range.start)
    visit(&range.count)
  }

  mutating func visit(ids: inout [UInt16]) {
    visit(&ids, 0) { $1.visit(&$0) }
  }
}

struct TableWriter: TableVisitor {
  var writer: ByteWriter

  init(_ writer: ByteWriter) { self.writer = writer }

  mutating func visit(_ value: inout UInt8) { writer.put(value) }
  mutating func visit(_ value: inout UInt16) { writer.put(value) }
  mutating func visit(_ value: inout UInt32) { writer.put(value) }
  mutating func visit(_ value: inout Int64) { writer.put(value) }
  mutating func visit(_ value: inout Bool) { writer.put(value) }
  mutating func visit(bytes: inout [UInt8]) { writer.put(counted: bytes) }

  mutating func visit<Case: RawRepresentable>(_ value: inout Case) where Case.RawValue == UInt8 {
    writer.put(value.rawValue)
  }

  mutating func visit<Row>(
    _ rows: inout [Row], _ blank: Row, _ body: (inout Row, inout TableWriter) -> Void
  ) {
    writer.put(UInt32(rows.count))
    for index in rows.indices { body(&rows[index], &self) }
  }
}

struct TableReader: TableVisitor {
  var reader: ByteReader

  init(_ reader: ByteReader) { self.reader = reader }

  mutating func visit(_ value: inout UInt8) { value = reader.byte() }
  mutating func visit(_ value: inout UInt16) { value = reader.half() }
  mutating func visit(_ value: inout UInt32) { value = reader.word() }
  mutating func visit(_ value: inout Int64) { value = reader.signed() }
  mutating func visit(_ value: inout Bool) { value = reader.flag() }
  mutating func visit(bytes: inout [UInt8]) {
    bytes = reader.counted(most: FlowLimits.compiledBytes)
  }

  mutating func visit<Case: RawRepresentable>(_ value: inout Case) where Case.RawValue == UInt8 {
    guard let known = Case(rawValue: reader.byte()) else { return reader.fail() }
    value = known
  }

  mutating func visit<Row>(
    _ rows: inout [Row], _ blank: Row, _ body: (inout Row, inout TableReader) -> Void
  ) {
    // Every row takes at least one byte, so a count beyond what is left cannot be true.
    let count = reader.count(ofSize: 1, most: 0xFFF0)
    rows.removeAll()
    for _ in 0..<count where !reader.hasFailed {
      var row = blank
      body(&row, &self)
      rows.append(row)
    }
  }
}
