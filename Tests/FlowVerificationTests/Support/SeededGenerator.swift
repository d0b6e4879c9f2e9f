import Foundation

/// SplitMix64: what a test draws from it follows from its seed alone.
struct SeededGenerator: RandomNumberGenerator {
  let seed: UInt64
  private var state: UInt64

  init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator whose seed is printed. `PORTICO_SEED` repeats or widens a run.
  init(announcing test: String, seed: UInt64) {
    let wanted = ProcessInfo.processInfo.environment["PORTICO_SEED"].flatMap { UInt64($0) }
    self.init(seed: wanted ?? seed)
    print("\(test): PORTICO_SEED=\(state)")
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
