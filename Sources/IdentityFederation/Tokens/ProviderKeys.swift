import Foundation
import IdentityDomain
import JWTKit

/// The keys of a provider (RFC 7517 section 5): public ones for signatures. What is not understood is
/// passed over, so that one key of a new kind does not take the others away.
struct ProviderKeys: Sendable {
  private struct Key: Sendable {
    let keyID: String?
    let verifier: any JWTAlgorithm
  }

  private let keys: [SignatureAlgorithm: [Key]]

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
    var keys: [SignatureAlgorithm: [Key]] = [:]
    for wire in document.keys.prefix(FederationRules.keys).compactMap(\.key) {
      guard wire.kid.map({ (1...FederationRules.keyNameBytes).contains($0.utf8.count) }) ?? true,
        wire.use ?? "sig" == "sig"
      else { continue }
      for algorithm in SignatureAlgorithm.allCases
      where wire.alg ?? algorithm.rawValue == algorithm.rawValue {
        let isKnown = keys[algorithm]?.contains { $0.keyID != nil && $0.keyID == wire.kid } ?? false
        guard !isKnown, let verifier = await verifier(wire, algorithm) else { continue }
        keys[algorithm, default: []].append(Key(keyID: wire.kid, verifier: verifier))
      }
    }
    return keys.isEmpty ? nil : ProviderKeys(keys: keys)
  }

  private init(keys: [SignatureAlgorithm: [Key]]) { self.keys = keys }

  /// Only the public members are handed on.
  private static func verifier(
    _ wire: Wire, _ algorithm: SignatureAlgorithm
  ) async -> (any JWTAlgorithm)? {
    let name = JWKIdentifier(string: "key")
    let jwk: JWK
    if let curve = algorithm.curve, let size = algorithm.coordinateBytes {
      guard wire.kty == "EC", wire.crv == curve, let x = coordinate(wire.x, size),
        let y = coordinate(wire.y, size)
      else { return nil }
      jwk = .ecdsa(
        algorithm.ofJWTKit, identifier: name, x: x, y: y, curve: ECDSACurve(rawValue: curve))
    } else {
      guard wire.kty == "RSA", let n = wire.n, let e = wire.e, isGood(modulus: n, exponent: e)
      else {
        return nil
      }
      jwk = .rsa(algorithm.ofJWTKit, identifier: name, modulus: n, exponent: e)
    }
    let collection = JWTKeyCollection()
    // One key alone: the collection would take its first one in place of a name that it does not know.
    guard (try? await collection.add(jwk: jwk)) != nil else { return nil }
    return try? await collection.getKey(for: name, alg: algorithm.rawValue)
  }

  /// In its full size (RFC 7518 section 6.2.1.2). Some write it as a number, with a zero too many or too few in
  /// front: it is the same coordinate.
  private static func coordinate(_ text: String?, _ size: Int) -> String? {
    guard let text, let bytes = Base64URL.bytes(text)?.drop(while: { $0 == 0 }),
      bytes.count <= size
    else { return nil }
    return Base64URL.text([UInt8](repeating: 0, count: size - bytes.count) + bytes)
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
    let able = keys[token.algorithm] ?? []
    guard let keyID = token.keyID else { return able.count == 1 ? able.first?.verifier : nil }
    return able.first { $0.keyID == keyID }?.verifier
  }
}
