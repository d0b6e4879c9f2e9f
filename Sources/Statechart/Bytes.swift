/// Appends numbers in little-endian order; the binary form of charts, flows, snapshots and
/// journals.
package struct ByteWriter: Sendable {
  package var bytes: [UInt8] = []

  package init() {}

  package mutating func put(_ value: UInt8) {
    bytes.append(value)
  }

  package mutating func put(_ value: UInt16) { append(value) }
  package mutating func put(_ value: UInt32) { append(value) }
  package mutating func put(_ value: UInt64) { append(value) }

  /// Appends all bytes of a number at once, with a single capacity check.
  @inline(__always) private mutating func append<Number: FixedWidthInteger>(_ value: Number) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func put(_ value: Int64) {
    put(UInt64(bitPattern: value))
  }

  package mutating func put(_ value: Bool) {
    put(value ? 1 as UInt8 : 0)
  }

  /// Appends the bytes, preceded by their count.
  package mutating func put(counted value: [UInt8]) {
    put(UInt32(value.count))
    bytes.append(contentsOf: value)
  }

  /// Overwrites four bytes, for a size that becomes known only later.
  package mutating func set(_ value: UInt32, at offset: Int) {
    for index in 0..<4 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
    }
  }
}

/// Reads what a `ByteWriter` wrote. Beyond the end it yields zeros and remembers that it failed, so
/// that a decoder checks once, at its end, and never reads out of bounds.
package struct ByteReader: Sendable {
  package let bytes: [UInt8]
  package private(set) var position: Int
  package let end: Int
  package private(set) var hasFailed = false

  package init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  package init(_ bytes: [UInt8], in range: Range<Int>) {
    precondition(range.upperBound <= bytes.count)
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  package var isAtEnd: Bool { position == end }
  package var remaining: Int { end - position }

  package mutating func fail() {
    hasFailed = true
    position = end
  }

  /// Moves back to a position read before.
  package mutating func move(to position: Int) {
    precondition(position >= 0 && position <= end)
    self.position = position
  }

  package mutating func byte() -> UInt8 {
    guard position < end else {
      fail()
      return 0
    }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func half() -> UInt16 { number() }
  package mutating func word() -> UInt32 { number() }
  package mutating func long() -> UInt64 { number() }

  /// Reads all bytes of a number at once, with a single bounds check.
  @inline(__always) private mutating func number<Number: FixedWidthInteger & BitwiseCopyable>()
    -> Number
  {
    guard remaining >= MemoryLayout<Number>.size else {
      fail()
      return 0
    }
    defer { position &+= MemoryLayout<Number>.size }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
    }
  }

  package mutating func signed() -> Int64 {
    Int64(bitPattern: long())
  }

  package mutating func flag() -> Bool {
    byte() != 0
  }

  /// A count of items of at least `size` bytes each. A count that exceeds what the remaining bytes
  /// can hold is refused.
  package mutating func count(ofSize size: Int, most: Int) -> Int {
    // Compared before the conversion, and divided instead of multiplied, because `Int` may have 32
    // bits.
    guard let count = Int(exactly: word()), count <= most, count <= remaining / max(size, 1) else {
      fail()
      return 0
    }
    return count
  }

  package mutating func counted(most: Int) -> [UInt8] {
    bytes(count(ofSize: 1, most: most))
  }

  /// The next bytes; none if fewer remain, which is a failure.
  package mutating func bytes(_ length: Int) -> [UInt8] {
    if length > remaining { fail() }
    guard !hasFailed else { return [] }
    defer { position += length }
    return Array(bytes[position..<position + length])
  }

  /// Skips what `counted` would read.
  package mutating func skipCounted(most: Int) {
    position += count(ofSize: 1, most: most)
  }
}

/// 64-bit FNV-1a. Detects changed bytes; not a cryptographic hash.
package struct Checksum: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }

  package mutating func add(_ number: UInt64) {
    var rest = number
    for _ in 0..<8 {
      add(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  package static func of(_ bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    var sum = Checksum()
    for index in range { sum.add(bytes[index]) }
    return sum.value
  }
}
