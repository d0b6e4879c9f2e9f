/// Which variant an installation gets, computed from names alone, as specified in
/// docs/decisions/0010.
///
/// Bytes and 64-bit integers only, in the subset of layer 0, so that every node, and a client that
/// is offline, computes the same result. It protects nothing; assignments are not secret.
package enum ExperimentHash {
  /// 64-bit FNV-1a (Fowler, Noll, Vo).
  package static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }

  /// The output function of SplitMix64 (Steele, Lea, Flood 2014): a one-to-one mapping in which
  /// each bit of the result depends on each bit of the input.
  package static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  /// The highest of `tickets` numbers drawn by a variant for an installation. They are the outputs
  /// of SplitMix64, so a greater weight keeps the earlier tickets.
  ///
  /// - Parameter tickets: the variant's weight, at least 1.
  package static func score(
    salt: some Sequence<UInt8>, variant: some Sequence<UInt8>, installation: some Sequence<UInt8>,
    tickets: Int
  ) -> UInt64 {
    var bytes = Array(salt)
    bytes.append(0)
    bytes.append(contentsOf: variant)
    bytes.append(0)
    bytes.append(contentsOf: installation)
    var state = mix(fnv1a(bytes))
    var best: UInt64 = 0
    for _ in 0..<tickets {
      state &+= 0x9E37_79B9_7F4A_7C15
      best = max(best, mix(state))
    }
    return best
  }
}
