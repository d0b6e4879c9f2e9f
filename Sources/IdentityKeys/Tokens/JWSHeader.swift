import Crypto
import Foundation
import IdentityDomain
import Synchronization

/// The header of a JWS (RFC 7515 section 4) with ES256.
struct JWSHeader: Sendable {
  let typ: String
  let keyID: KeyID?
  /// The public key in the header of a proof, and its thumbprint.
  let ownKey: (key: P256.Signing.PublicKey, thumbprint: KeyThumbprint)?

  private struct Wire: Decodable {
    let typ: String
    let alg: String
    let kid: String?
    let jwk: PublicJWK?
  }

  /// - Parameter encoded: the first part of the compact form.
  init?(_ encoded: ArraySlice<UInt8>) {
    guard let json = Base64URL.bytes(encoded), StrictJSON.holds(json),
      let names = try? JSONDecoder().decode(MemberNames.self, from: Data(json)),
      // RFC 7515 section 4.1.11: a critical extension that is not understood makes it invalid.
      !names.all.contains("crit"),
      let wire = try? JSONDecoder().decode(Wire.self, from: Data(json)), wire.alg == "ES256"
    else { return nil }
    typ = wire.typ
    keyID = wire.kid.map { KeyID($0) }
    ownKey = wire.jwk.map { ($0.key, $0.thumbprint) }
  }
}

/// Parsed headers, by their bytes: a device sends the same one with all its proofs, and all access
/// tokens under one key have the same. A cached header says nothing about a signature.
final class JWSHeaders: Sendable {
  /// Ours have 80 bytes, those of proofs with a key 240; longer ones are parsed again each time.
  private static let mostBytes = 512
  private let memo = Mutex(BoundedMemo<[UInt8], JWSHeader>(most: 4_096))

  func header(_ encoded: ArraySlice<UInt8>) -> JWSHeader? {
    guard encoded.count <= Self.mostBytes else { return JWSHeader(encoded) }
    let bytes = Array(encoded)
    if let header = memo.withLock({ $0.value(for: bytes) }) { return header }
    guard let header = JWSHeader(encoded) else { return nil }
    memo.withLock { $0.remember(header, for: bytes) }
    return header
  }
}
