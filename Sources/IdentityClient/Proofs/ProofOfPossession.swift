import Crypto
import Foundation
package import SessionMachine

/// A proof of possession for one call (RFC 9449 section 4.2), as a compact JWS (RFC 7515 section 7.1).
package struct ProofOfPossession {
  var method: String
  /// Without query and fragment.
  var url: String
  /// Names this proof: 128 random bits.
  var proofID: String
  /// Seconds since 1970, as the device believes; how fresh a proof is says its nonce.
  var issuedAt: Int64
  var nonce: String?
  var accessToken: Bytes?

  func signed(by key: any DeviceKey) throws -> String {
    let (x, y) = Self.coordinates(key)
    let header = JSONValue.object([
      ("alg", .string("ES256")),
      (
        "jwk",
        .object([
          ("crv", .string("P-256")), ("kty", .string("EC")), ("x", .string(x)), ("y", .string(y)),
        ])
      ),
      ("typ", .string("dpop+jwt")),
    ])
    var payload: [(String, JSONValue)] = [
      ("htm", .string(method)), ("htu", .string(url)), ("iat", .number(String(issuedAt))),
      ("jti", .string(proofID)),
    ]
    if let nonce { payload.append(("nonce", .string(nonce))) }
    if let accessToken {
      payload.append(("ath", .string(Base64.url(Array(SHA256.hash(data: Data(accessToken)))))))
    }
    let text = Base64.url(header.bytes) + "." + Base64.url(JSONValue.object(payload).bytes)
    return text + "." + Base64.url(try key.signature(for: Array(text.utf8)))
  }

  /// The thumbprint of a key (RFC 7638 section 3): the digest of its required members, in order.
  package static func thumbprint(of key: any DeviceKey) -> Bytes {
    let (x, y) = coordinates(key)
    let members = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
    return Array(Base64.url(Array(SHA256.hash(data: Data(members.utf8)))).utf8)
  }

  private static func coordinates(_ key: any DeviceKey) -> (x: String, y: String) {
    let bytes = key.publicBytes
    return (Base64.url(Array(bytes.prefix(32))), Base64.url(Array(bytes.dropFirst(32))))
  }
}

/// Base64url without padding (RFC 4648 section 5). It only spells bytes; it protects nothing.
enum Base64 {
  static func url(_ bytes: [UInt8]) -> String {
    let text = Data(bytes).base64EncodedString()
    return String(
      text.compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      } as [Character])
  }
}
