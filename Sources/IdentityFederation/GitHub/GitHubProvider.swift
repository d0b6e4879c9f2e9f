import Foundation
import IdentityDomain
import NetworkTransfer

/// Performs OAuth 2.0 at GitHub, which makes no id tokens: its API says who it is ("Authorizing OAuth
/// apps").
struct GitHubProvider: Sendable {
  private static let accept = "application/vnd.github+json"

  let client: GitHubClient
  let http: ProviderClient

  func authorizationURL(_ request: AuthorizationParameters) -> String {
    AuthorizationURL.text(
      client.authorization,
      [
        ("response_type", "code"), ("client_id", client.clientID),
        ("redirect_uri", client.redirectURI), ("scope", "user:email"), ("state", request.state),
        ("code_challenge", AuthorizationURL.challenge(of: request.verifier)),
        ("code_challenge_method", "S256"),
      ])
  }

  func redeem(
    _ response: ProviderResponse, of request: AuthorizationParameters
  ) async throws(ProviderFailure) -> ProviderAssertion {
    // Its metadata (RFC 8414) calls itself the second.
    let code = try ReturnRules.code(
      response, issuers: [client.issuer, "\(client.issuer)/login/oauth"], isIssuerNeeded: false)
    let fields = [
      ("client_id", client.clientID), ("client_secret", client.secret.exposed),
      ("code", code.exposed), ("redirect_uri", client.redirectURI),
      ("code_verifier", request.verifier.exposed), ("grant_type", "authorization_code"),
    ]
    let form = fields.map { "\($0)=\(FormField.encoded($1))" }.joined(separator: "&")
    let answer = try await http.answer(to: ProviderCall(client.token, form: Secret(form)), .token)
    let grant = try TokenGrant.read(answer, http)
    let user = try await asked(client.user, grant.accessToken)
    guard let user, let profile = GitHubProfile(user.body),
      let subject = FederatedSubject(issuer: client.issuer, subject: String(profile.id))
    else {
      http.note(.userinfo, .unreadable)
      throw .unavailable
    }
    // Without the scope there are no addresses; the person may have taken it away.
    let emails = try await asked(client.emails, grant.accessToken)
    let email = emails.flatMap { GitHubEmail.chosen($0.body) }
    return ProviderAssertion(
      subject: subject, email: email?.address, saysEmailIsVerified: email?.isVerified ?? false,
      name: profile.name, pictureURL: profile.pictureURL)
  }

  /// - Returns: nil where GitHub refuses it.
  private func asked(
    _ endpoint: ProviderEndpoint, _ token: Secret<ProviderAccessToken>
  ) async throws(ProviderFailure) -> ProviderAnswer? {
    let call = ProviderCall(
      endpoint, authorization: Secret("Bearer \(token.exposed)"), accept: Self.accept)
    let answer = try await http.answer(to: call, .userinfo)
    guard answer.status == 200, answer.json != nil else {
      http.note(.userinfo, answer.status == 200 ? .unreadable : .status(answer.status))
      if answer.status == 403 || answer.status == 404 { return nil }
      throw .unavailable
    }
    return answer
  }
}
