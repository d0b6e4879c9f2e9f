import Foundation

/// SplitMix64: what a test draws from it follows from its seed alone, which is printed.
/// `PORTICO_SEED` repeats or widens a run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(announcing test: String, seed: UInt64) {
    let wanted = ProcessInfo.processInfo.environment["PORTICO_SEED"].flatMap { UInt64($0) }
    state = wanted ?? seed
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
}
