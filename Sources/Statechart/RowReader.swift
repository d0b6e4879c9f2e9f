// Rows as bytes, by their layouts (RowLayout.swift): reading, checking and writing all follow them.

/// Whether a layout covers every field of a struct.
private func covers<Row>(_ layout: StaticString, _ row: Row.Type) -> Bool {
  var size = 0
  for place in 0..<layout.utf8CodeUnitCount {
    let width = width(ofField: layout.utf8Start[place])
    size = ((size + width - 1) & -width) + width
  }
  return size == MemoryLayout<Row>.size
}

/// Reads rows by their layouts. References are checked after everything has been read.
package struct RowReader: Sendable {
  /// Rows that have been read.
  private struct Part {
    var position: Int
    var count: Int
    var layout: StaticString
    var table: UInt8
  }

  package var reader: ByteReader
  /// The total length of all ranges, which may overlap.
  package private(set) var rowsInRanges = 0
  /// The number of rows that each letter stands for.
  private var limits = [Int](repeating: 0, count: 32)
  private var parts: [Part] = []
  private var isChecking = false
  /// What the next row counts from, for each kind of row.
  private var before = [UInt16](repeating: 0, count: Column.kinds)
  private var ids: [UInt16] = []

  package init(_ reader: ByteReader) {
    self.reader = reader
  }

  /// Sets the number of rows that a letter stands for.
  package mutating func limit(_ letter: Unicode.Scalar, to count: Int) {
    limits[Int(letter.value & 31)] = count
  }

  /// Whether an id is valid for a letter. A character that is not a letter allows every id.
  package func isKnown(_ id: UInt16, _ letter: UInt8) -> Bool {
    letter < 64 || Int(id) < limits[Int(letter & 31)] || (id == noID && letter & 32 != 0)
  }

  /// Reads the rows of a table; none if that fails.
  ///
  /// - Parameters:
  ///   - letter: what stands for them in layouts; `@` for nothing.
  ///   - table: its number in the result of `firstFlaw`.
  package mutating func rows<Row: BitwiseCopyable>(
    _ letter: Unicode.Scalar, _ layout: StaticString, count: Int, table: UInt8
  ) -> [Row] {
    assert(covers(layout, Row.self))
    let count = begin(letter, layout, count, table)
    return [Row](unsafeUninitializedCapacity: count) { memory, initialized in
      let isRead = take(
        layout, count, UnsafeMutableRawPointer(memory.baseAddress), MemoryLayout<Row>.stride)
      if isRead { initialized = count }
    }
  }

  /// Reads a single value.
  package mutating func value<Value: BitwiseCopyable>(
    _ value: inout Value, _ layout: StaticString, table: UInt8
  ) {
    assert(covers(layout, Value.self))
    guard begin("@", layout, 1, table) == 1 else { return }
    withUnsafeMutableBytes(of: &value) { _ = take(layout, 1, $0.baseAddress, 0) }
  }

  /// Checks all rows that have been read.
  ///
  /// - Parameter ids: the list that `(` refers to.
  /// - Returns: the number of a table with an invalid reference, or nil.
  package mutating func firstFlaw(ids: [UInt16] = []) -> UInt8? {
    isChecking = true
    self.ids = ids
    for part in parts {
      reader.move(to: part.position)
      guard take(part.layout, part.count, nil, 0) else { return part.table }
    }
    return nil
  }

  /// - Returns: the number of rows to read. Each takes at least one byte, so a count that exceeds
  ///   the remaining bytes is refused.
  @inline(never) private mutating func begin(
    _ letter: Unicode.Scalar, _ layout: StaticString, _ count: Int, _ table: UInt8
  ) -> Int {
    if count > reader.remaining { reader.fail() }
    guard !reader.hasFailed else { return 0 }
    parts.append(Part(position: reader.position, count: count, layout: layout, table: table))
    limit(letter, to: count)
    return count
  }

  /// Reads rows into memory, or checks them.
  ///
  /// - Returns: false if a field cannot be read or has an invalid reference.
  @inline(never) private mutating func take(
    _ layout: StaticString, _ count: Int, _ memory: UnsafeMutableRawPointer?, _ stride: Int
  ) -> Bool {
    var columns = Columns(layout)
    while let column = columns.next() {
      for kind in before.indices { before[kind] = 0 }
      for row in 0..<count {
        let field = memory?.advanced(by: row * stride + column.offset)
        switch column.width {
        case 1:
          let byte = reader.byte()
          if column.kind != UInt8(ascii: "#"), byte > column.kind - UInt8(ascii: "0") {
            reader.fail()
          }
          field?.storeBytes(of: byte, as: UInt8.self)
        case 2:
          let stored = reader.half()
          // Unknown while checking, which asks for no number that depends on it.
          let kind = column.hasKinds ? memory.map { Column.kind(ofRow: $0 + row * stride) } ?? 0 : 0
          let half = column.restored(stored, row, &before[kind])
          field?.storeBytes(of: half, as: UInt16.self)
          if column.isRange {
            let length = reader.half()
            field?.storeBytes(of: length, toByteOffset: 2, as: UInt16.self)
            before[kind] &+= length
            rowsInRanges += Int(length)
            if isChecking, !isSound(half, length, column) { return false }
          } else if isChecking, !isKnown(half, column.letter) {
            return false
          }
        case 4:
          let word = reader.word()
          field?.storeBytes(of: word, as: UInt32.self)
        default:
          let long = reader.long()
          field?.storeBytes(of: long, as: UInt64.self)
        }
      }
      if reader.hasFailed { return false }
    }
    return true
  }

  private func isSound(_ start: UInt16, _ count: UInt16, _ column: Column) -> Bool {
    let range = RowRange(start: start, count: count).indices
    guard column.kind == UInt8(ascii: "(") else {
      return range.upperBound <= limits[Int(column.letter & 31)]
    }
    guard range.upperBound <= ids.count else { return false }
    for index in range where !isKnown(ids[index], column.letter) { return false }
    return true
  }
}

extension ByteWriter {
  /// Writes rows as a layout says.
  package mutating func put<Row: BitwiseCopyable>(_ rows: [Row], _ layout: StaticString) {
    rows.withUnsafeBytes { put($0, rows.count, MemoryLayout<Row>.stride, layout) }
  }

  /// Writes one value as a layout says.
  package mutating func put<Value: BitwiseCopyable>(value: Value, _ layout: StaticString) {
    withUnsafeBytes(of: value) { put($0, 1, 0, layout) }
  }

  private mutating func put(
    _ memory: UnsafeRawBufferPointer, _ count: Int, _ stride: Int, _ layout: StaticString
  ) {
    var columns = Columns(layout)
    while let column = columns.next() {
      var before = [UInt16](repeating: 0, count: Column.kinds)
      for row in 0..<count {
        let offset = row * stride + column.offset
        switch column.width {
        case 1: put(memory.load(fromByteOffset: offset, as: UInt8.self))
        case 2:
          let half = memory.load(fromByteOffset: offset, as: UInt16.self)
          let kind = column.hasKinds ? Column.kind(ofRow: memory.baseAddress! + row * stride) : 0
          put(column.stored(half, row, &before[kind]))
          if column.isRange {
            let length = memory.load(fromByteOffset: offset + 2, as: UInt16.self)
            put(length)
            before[kind] &+= length
          }
        case 4: put(memory.load(fromByteOffset: offset, as: UInt32.self))
        default: put(memory.load(fromByteOffset: offset, as: UInt64.self))
        }
      }
    }
  }
}
