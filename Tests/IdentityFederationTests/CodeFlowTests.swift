import Crypto
import Foundation
import IdentityDomain
import IdentityFederation
import NetworkTransfer
import Testing

/// FED-5, SEC "Third parties and passkeys", RFC 9700.
@Suite("The code flow")
struct CodeFlowTests {
  private func fields(_ url: String) -> [String: String] {
    let items = URLComponents(string: url)?.queryItems ?? []
    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
  }

  private func form(_ provider: TestProvider, _ path: String = "/token") throws -> [String: String]
  {
    let call = try #require(provider.calls.last { $0.endpoint.peer.path == path })
    let form = try #require(call.form)
    return fields("x:?" + form.exposed.replacing("+", with: "%20"))
  }

  @Test("The authorization request has all that RFC 9700 asks for, and PKCE by S256")
  func request() async throws {
    let provider = try TestProvider()
    let url = try await provider.providers()
      .authorizationURL(at: TestProvider.id, TestProvider.request)
    #expect(url.hasPrefix("https://id.example.com/authorize?response_type=code&"))
    #expect(
      fields(url) == [
        "response_type": "code", "client_id": "client-1", "scope": "openid email profile",
        "redirect_uri": "https://portico.example/v1/federation/callback/example",
        "state": "state-1", "nonce": TestProvider.nonce, "code_challenge_method": "S256",
        // RFC 7636 appendix B.
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      ])
    #expect(!url.contains("+") && !url.contains(TestProvider.verifier))
  }

  @Test("A query that the authorization endpoint has stays (RFC 6749 section 3.1)")
  func query() async throws {
    let provider = try TestProvider()
    provider.set(
      "/.well-known/openid-configuration",
      TestProvider.json(
        TestProvider.discovery([
          "authorization_endpoint": #""https://id.example.com/authorize?tenant=a""#
        ])))
    let url = try await provider.providers()
      .authorizationURL(at: TestProvider.id, TestProvider.request)
    #expect(url.hasPrefix("https://id.example.com/authorize?tenant=a&response_type=code&"))
  }

  @Test("The verifier is sent with the code, and the secret in the form that the provider accepts")
  func exchange() async throws {
    for (methods, isBasic) in [
      (nil, true), (#"["client_secret_basic","client_secret_post"]"#, true),
      (#"["client_secret_post"]"#, false),
    ] {
      let provider = try TestProvider()
      let changes = methods.map { ["token_endpoint_auth_methods_supported": $0] } ?? [:]
      provider.set(
        "/.well-known/openid-configuration", TestProvider.json(TestProvider.discovery(changes)))
      #expect(try await provider.providers().failure() == nil)
      var expected = [
        "grant_type": "authorization_code", "code": TestProvider.code,
        "redirect_uri": "https://portico.example/v1/federation/callback/example",
        "code_verifier": TestProvider.verifier,
      ]
      if !isBasic {
        expected["client_id"] = "client-1"
        expected["client_secret"] = "s3cret+/="
      }
      #expect(try form(provider) == expected)
      let call = try #require(provider.calls.last { $0.endpoint.peer.path == "/token" })
      // RFC 6749 section 2.3.1: both parts are encoded as in a form.
      let pair = Data("client-1:s3cret%2B%2F%3D".utf8).base64EncodedString()
      #expect(call.authorization?.exposed == (isBasic ? "Basic \(pair)" : nil))
    }
  }

  @Test("A public client sends its id and the verifier")
  func publicClient() async throws {
    let provider = try TestProvider()
    #expect(try await provider.providers { $0.client_secret_file = nil }.failure() == nil)
    let form = try form(provider)
    #expect(form["client_id"] == "client-1" && form["client_secret"] == nil)
    #expect(form["code_verifier"] == TestProvider.verifier)
  }

  @Test("A provider that does not accept a client secret is distinguished in the log")
  func foreignMethods() async throws {
    let provider = try TestProvider()
    provider.set(
      "/.well-known/openid-configuration",
      TestProvider.json(
        TestProvider.discovery(["token_endpoint_auth_methods_supported": #"["private_key_jwt"]"#])))
    #expect(try await provider.providers().failure() == .failed)
    #expect(provider.told.map(\.cause) == [.oauth("invalid_client")])
    #expect(provider.count("/token") == 0)
  }

  @Test(
    "Each error of a response is its own failure, and redeems nothing",
    arguments: [
      (ProviderResponse(error: "access_denied"), .refused),
      (ProviderResponse(error: "user_cancelled_authorize"), .cancelled),
      (ProviderResponse(error: "server_error"), .failed),
      (ProviderResponse(error: ""), .failed),
      (ProviderResponse(code: Secret("c"), error: "access_denied"), .refused),
      (ProviderResponse(), .failed), (ProviderResponse(code: Secret("")), .failed),
      (ProviderResponse(code: Secret(String(repeating: "c", count: 4_097))), .failed),
    ] as [(ProviderResponse, ProviderFailure)])
  func errors(response: ProviderResponse, failure: ProviderFailure) async throws {
    let provider = try TestProvider()
    #expect(try await provider.providers().failure(response) == failure)
    #expect(provider.count("/token") == 0)
  }

  @Test(
    "Attack: mix-up: a response of another issuer redeems nothing (RFC 9207 section 2.4)",
    arguments: [false, true])
  func mixUp(namesIssuer: Bool) async throws {
    let provider = try TestProvider()
    provider.set(
      "/.well-known/openid-configuration",
      TestProvider.json(
        TestProvider.discovery([
          "authorization_response_iss_parameter_supported": "\(namesIssuer)"
        ])))
    let providers = try provider.providers()
    let code = Secret<ProviderCode>(TestProvider.code)
    for issuer in ["https://evil.example", "", "https://id.example.com/", "HTTPS://id.example.com"]
    {
      #expect(await providers.failure(ProviderResponse(code: code, issuer: issuer)) == .wrongIssuer)
      // An error of somebody else says nothing of this sign-in.
      let error = ProviderResponse(issuer: issuer, error: "access_denied")
      #expect(await providers.failure(error) == .wrongIssuer)
    }
    #expect(
      await providers.failure(ProviderResponse(code: code)) == (namesIssuer ? .wrongIssuer : nil))
    #expect(
      await providers.failure(ProviderResponse(code: code, issuer: TestProvider.issuer)) == nil)
    #expect(provider.count("/token") == (namesIssuer ? 1 : 2))
  }

  @Test("Without an address in the id token, the userinfo endpoint of the same subject has it")
  func userinfo() async throws {
    let provider = try TestProvider()
    var token = provider.token()
    token.claims["email"] = nil
    try provider.give(token)
    provider.set(
      "/userinfo",
      TestProvider.json(#"{"sub":"subject-1","email":"a@example.com","email_verified":"true"}"#))
    let assertion = try await provider.providers().signIn()
    #expect(assertion.email?.text == "a@example.com" && assertion.saysEmailIsVerified)
    let call = try #require(provider.calls.last)
    #expect(call.authorization?.exposed == "Bearer \(TestProvider.accessToken)")
    // Who did not ask for addresses does not ask there either.
    #expect(try await provider.providers { $0.scopes = ["openid"] }.signIn().email == nil)
    #expect(provider.count("/userinfo") == 1)
  }

  @Test("Attack: another subject's userinfo is refused (OpenID Connect Core 1.0 section 5.3.2)")
  func foreignUserinfo() async throws {
    let provider = try TestProvider()
    var token = provider.token()
    token.claims["email"] = nil
    try provider.give(token)
    provider.set("/userinfo", TestProvider.json(#"{"sub":"subject-2","email":"v@example.com"}"#))
    #expect(try await provider.providers().failure() == .invalidAssertion)
  }

  @Test("A native sheet's token names an app of ours, and has the nonce of this server")
  func native() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    for (claims, failure) in [
      (["aud": #""app-1""#], nil), (["aud": #""client-1""#, "azp": #""app-1""#], nil),
      (["aud": #""app-2""#], .invalidAssertion),
      (["aud": #""client-1""#, "azp": #""app-2""#], .invalidAssertion),
      (["aud": #""app-1""#, "nonce": #""other""#], .wrongNonce),
    ] as [([String: String], ProviderFailure?)] {
      var token = provider.token()
      token.claims.merge(claims) { $1 }
      let text = try token.text(provider.key)
      do throws(ProviderFailure) {
        _ = try await providers.check(
          Secret(text), nonce: TestProvider.nonce, code: nil, name: nil, at: TestProvider.id)
        #expect(failure == nil)
      } catch { #expect(error == failure) }
    }
  }

  @Test("Attack: a provider without native apps accepts no token from a device")
  func noNative() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers { $0.native_client_ids = nil }
    #expect(!providers.policies[0].takesNativeTokens)
    let text = try provider.token().text(provider.key)
    await #expect(throws: ProviderFailure.failed) {
      try await providers.check(
        Secret(text), nonce: TestProvider.nonce, code: nil, name: nil, at: TestProvider.id)
    }
  }

  @Test("Nothing that is reported about a provider contains a secret")
  func secrets() async throws {
    let provider = try TestProvider()
    provider.set("/token", TestProvider.json(#"{"error":"s3cret"}"#, status: 400))
    let providers = try provider.providers()
    _ = await providers.failure()
    var shown = "\(provider.told) \(String(reflecting: provider.calls))"
    dump(provider.calls, to: &shown)
    dump(provider.told, to: &shown)
    for secret in ["s3cret", TestProvider.code, TestProvider.verifier] {
      #expect(!shown.contains(secret))
    }
  }
}
