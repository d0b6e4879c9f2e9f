import Statechart

/// Writes little-endian numbers into a buffer of sufficient size; no sum here can overflow.
struct RecordCursor {
  private let base: UnsafeMutableRawPointer
  private(set) var position = 0

  init(_ base: UnsafeMutableRawPointer) {
    self.base = base
  }

  @inline(__always)
  mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
    base.storeBytes(of: value.littleEndian, toByteOffset: position, as: Number.self)
    position &+= MemoryLayout<Number>.size
  }

  @inline(__always) mutating func put(_ value: Bool) { put(value ? 1 as UInt8 : 0) }

  /// Writes the bytes, preceded by their count.
  mutating func put(counted bytes: [UInt8]) {
    put(UInt32(truncatingIfNeeded: bytes.count))
    put(bytes)
  }

  mutating func put(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { put($0) }
  }

  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    if let source = bytes.baseAddress {
      (base + position).copyMemory(from: source, byteCount: bytes.count)
    }
    position &+= bytes.count
  }

  /// Leaves room for a count that becomes known later.
  mutating func reserveCount() -> Int {
    defer { put(0 as UInt16) }
    return position
  }

  func set(_ count: UInt16, at place: Int) {
    base.storeBytes(of: count.littleEndian, toByteOffset: place, as: UInt16.self)
  }
}
