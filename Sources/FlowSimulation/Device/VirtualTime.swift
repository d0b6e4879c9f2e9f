/// The time of a simulated device. Only the simulation advances it.
package final class VirtualClock {
  /// Milliseconds since 1970.
  package private(set) var now: Int64

  package init(_ now: Int64) { self.now = now }

  package func move(to time: Int64) { now = max(now, time) }
}

/// Random bits determined by a seed (SplitMix64).
package struct SeededEntropy: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
