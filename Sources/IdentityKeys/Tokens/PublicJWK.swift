import Crypto
import Foundation
import IdentityDomain

/// A public key of P-256 as a JWK (RFC 7517, RFC 7518 section 6.2.1).
struct PublicJWK: Decodable {
  let key: P256.Signing.PublicKey

  /// The members of private and symmetric keys (RFC 7518 sections 6.2.2, 6.3.2, 6.4.1). RFC 9449
  /// section 4.3, item 7: none of them may be present; a sender of one has disclosed the key.
  private static let privateNames: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  private enum CodingKeys: String, CodingKey {
    case kty, crv, x, y
  }

  init(_ key: P256.Signing.PublicKey) { self.key = key }

  init(from decoder: any Decoder) throws {
    let names = try MemberNames(from: decoder).all
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let texts = try [CodingKeys.x, .y].map { try members.decode(String.self, forKey: $0) }
    let coordinates = texts.map { Base64URL.bytes($0) ?? [] }
    guard names.isDisjoint(with: Self.privateNames),
      try members.decode(String.self, forKey: .kty) == "EC",
      try members.decode(String.self, forKey: .crv) == "P-256",
      coordinates.allSatisfy({ $0.count == 32 })
    else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "no public key of P-256"))
    }
    // Refuses coordinates that are not a point on the curve.
    key = try P256.Signing.PublicKey(rawRepresentation: coordinates[0] + coordinates[1])
  }

  /// The two coordinates in base64url, 32 bytes each.
  var coordinates: (x: String, y: String) {
    let bytes = Array(key.rawRepresentation)
    return (Base64URL.text(Array(bytes[..<32])), Base64URL.text(Array(bytes[32...])))
  }

  /// RFC 7638: SHA-256 over the required members in order, without spaces.
  var thumbprint: KeyThumbprint {
    let (x, y) = coordinates
    let text = #"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#
    return KeyThumbprint(Base64URL.text(Array(SHA256.hash(data: Array(text.utf8)))))
  }
}

/// The keys that the server publishes (RFC 7517 section 5).
struct PublicKeySet: Encodable {
  let keys: [Member]

  struct Member: Encodable {
    let kid: String
    let x: String
    let y: String
    var kty = "EC"
    var crv = "P-256"
    var use = "sig"
    var alg = "ES256"

    init(_ id: KeyID, _ key: P256.Signing.PublicKey) {
      kid = id.text
      (x, y) = PublicJWK(key).coordinates
    }
  }
}
