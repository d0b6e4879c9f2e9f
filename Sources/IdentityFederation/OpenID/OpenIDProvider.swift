import Foundation
import IdentityDomain
import NetworkTransfer

/// Signs in at one OpenID provider by the authorization code flow (OpenID Connect Core 1.0 section
/// 3.1) with PKCE (RFC 7636).
struct OpenIDProvider: Sendable {
  let client: OpenIDClient
  let http: ProviderClient
  let clock: any WallClock
  let discovery: ProviderDocument<DiscoveryDocument>
  let checker: TokenChecker

  init(_ client: OpenIDClient, _ http: ProviderClient, clock: any WallClock) {
    self.client = client
    self.http = http
    self.clock = clock
    discovery = ProviderDocument(http, .discovery, clock: clock) {
      DiscoveryDocument.read($0, of: client)
    }
    checker = TokenChecker(
      keys: ProviderDocument(http, .keys, clock: clock) { await ProviderKeys.read($0) },
      algorithms: client.algorithms)
  }

  /// - Throws: `.unavailable`
  func document() async throws(ProviderFailure) -> DiscoveryDocument {
    try await discovery.value(at: client.discovery)
  }

  /// The address of the provider's page, to which the user is sent.
  /// - Throws: `.unavailable` if the discovery document cannot be fetched.
  func authorizationURL(_ request: AuthorizationParameters) async throws(ProviderFailure) -> String
  {
    let document = try await document()
    var fields = [
      ("response_type", "code"), ("client_id", client.clientID),
      ("redirect_uri", client.redirectURI), ("scope", client.scopes.joined(separator: " ")),
      ("state", request.state), ("nonce", request.nonce),
      ("code_challenge", AuthorizationURL.challenge(of: request.verifier)),
      ("code_challenge_method", "S256"),
    ]
    if client.responseMode != .query {
      fields.append(("response_mode", client.responseMode.rawValue))
    }
    // Google then offers only accounts of this organization; `assertion` checks the claim.
    if let domain = client.hostedDomain { fields.append(("hd", domain)) }
    return AuthorizationURL.text(document.authorization, fields)
  }

  /// Exchanges an authorization code for tokens (RFC 6749 section 4.1.3).
  /// - Parameters:
  ///   - clientID: the client that the code was issued to: this server, or one of its apps.
  ///   - redirect: the redirect URI and the PKCE verifier of the authorization request; nil for the
  ///     code of a native sheet, which has neither.
  /// - Throws: `.failed` if the provider refuses the code or this client, or if there is no way to
  ///   authenticate; `.unavailable` for any other response, or none.
  func grant(
    _ code: Secret<ProviderCode>, as clientID: String,
    _ redirect: (uri: String, verifier: Secret<CodeVerifier>)?, _ document: DiscoveryDocument
  ) async throws(ProviderFailure) -> TokenGrant {
    var fields = [("grant_type", "authorization_code"), ("code", code.exposed)]
    if let redirect {
      fields.append(("redirect_uri", redirect.uri))
      fields.append(("code_verifier", redirect.verifier.exposed))
    }
    let call = try await authenticated(document.token, fields, as: clientID, document)
    let answer: ProviderAnswer
    do throws(ProviderFailure) { answer = try await http.answer(to: call, .token) } catch {
      // The endpoint may have moved.
      await discovery.markStale()
      throw error
    }
    if answer.json == nil { await discovery.markStale() }
    return try TokenGrant.read(answer, http)
  }

  /// A form POST that authenticates this server as a client (RFC 6749 section 2.3.1).
  /// - Parameter clientID: the client: this server, or one of its apps.
  /// - Throws: `.failed` if the secret cannot be signed, or the provider supports neither
  ///   `client_secret_basic` nor `client_secret_post`.
  func authenticated(
    _ endpoint: ProviderEndpoint, _ fields: [(String, String)], as clientID: String,
    _ document: DiscoveryDocument
  ) async throws(ProviderFailure) -> ProviderCall {
    var fields = fields
    var authorization: Secret<ProviderAuthorization>?
    switch client.authentication {
    case .none: fields.append(("client_id", clientID))
    case .apple(let key):
      guard let secret = await key.secret(of: clientID, at: clock.now()) else { throw .failed }
      fields += [("client_id", clientID), ("client_secret", secret.exposed)]
    case .secret(let secret):
      switch document.secretMethod {
      case .basic:
        let pair = "\(FormField.encoded(clientID)):\(FormField.encoded(secret.exposed))"
        authorization = Secret("Basic \(Data(pair.utf8).base64EncodedString())")
      case .post: fields += [("client_id", clientID), ("client_secret", secret.exposed)]
      case nil:
        // Logged like a rejected secret: in both cases the operator has to change something.
        http.note(.token, .oauth("invalid_client"))
        throw .failed
      }
    }
    let form = fields.map { "\($0)=\(FormField.encoded($1))" }.joined(separator: "&")
    return ProviderCall(endpoint, form: Secret(form), authorization: authorization)
  }
}
