import Statechart

/// Visits the tables in one fixed order, so that reading and writing cannot diverge.
protocol TableVisitor {
  /// A single value, such as an id.
  mutating func visit<Value: BitwiseCopyable>(_ value: inout Value, _ layout: StaticString)

  /// The rows of a table, which a letter stands for in layouts.
  mutating func visit<Row: BitwiseCopyable>(
    _ rows: inout [Row], _ letter: Unicode.Scalar, _ layout: StaticString, _ table: UInt8)

  mutating func visit(_ bytes: inout [UInt8])
  mutating func visit(_ blobs: inout [Text])
}

struct TableWriter: TableVisitor {
  var writer: ByteWriter

  init(_ writer: ByteWriter) { self.writer = writer }

  mutating func visit<Value: BitwiseCopyable>(_ value: inout Value, _ layout: StaticString) {
    writer.put(value: value, layout)
  }

  mutating func visit<Row: BitwiseCopyable>(
    _ rows: inout [Row], _ letter: Unicode.Scalar, _ layout: StaticString, _ table: UInt8
  ) {
    writer.put(UInt32(rows.count))
    writer.put(rows, layout)
  }

  mutating func visit(_ bytes: inout [UInt8]) { writer.put(counted: bytes) }

  mutating func visit(_ blobs: inout [Text]) {
    writer.put(UInt32(blobs.count))
    // Two columns of halves: all the upper ones are zero.
    for blob in blobs { writer.put(UInt16(truncatingIfNeeded: blob.count)) }
    for blob in blobs { writer.put(UInt16(truncatingIfNeeded: blob.count >> 16)) }
    for blob in blobs { writer.bytes += blob }
  }
}

struct TableReader: TableVisitor {
  var rows: RowReader

  init(_ reader: ByteReader) { rows = RowReader(reader) }

  mutating func visit<Value: BitwiseCopyable>(_ value: inout Value, _ layout: StaticString) {
    rows.value(&value, layout, table: FlowTable.header)
  }

  mutating func visit<Row: BitwiseCopyable>(
    _ rows: inout [Row], _ letter: Unicode.Scalar, _ layout: StaticString, _ table: UInt8
  ) {
    rows = self.rows.rows(letter, layout, count: count(), table: table)
  }

  mutating func visit(_ bytes: inout [UInt8]) {
    bytes = rows.reader.counted(most: FlowLimits.compiledBytes)
  }

  mutating func visit(_ blobs: inout [Text]) {
    let count = count()
    let lower = (0..<count).map { _ in rows.reader.half() }
    let upper = (0..<count).map { _ in rows.reader.half() }
    for index in 0..<count {
      blobs.append(rows.reader.bytes(Int(upper[index]) << 16 | Int(lower[index])))
    }
    rows.limit("B", to: count)
  }

  private mutating func count() -> Int {
    rows.reader.count(ofSize: 1, most: 0xFFF0)
  }
}
