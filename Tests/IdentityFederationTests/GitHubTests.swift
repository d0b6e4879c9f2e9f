import Foundation
import IdentityDomain
import IdentityFederation
import NetworkTransfer
import TestSupport
import Testing

@Suite("Sign in with GitHub")
struct GitHubTests {
  private static let id = ProviderID("github")!
  private static let emails = """
    [{"email":"old@example.com","primary":false,"verified":true,"visibility":null},\
    {"email":"Octo@example.com","primary":true,"verified":true,"visibility":"private"}]
    """
  private let provider: TestProvider

  init() throws {
    provider = try TestProvider()
    provider.set(
      "/login/oauth/access_token",
      TestProvider.json(#"{"access_token":"gho_1","scope":"user:email","token_type":"bearer"}"#))
    provider.set(
      "/user",
      TestProvider.json(
        #"{"id":583231,"login":"octocat","name":"The Octocat","email":"shown@example.com","#
          + #""avatar_url":"https://avatars.githubusercontent.com/u/583231?v=4"}"#))
    provider.set("/user/emails", TestProvider.json(Self.emails))
  }

  private func providers() throws -> FederatedProviders {
    var declaration = ProviderDeclaration(.github, id: "github")
    declaration.client_id = "Iv1.abc"
    declaration.client_secret_file = "secret"
    let configuration = try ProviderConfiguration(
      declaration, publicURL: "https://portico.example",
      files: ProviderSecretFiles { _, _ throws(ProviderRefusal) in Array("s3cret".utf8) })
    return FederatedProviders([configuration], transport: provider, clock: provider.clock)
  }

  private func redeem(
    _ response: ProviderResponse = ProviderResponse(code: Secret(TestProvider.code))
  ) async throws -> ProviderAssertion {
    try await providers().redeem(response, of: TestProvider.request, at: Self.id)
  }

  @Test("The request asks for addresses, with PKCE by S256")
  func request() async throws {
    let url = try await providers().authorizationURL(at: Self.id, TestProvider.request)
    #expect(
      url
        == "https://github.com/login/oauth/authorize?response_type=code&client_id=Iv1.abc"
        + "&redirect_uri=https%3A%2F%2Fportico.example%2Fv1%2Ffederation%2Fcallback%2Fgithub"
        + "&scope=user%3Aemail&state=state-1"
        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
    #expect(provider.calls.isEmpty)
  }

  @Test("The user's number is the subject, and the primary address is used")
  func assertion() async throws {
    let assertion = try await redeem()
    #expect(
      assertion.subject == FederatedSubject(issuer: "https://github.com", subject: "583231"))
    #expect(assertion.email?.text == "octo@example.com" && assertion.saysEmailIsVerified)
    #expect(assertion.name == "The Octocat" && assertion.refreshToken == nil)
    #expect(assertion.pictureURL == "https://avatars.githubusercontent.com/u/583231?v=4")
    let calls = provider.calls
    #expect(
      calls.map(\.endpoint.text) == [
        "https://github.com/login/oauth/access_token", "https://api.github.com/user",
        "https://api.github.com/user/emails",
      ])
    #expect(calls[0].accept == "application/json" && calls[0].authorization == nil)
    let form = try #require(calls[0].form?.exposed)
    #expect(form.contains("code_verifier=\(TestProvider.verifier)&"))
    #expect(form.contains("client_secret=s3cret&"))
    for call in calls.dropFirst() {
      #expect(call.accept == "application/vnd.github+json" && call.form == nil)
      #expect(call.authorization?.exposed == "Bearer gho_1")
    }
  }

  @Test(
    "Of several addresses the primary one counts, verified or not",
    arguments: [
      (#"[{"email":"a@example.com","primary":true,"verified":false}]"#, "a@example.com", false),
      (#"[{"email":"a@example.com","primary":false,"verified":true}]"#, nil, false),
      (
        #"[{"email":"a@example.com","primary":true,"verified":true},{"email":"b@example.com","#
          + #""primary":true,"verified":true}]"#, nil, false
      ),
      (
        #"[{"email":"1+a@users.noreply.github.com","primary":true,"verified":true}]"#, nil, false
      ),
      (#"[{"email":"not an address","primary":true,"verified":true}]"#, nil, false),
      (#"[7,{"email":"a@example.com","primary":true,"verified":true}]"#, "a@example.com", true),
      (#"[]"#, nil, false), (#"{}"#, nil, false), (#"{"#, nil, false),
    ] as [(String, String?, Bool)])
  func emails(json: String, email: String?, isVerified: Bool) async throws {
    provider.set("/user/emails", TestProvider.json(json))
    let assertion = try await redeem()
    #expect(assertion.email?.text == email && assertion.saysEmailIsVerified == isVerified)
  }

  @Test("Without the scope there is no address, and still a sign-in")
  func scopes() async throws {
    for status in [403, 404] {
      provider.set("/user/emails", TestProvider.json("{}", status: status))
      #expect(try await redeem().email == nil)
    }
  }

  @Test("A response that is not a user counts as unavailable")
  func users() async throws {
    for json in [
      "{}", #"{"id":0}"#, #"{"id":-1}"#, #"{"id":"7"}"#, #"{"id":1.5}"#, #"{"id":null}"#, "[]",
      #"{"id":99999999999999999999}"#,
    ] {
      provider.set("/user", TestProvider.json(json))
      await #expect(throws: ProviderFailure.unavailable) { try await redeem() }
    }
    provider.set("/user", TestProvider.json("{}", status: 401))
    await #expect(throws: ProviderFailure.unavailable) { try await redeem() }
  }

  @Test("Errors with status 200 are errors, and a foreign issuer is refused (RFC 9207)")
  func errors() async throws {
    for issuer in ["https://github.com", "https://github.com/login/oauth"] {
      _ = try await redeem(ProviderResponse(code: Secret(TestProvider.code), issuer: issuer))
    }
    await #expect(throws: ProviderFailure.wrongIssuer) {
      try await redeem(
        ProviderResponse(code: Secret(TestProvider.code), issuer: "https://evil.example"))
    }
    provider.set(
      "/login/oauth/access_token",
      TestProvider.json(#"{"error":"bad_verification_code","error_description":"…"}"#))
    await #expect(throws: ProviderFailure.failed) { try await redeem() }
  }

  @Test("It makes no id tokens, sends no notices and keeps nothing to revoke")
  func others() async throws {
    let providers = try providers()
    await #expect(throws: ProviderFailure.failed) {
      try await providers.check(Secret("x"), nonce: "n", code: nil, name: nil, at: Self.id)
    }
    await #expect(throws: ProviderFailure.failed) { try await providers.notice([], from: Self.id) }
    await #expect(throws: ProviderFailure.failed) {
      try await providers.revoke(Secret("x"), at: Self.id)
    }
  }

  @Test("Attack: changed users and addresses crash nothing")
  func garbage() throws {
    var random = SeededGenerator(announcing: "GitHubTests", seed: 0x617)
    let good = Array(Self.emails.utf8)
    for _ in 0..<500 {
      _ = GitHubEmail.chosen(random.flipped(good))
      _ = GitHubProfile(Array(good.prefix(random.below(good.count))))
    }
  }
}
