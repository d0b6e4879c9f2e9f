import Foundation
import IdentityDomain
import IdentityFederation
import TestSupport
import Testing

/// FED-5, SEC "Third parties and passkeys".
@Suite("Id tokens")
struct IDTokenTests {
  /// A token that differs in one place. The change gets the token and the time in seconds.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let failure: ProviderFailure
    let change: @Sendable (inout TestToken, Int64) -> Void

    init(
      _ what: String, _ failure: ProviderFailure = .invalidAssertion,
      _ change: @escaping @Sendable (inout TestToken, Int64) -> Void
    ) {
      testDescription = what
      self.failure = failure
      self.change = change
    }
  }

  @Test("A valid id token identifies its user (OpenID Connect Core 1.0 section 3.1.3.7)")
  func good() async throws {
    let provider = try TestProvider()
    let assertion = try await provider.providers().signIn()
    #expect(
      assertion.subject == FederatedSubject(issuer: TestProvider.issuer, subject: "subject-1"))
    #expect(assertion.email?.text == "ada@example.com" && assertion.saysEmailIsVerified)
    #expect(assertion.name == "Ada Lovelace" && assertion.context == "urn:example:2")
    #expect(assertion.hostedDomain == nil && assertion.refreshToken == nil)
  }

  @Test(
    "Permitted variations are accepted",
    arguments: [
      Case("several audiences, and we are the party") { token, _ in
        token.claims["aud"] = #"["client-1","other"]"#
        token.claims["azp"] = #""client-1""#
      },
      Case("our own name in a list") { token, _ in token.claims["aud"] = #"["client-1"]"# },
      Case("a clock that is 59 s ahead") { token, now in token.claims["iat"] = "\(now + 59)" },
      Case("an end 59 s ago") { token, now in token.claims["exp"] = "\(now - 59)" },
      Case("ten minutes and a half old") { token, now in token.claims["iat"] = "\(now - 630)" },
      Case("fractions of seconds") { token, now in token.claims["iat"] = "\(now).25" },
      Case("good from now on") { token, now in token.claims["nbf"] = "\(now + 59)" },
      Case("no type") { token, _ in token.header["typ"] = nil },
      Case("no hash") { token, _ in token.claims["at_hash"] = nil },
      Case("the code's hash") { token, _ in
        token.claims["c_hash"] = "\"\(TestProvider.half(TestProvider.code))\""
      },
      Case("a claim that nobody knows") { token, _ in token.claims["groups"] = #"["a"]"# },
      Case("a key in the header, which nobody reads") { token, _ in
        token.header["jku"] = #""https://evil.example/keys""#
      },
    ])
  func accepted(_ example: Case) async throws {
    let provider = try TestProvider()
    var token = provider.token()
    example.change(&token, provider.clock.now().numericDate)
    try provider.give(token)
    #expect(try await provider.providers().failure() == nil, "\(example.testDescription)")
  }

  @Test(
    "Attack: an id token with one wrong claim is refused, for its own reason",
    arguments: [
      Case("issuer", .wrongIssuer) { t, _ in t.claims["iss"] = #""https://evil.example""# },
      Case("issuer with a slash", .wrongIssuer) { t, _ in
        t.claims["iss"] = #""https://id.example.com/""#
      },
      Case("issuer in capitals", .wrongIssuer) { t, _ in
        t.claims["iss"] = #""https://ID.example.com""#
      },
      Case("no issuer", .invalidAssertion) { t, _ in t.claims["iss"] = nil },
      Case("no subject", .invalidAssertion) { t, _ in t.claims["sub"] = nil },
      Case("empty subject", .invalidAssertion) { t, _ in t.claims["sub"] = #""""# },
      Case("subject that is a number", .invalidAssertion) { t, _ in t.claims["sub"] = "7" },
      Case("subject with a space", .invalidAssertion) { t, _ in t.claims["sub"] = #""a b""# },
      Case("subject that is too long", .invalidAssertion) { t, _ in
        t.claims["sub"] = "\"\(String(repeating: "a", count: 256))\""
      },
      Case("another audience", .invalidAssertion) { t, _ in t.claims["aud"] = #""other""# },
      Case("an app's audience in the browser", .invalidAssertion) { t, _ in
        t.claims["aud"] = #""app-1""#
      },
      Case("no audience", .invalidAssertion) { t, _ in t.claims["aud"] = nil },
      Case("an empty list", .invalidAssertion) { t, _ in t.claims["aud"] = "[]" },
      Case("a foreign audience beside ours", .invalidAssertion) { t, _ in
        t.claims["aud"] = #"["client-1","other"]"#
      },
      Case("another party", .invalidAssertion) { t, _ in t.claims["azp"] = #""other""# },
      Case("another party and several audiences", .invalidAssertion) { t, _ in
        t.claims["aud"] = #"["client-1","other"]"#
        t.claims["azp"] = #""other""#
      },
      Case("expired", .invalidAssertion) { t, now in t.claims["exp"] = "\(now - 60)" },
      Case("no end", .invalidAssertion) { t, _ in t.claims["exp"] = nil },
      Case("an end that is a text", .invalidAssertion) { t, now in
        t.claims["exp"] = "\"\(now + 9)\""
      },
      Case("made in the future", .invalidAssertion) { t, now in t.claims["iat"] = "\(now + 61)" },
      Case("made too long ago", .invalidAssertion) { t, now in t.claims["iat"] = "\(now - 661)" },
      Case("no time", .invalidAssertion) { t, _ in t.claims["iat"] = nil },
      Case("not good yet", .invalidAssertion) { t, now in t.claims["nbf"] = "\(now + 61)" },
      Case("another nonce", .wrongNonce) { t, _ in t.claims["nonce"] = #""other""# },
      Case("no nonce", .wrongNonce) { t, _ in t.claims["nonce"] = nil },
      Case("an empty nonce", .wrongNonce) { t, _ in t.claims["nonce"] = #""""# },
      Case("a longer nonce", .wrongNonce) { t, _ in
        t.claims["nonce"] = "\"\(TestProvider.nonce)x\""
      },
      Case("another access token's hash", .invalidAssertion) { t, _ in
        t.claims["at_hash"] = "\"\(TestProvider.half("other"))\""
      },
      Case("another code's hash", .invalidAssertion) { t, _ in
        t.claims["c_hash"] = "\"\(TestProvider.half("other"))\""
      },
      Case("a hash with padding", .invalidAssertion) { t, _ in
        t.claims["at_hash"] = "\"\(TestProvider.half(TestProvider.accessToken))==\""
      },
      Case("a list of claims", .invalidAssertion) { t, _ in t.payload = "[]" },
      Case("no claims", .invalidAssertion) { t, _ in t.payload = "" },
      Case("a claim twice", .invalidAssertion) { t, _ in
        t.payload = TestToken.json(t.claims).replacing("{", with: #"{"sub":"victim","#)
      },
      Case("a claim twice, once in disguise", .invalidAssertion) { t, _ in
        t.payload = TestToken.json(t.claims).replacing("{", with: #"{"s\u0075b":"victim","#)
      },
    ])
  func wrongClaims(_ example: Case) async throws {
    let provider = try TestProvider()
    var token = provider.token()
    example.change(&token, provider.clock.now().numericDate)
    try provider.give(token)
    let providers = try provider.providers()
    #expect(await providers.failure() == example.failure, "\(example.testDescription)")
    try provider.give(provider.token())
    #expect(await providers.failure() == nil)
    let expected = ProviderTrouble(
      provider: TestProvider.id, place: .idToken, cause: .rejected(example.failure))
    #expect(provider.told == [expected])
  }

  @Test(
    "Attack: an id token with a wrong header is refused (RFC 8725 sections 3.1 and 3.11)",
    arguments: [
      Case("none") { t, _ in t.header["alg"] = #""none""# },
      Case("None") { t, _ in t.header["alg"] = #""None""# },
      Case("a shared secret") { t, _ in t.header["alg"] = #""HS256""# },
      Case("not in the list") { t, _ in t.header["alg"] = #""ES384""# },
      Case("of another kind of key") { t, _ in t.header["alg"] = #""RS256""# },
      Case("no algorithm") { t, _ in t.header["alg"] = nil },
      Case("an access token") { t, _ in t.header["typ"] = #""at+jwt""# },
      Case("a proof") { t, _ in t.header["typ"] = #""dpop+jwt""# },
      Case("a type that is a number") { t, _ in t.header["typ"] = "1" },
      Case("a critical extension") { t, _ in t.header["crit"] = #"["exp"]"# },
      Case("a critical nothing") { t, _ in t.header["crit"] = "null" },
      Case("an empty key") { t, _ in t.header["kid"] = #""""# },
      Case("a key that is a number") { t, _ in t.header["kid"] = "1" },
      Case("a foreign key") { t, _ in t.header["kid"] = #""key-2""# },
    ])
  func wrongHeaders(_ example: Case) async throws {
    let provider = try TestProvider()
    var token = provider.token()
    example.change(&token, 0)
    try provider.give(token)
    #expect(
      try await provider.providers().failure() == .invalidAssertion, "\(example.testDescription)")
  }

  @Test("Attack: a signature with the public key as a shared secret is refused")
  func confusion() async throws {
    let provider = try TestProvider()
    // Whatever the configuration says, there is no such algorithm.
    for name in ["HS256", "none", "HS512", "A128KW", ""] {
      #expect(throws: ProviderRefusal.self) {
        try provider.providers { $0.algorithms = ["ES256", name] }
      }
    }
  }

  @Test("Attack: a signature of another key, or of a key of the same name, is refused")
  func signatures() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    try provider.give(provider.token(), .ec("key-1"))
    #expect(await providers.failure() == .invalidAssertion)
    let good = try provider.token().text(provider.key).split(separator: ".").map(String.init)
    for signature in ["", "AAAA", good[2] + "A", String(good[2].dropLast(2)), good[2] + "=="] {
      provider.give(text: "\(good[0]).\(good[1]).\(signature)")
      #expect(await providers.failure() == .invalidAssertion, "\(signature)")
    }
  }

  @Test(
    "RS256 is checked with keys of 2048 bits; a key of 1024 is refused (RFC 7518 section 3.3)")
  func rsa() async throws {
    for (bits, failure) in [(2_048, nil), (1_024, .unavailable)] as [(Int, ProviderFailure?)] {
      let provider = try TestProvider()
      let key = try TestKey.rsa("rsa-1", bits: bits)
      provider.set("/keys", TestProvider.json(try TestKey.keySet([key])))
      try provider.give(provider.token(key), key)
      #expect(try await provider.providers().failure() == failure, "\(bits)")
    }
  }

  @Test("Attack: a provider's other keys do not verify an id token")
  func otherKeys() async throws {
    let key = TestKey.ec("key-1")
    let json = try key.json
    for changed in [
      json.replacing(#""use":"sig""#, with: #""use":"enc""#),
      json.replacing(#""alg":"ES256""#, with: #""alg":"ES384""#),
      json.replacing(#""crv":"P-256""#, with: #""crv":"P-384""#),
      json.replacing(#""kty":"EC""#, with: #""kty":"oct""#),
      json.replacing(#""kid":"key-1","#, with: ""),
    ] {
      let provider = try TestProvider()
      let other = try TestKey.ec("key-9").json
      // What is not understood takes nothing away.
      provider.set("/keys", TestProvider.json(#"{"keys":[7,\#(changed),{"kty":"?"},\#(other)]}"#))
      try provider.give(provider.token(key), key)
      #expect(try await provider.providers().failure() == .invalidAssertion, "\(changed)")
      provider.clock.advance(.seconds(61))
      provider.set("/keys", TestProvider.json(#"{"keys":[7,\#(other),\#(json)]}"#))
      try provider.give(provider.token(key), key)
      #expect(try await provider.providers().failure() == nil)
    }
  }
}
