import Crypto
import DevelopmentProviders
import Foundation
import IdentityDomain
import IdentityFederation
import JWTKit
import NetworkTransfer
import Testing

/// FED-6, FED-9.
@Suite("Sign in with Apple")
struct AppleTests {
  private static let issuer = "https://appleid.apple.com"
  private static let id = ProviderID("apple")!
  private let provider: TestProvider
  private let key = P256.Signing.PrivateKey()

  init() throws {
    provider = try TestProvider()
    let document = [
      "issuer": "\"\(Self.issuer)\"",
      "authorization_endpoint": #""https://appleid.apple.com/auth/authorize""#,
      "token_endpoint": #""https://appleid.apple.com/auth/token""#,
      "revocation_endpoint": #""https://appleid.apple.com/auth/revoke""#,
      "jwks_uri": #""https://appleid.apple.com/auth/keys""#, "userinfo_endpoint": "absent",
      "token_endpoint_auth_methods_supported": #"["client_secret_post"]"#,
    ]
    provider.set(
      "/.well-known/openid-configuration", TestProvider.json(TestProvider.discovery(document)))
    provider.set("/auth/keys", TestProvider.json(try TestKey.keySet([provider.key])))
    try give(token(audience: "service-1"))
  }

  private func token(audience: String, _ changes: [String: String] = [:]) -> TestToken {
    var token = provider.token()
    token.claims.merge([
      "iss": "\"\(Self.issuer)\"", "aud": "\"\(audience)\"", "email_verified": #""true""#,
      "is_private_email": #""true""#, "email": #""x1@privaterelay.appleid.com""#,
      "nonce_supported": "true",
    ]) { $1 }
    token.claims["name"] = nil
    token.claims.merge(changes) { $1 }
    return token
  }

  private func give(_ token: TestToken) throws {
    let text = try token.text(provider.key)
    provider.set(
      "/auth/token",
      TestProvider.json(
        """
        {"access_token":"\(TestProvider.accessToken)","token_type":"Bearer","expires_in":3600,\
        "refresh_token":"refresh-1","id_token":"\(text)"}
        """))
  }

  private func providers() throws -> FederatedProviders {
    var declaration = ProviderDeclaration(.apple, id: "apple")
    declaration.client_id = "service-1"
    declaration.team_id = "TEAM000001"
    declaration.key_id = "KEY0000001"
    declaration.key_file = "key"
    declaration.native_client_ids = ["bundle-1"]
    let pem = key.pemRepresentation
    let configuration = try ProviderConfiguration(
      declaration, publicURL: "https://portico.example",
      files: ProviderSecretFiles { _, _ throws(ProviderRefusal) in Array(pem.utf8) })
    return FederatedProviders([configuration], transport: provider, clock: provider.clock)
  }

  private func redeem(_ user: String? = nil) async throws -> ProviderAssertion {
    try await providers().redeem(
      ProviderResponse(code: Secret(TestProvider.code), user: user), of: TestProvider.request,
      at: Self.id)
  }

  private func form(_ path: String) throws -> [String: String] {
    let call = try #require(provider.calls.last { $0.endpoint.peer.path == path })
    let form = try #require(call.form)
    let items = URLComponents(string: "x:?" + form.exposed)?.queryItems ?? []
    return Dictionary(uniqueKeysWithValues: items.map { ($0.name, $0.value ?? "") })
  }

  private struct SecretClaims: JWTPayload {
    let iss: String
    let iat: Int
    let exp: Int
    let aud: String
    let sub: String
    func verify(using algorithm: some JWTAlgorithm) async throws {}
  }

  private func secret(_ path: String) async throws -> SecretClaims {
    let text = try #require(form(path)["client_secret"])
    let keys = JWTKeyCollection()
    await keys.add(
      ecdsa: try ES256PublicKey(pem: key.publicKey.pemRepresentation), kid: "KEY0000001")
    let head = try #require(text.split(separator: ".").first)
    let header = String(decoding: Base64URL.bytes(head) ?? [], as: UTF8.self)
    #expect(header.contains(#""alg":"ES256""#) && header.contains(#""kid":"KEY0000001""#))
    return try await keys.verify(text)
  }

  @Test("Name and address are asked for, by form post")
  func request() async throws {
    let url = try await providers().authorizationURL(at: Self.id, TestProvider.request)
    #expect(url.hasPrefix("https://appleid.apple.com/auth/authorize?"))
    #expect(url.contains("&scope=openid%20name%20email&"))
    #expect(url.hasSuffix("&response_mode=form_post"))
  }

