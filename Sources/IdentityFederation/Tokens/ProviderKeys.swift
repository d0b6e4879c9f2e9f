import Foundation
import IdentityDomain
import JWTKit

/// The keys of a provider (RFC 7517 section 5): public ones for signatures. What is not understood is
/// passed over, so that one key of a new kind does not take the others away.
struct ProviderKeys: Sendable {
  private struct Name: Hashable {
    let keyID: String
    let algorithm: SignatureAlgorithm
  }

  private let keys: [Name: any JWTAlgorithm]

  private struct Wire: Decodable {
    let kty: String
    let kid: String?
    let alg: String?
    let use: String?
    let crv: String?
    let n: String?
    let e: String?
    let x: String?
    let y: String?
  }

  private struct Passing: Decodable {
    let key: Wire?
    init(from decoder: any Decoder) throws { key = try? Wire(from: decoder) }
  }

  private struct Document: Decodable { let keys: [Passing] }

  /// - Returns: nil for what is no key set, or one without a key that can be used.
  static func read(_ json: [UInt8]) async -> ProviderKeys? {
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(json)) else {
      return nil
    }
    var keys: [Name: any JWTAlgorithm] = [:]
    for wire in document.keys.prefix(FederationRules.keys).compactMap(\.key) {
      guard let keyID = wire.kid, (1...FederationRules.keyNameBytes).contains(keyID.utf8.count),
        wire.use ?? "sig" == "sig"
      else { continue }
      for algorithm in SignatureAlgorithm.allCases
      where wire.alg ?? algorithm.rawValue == algorithm.rawValue {
        let name = Name(keyID: keyID, algorithm: algorithm)
        guard keys[name] == nil, let key = await key(wire, keyID, algorithm) else { continue }
        keys[name] = key
      }
    }
    return keys.isEmpty ? nil : ProviderKeys(keys: keys)
  }

  private init(keys: [Name: any JWTAlgorithm]) { self.keys = keys }

  /// Only the public members are handed on.
  private static func key(
    _ wire: Wire, _ keyID: String, _ algorithm: SignatureAlgorithm
  ) async -> (any JWTAlgorithm)? {
    let jwk: JWK
    if let curve = algorithm.curve {
      guard wire.kty == "EC", wire.crv == curve, let x = wire.x, let y = wire.y,
        Base64URL.bytes(x) != nil, Base64URL.bytes(y) != nil
      else { return nil }
      jwk = .ecdsa(
        algorithm.ofJWTKit, identifier: JWKIdentifier(string: keyID), x: x, y: y,
        curve: ECDSACurve(rawValue: curve))
    } else {
      guard wire.kty == "RSA", let n = wire.n, let e = wire.e, isGood(modulus: n, exponent: e)
      else {
        return nil
      }
      jwk = .rsa(
        algorithm.ofJWTKit, identifier: JWKIdentifier(string: keyID), modulus: n, exponent: e)
    }
    let collection = JWTKeyCollection()
    // One key alone: the collection would take its first one in place of a name that it does not know.
    guard (try? await collection.add(jwk: jwk)) != nil else { return nil }
    return try? await collection.getKey(
      for: JWKIdentifier(string: keyID), alg: algorithm.rawValue)
  }

  /// RFC 7518 section 3.3: 2048 bits or more; and an odd exponent that is not 1.
  private static func isGood(modulus: String, exponent: String) -> Bool {
    guard modulus.utf8.count <= 2_048, exponent.utf8.count <= 16,
      let n = Base64URL.bytes(modulus)?.drop(while: { $0 == 0 }), let first = n.first,
      let e = Base64URL.bytes(exponent)?.drop(while: { $0 == 0 }), let last = e.last
    else { return false }
    let bits = (n.count - 1) * 8 + (8 - first.leadingZeroBitCount)
    return FederationRules.keyBits.contains(bits) && last & 1 == 1 && e != [1] && e.count <= 4
  }

  func knows(_ token: CompactToken) -> Bool { key(of: token) != nil }

  /// Whether one of these keys signed the token.
  func signed(_ token: CompactToken) -> Bool {
    guard let key = key(of: token) else { return false }
    return (try? key.verify(token.signature, signs: token.signedText)) == true
  }

  private func key(of token: CompactToken) -> (any JWTAlgorithm)? {
    keys[Name(keyID: token.keyID, algorithm: token.algorithm)]
  }
}
