/// Projected states, each once, numbered in the order in which they were found.
///
/// The states stand in chunks that never move; an open-addressed table finds them again. Each of its
/// rows has the state's number and half of its hash, so that hardly any state is read in vain, and
/// none when the table grows.
package final class StateStore {
  let stride: Int
  package private(set) var count = 0
  private var chunks: [UnsafeMutableRawPointer] = []
  /// Half of the hash, above the number plus one; 0 is a free row.
  private var table: UnsafeMutablePointer<UInt64>
  private var mask: Int
  private static let chunkBits = 14
  private static let chunkMask = (1 << chunkBits) - 1

  /// - Parameter stride: bytes of a state, a multiple of 8.
  package init(stride: Int) {
    self.stride = stride
    mask = (1 << 12) - 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
    table.deallocate()
  }

  /// Bytes that the store has reserved.
  package var memory: Int {
    chunks.count * (stride << Self.chunkBits) + (mask + 1) * MemoryLayout<UInt64>.stride
  }

  @inline(__always) package subscript(index: Int) -> UnsafeMutableRawPointer {
    chunks[index >> Self.chunkBits] + (index & Self.chunkMask) * stride
  }

  /// Finds a state, or adds it.
  package func insert(_ bytes: UnsafeRawPointer) -> (index: Int, isNew: Bool) {
    let tag = hash(bytes) >> 32
    var slot = Int(tag) & mask
    while table[slot] != 0 {
      if table[slot] >> 32 == tag {
        let index = Int(truncatingIfNeeded: table[slot] & 0xFFFF_FFFF) - 1
        if isEqual(bytes, self[index]) { return (index, false) }
      }
      slot = (slot + 1) & mask
    }
    if count & Self.chunkMask == 0 {
      chunks.append(.allocate(byteCount: stride << Self.chunkBits, alignment: 16))
    }
    let index = count
    self[index].copyMemory(from: bytes, byteCount: stride)
    count += 1
    table[slot] = tag << 32 | UInt64(count)
    if count * 2 > mask { grow() }
    return (index, true)
  }

  private func grow() {
    let (old, rows) = (table, mask + 1)
    mask = mask * 2 + 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: 0, count: mask + 1)
    for row in 0..<rows where old[row] != 0 {
      var slot = Int(old[row] >> 32) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
      table[slot] = old[row]
    }
    old.deallocate()
  }

  @inline(__always) private func isEqual(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer
  ) -> Bool {
    var offset = 0
    while offset < stride {
      guard
        left.load(fromByteOffset: offset, as: UInt64.self)
          == right.load(fromByteOffset: offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    return true
  }

  /// Multiplies and folds each word into the sum, so that every bit reaches the low ones.
  @inline(__always) private func hash(_ bytes: UnsafeRawPointer) -> UInt64 {
    var sum: UInt64 = 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset < stride {
      let word = bytes.load(fromByteOffset: offset, as: UInt64.self)
      let (high, low) = (sum ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      sum = high ^ low ^ 0xA076_1D64_78BD_642F
      offset += 8
    }
    return sum ^ sum >> 29
  }
}
