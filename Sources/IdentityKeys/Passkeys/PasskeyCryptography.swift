import Crypto
import CryptoExtras
package import WebAuthn

/// Hashes and signatures of passkeys, by swift-crypto.
package struct PasskeyCryptography: WebAuthnCryptography {
  package init() {}

  package func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

  package func isKey(_ key: CredentialPublicKey) -> Bool { ReadKey(key) != nil }

  package func isValid(
    _ signature: [UInt8], of message: [UInt8], by key: CredentialPublicKey
  ) -> Bool {
    switch ReadKey(key) {
    case .es256(let key):
      // WebAuthn section 6.5.5: DER, as X9.62 has it.
      guard let read = try? P256.Signing.ECDSASignature(derRepresentation: signature),
        Array(read.derRepresentation) == signature
      else { return false }
      return key.isValidSignature(read, for: SHA256.hash(data: message))
    case .ed25519(let key): return key.isValidSignature(signature, for: message)
    case .rs256(let key):
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
        padding: .insecurePKCS1v1_5)
    case nil: return false
    }
  }

  private enum ReadKey {
    case es256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// - Returns: nil for what is no key.
    init?(_ key: CredentialPublicKey) {
      switch key {
      case .es256(let x, let y):
        guard let read = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { return nil }
        self = .es256(read)
      case .ed25519(let bytes):
        guard let read = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
          return nil
        }
        self = .ed25519(read)
      case .rs256(let modulus, let exponent):
        guard let read = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { return nil }
        self = .rs256(read)
      }
    }
  }
}
