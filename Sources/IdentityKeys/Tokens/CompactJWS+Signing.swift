import Crypto
import Foundation
import IdentityDomain

extension SigningMaterial {
  /// A JWS in compact form (RFC 7515 section 7.1), signed with ES256 (RFC 7518 section 3.4).
  ///
  /// - Parameters:
  ///   - payload: in characters that let public clients decode it with the alphabet of plain
  ///     base64, as some do.
  ///   - type: the value of its `typ`.
  func signed(_ payload: JSONWriter, _ type: TokenType) throws -> String {
    var text = Array(headers[type, default: ""].utf8)
    text.append(UInt8(ascii: "."))
    text.append(contentsOf: Base64URL.text(payload.bytes).utf8)
    let signature = try privateKey.signature(for: text).rawRepresentation
    text.append(UInt8(ascii: "."))
    text.append(contentsOf: Base64URL.text(Array(signature)).utf8)
    return String(decoding: text, as: UTF8.self)
  }
}

/// The `typ` of what is signed, so that one kind cannot be mistaken for another.
enum TokenType: String, CaseIterable, Sendable {
  /// RFC 9068 section 2.1.
  case accessToken = "at+jwt"
  case idToken = "JWT"
  /// RFC 9449 section 4.2. Devices sign these.
  case proof = "dpop+jwt"

  /// The first part of what a key signs, in base64url.
  func header(of key: KeyID) -> String {
    var header = JSONWriter(.plainBase64)
    header.add("alg", "ES256")
    header.add("kid", key.text)
    header.add("typ", rawValue)
    return Base64URL.text(header.bytes)
  }
}
