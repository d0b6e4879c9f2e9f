import Crypto
import Foundation
package import SessionMachine
import WireText

/// A proof of possession for one call (RFC 9449 section 4.2), as a compact JWS (RFC 7515 section 7.1).
package struct ProofOfPossession {
  var method: String
  /// Without query and fragment.
  var url: String
  /// Identifies this proof: 128 random bits.
  var proofID: String
  /// Seconds since 1970, as the device believes; how fresh a proof is says its nonce.
  var issuedAt: Int64
  /// Empty where the server has named none.
  var nonce: Bytes
  /// Empty where the call has none.
  var accessToken: Bytes

  func signed(by key: any DeviceKey) throws -> String {
    let (x, y) = Self.coordinates(key)
    var header = JSONWriter()
    header.open("{")
    header.member("alg", "ES256")
    header.name("jwk")
    header.open("{")
    header.member("crv", "P-256")
    header.member("kty", "EC")
    header.member("x", Array(x.utf8))
    header.member("y", Array(y.utf8))
    header.close("}")
    header.member("typ", "dpop+jwt")
    header.close("}")
    var payload = JSONWriter()
    payload.open("{")
    payload.member("htm", Array(method.utf8))
    payload.member("htu", Array(url.utf8))
    payload.member("iat", issuedAt)
    payload.member("jti", Array(proofID.utf8))
    if !nonce.isEmpty { payload.member("nonce", nonce) }
    if !accessToken.isEmpty {
      let digest = Array(SHA256.hash(data: Data(accessToken)))
      payload.member("ath", Array(Base64.url(digest).utf8))
    }
    payload.close("}")
    let text = Base64.url(header.bytes) + "." + Base64.url(payload.bytes)
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
  /// 128 random bits.
  static func name(by entropy: () -> UInt64) -> String {
    let random = [entropy(), entropy()]
    return url(
      random.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } })
  }

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
