import Foundation
import IdentityDomain
import IdentityKeys
import IdentityTestSupport
import TestSupport
import Testing

@Suite("A remembered token is not trusted for longer, nor is another in its place")
struct RememberedTokenTests {
  @Test("Once its key is retired, a remembered token is refused")
  func retiredKey() async throws {
    let house = KeyHouse()
    let keeper = try await house.server()
    let tokens = ES256Tokens(keeper.ring)
    let claims = Claims.accessToken()
    let token = try await tokens.sign(claims)
    for _ in 0..<3 { #expect(await tokens.accessToken(token) == claims) }
    // The next key is made, becomes current, and the old one has nothing left to read.
    for wait in [
      SecurityRules.signingKeyPeriod, SecurityRules.keyLead,
      SecurityRules.signingKeyRetention + .seconds(1),
    ] {
      house.clock.advance(wait)
      try await keeper.refresh()
    }
    #expect(await tokens.accessToken(token) == nil)
  }

  @Test("A token with any one character changed is refused, even beside the right one")
  func changed() async throws {
    let tokens = ES256Tokens(try await KeyHouse().server().ring)
    let claims = Claims.accessToken()
    let token = try await tokens.sign(claims)
    let text = Array(token.exposed.utf8)
    for place in text.indices {
      #expect(await tokens.accessToken(token) == claims)
      var other = text
      other[place] = other[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
      #expect(await tokens.accessToken(Secret(String(decoding: other, as: UTF8.self))) == nil)
    }
  }

  @Test("A header that Unicode considers equal is not the same header")
  func lookalike() async throws {
    let tokens = ES256Tokens(try await KeyHouse().server().ring)
    var claims = Claims.accessToken()
    var text = ""
    // A "K", for which Unicode has a sign of its own that compares equal (U+212A).
    for number in 0..<200 where !text.contains("K") {
      claims.tokenID = "token-\(number)"
      text = try await tokens.sign(claims).exposed
    }
    try #require(text.contains("K"))
    #expect(await tokens.accessToken(Secret(text)) == claims)
    let lookalike = text.replacingOccurrences(of: "K", with: "\u{212A}")
    #expect(lookalike == text)
    #expect(await tokens.accessToken(Secret(lookalike)) == nil)
  }
}
