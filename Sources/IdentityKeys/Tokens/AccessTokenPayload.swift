import IdentityDomain

/// The payload of an access token on the wire (RFC 9068 section 2.2, RFC 9449 section 6.1).
struct AccessTokenPayload: Decodable {
  struct Confirmation: Decodable {
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
  let acr: String?
  let scope: SessionScope
  let cnf: Confirmation?

  private enum CodingKeys: String, CodingKey {
    case iss, aud, sub, jti, sid, iat, exp, amr, acr, scope, cnf
    case clientID = "client_id"
    case authTime = "auth_time"
  }

  var claims: AccessTokenClaims {
    AccessTokenClaims(
      issuer: iss, audience: aud, subject: sub, clientID: clientID, tokenID: jti, session: ID(sid),
      issuedAt: Self.moment(iat), expiresAt: Self.moment(exp),
      authenticatedAt: Self.moment(authTime), methods: amr,
      level: AssuranceLevel(acr: acr), scope: scope,
      boundKey: cnf.map { KeyThumbprint($0.jkt) })
  }

  private static func moment(_ seconds: Int64) -> Timestamp {
    Timestamp(milliseconds: seconds.multipliedReportingOverflow(by: 1000).partialValue)
  }
}

extension AccessTokenClaims {
  var payload: JSONWriter {
    var json = JSONWriter(.plainBase64)
    json.add("acr", level?.acr)
    json.add("amr", methods.map(\.rawValue))
    json.add("aud", audience)
    json.add("auth_time", authenticatedAt.numericDate)
    json.add("client_id", clientID)
    if let boundKey {
      var confirmation = JSONWriter(.plainBase64)
      confirmation.add("jkt", boundKey.text)
      json.add("cnf", confirmation)
    }
    json.add("exp", expiresAt.numericDate)
    json.add("iat", issuedAt.numericDate)
    json.add("iss", issuer)
    json.add("jti", tokenID)
    json.add("scope", scope.rawValue)
    json.add("sid", session.text)
    json.add("sub", subject)
    return json
  }
}

extension IDTokenClaims {
  /// The payload of an id token on the wire (OpenID Connect Core section 2). Public clients of the
  /// account API identify a user by `custom:user_id`.
  var payload: JSONWriter {
    var json = JSONWriter(.plainBase64)
    json.add("aud", audience)
    json.add("custom:user_id", subject)
    json.add("email", email)
    json.add("exp", expiresAt.numericDate)
    json.add("iat", issuedAt.numericDate)
    json.add("iss", issuer)
    json.add("phone_number", phoneNumber)
    json.add("sub", subject)
    return json
  }
}