  @Test("The client secret is signed for ten minutes, and its public key verifies it")
  func clientSecret() async throws {
    _ = try await redeem()
    let claims = try await secret("/auth/token")
    #expect(claims.iss == "TEAM000001" && claims.sub == "service-1" && claims.aud == Self.issuer)
    #expect(claims.iat == 1_800_000_000 && claims.exp == 1_800_000_600)
    let form = try form("/auth/token")
    #expect(form["client_id"] == "service-1" && form["code_verifier"] == TestProvider.verifier)
  }

  @Test("Booleans written as texts are read, and the relay address counts as verified")
  func assertion() async throws {
    let user = #"{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"evil@example.com"}"#
    let first = try await redeem(user)
    #expect(first.subject == FederatedSubject(issuer: Self.issuer, subject: "subject-1"))
    #expect(first.email?.text == "x1@privaterelay.appleid.com" && first.saysEmailIsVerified)
    #expect(first.name == "Ada Lovelace" && first.refreshToken?.exposed == "service-1 refresh-1")
    for (user, name) in [
      (nil, nil), ("", nil), ("{}", nil), (#"{"name":{"firstName":"Ada"}}"#, "Ada"),
      (#"{"name":{"firstName":" ","lastName":""}}"#, nil), (#"{"name":"Ada"}"#, nil),
      (#"{"name":{"firstName":"A\u000a\u0000B"}}"#, "A B"),
      (#"{"name":{"firstName":"\#(String(repeating: "a", count: 3_000))"}}"#, nil),
    ] as [(String?, String?)] {
      try give(token(audience: "service-1"))
      #expect(try await redeem(user).name == name)
    }
    for (flag, isVerified) in [
      (#""false""#, false), ("false", false), ("true", true), ("1", false),
    ] {
      try give(token(audience: "service-1", ["email_verified": flag]))
      #expect(try await redeem().saysEmailIsVerified == isVerified)
    }
  }

  @Test("A native sheet's code is redeemed as the app that it was made for")
  func native() async throws {
    let token = token(audience: "bundle-1")
    try give(token)
    let assertion = try await providers().check(
      Secret(try token.text(provider.key)), nonce: TestProvider.nonce,
      code: Secret(TestProvider.code), name: "Ada", at: Self.id)
    #expect(assertion.name == "Ada" && assertion.refreshToken?.exposed == "bundle-1 refresh-1")
    #expect(try await secret("/auth/token").sub == "bundle-1")
    let form = try form("/auth/token")
    #expect(form["client_id"] == "bundle-1" && form["code_verifier"] == nil)
    #expect(form["redirect_uri"] == nil)
  }

  @Test("Attack: somebody else's code beside one's own id token is refused")
  func foreignCode() async throws {
    let own = try token(audience: "bundle-1").text(provider.key)
    try give(token(audience: "bundle-1", ["sub": #""subject-2""#]))
    await #expect(throws: ProviderFailure.invalidAssertion) {
      try await providers().check(
        Secret(own), nonce: TestProvider.nonce, code: Secret(TestProvider.code), name: nil,
        at: Self.id)
    }
  }

  @Test("Revoking names the client to which the token was given (RFC 7009)")
  func revoke() async throws {
    let providers = try providers()
    provider.set("/auth/revoke", TestProvider.json("{}"))
    try await providers.revoke(Secret("bundle-1 refresh-1"), at: Self.id)
    let form = try form("/auth/revoke")
    #expect(form["token"] == "refresh-1" && form["token_type_hint"] == "refresh_token")
    #expect(form["client_id"] == "bundle-1")
    #expect(try await secret("/auth/revoke").sub == "bundle-1")
    for (answer, failure) in [
      (nil, .unavailable), (TestProvider.json("{}", status: 503), .unavailable),
      (TestProvider.json("{}", status: 401), .unavailable),
      (TestProvider.json(#"{"error":"invalid_client"}"#, status: 400), .unavailable),
      (TestProvider.json("{}", status: 429), .unavailable),
      (TestProvider.json("{}", status: 302), .unavailable),
      (TestProvider.json(#"{"error":"invalid_request"}"#, status: 400), .failed),
    ] as [(ProviderAnswer?, ProviderFailure)] {
      provider.set("/auth/revoke", answer)
      await #expect(throws: failure) {
        try await providers.revoke(Secret("bundle-1 refresh-1"), at: Self.id)
      }
    }
    await #expect(throws: ProviderFailure.failed) {
      try await providers.revoke(Secret("garbage"), at: Self.id)
    }
  }

  // MARK: Notices

  private func notice(
    _ changes: [String: String] = [:],
    events: String = #"{\"type\":\"consent-revoked\",\"sub\":\"subject-1\",\"event_time\":1}"#,
    _ key: TestKey? = nil
  ) throws -> [UInt8] {
    let now = provider.clock.now().numericDate
    let claims = [
      "iss": "\"\(Self.issuer)\"", "aud": #""service-1""#, "iat": "\(now)", "jti": #""j-1""#,
      "events": "\"\(events)\"",
    ].merging(changes) { $1 }.filter { $0.value != "absent" }
    let token = TestToken(
      header: ["alg": #""ES256""#, "kid": #""key-1""#], claims: claims, payload: nil)
    return Array(#"{"payload":"\#(try token.text(key ?? provider.key))"}"#.utf8)
  }

  @Test("Each kind of notice is read (Apple: Processing changes for Sign in with Apple accounts)")
  func notices() async throws {
    let subject = try #require(FederatedSubject(issuer: Self.issuer, subject: "subject-1"))
    let providers = try providers()
    for (type, expected) in [
      ("consent-revoked", .consentRevoked(subject)), ("account-delete", .accountDeleted(subject)),
      ("account-deleted", .accountDeleted(subject)),
      ("email-disabled", .relayChanged(subject, isForwarding: false)),
      ("email-enabled", .relayChanged(subject, isForwarding: true)), ("news", nil),
    ] as [(String, ProviderNotice?)] {
      let events = #"{\"type\":\"\#(type)\",\"sub\":\"subject-1\"}"#
      #expect(try await providers.notice(notice(events: events), from: Self.id) == expected)
    }
    #expect(try await providers.notice(notice(["aud": #""bundle-1""#]), from: Self.id) != nil)
  }

  @Test("Attack: a notice that Apple did not send for us is refused")
  func falseNotices() async throws {
    let providers = try providers()
    let now = provider.clock.now().numericDate
    for (body, failure) in [
      (try notice(["iss": #""https://evil.example""#]), .wrongIssuer),
      (try notice(["aud": #""other""#]), .invalidAssertion),
      (try notice(["iat": "\(now + 61)"]), .invalidAssertion),
      (try notice(["iat": "\(now - 86_461)"]), .invalidAssertion),
      (try notice(["exp": "\(now - 60)"]), .invalidAssertion),
      (try notice(["events": "absent"]), .invalidAssertion),
      (try notice(events: "x"), .invalidAssertion), (try notice(events: "{}"), .invalidAssertion),
      (try notice(events: #"{\"type\":\"account-delete\",\"sub\":\"\"}"#), .invalidAssertion),
      (try notice(.ec("key-1")), .invalidAssertion),
      (Array("{}".utf8), .invalidAssertion), ([], .invalidAssertion),
      (Array(#"{"payload":7}"#.utf8), .invalidAssertion),
      // An ID token is not a notification.
      (
        Array(#"{"payload":"\#(try token(audience: "service-1").text(provider.key))"}"#.utf8),
        .invalidAssertion
      ),
      ([UInt8](repeating: 0x20, count: 40_000), .invalidAssertion),
    ] as [([UInt8], ProviderFailure)] {
      await #expect(throws: failure) { try await providers.notice(body, from: Self.id) }
    }
  }

  private func notice(_ key: TestKey) throws -> [UInt8] { try notice([:], key) }

  @Test("The development provider is revoked, sends notices, and hands out codes with its sheet")
  func development() async throws {
    let house = try DevelopmentHouse()
    let person = DevelopmentPerson(name: "Ada Lovelace", email: "ada@icloud.com")
    let sheet = try #require(await house.set.nativeSheet(person, at: "apple", nonce: "n-1"))
    let assertion = try await house.providers.check(
      Secret(sheet.idToken), nonce: "n-1", code: sheet.code.map { Secret($0) },
      name: "Ada Lovelace", at: Self.id)
    #expect(await house.set.refreshTokenCount(at: "apple") == 1)
    let body = try #require(
      await house.set.notice("consent-revoked", of: person, id: "j-1"))
    #expect(
      try await house.providers.notice(body, from: Self.id) == .consentRevoked(assertion.subject))
    try await house.providers.revoke(try #require(assertion.refreshToken), at: Self.id)
    #expect(await house.set.refreshTokenCount(at: "apple") == 0)
  }
}
