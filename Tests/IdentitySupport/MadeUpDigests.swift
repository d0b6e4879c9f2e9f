package import IdentityDomain

/// A deterministic substitute for a keyed digest: FNV-1a in four lanes. It protects nothing and is
/// for tests only.
package struct MadeUpDigests: KeyedDigest {
  package var keys: [String]

  package init(keys: [String] = ["k1"]) { self.keys = keys }

  package var currentKey: KeyID { KeyID(keys[keys.count - 1]) }

  package var recentKeys: [KeyID] { keys.reversed().map { KeyID($0) } }

  package func digest(_ message: [UInt8], for purpose: DigestPurpose, under key: KeyID) -> [UInt8]?
  {
    guard keys.contains(key.text) else { return nil }
    let input = Array("\(key.text)/\(purpose.rawValue)/".utf8) + message
    var result: [UInt8] = []
    for lane in UInt64(0)..<4 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325 &+ lane
      for byte in input { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      for shift in stride(from: 0, to: 64, by: 8) {
        result.append(UInt8(truncatingIfNeeded: hash >> UInt64(shift)))
      }
    }
    return result
  }
}
