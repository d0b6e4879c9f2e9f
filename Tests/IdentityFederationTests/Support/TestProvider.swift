import Crypto
import Foundation
import IdentityDomain
import IdentityFederation
import NetworkTransfer
import Synchronization

final class TestClock: WallClock {
  private let moment = Mutex(Timestamp(milliseconds: 1_800_000_000_000))
  func now() -> Timestamp { moment.withLock { $0 } }
  func advance(_ wait: Duration) { moment.withLock { $0 = $0 + wait } }
}

/// A provider whose every response a test can change.
final class TestProvider: ProviderTransport {
  static let issuer = "https://id.example.com"
  static let code = "code-of-the-provider"
  static let accessToken = "access-token-of-the-provider"
  static let nonce = "nonce-of-this-sign-in"

  let clock = TestClock()
  let key = TestKey.ec("key-1")
  private let answers = Mutex<[String: ProviderAnswer?]>([:])
  private let heard = Mutex<[ProviderCall]>([])
  private let troubles = Mutex<[ProviderTrouble]>([])

  init() throws {
    set("/.well-known/openid-configuration", Self.json(Self.discovery()))
    set("/keys", Self.json(try TestKey.keySet([key])))
    try give(token())
  }

  static func discovery(_ changes: [String: String] = [:]) -> String {
    let members = [
      "issuer": #""https://id.example.com""#,
      "authorization_endpoint": #""https://id.example.com/authorize""#,
      "token_endpoint": #""https://id.example.com/token""#,
      "jwks_uri": #""https://id.example.com/keys""#,
      "userinfo_endpoint": #""https://id.example.com/userinfo""#,
    ]
    return TestToken.json(members.merging(changes) { $1 }.filter { $0.value != "absent" })
  }

  static func json(
    _ text: String, status: Int = 200, _ fields: [String: String] = [:]
  ) -> ProviderAnswer {
    ProviderAnswer(
      status: status, fields: ["content-type": "application/json"].merging(fields) { $1 },
      body: Array(text.utf8))
  }

  /// - Parameter answer: nil for none.
  func set(_ path: String, _ answer: ProviderAnswer?) {
    answers.withLock { $0[path] = .some(answer) }
  }

  /// What the log was told.
  var told: [ProviderTrouble] { troubles.withLock { $0 } }
  var calls: [ProviderCall] { heard.withLock { $0 } }
  func count(_ path: String) -> Int { calls.filter { $0.endpoint.peer.path == path }.count }

  func answer(to call: ProviderCall) async -> ProviderAnswer? {
    heard.withLock { $0.append(call) }
    return answers.withLock { $0[call.endpoint.peer.path] ?? nil }
  }

  /// A good id token for now.
  func token(_ key: TestKey? = nil) -> TestToken {
    let key = key ?? self.key
    let now = clock.now().numericDate
    return TestToken(
      header: ["alg": "\"\(key.algorithm)\"", "kid": "\"\(key.id)\"", "typ": #""JWT""#],
      claims: [
        "iss": "\"\(Self.issuer)\"", "sub": #""subject-1""#, "aud": #""client-1""#,
        "iat": "\(now)", "exp": "\(now + 300)", "nonce": "\"\(Self.nonce)\"",
        "email": #""ada@example.com""#, "email_verified": "true", "name": #""Ada Lovelace""#,
        "acr": #""urn:example:2""#, "at_hash": "\"\(Self.half(Self.accessToken))\"",
      ])
  }

  /// The left half of a SHA-256.
  static func half(_ text: String) -> String {
    Base64URL.text(Array(Array(SHA256.hash(data: Data(text.utf8)))[..<16]))
  }

  func give(_ token: TestToken, _ key: TestKey? = nil) throws {
    give(text: try token.text(key ?? self.key))
  }

  func give(text: String) {
    set(
      "/token",
      Self.json(
        """
        {"access_token":"\(Self.accessToken)","token_type":"Bearer","id_token":"\(text)"}
        """))
  }

  static let id = ProviderID("example")!

  func providers(
    transport: (any ProviderTransport)? = nil,
    _ change: (inout ProviderDeclaration) -> Void = { _ in }
  ) throws -> FederatedProviders {
    var declaration = ProviderDeclaration(.oidc, id: "example")
    declaration.name = "Example"
    declaration.issuer = Self.issuer
    declaration.client_id = "client-1"
    declaration.client_secret_file = "secret"
    declaration.native_client_ids = ["app-1"]
    change(&declaration)
    let configuration = try ProviderConfiguration(
      declaration, publicURL: "https://portico.example",
      files: ProviderSecretFiles { _, _ throws(ProviderRefusal) in Array("s3cret+/=\n".utf8) })
    return FederatedProviders([configuration], transport: transport ?? self, clock: clock) {
      trouble in
      self.troubles.withLock { $0.append(trouble) }
    }
  }

  static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
  static let request = AuthorizationParameters(
    state: "state-1", nonce: nonce, verifier: Secret(verifier))
}

extension FederatedProviders {
  func signIn(
    _ response: ProviderResponse = ProviderResponse(code: Secret(TestProvider.code))
  ) async throws(ProviderFailure) -> ProviderAssertion {
    try await redeem(response, of: TestProvider.request, at: TestProvider.id)
  }

  /// What came of a sign-in; nil where it succeeded.
  func failure(
    _ response: ProviderResponse = ProviderResponse(code: Secret(TestProvider.code))
  ) async -> ProviderFailure? {
    do throws(ProviderFailure) {
      _ = try await signIn(response)
      return nil
    } catch { return error }
  }
}
