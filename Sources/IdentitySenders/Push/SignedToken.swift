import Foundation
import IdentityDomain

/// Signs bytes for a provider with a key that this target never sees.
package struct ProviderSigner: Sendable {
  package enum Algorithm: String, Hashable, Sendable {
    /// ECDSA on P-256 with SHA-256, the signature as 64 bytes (RFC 7518 section 3.4).
    case es256 = "ES256"
    /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 7518 section 3.3).
    case rs256 = "RS256"
  }

  package let algorithm: Algorithm
  /// Takes a few milliseconds of CPU time; called on the threads of the transfers.
  package let sign: @Sendable ([UInt8]) throws -> [UInt8]

  package init(_ algorithm: Algorithm, sign: @escaping @Sendable ([UInt8]) throws -> [UInt8]) {
    self.algorithm = algorithm
    self.sign = sign
  }
}

/// A JWS in compact form (RFC 7515 section 7.1) that we send to a provider.
enum SignedToken {
  private struct Header: Encodable {
    let alg: String
    let kid: String?
    let typ = "JWT"
  }

  static func text(
    _ claims: some Encodable, keyID: String?, _ signer: ProviderSigner
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = Header(alg: signer.algorithm.rawValue, kid: keyID)
    let head = Base64URL.text(Array(try encoder.encode(header)))
    let payload = Base64URL.text(Array(try encoder.encode(claims)))
    let signature = try signer.sign(Array("\(head).\(payload)".utf8))
    return "\(head).\(payload).\(Base64URL.text(signature))"
  }
}
