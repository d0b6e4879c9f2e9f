import Foundation
import IdentityDomain

extension OpenIDProvider {
  /// Redeems what the redirect brought, and checks who it is.
  func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters
  ) async throws(ProviderFailure) -> ProviderAssertion {
    let document = try await document()
    let code = try ReturnRules.code(
      response, issuers: client.issuers, isIssuerNeeded: document.namesIssuer)
    let grant = try await grant(
      code, as: client.clientID, (client.redirectURI, request.verifier), document)
    guard let idToken = grant.idToken else { throw rejected(.invalidAssertion) }
    let issuers = client.issuers
    let clients: Set<String> = [client.clientID]
    let (claims, told) = try await checked(idToken, document) { algorithm in
      IDTokenRules.Expected(
        issuers: issuers, clients: clients, nonce: request.nonce, algorithm: algorithm,
        accessToken: grant.accessToken, code: code)
    }
    var person = told
    if person.email == nil, client.scopes.contains("email"), let userinfo = document.userinfo {
      try await complete(&person, from: userinfo, grant.accessToken, subject: claims.subject)
    }
    // Apple tells the name beside the code, once.
    if client.responseMode == .formPost, person.name == nil {
      person.name = AppleUser.name(response.user)
    }
    return try assertion(claims, person, kept(grant.refreshToken, of: client.clientID))
  }

  /// Checks the id token of a native sheet, and redeems the code that came beside it.
  func check(
    _ token: Secret<ProviderIDToken>, nonce: String, code: Secret<ProviderCode>?, name: String?
  ) async throws(ProviderFailure) -> ProviderAssertion {
    guard !client.nativeClientIDs.isEmpty else { throw .failed }
    let document = try await document()
    let issuers = client.issuers
    // Google's token for a server names the server as audience and the app as authorized party.
    let clients = client.nativeClientIDs.union([client.clientID])
    let (claims, told) = try await checked(token, document) { algorithm in
      IDTokenRules.Expected(
        issuers: issuers, clients: clients, nonce: nonce, algorithm: algorithm, code: code)
    }
    var person = told
    person.name = person.name ?? name.flatMap { PersonName.cleaned($0) }
    var refreshToken: Secret<ProviderRefreshToken>?
    if client.keepsRefreshToken, let code,
      let app = claims.audiences.first(where: { clients.contains($0) })
    {
      refreshToken = try await self.refreshToken(
        code, as: app, subject: claims.subject, nonce: nonce, document)
    }
    return try assertion(claims, person, refreshToken)
  }

  /// Of the code of a native sheet. Its own id token has to be about the same person: else somebody put
  /// together what does not belong together.
  private func refreshToken(
    _ code: Secret<ProviderCode>, as app: String, subject: String, nonce: String,
    _ document: DiscoveryDocument
  ) async throws(ProviderFailure) -> Secret<ProviderRefreshToken>? {
    guard (1...SecurityRules.providerCodeBytes).contains(code.exposed.utf8.count) else {
      throw .failed
    }
    let grant = try await grant(code, as: app, nil, document)
    guard let idToken = grant.idToken else { throw rejected(.invalidAssertion) }
    let issuers = client.issuers
    let (claims, _) = try await checked(idToken, document) { algorithm in
      IDTokenRules.Expected(
        issuers: issuers, clients: [app], nonce: nonce, algorithm: algorithm,
        accessToken: grant.accessToken, code: code)
    }
    guard claims.subject == subject else { throw rejected(.invalidAssertion) }
    return kept(grant.refreshToken, of: app)
  }

  private func checked(
    _ token: Secret<ProviderIDToken>, _ document: DiscoveryDocument,
    _ expected: (SignatureAlgorithm) -> IDTokenRules.Expected
  ) async throws(ProviderFailure) -> (claims: IDTokenClaims, person: PersonClaims) {
    do throws(ProviderFailure) {
      return try await checker.idToken(
        token.exposed, keysAt: document.keys, now: clock.now(), expected)
    } catch {
      guard error == .unavailable else { throw rejected(error) }
      await discovery.markStale()
      throw error
    }
  }

  private func rejected(_ failure: ProviderFailure) -> ProviderFailure {
    http.note(.idToken, .rejected(failure))
    return failure
  }

  private struct Subject: Decodable { let sub: String }

  /// OpenID Connect Core 1.0 section 5.3.
  private func complete(
    _ person: inout PersonClaims, from endpoint: ProviderEndpoint,
    _ accessToken: Secret<ProviderAccessToken>, subject: String
  ) async throws(ProviderFailure) {
    let answer = try await http.json(
      of: ProviderCall(endpoint, authorization: Secret("Bearer \(accessToken.exposed)")),
      .userinfo)
    let json = Data(answer.body)
    guard let told = try? JSONDecoder().decode(Subject.self, from: json),
      let more = try? JSONDecoder().decode(PersonClaims.self, from: json)
    else {
      http.note(.userinfo, .unreadable)
      throw .unavailable
    }
    // Section 5.3.2: without this somebody else's address could be slipped in.
    guard told.sub == subject else { throw rejected(.invalidAssertion) }
    person.email = more.email
    person.isEmailVerified = more.isEmailVerified
    person.name = person.name ?? more.name
    person.pictureURL = person.pictureURL ?? more.pictureURL
  }

  private func assertion(
    _ claims: IDTokenClaims, _ person: PersonClaims,
    _ refreshToken: Secret<ProviderRefreshToken>?
  ) throws(ProviderFailure) -> ProviderAssertion {
    // One spelling of the issuer, so that one person has one subject.
    guard let subject = FederatedSubject(issuer: client.issuer, subject: claims.subject) else {
      throw rejected(.invalidAssertion)
    }
    if let domain = client.hostedDomain, person.hostedDomain != domain {
      throw rejected(.refused)
    }
    return ProviderAssertion(
      subject: subject, email: person.email, saysEmailIsVerified: person.isEmailVerified,
      hostedDomain: client.tellsHostedDomain ? person.hostedDomain : nil, name: person.name,
      pictureURL: person.pictureURL, context: person.context, refreshToken: refreshToken)
  }

  // MARK: The grant afterwards

  /// Only the client to which a token was given can revoke it, so its name is kept with it.
  private func kept(
    _ token: Secret<ProviderRefreshToken>?, of clientID: String
  ) -> Secret<ProviderRefreshToken>? {
    guard client.keepsRefreshToken, let token else { return nil }
    return Secret("\(clientID) \(token.exposed)")
  }

  private struct RevocationError: Decodable { let error: String }

  /// RFC 7009. A token that is no longer known counts as revoked (section 2.2).
  /// - Throws: `.unavailable` where another attempt may succeed: the provider is down, or does not take our secret,
  ///   which the operator can repair; `.failed` where none can.
  func revoke(_ kept: Secret<ProviderRefreshToken>) async throws(ProviderFailure) {
    let parts = kept.exposed.split(separator: " ").map(String.init)
    let document = try await document()
    guard parts.count == 2, let endpoint = document.revocation else { throw .failed }
    let call = try await authenticated(
      endpoint, [("token", parts[1]), ("token_type_hint", "refresh_token")], as: parts[0], document)
    let answer = try await http.answer(to: call, .revocation)
    guard answer.status == 200 else {
      http.note(.revocation, .status(answer.status))
      let told = try? JSONDecoder().decode(RevocationError.self, from: Data(answer.body))
      let isOurSecret = answer.status == 401 || told?.error == "invalid_client"
      throw (400..<500).contains(answer.status) && !isOurSecret ? .failed : .unavailable
    }
  }

  func notice(_ body: [UInt8]) async throws(ProviderFailure) -> ProviderNotice? {
    guard client.sendsNotices else { throw .failed }
    do throws(ProviderFailure) {
      guard let text = AppleNotice.token(body) else { throw .invalidAssertion }
      let document = try await document()
      let token = try await checker.signedToken(text, keysAt: document.keys)
      return try AppleNotice.notice(token.payload, client, now: clock.now())
    } catch {
      http.note(.notice, .rejected(error))
      throw error
    }
  }
}
