/// A digest that distinguishes the inputs of a request, as part of its key. Not a cryptographic
/// hash.
struct InputDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Each operation is invertible, so inputs that differ in one number have different digests.
  mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }

  /// Eight bytes at a time, then their count.
  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place + 8 <= bytes.count {
        add(
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        place += 8
      }
      var rest: UInt64 = 0
      for index in place..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
      add(rest)
      add(UInt64(bytes.count))
    }
  }
}
