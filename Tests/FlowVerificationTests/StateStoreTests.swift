import FlowVerification
import TestSupport
import Testing

@Suite("The store of states")
struct StateStoreTests {
  @Test(
    "It finds what it holds and numbers what is new, as a dictionary does", arguments: [8, 16, 40])
  func oracle(stride: Int) {
    var random = SeededGenerator(announcing: "state store \(stride)", seed: 11)
    let store = StateStore(stride: stride)
    var known: [[UInt64]: Int] = [:]
    // Far beyond the first size of its table and its first chunk of states.
    for _ in 0..<60_000 {
      // Few bits differ, in high and low places: the worst for a hash.
      var words = [UInt64](repeating: 0, count: stride / 8)
      for _ in 0..<random.below(4) {
        words[random.below(words.count)] |= 1 << random.next(upTo: 64)
      }
      if random.chance(50) { words[0] ^= random.next() & 0x3FFF }
      let (index, isNew) = words.withUnsafeBytes { store.insert($0.baseAddress!) }
      #expect(isNew == (known[words] == nil))
      #expect(index == known[words] ?? known.count)
      known[words] = index
    }
    #expect(store.count == known.count)
    #expect(store.count > 16_384 / (stride == 8 ? 2 : 1))
    for (words, index) in known {
      let found = words.indices.map { store[index].load(fromByteOffset: 8 * $0, as: UInt64.self) }
      #expect(found == words)
    }
    #expect(store.memory >= store.count * stride)
  }
}

extension SeededGenerator {
  fileprivate mutating func next(upTo count: UInt64) -> UInt64 { next() % count }
}
