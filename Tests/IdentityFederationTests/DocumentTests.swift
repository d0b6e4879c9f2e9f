import IdentityDomain
import IdentityFederation
import NetworkTransfer
import Testing

/// FED-10: keys rotate, documents change, providers are down.
@Suite("Documents of providers")
struct DocumentTests {
  private static let discovery = "/.well-known/openid-configuration"

  @Test("Discovery and keys are asked for once while they are fresh")
  func cached() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    for _ in 0..<5 {
      #expect(await providers.failure() == nil)
    }
    #expect(provider.count(Self.discovery) == 1 && provider.count("/keys") == 1)
  }

  @Test(
    "Cache headers are followed, between five minutes and twelve hours (RFC 9111 section 4.2)",
    arguments: [
      (["cache-control": "public, max-age=1000"], 1_000),
      (["cache-control": "MAX-AGE=1000", "age": "400"], 600),
      (["cache-control": "max-age=10"], 300),
      (["cache-control": "max-age=99999999999999999999"], 43_200),
      (["cache-control": "max-age=1000", "age": "x"], 1_000),
      (["cache-control": "max-age=1000, no-cache"], 300),
      (["cache-control": "no-store"], 300),
      (["cache-control": "max-age=1000, max-age=2000"], 300),
      (["cache-control": "max-age=-5"], 300),
      (["cache-control": "s-maxage=9000"], 300),
      (["expires": "Fri, 15 Jan 2027 09:00:00 GMT"], 3_600),
      (["expires": "0"], 300), ([:], 300),
      (["cache-control": "max-age=1000", "expires": "0"], 1_000),
    ] as [([String: String], Int64)])
  func freshness(fields: [String: String], seconds: Int64) async throws {
    let provider = try TestProvider()
    provider.set(Self.discovery, TestProvider.json(TestProvider.discovery(), fields))
    let providers = try provider.providers()
    // 2027-01-15T08:00:00Z
    _ = try await providers.authorizationURL(at: TestProvider.id, TestProvider.request)
    provider.clock.advance(.seconds(seconds - 1))
    _ = try await providers.authorizationURL(at: TestProvider.id, TestProvider.request)
    #expect(provider.count(Self.discovery) == 1)
    provider.clock.advance(.seconds(1))
    _ = try await providers.authorizationURL(at: TestProvider.id, TestProvider.request)
    #expect(provider.count(Self.discovery) == 2)
  }

  @Test("A key that the provider has just begun to use is fetched, and the old one stays valid")
  func rotation() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    #expect(await providers.failure() == nil)
    provider.clock.advance(.seconds(120))
    let next = TestKey.ec("key-2")
    provider.set("/keys", TestProvider.json(try TestKey.keySet([provider.key, next])))
    try provider.give(provider.token(next), next)
    #expect(await providers.failure() == nil && provider.count("/keys") == 2)
    try provider.give(provider.token())
    #expect(await providers.failure() == nil && provider.count("/keys") == 2)
    // Gone once the copy is no longer fresh.
    provider.set("/keys", TestProvider.json(try TestKey.keySet([next])))
    provider.clock.advance(.seconds(300))
    try provider.give(provider.token())
    #expect(await providers.failure() == .invalidAssertion)
  }

  @Test("Attack: tokens with made-up keys make us ask the provider once a minute, not once each")
  func unknownKeys() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    #expect(await providers.failure() == nil)
    provider.clock.advance(.seconds(60))
    let good = provider.token()
    for number in 0..<50 {
      var token = good
      token.header["kid"] = "\"made-up-\(number)\""
      try provider.give(token)
      #expect(await providers.failure() == .invalidAssertion)
    }
    #expect(provider.count("/keys") == 2)
    provider.clock.advance(.seconds(60))
    #expect(await providers.failure() == .invalidAssertion)
    #expect(provider.count("/keys") == 3)
    try provider.give(provider.token())
    #expect(await providers.failure() == nil)
  }

  @Test(
    "An unknown key while the keys cannot be fetched is the provider's failure, not the user's")
  func unknownAndDown() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    #expect(await providers.failure() == nil)
    provider.clock.advance(.seconds(60))
    provider.set("/keys", nil)
    let next = TestKey.ec("key-2")
    try provider.give(provider.token(next), next)
    #expect(await providers.failure() == .unavailable)
    // Those that are known go on.
    try provider.give(provider.token())
    #expect(await providers.failure() == nil)
  }

  @Test("Documents that cannot be renewed are used for a day, and no longer")
  func stale() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    #expect(await providers.failure() == nil)
    provider.set(Self.discovery, TestProvider.json("{}", status: 503))
    provider.set("/keys", nil)
    provider.clock.advance(.seconds(24 * 3_600 - 1))
    try provider.give(provider.token())
    #expect(await providers.failure() == nil)
    provider.clock.advance(.seconds(1))
    try provider.give(provider.token())
    #expect(await providers.failure() == .unavailable)
    provider.set(Self.discovery, TestProvider.json(TestProvider.discovery()))
    provider.set("/keys", TestProvider.json(try TestKey.keySet([provider.key])))
    // After a failure nobody tries again for ten seconds.
    #expect(await providers.failure() == .unavailable)
    provider.clock.advance(.seconds(10))
    #expect(await providers.failure() == nil)
  }

  @Test("While a provider is down, it is tried every ten seconds, however many ask")
  func calm() async throws {
    let provider = try TestProvider()
    provider.set(Self.discovery, nil)
    let providers = try provider.providers()
    for second in 0..<30 {
      #expect(await providers.failure() == .unavailable)
      #expect(provider.count(Self.discovery) == second / 10 + 1)
      provider.clock.advance(.seconds(1))
    }
  }

  @Test("Many who ask at once make one request")
  func together() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    await withTaskGroup(of: ProviderFailure?.self) { group in
      for _ in 0..<FederationRules.callsAtOnce { group.addTask { await providers.failure() } }
      for await failure in group { #expect(failure == nil) }
    }
    #expect(provider.count(Self.discovery) == 1 && provider.count("/keys") == 1)
  }

  @Test("A discovery document that moved is found when the old addresses fail")
  func moved() async throws {
    let provider = try TestProvider()
    let answer = TestProvider.json(TestProvider.discovery(), ["cache-control": "max-age=9999"])
    provider.set(Self.discovery, answer)
    let providers = try provider.providers()
    #expect(await providers.failure() == nil)
    provider.clock.advance(.seconds(60))
    let call = try #require(provider.calls.first { $0.endpoint.peer.path == "/token" })
    let token = await provider.answer(to: call)
    provider.set("/new/token", token)
    provider.set(
      Self.discovery,
      TestProvider.json(
        TestProvider.discovery(["token_endpoint": #""https://id.example.com/new/token""#])))
    provider.set("/token", nil)
    #expect(await providers.failure() == .unavailable)
    #expect(await providers.failure() == nil)
  }
}
