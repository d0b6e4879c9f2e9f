import Crypto
import IdentityDomain

/// A key that signs tokens (ES256, RFC 7518 section 3.4).
struct SigningMaterial: Sendable {
  let privateKey: P256.Signing.PrivateKey
  /// The encoded headers of what it signs, one for each type.
  let headers: [TokenType: String]

  /// - Throws: if the bytes are not a private key of 32 bytes.
  init(_ id: KeyID, _ bytes: [UInt8]) throws {
    privateKey = try P256.Signing.PrivateKey(rawRepresentation: bytes)
    headers = Dictionary(
      uniqueKeysWithValues: TokenType.allCases.map { ($0, $0.header(of: id)) })
  }
}

/// A key for digests: a separate key for each purpose, derived by HKDF (RFC 5869), so that no
/// digest of one purpose is one of another.
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

/// A key for the secrets of second factors: one key to seal them and one for digests.
struct FactorMaterial: Sendable {
  let sealing: SymmetricKey
  let digest: SymmetricKey

  init(_ bytes: [UInt8]) {
    let root = SymmetricKey(data: bytes)
    func derived(_ name: String) -> SymmetricKey {
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: root, info: Array("portico factor \(name)".utf8), outputByteCount: 32)
    }
    sealing = derived("sealing")
    digest = derived("digest")
  }
}

extension ServerKeyUse {
  /// The secret part of a new key.
  func newMaterial(_ random: some RandomBytes) -> [UInt8] {
    switch self {
    case .signing: Array(P256.Signing.PrivateKey().rawRepresentation)
    case .digest, .sealing, .factor: random.bytes(32)
    }
  }
}
