import Crypto
import Foundation
import IdentityDomain
import IdentityKeys
import IdentityTestSupport
import JWTKit
import TestSupport
import Testing

@Suite("Access tokens are read only as they were signed")
struct AccessTokenTests {
  private func tokens() async throws -> ES256Tokens {
    ES256Tokens(try await KeyHouse().server().ring)
  }

  @Test("An access token has the claims and the types of RFC 9068 and RFC 9449")
  func form() async throws {
    let tokens = try await tokens()
    let token = try TokenParts(try await tokens.sign(Claims.accessToken()).exposed)
    let kid = try #require(try await PublishedKeys(tokens).keys.first).kid
    #expect(token.header as NSDictionary == ["alg": "ES256", "typ": "at+jwt", "kid": kid])
    #expect(
      token.payload as NSDictionary == [
        "iss": "https://id.example.com", "aud": "https://api.example.com", "sub": "account-1",
        "client_id": "app", "jti": "token-1", "sid": "session-1", "iat": 1_700_000_000,
        "exp": 1_700_000_600, "auth_time": 1_699_989_200, "amr": ["pwd", "pop"], "scope": "full",
        "cnf": ["jkt": "thumbprint"],
      ])
    // Also to the letter: some clients do not read 1.7E9 or 1700000600.0.
    let payload = try #require(Base64URL.bytes(token.parts[1]))
    #expect(String(decoding: payload, as: UTF8.self).contains(#""exp":1700000600,"#))
  }

  @Test("Any claims read back unchanged")
  func roundTrip() async throws {
    let tokens = try await tokens()
    var random = SeededGenerator(announcing: "AccessTokenTests", seed: 0x70C)
    let texts = ["", "a", "Zoë", "\u{1F600}", "\u{0}\n\"\\/", "<>?~\u{7F}", "ÿ > ü?"]
    for _ in 0..<300 {
      var claims = Claims.accessToken(boundKey: random.chance(50) ? nil : KeyThumbprint("k"))
      claims.subject = random.pick(texts) + random.pick(texts)
      claims.clientID = random.pick(texts)
      claims.session = ID(random.pick(texts))
      claims.methods = random.chance(50) ? [] : [.sms, .oneTimePassword]
      claims.scope = random.pick([.full, .anonymous, .passwordChange])
      claims.expiresAt = claims.issuedAt + .seconds(Int64(random.below(1_000_000)))
      let token = try await tokens.sign(claims)
      #expect(await tokens.accessToken(token) == claims)
    }
  }

  @Test("A public client that decodes with the standard base64 alphabet can read every payload")
  func alphabet() async throws {
    let tokens = try await tokens()
    for code in UInt32(0)...0x2FF {
      guard let scalar = UnicodeScalar(code) else { continue }
      for padding in ["", "x", "xy"] {
        var claims = Claims.accessToken()
        claims.subject = padding + String(Character(scalar)) + "\u{1F600}?>~"
        let texts = [
          try await tokens.sign(claims).exposed,
          try await tokens.sign(Claims.idToken(email: claims.subject)).exposed,
        ]
        for text in texts {
          let payload = try TokenParts(text).parts[1]
          #expect(payload.utf8.allSatisfy { $0 != 0x2D && $0 != 0x5F }, "\(code)")
          let padded = payload + String(repeating: "=", count: (4 - payload.utf8.count % 4) % 4)
          #expect(Data(base64Encoded: padded) != nil)
        }
      }
    }
  }

  @Test("An id token has another type, the user's id, and the verified identifiers")
  func idToken() async throws {
    let tokens = try await tokens()
    let mail = try TokenParts(try await tokens.sign(Claims.idToken()).exposed)
    #expect(mail.header["typ"] as? String == "JWT")
    #expect(
      mail.payload as NSDictionary == [
        "iss": "https://id.example.com", "aud": "app", "sub": "account-1",
        "custom:user_id": "account-1", "iat": 1_700_000_000, "exp": 1_700_003_600,
        "email": "ann@example.com",
      ])
    let phone = Claims.idToken(email: nil, phone: "+4915112345678")
    let other = try TokenParts(try await tokens.sign(phone).exposed)
    #expect(other.payload["phone_number"] as? String == "+4915112345678")
    #expect(other.payload["email"] == nil)
  }

  @Test("jwt-kit, which knows only the published keys, verifies both kinds of token")
  func foreignReader() async throws {
    struct Payload: JWTPayload {
      let sub: String
      let exp: ExpirationClaim
      func verify(using algorithm: some JWTAlgorithm) async throws {}
    }
    let tokens = try await tokens()
    let published = String(decoding: await tokens.publicKeys(), as: UTF8.self)
    let reader = try await JWTKeyCollection().add(jwksJSON: published)
    let texts = [
      try await tokens.sign(Claims.accessToken()).exposed,
      try await tokens.sign(Claims.idToken()).exposed,
    ]
    for text in texts {
      let payload = try await reader.verify(text, as: Payload.self)
      #expect(payload.sub == "account-1")
      let changed = text.replacingOccurrences(of: ".ey", with: ".fy")
      await #expect(throws: (any Error).self) {
        try await reader.verify(changed, as: Payload.self)
      }
    }
  }

  @Test("The published keys are public, and state their use")
  func published() async throws {
    let tokens = try await tokens()
    let keys = try await PublishedKeys(tokens).keys
    #expect(keys.count == 1)
    for key in keys {
      #expect(key.kty == "EC" && key.crv == "P-256" && key.alg == "ES256" && key.use == "sig")
      #expect(Base64URL.bytes(key.x)?.count == 32 && Base64URL.bytes(key.y)?.count == 32)
    }
    let bytes = Data(await tokens.publicKeys())
    let set = try JSONSerialization.jsonObject(with: bytes) as? [String: [[String: String]]]
    let names = Set(set?["keys"]?.first?.keys ?? [:].keys)
    #expect(names == ["kid", "kty", "crv", "alg", "use", "x", "y"], "a private member is there")
  }

  @Test("The digest of a token is that of RFC 9449 section 4.2")
  func digest() async throws {
    // The access token and the `ath` of RFC 9449 section 7.1 and figure 12.
    let token = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU"
    #expect(
      try await tokens().digest(of: Secret(token))
        == "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo")
  }
}
