import Crypto
import IdentityDomain
import JWTKit

/// A key that signs tokens (ES256, RFC 7518 section 3.4).
struct SigningMaterial: Sendable {
  let privateKey: P256.Signing.PrivateKey
  /// jwt-kit's form of the same key, the only one in its collection.
  let collection: JWTKeyCollection

  /// - Throws: if these are not the 32 bytes of a private key.
  init(_ id: KeyID, _ bytes: [UInt8]) async throws {
    privateKey = try P256.Signing.PrivateKey(rawRepresentation: bytes)
    collection = await JWTKeyCollection().add(
      ecdsa: try ES256PrivateKey(backing: privateKey), kid: JWKIdentifier(string: id.text),
      serializer: DefaultJWTSerializer(jsonEncoder: ASCIIEncoder()))
  }
}

/// A key for digests: one for each purpose, derived by HKDF (RFC 5869), so that no digest of one
/// purpose is one of another.
struct DigestMaterial: Sendable {
  private let keys: [DigestPurpose: SymmetricKey]

  init(_ bytes: [UInt8]) {
    let root = SymmetricKey(data: bytes)
    let pairs = DigestPurpose.allCases.map { purpose in
      (
        purpose,
        HKDF<SHA256>.deriveKey(
          inputKeyMaterial: root, info: Array("portico digest \(purpose.rawValue)".utf8),
          outputByteCount: 32)
      )
    }
    keys = Dictionary(uniqueKeysWithValues: pairs)
  }

  /// HMAC-SHA-256 (RFC 2104).
  func digest(_ message: [UInt8], for purpose: DigestPurpose) -> [UInt8]? {
    keys[purpose].map { Array(HMAC<SHA256>.authenticationCode(for: message, using: $0)) }
  }
}

extension ServerKeyUse {
  /// The secret part of a new key.
  func newMaterial(_ random: some RandomBytes) -> [UInt8] {
    switch self {
    case .signing: Array(P256.Signing.PrivateKey().rawRepresentation)
    case .digest, .sealing: random.bytes(32)
    }
  }
}
