import Crypto
import CryptoExtras
import Foundation

/// A private key that a provider issued to an operator; we sign with it, and never show it.
package struct ProviderKey: Sendable, CustomReflectable {
  private enum Material: Sendable {
    case ec(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  /// It is not a key of the required kind.
  package struct Refusal: Error {}

  private let material: Material

  private init(_ material: Material) { self.material = material }

  /// A key for ES256: EC on P-256 (PKCS #8 or SEC 1).
  package static func es256(pem: String) throws(Refusal) -> ProviderKey {
    guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else { throw Refusal() }
    return ProviderKey(.ec(key))
  }

  /// A key for RS256: RSA of 2048 bits or more (RFC 7518 section 3.3).
  package static func rs256(pem: String) throws(Refusal) -> ProviderKey {
    guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: pem),
      key.keySizeInBits >= 2_048
    else { throw Refusal() }
    return ProviderKey(.rsa(key))
  }

  /// - Returns: the signature in the form of a JWS (RFC 7518 sections 3.3 and 3.4).
  package func sign(_ bytes: [UInt8]) throws -> [UInt8] {
    switch material {
    case .ec(let key): Array(try key.signature(for: bytes).rawRepresentation)
    case .rsa(let key):
      Array(try key.signature(for: bytes, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
