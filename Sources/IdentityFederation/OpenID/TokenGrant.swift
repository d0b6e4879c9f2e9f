import Foundation
import IdentityDomain

/// What a token endpoint gave (RFC 6749 section 5.1, OpenID Connect Core 1.0 section 3.1.3.3).
struct TokenGrant: Sendable {
  let accessToken: Secret<ProviderAccessToken>
  let idToken: Secret<ProviderIDToken>?
  let refreshToken: Secret<ProviderRefreshToken>?

  private struct Wire: Decodable {
    let access_token: String
    let token_type: String
    let id_token: String?
    let refresh_token: String?
  }

  private struct ErrorWire: Decodable { let error: String }

  /// Codes of RFC 6749 section 5.2, and GitHub's, which the log may show.
  private static let known: Set<String> = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client",
    "unsupported_grant_type", "invalid_scope", "incorrect_client_credentials",
    "redirect_uri_mismatch", "bad_verification_code",
  ]

  /// - Throws: `.failed` for an OAuth error; `.unavailable` for anything else that is not a grant.
  static func read(
    _ answer: ProviderAnswer, _ http: ProviderClient
  ) throws(ProviderFailure) -> TokenGrant {
    guard let json = answer.json, (200...499).contains(answer.status) else {
      http.note(.token, answer.status == 200 ? .unreadable : .status(answer.status))
      throw .unavailable
    }
    // GitHub answers errors with 200.
    if let told = try? JSONDecoder().decode(ErrorWire.self, from: Data(json)) {
      http.note(.token, .oauth(known.contains(told.error) ? told.error : "other"))
      throw .failed
    }
    guard answer.status == 200, let wire = try? JSONDecoder().decode(Wire.self, from: Data(json)),
      wire.token_type.lowercased() == "bearer", isToken(wire.access_token),
      wire.refresh_token.map(isToken) ?? true
    else {
      http.note(.token, answer.status == 200 ? .unreadable : .status(answer.status))
      throw .unavailable
    }
    return TokenGrant(
      accessToken: Secret(wire.access_token), idToken: wire.id_token.map { Secret($0) },
      refreshToken: wire.refresh_token.map { Secret($0) })
  }

  /// It goes into a header: no space, no line break.
  private static func isToken(_ text: String) -> Bool {
    (1...SecurityRules.providerTokenBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { (33...126).contains($0) }
  }
}
