import IdentityDomain
import JWTKit

/// The payload of an access token on the wire (RFC 9068 section 2.2, RFC 9449 section 6.1).
struct AccessTokenPayload: JWTPayload {
  struct Confirmation: Codable {
    let jkt: String
  }

  let iss: String
  let aud: String
  let sub: String
  let clientID: String
  let jti: String
  let sid: String
  let iat: Int64
  let exp: Int64
  let authTime: Int64
  let amr: [AuthenticationMethod]
  let scope: SessionScope
  let cnf: Confirmation?

  private enum CodingKeys: String, CodingKey {
    case iss, aud, sub, jti, sid, iat, exp, amr, scope, cnf
    case clientID = "client_id"
    case authTime = "auth_time"
  }

  init(_ claims: AccessTokenClaims) {
    iss = claims.issuer
    aud = claims.audience
    sub = claims.subject
    clientID = claims.clientID
    jti = claims.tokenID
    sid = claims.session.text
    iat = claims.issuedAt.numericDate
    exp = claims.expiresAt.numericDate
    authTime = claims.authenticatedAt.numericDate
    amr = claims.methods
    scope = claims.scope
    cnf = claims.boundKey.map { Confirmation(jkt: $0.text) }
  }

  var claims: AccessTokenClaims {
    AccessTokenClaims(
      issuer: iss, audience: aud, subject: sub, clientID: clientID, tokenID: jti, session: ID(sid),
      issuedAt: Self.moment(iat), expiresAt: Self.moment(exp),
      authenticatedAt: Self.moment(authTime), methods: amr, scope: scope,
      boundKey: cnf.map { KeyThumbprint($0.jkt) })
  }

  private static func moment(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue)
  }

  /// jwt-kit asks here what it reads; we read with `CompactJWS`, and the domain judges claims.
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}

/// The payload of an id token on the wire (OpenID Connect Core section 2). `custom:user_id` is what
/// public clients of the account API know a user by.
struct IDTokenPayload: JWTPayload {
  let iss: String
  let aud: String
  let sub: String
  let userID: String
  let iat: Int64
  let exp: Int64
  let email: String?
  let phoneNumber: String?

  private enum CodingKeys: String, CodingKey {
    case iss, aud, sub, iat, exp, email
    case userID = "custom:user_id"
    case phoneNumber = "phone_number"
  }

  init(_ claims: IDTokenClaims) {
    iss = claims.issuer
    aud = claims.audience
    sub = claims.subject
    userID = claims.subject
    iat = claims.issuedAt.numericDate
    exp = claims.expiresAt.numericDate
    email = claims.email
    phoneNumber = claims.phoneNumber
  }

  /// As above; nobody reads an id token here.
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
