import Crypto
import Foundation
import IdentityDomain

extension DevelopmentProvider {
  mutating func token(_ request: DevelopmentRequest, at now: Timestamp) -> DevelopmentResponse {
    // GitHub answers errors with 200.
    let status = kind == .github ? 200 : 400
    guard let form = FormFields(body: request.body) else {
      return .error("invalid_request", status: status)
    }
    guard let clientID = authenticated(form, request.authorization, at: now) else {
      return .error(
        kind == .github ? "incorrect_client_credentials" : "invalid_client",
        status: kind == .github ? 200 : 401)
    }
    guard form["grant_type"] == "authorization_code" || kind == .github else {
      return .error("unsupported_grant_type", status: status)
    }
    let refusal = kind == .github ? "bad_verification_code" : "invalid_grant"
    guard let code = form["code"], var grant = grants[code] else {
      return .error(refusal, status: status)
    }
    if let old = grant.accessToken {
      // Somebody has it who must not: what was given for it ends too.
      access[old] = nil
      if let old = grant.refreshToken { refreshTokens[old] = nil }
      return .error(refusal, status: status)
    }
    // Spent by the first try, whatever comes of it.
    let accessToken = randomText()
    grant.accessToken = accessToken
    grants[code] = grant
    guard now < grant.expiresAt, grant.clientID == clientID,
      form["redirect_uri"] == grant.redirectURI, proves(form["code_verifier"], grant.challenge)
    else { return .error(refusal, status: status) }
    access[accessToken] = Access(person: grant.person, expiresAt: now + Self.tokenLifetime)
    if kind == .apple {
      let refreshToken = randomText()
      refreshTokens[refreshToken] = clientID
      grant.refreshToken = refreshToken
      grants[code] = grant
    }
    return granted(grant, accessToken, code, at: now)
  }

  /// RFC 7636 section 4.6. The code of a native sheet has no challenge.
  private func proves(_ verifier: String?, _ challenge: String?) -> Bool {
    guard let challenge else { return true }
    guard let verifier, (43...128).contains(verifier.utf8.count) else { return false }
    return Base64URL.text(Array(SHA256.hash(data: Data(verifier.utf8)))) == challenge
  }

  private func granted(
    _ grant: Grant, _ accessToken: String, _ code: String, at now: Timestamp
  ) -> DevelopmentResponse {
    struct Answer: Encodable {
      let access_token: String
      let token_type: String
      let expires_in: Int?
      let scope: String?
      let id_token: String?
      let refresh_token: String?
    }
    let isGitHub = kind == .github
    return .json(
      Answer(
        access_token: accessToken, token_type: isGitHub ? "bearer" : "Bearer",
        expires_in: isGitHub ? nil : 300, scope: isGitHub ? "user:email" : nil,
        id_token: isGitHub
          ? nil
          : idToken(
            grant.person, audience: grant.clientID, nonce: grant.nonce, accessToken: accessToken,
            hidesEmail: grant.hidesEmail, at: now),
        refresh_token: grant.refreshToken))
  }

  private func authenticated(
    _ form: FormFields, _ authorization: String?, at now: Timestamp
  ) -> String? {
    if kind == .apple {
      guard let id = form["client_id"], client.nativeIDs.union([client.id]).contains(id),
        let secret = form["client_secret"],
        AppleSecret.isGood(secret, of: client, clientID: id, audience: base, at: now)
      else { return nil }
      return id
    }
    if let authorization, kind != .github {
      let parts = authorization.split(separator: " ")
      guard parts.count == 2, parts[0].lowercased() == "basic",
        let data = Data(base64Encoded: String(parts[1]))
      else { return nil }
      let pair = String(decoding: data, as: UTF8.self)
        .split(separator: ":", maxSplits: 1).compactMap { FormFields.decoded($0) }
      return pair == [client.id, client.secret] ? client.id : nil
    }
    return form["client_id"] == client.id && form["client_secret"] == client.secret
      ? client.id : nil
  }

  private func person(_ request: DevelopmentRequest) -> DevelopmentPerson? {
    let parts = (request.authorization ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return access[String(parts[1])]?.person
  }

  func userinfo(_ request: DevelopmentRequest) -> DevelopmentResponse {
    struct Answer: Encodable {
      let sub: String
      let email: String
      let email_verified: Bool
      let name: String
    }
    guard let person = person(request) else { return .error("invalid_token", status: 401) }
    return .json(
      Answer(
        sub: person.subject, email: person.email, email_verified: person.isEmailVerified,
        name: person.name))
  }

  func gitHubAPI(_ request: DevelopmentRequest) -> DevelopmentResponse {
    struct User: Encodable {
      let id: Int64
      let login: String
      let name: String
    }
    struct Email: Encodable {
      let email: String
      let primary: Bool
      let verified: Bool
    }
    guard let person = person(request) else { return .error("invalid_token", status: 401) }
    if request.path == "/api/user" {
      let login = String(person.email.prefix { $0 != "@" })
      return .json(User(id: person.number, login: login, name: person.name))
    }
    return .json([
      Email(email: "old.\(person.email)", primary: false, verified: true),
      Email(email: person.email, primary: true, verified: person.isEmailVerified),
    ])
  }

  /// RFC 7009: a token that is not known is revoked.
  mutating func revoked(
    _ request: DevelopmentRequest, at now: Timestamp
  ) -> DevelopmentResponse {
    guard let form = FormFields(body: request.body),
      let clientID = authenticated(form, request.authorization, at: now)
    else { return .error("invalid_client", status: 401) }
    if let token = form["token"], refreshTokens[token] == clientID { refreshTokens[token] = nil }
    struct Nothing: Encodable {}
    return .json(Nothing())
  }

  package var refreshTokenCount: Int { refreshTokens.count }
}
