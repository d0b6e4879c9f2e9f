import FlowSimulation

/// The random numbers of one device, which follow from its seed: each subject draws from numbers of its own, so that
/// another kill changes nothing about the next fault of the network.
package struct DeviceRandom: RandomNumberGenerator, Sendable {
  package enum Subject: UInt64, Sendable { case arrival, person, network, kills }

  private var entropy: SeededEntropy

  package init(seed: UInt64, device: Int, _ subject: Subject) {
    var mixing = SeededEntropy(seed: seed)
    var mixed = SeededEntropy(seed: mixing.next() ^ UInt64(device) << 8 ^ subject.rawValue)
    entropy = SeededEntropy(seed: mixed.next())
  }

  package mutating func next() -> UInt64 { entropy.next() }

  /// Whether something of this probability happens.
  package mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Between half of a time and one and a half of it.
  ///
  /// - Parameter mean: in milliseconds, as the result.
  package mutating func about(_ mean: Int64) -> Int64 {
    mean <= 0 ? 0 : Int64.random(in: mean / 2...mean + mean / 2, using: &self)
  }
}
