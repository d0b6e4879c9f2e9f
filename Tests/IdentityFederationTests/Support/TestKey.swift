import Crypto
import CryptoExtras
import Foundation
import IdentityDomain

/// The key with which a provider signs its tokens in a test.
struct TestKey: Sendable {
  enum Material: Sendable {
    case ec(P256.Signing.PrivateKey)
    case rsa(_RSA.Signing.PrivateKey)
  }

  /// Its `kid`.
  let id: String
  let material: Material

  static func ec(_ id: String) -> TestKey { TestKey(id: id, material: .ec(.init())) }

  /// - Parameter bits: its size, also one that is to be refused.
  static func rsa(_ id: String, bits: Int = 2_048) throws -> TestKey {
    TestKey(
      id: id, material: .rsa(try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: bits))))
  }

  /// Its `alg` (RFC 7518 section 3.1).
  var algorithm: String { if case .ec = material { "ES256" } else { "RS256" } }

  /// The signature by `algorithm`, without the base64url of a token.
  func signature(of text: String) throws -> [UInt8] {
    let data = Data(text.utf8)
    return switch material {
    case .ec(let key): Array(try key.signature(for: data).rawRepresentation)
    case .rsa(let key):
      Array(try key.signature(for: data, padding: .insecurePKCS1v1_5).rawRepresentation)
    }
  }

  /// The public key as a JWK (RFC 7517 section 4).
  var json: String {
    get throws {
      switch material {
      case .ec(let key):
        let point = Array(key.publicKey.rawRepresentation)
        return """
          {"kty":"EC","crv":"P-256","use":"sig","kid":"\(id)","alg":"ES256",\
          "x":"\(Base64URL.text(Array(point[..<32])))","y":"\(Base64URL.text(Array(point[32...])))"}
          """
      case .rsa(let key):
        let numbers = try key.publicKey.getKeyPrimitives()
        return """
          {"kty":"RSA","use":"sig","kid":"\(id)","alg":"RS256",\
          "n":"\(Base64URL.text(Array(numbers.modulus)))",\
          "e":"\(Base64URL.text(Array(numbers.publicExponent)))"}
          """
      }
    }
  }

  /// A key set (RFC 7517 section 5).
  static func keySet(_ keys: [TestKey]) throws -> String {
    "{\"keys\":[\(try keys.map { try $0.json }.joined(separator: ","))]}"
  }
}

/// A signed token (RFC 7519) in a test. The header and the claims map names to JSON, which may be wrong.
struct TestToken: Sendable {
  var header: [String: String]
  var claims: [String: String]
  /// Replaces the JSON of `claims`.
  var payload: String?

  /// A JSON object; a value is JSON already.
  static func json(_ members: [String: String]) -> String {
    "{\(members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
  }

  /// The token in compact form (RFC 7515 section 7.1), signed by a key.
  func text(_ key: TestKey) throws -> String {
    let head = Base64URL.text(Array(Self.json(header).utf8))
    let body = Base64URL.text(Array((payload ?? Self.json(claims)).utf8))
    let signature = try key.signature(of: "\(head).\(body)")
    return "\(head).\(body).\(Base64URL.text(signature))"
  }
}
