import Foundation

/// SplitMix64: the values drawn by a test depend on its seed alone.
package struct SeededGenerator: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator whose seed is printed. `PORTICO_SEED` repeats or widens a run.
  package init(announcing test: String, seed: UInt64) {
    let wanted = ProcessInfo.processInfo.environment["PORTICO_SEED"].flatMap { UInt64($0) }
    self.init(seed: wanted ?? seed)
    print("\(test): PORTICO_SEED=\(state)")
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  package mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Bytes with a few of them changed.
  package mutating func flipped(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for _ in 0...below(4) {
      let place = below(result.count)
      switch below(5) {
      case 0: result[place] = 0xFF
      case 3: result[place] = UInt8(below(24))
      case 1: result[place] = UInt8(truncatingIfNeeded: next())
      case 2: result[place] &+= 1
      default: result[place] ^= 1 << UInt8(below(8))
      }
    }
    return result
  }

  /// Bytes with a piece of them copied over another place.
  package mutating func spliced(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    let length = 1 + below(min(16, bytes.count / 2))
    let source = below(bytes.count - length)
    let target = below(bytes.count - length)
    result.replaceSubrange(target..<target + length, with: bytes[source..<source + length])
    return result
  }
}
