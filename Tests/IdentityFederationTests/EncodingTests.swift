import Foundation
import IdentityDomain
import IdentityFederation
import NetworkTransfer
import TestSupport
import Testing

@Suite("Bytes of providers")
struct EncodingTests {
  @Test("Attack: an id token in another spelling is refused (RFC 7515 section 7.1)")
  func spellings() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    let good = try provider.token().text(provider.key)
    let parts = good.split(separator: ".").map(String.init)
    // The same bits in another letter: base64url leaves the last ones of a part unused.
    let wrong = [
      "", ".", "..", "...", parts[0], "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).",
      "\(good).", ".\(good)", "\(good).\(parts[2])", " \(good)", "\(good)\n",
      "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1])=.\(parts[2])",
      good.replacing(".", with: ". "), good.replacing("-", with: "+") + "+",
      String(repeating: "A", count: SecurityRules.providerTokenBytes) + ".A.A",
    ]
    for text in wrong {
      provider.give(text: text.replacing("\n", with: "\\n"))
      #expect(await providers.failure() == .invalidAssertion, "\(text)")
    }
    provider.give(text: good)
    #expect(await providers.failure() == nil)
  }

  @Test("Attack: no id token whose bits were changed is accepted, and none crashes a parser")
  func flips() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    let good = Array(try provider.token().text(provider.key).utf8)
    var random = SeededGenerator(announcing: "EncodingTests", seed: 0xFED)
    #expect(await check(providers, good) == nil)
    for round in 0..<400 {
      let bytes =
        switch round % 3 {
        case 0: random.flipped(good)
        case 1: random.spliced(good)
        default: Array(good.prefix(random.below(good.count)))
        }
      guard bytes != good else { continue }
      let failure = await check(providers, bytes)
      #expect(failure != nil)
    }
  }

  private func check(_ providers: FederatedProviders, _ bytes: [UInt8]) async -> ProviderFailure? {
    do throws(ProviderFailure) {
      _ = try await providers.check(
        Secret(String(decoding: bytes, as: UTF8.self)), nonce: TestProvider.nonce, code: nil,
        name: nil, at: TestProvider.id)
      return nil
    } catch { return error }
  }

  @Test("Attack: no payload that a provider signs crashes a parser; what is accepted is complete")
  func signedGarbage() async throws {
    let provider = try TestProvider()
    let providers = try provider.providers()
    let good = Array(TestToken.json(provider.token().claims).utf8)
    var random = SeededGenerator(announcing: "EncodingTests", seed: 0xFEE)
    for _ in 0..<300 {
      var token = provider.token()
      token.payload = String(decoding: random.flipped(good), as: UTF8.self)
      try provider.give(token)
      if let assertion = try? await providers.signIn() {
        #expect(assertion.subject.issuer == TestProvider.issuer)
        #expect((1...255).contains(assertion.subject.subject.utf8.count))
      }
    }
  }

  @Test(
    "Attack: changed documents, keys and responses end in a typed failure, never in a crash",
    arguments: ["/.well-known/openid-configuration", "/keys", "/token", "/userinfo"])
  func documents(path: String) async throws {
    let source = try TestProvider()
    let userinfo = #"{"sub":"subject-1","email":"ada@example.com","email_verified":true}"#
    source.set("/userinfo", TestProvider.json(userinfo))
    var token = source.token()
    token.claims["email"] = nil
    try source.give(token)
    #expect(try await source.providers().failure() == nil)
    let call = try #require(source.calls.first { $0.endpoint.peer.path == path })
    let good = try #require(await source.answer(to: call)).body
    var random = SeededGenerator(announcing: "EncodingTests", seed: 0xFEF)
    for round in 0..<150 {
      let bytes =
        round % 2 == 0 ? random.flipped(good) : Array(good.prefix(random.below(good.count)))
      source.set(
        path,
        ProviderAnswer(
          status: 200, fields: ["content-type": "application/json"], body: bytes))
      // A new one each time: nothing is cached.
      if let assertion = try? await source.providers().signIn() {
        #expect(assertion.subject.issuer == TestProvider.issuer)
      }
    }
  }
}
