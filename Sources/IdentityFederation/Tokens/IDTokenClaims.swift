import Foundation

/// The claims of an id token that decide whether it is taken (OpenID Connect Core 1.0 section 2). One of
/// another type than it has to be makes the token unreadable.
package struct IDTokenClaims: Hashable, Sendable, Decodable {
  package var issuer: String
  package var subject: String
  package var audiences: [String]
  package var authorizedParty: String?
  /// NumericDate (RFC 7519 section 2): seconds since 1970, perhaps with a fraction.
  package var expiresAt: Double
  package var issuedAt: Double
  package var notBefore: Double?
  package var nonce: String?
  package var accessTokenHash: String?
  package var codeHash: String?

  private enum Claim: String, CodingKey {
    case iss
    case sub
    case aud
    case azp
    case exp
    case iat
    case nbf
    case nonce
    case at_hash
    case c_hash
  }

  package init(from decoder: any Decoder) throws {
    let claims = try decoder.container(keyedBy: Claim.self)
    issuer = try claims.decode(String.self, forKey: .iss)
    subject = try claims.decode(String.self, forKey: .sub)
    if let one = try? claims.decode(String.self, forKey: .aud) {
      audiences = [one]
    } else {
      audiences = try claims.decode([String].self, forKey: .aud)
    }
    authorizedParty = try claims.decodeIfPresent(String.self, forKey: .azp)
    expiresAt = try claims.decode(Double.self, forKey: .exp)
    issuedAt = try claims.decode(Double.self, forKey: .iat)
    notBefore = try claims.decodeIfPresent(Double.self, forKey: .nbf)
    nonce = try claims.decodeIfPresent(String.self, forKey: .nonce)
    accessTokenHash = try claims.decodeIfPresent(String.self, forKey: .at_hash)
    codeHash = try claims.decodeIfPresent(String.self, forKey: .c_hash)
  }
}
