import Crypto
import Foundation
import IdentityDomain
import IdentityFederation
import Testing

/// OpenID Connect Core 1.0 section 10.1: where a provider has one key, its tokens need not name it.
@Suite("Keys without ids, and keys that change at a bad moment")
struct UnnamedKeyTests {
  private func unnamed(_ key: TestKey, _ provider: TestProvider) throws {
    var token = provider.token(key)
    token.header["kid"] = nil
    try provider.give(token, key)
  }

  @Test(
    "A token without a key id is accepted if exactly one key can have signed it, with an id or without"
  )
  func one() async throws {
    let provider = try TestProvider()
    let rsa = try TestKey.rsa("rsa-1")
    for json in [
      try TestKey.keySet([provider.key]), try TestKey.keySet([provider.key, rsa]),
      try TestKey.keySet([provider.key]).replacing(#""kid":"key-1","#, with: ""),
    ] {
      provider.set("/keys", TestProvider.json(json))
      try unnamed(provider.key, provider)
      #expect(try await provider.providers().failure() == nil, "\(json)")
    }
  }

  @Test(
    "Attack: a token without a key id is refused if two keys could have signed it, or another one did"
  )
  func two() async throws {
    let provider = try TestProvider()
    let other = TestKey.ec("key-2")
    provider.set("/keys", TestProvider.json(try TestKey.keySet([provider.key, other])))
    try unnamed(provider.key, provider)
    #expect(try await provider.providers().failure() == .invalidAssertion)
    provider.set("/keys", TestProvider.json(try TestKey.keySet([other])))
    try unnamed(provider.key, provider)
    #expect(try await provider.providers().failure() == .invalidAssertion)
    // A name that is given counts: the only key of the set has another one, or none.
    let nameless = try TestKey.keySet([provider.key]).replacing(#""kid":"key-1","#, with: "")
    provider.set("/keys", TestProvider.json(nameless))
    try provider.give(provider.token())
    #expect(try await provider.providers().failure() == .invalidAssertion)
  }

  @Test(
    "FED-10: keys that change right after they were fetched are fetched again, with ids or without")
  func badMoment() async throws {
    for isNamed in [true, false] {
      let provider = try TestProvider()
      let providers = try provider.providers()
      #expect(await providers.failure() == nil)
      let next = TestKey.ec(isNamed ? "key-2" : "key-1")
      provider.set("/keys", TestProvider.json(try TestKey.keySet([next])))
      if isNamed {
        try provider.give(provider.token(next), next)
      } else {
        try unnamed(next, provider)
      }
      #expect(await providers.failure() == nil, "\(isNamed)")
      #expect(provider.count("/keys") == 2)
    }
  }

  @Test("A coordinate with a leading zero too many or too few is the same coordinate")
  func coordinates() async throws {
    // A key whose x begins with a zero byte.
    var found: TestKey?
    while found == nil {
      let key = TestKey.ec("key-1")
      if case .ec(let material) = key.material, material.publicKey.rawRepresentation.first == 0 {
        found = key
      }
    }
    let key = try #require(found)
    guard case .ec(let material) = key.material else { return }
    let x = Array(material.publicKey.rawRepresentation.prefix(32))
    for spelled in [Array(x.dropFirst()), x, [0] + x] {
      let provider = try TestProvider()
      let json = try TestKey.keySet([key])
        .replacing(Base64URL.text(x), with: Base64URL.text(spelled))
      provider.set("/keys", TestProvider.json(json))
      try provider.give(provider.token(key), key)
      #expect(try await provider.providers().failure() == nil, "\(spelled.count)")
    }
    // But 33 bytes that are not a zero and 32 more are none.
    let provider = try TestProvider()
    let json = try TestKey.keySet([key])
      .replacing(Base64URL.text(x), with: Base64URL.text([1] + x))
    provider.set("/keys", TestProvider.json(json))
    try provider.give(provider.token(key), key)
    #expect(try await provider.providers().failure() != nil)
  }
}
