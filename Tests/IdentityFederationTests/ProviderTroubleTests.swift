import IdentityDomain
import IdentityFederation
import NetworkTransfer
import Testing

/// FED-10.
@Suite("Providers in trouble", .timeLimit(.minutes(20)))
struct ProviderTroubleTests {
  private static let paths = [
    "/.well-known/openid-configuration": ProviderTrouble.Place.discovery, "/keys": .keys,
    "/token": .token, "/userinfo": .userinfo,
  ]

  @Test(
    "A response that no provider should send counts as unavailable, and the log says where",
    arguments: [
      nil,
      TestProvider.json("{}", status: 500), TestProvider.json("{}", status: 503),
      TestProvider.json("{}", status: 429), TestProvider.json("{}", status: 302),
      TestProvider.json("{}", status: 404), TestProvider.json("", status: 204),
      TestProvider.json("{}"), TestProvider.json(""), TestProvider.json("[]"),
      TestProvider.json("null"), TestProvider.json("{"),
      TestProvider.json("<!doctype html><title>Sign in</title>", ["content-type": "text/html"]),
    ] as [ProviderAnswer?])
  func trouble(answer: ProviderAnswer?) async throws {
    for (path, place) in Self.paths {
      let provider = try TestProvider()
      var token = provider.token()
      token.claims["email"] = nil
      try provider.give(token)
      provider.set("/userinfo", TestProvider.json(#"{"sub":"subject-1"}"#))
      provider.set(path, answer)
      #expect(try await provider.providers().failure() == .unavailable, "\(path)")
      #expect(provider.told.map(\.place) == [place])
    }
  }

  @Test("Attack: lists nested as deeply as fits count as unavailable, and exhaust no stack")
  func depth() async throws {
    for path in Self.paths.keys {
      let provider = try TestProvider()
      var token = provider.token()
      token.claims["email"] = nil
      try provider.give(token)
      let list = String(repeating: "[", count: 200_000)
      for text in [list, #"{"keys":\#(list)"#, #"{"issuer":\#(list)"#] {
        provider.set(path, TestProvider.json(text))
        let failure = try await provider.providers().failure()
        #expect(failure == .unavailable, "\(path)")
      }
    }
  }

  @Test("A valid document of the wrong type is not trusted: HTML could be anybody's upload")
  func contentTypes() async throws {
    for (type, isGood) in [
      ("application/json", true), ("Application/JSON; charset=utf-8", true),
      ("application/jwk-set+json", true), ("text/html", false), ("text/plain", false),
      ("application/jsonp", false), ("", false), ("application/octet-stream", false),
    ] {
      for path in Self.paths.keys {
        let provider = try TestProvider()
        var token = provider.token()
        token.claims["email"] = nil
        try provider.give(token)
        provider.set("/userinfo", TestProvider.json(#"{"sub":"subject-1"}"#))
        let providers = try provider.providers()
        #expect(await providers.failure() == nil)
        let call = try #require(provider.calls.first { $0.endpoint.peer.path == path })
        let good = try #require(await provider.answer(to: call))
        provider.set(
          path, ProviderAnswer(status: 200, fields: ["content-type": type], body: good.body))
        let failure: ProviderFailure? = isGood ? nil : .unavailable
        #expect(try await provider.providers().failure() == failure, "\(type) \(path)")
      }
    }
  }

  @Test(
    "Attack: a discovery document that lies is not trusted (OpenID Connect Discovery 1.0 section 4.3)",
    arguments: [
      ["issuer": #""https://evil.example""#], ["issuer": #""https://id.example.com/""#],
      ["issuer": "absent"], ["issuer": "1"],
      ["token_endpoint": #""http://id.example.com/token""#],
      ["token_endpoint": #""http://127.0.0.1/token""#],
      ["token_endpoint": #""http://localhost:6379/""#],
      ["token_endpoint": #""file:///etc/passwd""#], ["token_endpoint": "absent"],
      ["authorization_endpoint": #""javascript:alert(1)""#],
      ["authorization_endpoint": #""https://id.example.com/a b""#],
      ["authorization_endpoint": #""https://a@id.example.com/""#],
      ["jwks_uri": #""ftp://id.example.com/keys""#], ["jwks_uri": #""""#],
      ["userinfo_endpoint": #""http://id.example.com/""#],
      ["revocation_endpoint": #""gopher://id.example.com/""#],
    ])
  func lies(changes: [String: String]) async throws {
    let provider = try TestProvider()
    provider.set(
      "/.well-known/openid-configuration", TestProvider.json(TestProvider.discovery(changes)))
    let providers = try provider.providers()
    await #expect(throws: ProviderFailure.unavailable) {
      try await providers.authorizationURL(at: TestProvider.id, TestProvider.request)
    }
    #expect(provider.told.map(\.cause) == [.unreadable] && provider.calls.count == 1)
  }

  @Test(
    "An error of the token endpoint ends this sign-in (RFC 6749 section 5.2)",
    arguments: [
      (400, "invalid_grant", "invalid_grant"), (401, "invalid_client", "invalid_client"),
      (200, "bad_verification_code", "bad_verification_code"),
      (400, "we hate <b>you</b>", "other"),
    ])
  func tokenErrors(status: Int, code: String, told: String) async throws {
    let provider = try TestProvider()
    provider.set("/token", TestProvider.json(#"{"error":"\#(code)"}"#, status: status))
    #expect(try await provider.providers().failure() == .failed)
    #expect(provider.told.map(\.cause) == [.oauth(told)])
  }

  @Test("A token response without an id token, or with another type of token, is refused")
  func grants() async throws {
    for (json, failure) in [
      (#"{"access_token":"a","token_type":"Bearer"}"#, .invalidAssertion),
      (#"{"access_token":"a","token_type":"mac","id_token":"x"}"#, .unavailable),
      (#"{"access_token":"","token_type":"Bearer","id_token":"x"}"#, .unavailable),
      (#"{"access_token":"a\r\nX: y","token_type":"Bearer","id_token":"x"}"#, .unavailable),
      (#"{"token_type":"Bearer","id_token":"x"}"#, .unavailable),
      (#"{"access_token":"a","token_type":"Bearer","id_token":7}"#, .unavailable),
    ] as [(String, ProviderFailure)] {
      let provider = try TestProvider()
      provider.set("/token", TestProvider.json(json))
      #expect(try await provider.providers().failure() == failure, "\(json)")
    }
  }

  /// Never answers the token endpoint until it is opened.
  private actor Stuck: ProviderTransport {
    private let provider: TestProvider
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    init(_ provider: TestProvider) { self.provider = provider }

    var count: Int { waiting.count }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
    }

    func answer(to call: ProviderCall) async -> ProviderAnswer? {
      if call.endpoint.peer.path == "/token", !isOpen {
        await withCheckedContinuation { waiting.append($0) }
      }
      return await provider.answer(to: call)
    }
  }

  @Test("A slow provider ties up only a few requests; the next sign-in there fails at once")
  func busy() async throws {
    let provider = try TestProvider()
    let stuck = Stuck(provider)
    let providers = try provider.providers(transport: stuck)
    await withTaskGroup(of: ProviderFailure?.self) { group in
      for _ in 0..<FederationRules.callsAtOnce { group.addTask { await providers.failure() } }
      while await stuck.count < FederationRules.callsAtOnce { await Task.yield() }
      #expect(await providers.failure() == .unavailable)
      #expect(provider.told.map(\.cause) == [.busy])
      await stuck.open()
      for await failure in group { #expect(failure == nil) }
    }
    #expect(await providers.failure() == nil)
  }

  @Test("All requests of a sign-in end before another return may take its exchange over")
  func limits() {
    #expect(FederationRules.answerLimit * 4 < SecurityRules.exchangeLease)
  }

  @Test("A provider in trouble does not affect the others")
  func apart() async throws {
    let provider = try TestProvider()
    provider.set("/.well-known/openid-configuration", nil)
    let providers = try provider.providers()
    let unknown = try #require(ProviderID("unknown"))
    await #expect(throws: ProviderFailure.unavailable) {
      try await providers.authorizationURL(at: unknown, TestProvider.request)
    }
    #expect(providers.policies.map(\.id) == [TestProvider.id])
  }
}
