// Rows as bytes. A layout describes a row with one character per field, in the order in which its
// struct declares them; reading, checking and writing all follow it.
//
// - `0` to `?`: a byte of at most that value (0 to 15, in ASCII order): an enum, a flag.
// - `#`, `%`, `&`, `+`: any number of 8, 16, 32 or 64 bits.
// - A letter: an id. A capital requires an id below the letter's limit; a small letter also allows
//   `noID`.
// - `[` and a letter: a `RowRange` of the rows that the letter stands for.
// - `(` and a letter: a `RowRange` of entries in a list of ids, each as the letter says.
// - `*`: the constant word 6, which is not stored in a field.
//
// Debug builds trap if a layout omits a field of its struct.

/// The size of a layout's field in bytes.
@inline(__always) func width(ofField field: UInt8) -> Int {
  switch field {
  case UInt8(ascii: "0")...UInt8(ascii: "?"), UInt8(ascii: "#"): 1
  case UInt8(ascii: "&"): 4
  case UInt8(ascii: "+"): 8
  default: 2
  }
}

/// Whether a layout covers every field of a struct.
private func covers<Row>(_ layout: StaticString, _ row: Row.Type) -> Bool {
  var size = 0
  for place in 0..<layout.utf8CodeUnitCount
  where layout.utf8Start[place] != UInt8(ascii: "*") {
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
    for index in 0..<count {
      var offset = index * stride
      var opening: UInt8 = 0
      var start: UInt16 = 0
      for place in 0..<layout.utf8CodeUnitCount {
        let field = layout.utf8Start[place]
        guard field != UInt8(ascii: "*") else {
          if reader.word() != 6 { reader.fail() }
          continue
        }
        let width = width(ofField: field)
        offset = (offset + width - 1) & -width
        switch width {
        case 1:
          let byte = reader.byte()
          if field != UInt8(ascii: "#"), byte > field - UInt8(ascii: "0") { reader.fail() }
          memory?.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        case 2:
          let half = reader.half()
          memory?.storeBytes(of: half, toByteOffset: offset, as: UInt16.self)
          if field == UInt8(ascii: "[") || field == UInt8(ascii: "(") {
            opening = field
            start = half
          } else if opening != 0 {
            rowsInRanges += Int(half)
            if isChecking, !isSound(start, half, opening, field) { return false }
            opening = 0
          } else if isChecking, !isKnown(half, field) {
            return false
          }
        case 4:
          let word = reader.word()
          memory?.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
        default:
          let long = reader.long()
          memory?.storeBytes(of: long, toByteOffset: offset, as: UInt64.self)
        }
        offset += width
      }
      if reader.hasFailed { return false }
    }
    return true
  }

  private func isSound(
    _ start: UInt16, _ count: UInt16, _ opening: UInt8, _ letter: UInt8
  ) -> Bool {
    let range = RowRange(start: start, count: count).indices
    guard opening == UInt8(ascii: "(") else {
      return range.upperBound <= limits[Int(letter & 31)]
    }
    guard range.upperBound <= ids.count else { return false }
    for index in range where !isKnown(ids[index], letter) { return false }
    return true
  }
}

extension ByteWriter {
  /// Writes rows as a layout says.
  package mutating func put<Row: BitwiseCopyable>(_ rows: [Row], _ layout: StaticString) {
    rows.withUnsafeBytes { memory in
      for index in rows.indices { put(memory, index * MemoryLayout<Row>.stride, layout) }
    }
  }

  /// Writes one value as a layout says.
  package mutating func put<Value: BitwiseCopyable>(value: Value, _ layout: StaticString) {
    withUnsafeBytes(of: value) { put($0, 0, layout) }
  }

  private mutating func put(
    _ memory: UnsafeRawBufferPointer, _ start: Int, _ layout: StaticString
  ) {
    var offset = start
    for place in 0..<layout.utf8CodeUnitCount {
      let field = layout.utf8Start[place]
      guard field != UInt8(ascii: "*") else {
        put(6 as UInt32)
        continue
      }
      let width = width(ofField: field)
      offset = (offset + width - 1) & -width
      switch width {
      case 1: put(memory.load(fromByteOffset: offset, as: UInt8.self))
      case 2: put(memory.load(fromByteOffset: offset, as: UInt16.self))
      case 4: put(memory.load(fromByteOffset: offset, as: UInt32.self))
      default: put(memory.load(fromByteOffset: offset, as: UInt64.self))
      }
      offset += width
    }
  }
}
