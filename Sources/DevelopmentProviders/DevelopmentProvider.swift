import Crypto
import Foundation
package import IdentityDomain

/// One development provider: a request and the time lead to a response and its next state.
package struct DevelopmentProvider: Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case openID = "openid"
    case google
    case apple
    case github
  }

  /// The one client that is registered.
  struct Client: Sendable {
    let id: String
    /// Of Apple's kind: none, its secrets are signed.
    let secret: String
    let redirectURI: String
    let nativeIDs: Set<String>
    /// Apple's kind.
    let team: String
    let keyID: String
    let key: P256.Signing.PublicKey
  }

  struct Grant: Sendable {
    let clientID: String
    let redirectURI: String?
    let challenge: String?
    let nonce: String?
    let person: DevelopmentPerson
    let hidesEmail: Bool
    let expiresAt: Timestamp
    /// What was given for it: ends where the code comes again (RFC 6749 section 4.1.2).
    var accessToken: String?
    var refreshToken: String?
  }

  struct Access: Sendable {
    let person: DevelopmentPerson
    let expiresAt: Timestamp
  }

  static let codeLifetime = Duration.seconds(60)
  static let tokenLifetime = Duration.seconds(300)
  private static let mostGrants = 10_000

  package let kind: Kind
  /// Its issuer and the base of its addresses, without a slash at its end.
  package let base: String
  let client: Client
  let key = P256.Signing.PrivateKey()
  let keyID: String
  private let random: any RandomBytes
  var grants: [String: Grant] = [:]
  var access: [String: Access] = [:]
  /// By the client that they were given to.
  var refreshTokens: [String: String] = [:]
  /// Apple tells a name once.
  var named: Set<String> = []

  init(_ kind: Kind, base: String, client: Client, random: any RandomBytes) {
    self.kind = kind
    self.base = base
    self.client = client
    self.random = random
    keyID = Base64URL.text(random.bytes(8))
  }

  func randomText() -> String { Base64URL.text(random.bytes(24)) }

  package mutating func answer(
    _ request: DevelopmentRequest, at now: Timestamp
  ) -> DevelopmentResponse {
    // A used code is kept past its time, to tell that it comes again.
    grants = grants.filter { now < $0.value.expiresAt + .minutes(10) }
    access = access.filter { now < $0.value.expiresAt }
    guard grants.count < Self.mostGrants else {
      return .error("temporarily_unavailable", status: 503)
    }
    switch (kind, request.method, request.path) {
    case (.github, "GET", "/login/oauth/authorize"), (.openID, "GET", "/authorize"),
      (.google, "GET", "/authorize"), (.apple, "GET", "/authorize"):
      return consentPage(request)
    case (.github, "POST", "/login/oauth/authorize"), (.openID, "POST", "/authorize"),
      (.google, "POST", "/authorize"), (.apple, "POST", "/authorize"):
      return decided(request, at: now)
    case (.github, "POST", "/login/oauth/access_token"), (.openID, "POST", "/token"),
      (.google, "POST", "/token"), (.apple, "POST", "/token"):
      return token(request, at: now)
    case (.github, "GET", "/api/user"), (.github, "GET", "/api/user/emails"):
      return gitHubAPI(request)
    case (.openID, "GET", "/userinfo"), (.google, "GET", "/userinfo"):
      return userinfo(request)
    case (.openID, "GET", "/.well-known/openid-configuration"),
      (.google, "GET", "/.well-known/openid-configuration"),
      (.apple, "GET", "/.well-known/openid-configuration"):
      return discovery
    case (.openID, "GET", "/jwks"), (.google, "GET", "/jwks"), (.apple, "GET", "/jwks"):
      return keySet
    case (.openID, "POST", "/native"), (.google, "POST", "/native"), (.apple, "POST", "/native"):
      return sheet(request, at: now)
    case (.apple, "POST", "/revoke"), (.openID, "POST", "/revoke"), (.google, "POST", "/revoke"):
      return revoked(request, at: now)
    default: return .error("not_found", status: 404)
    }
  }

  var authorizePath: String { kind == .github ? "/login/oauth/authorize" : "/authorize" }

  private var discovery: DevelopmentResponse {
    struct Document: Encodable {
      let issuer: String
      let authorization_endpoint: String
      let token_endpoint: String
      let jwks_uri: String
      let userinfo_endpoint: String?
      let revocation_endpoint: String
      let response_types_supported = ["code"]
      let response_modes_supported: [String]
      let subject_types_supported = ["public"]
      let id_token_signing_alg_values_supported = ["ES256"]
      let code_challenge_methods_supported = ["S256"]
      let token_endpoint_auth_methods_supported: [String]
      let authorization_response_iss_parameter_supported: Bool
    }
    let isApple = kind == .apple
    return .json(
      Document(
        issuer: base, authorization_endpoint: "\(base)/authorize",
        token_endpoint: "\(base)/token", jwks_uri: "\(base)/jwks",
        userinfo_endpoint: isApple ? nil : "\(base)/userinfo",
        revocation_endpoint: "\(base)/revoke",
        response_modes_supported: isApple ? ["query", "form_post"] : ["query"],
        token_endpoint_auth_methods_supported: isApple
          ? ["client_secret_post"] : ["client_secret_basic", "client_secret_post"],
        authorization_response_iss_parameter_supported: kind == .openID),
      ["Cache-Control": "max-age=3600"])
  }

  private var keySet: DevelopmentResponse {
    struct Key: Encodable {
      let kty = "EC"
      let crv = "P-256"
      let alg = "ES256"
      let use = "sig"
      let kid: String
      let x: String
      let y: String
    }
    struct Keys: Encodable { let keys: [Key] }
    let point = Array(key.publicKey.rawRepresentation)
    let own = Key(
      kid: keyID, x: Base64URL.text(Array(point[..<32])), y: Base64URL.text(Array(point[32...])))
    return .json(Keys(keys: [own]), ["Cache-Control": "max-age=3600"])
  }
}
