import Crypto
import Foundation
import IdentityDomain
import IdentityKeys
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Forged access tokens are refused")
struct ForgedTokenTests {
  private let tokens: ES256Tokens
  private let token: TokenParts
  private let kid: String

  init() async throws {
    tokens = ES256Tokens(try await KeyHouse().server().ring)
    token = try TokenParts(try await tokens.sign(Claims.accessToken()).exposed)
    kid = try #require(token.header["kid"] as? String)
  }

  private var text: String { token.parts.joined(separator: ".") }

  private func isRead(_ text: String) async -> Bool {
    await tokens.accessToken(Secret(text)) != nil
  }

  @Test("The genuine token is read, so that the refusals prove something")
  func genuine() async {
    #expect(await isRead(text))
  }

  @Test("alg none, in any case, with and without the genuine signature")
  func none() async {
    for alg in ["none", "None", "NONE", "", "nOnE"] {
      let head = Forged.text(#"{"alg":"\#(alg)","kid":"\#(kid)","typ":"at+jwt"}"#)
      for signature in ["", token.parts[2]] {
        #expect(!(await isRead("\(head).\(token.parts[1]).\(signature)")), "\(alg)")
      }
    }
  }

  @Test("HS256 with the published key as its secret, in each form that a library might take")
  func confusion() async throws {
    let published = try #require(try await PublishedKeys(tokens).keys.first)
    let x = try #require(Base64URL.bytes(published.x))
    let y = try #require(Base64URL.bytes(published.y))
    let key = try P256.Signing.PublicKey(rawRepresentation: x + y)
    let secrets = [
      Array(key.rawRepresentation), Array(key.x963Representation), Array(key.derRepresentation),
      Array(key.pemRepresentation.utf8), await tokens.publicKeys(), x,
    ]
    for alg in ["HS256", "ES256"] {
      let head = Forged.text(#"{"alg":"\#(alg)","kid":"\#(kid)","typ":"at+jwt"}"#)
      let signed = "\(head).\(token.parts[1])"
      for secret in secrets {
        let code = HMAC<SHA256>.authenticationCode(
          for: Data(signed.utf8), using: SymmetricKey(data: secret))
        #expect(!(await isRead("\(signed).\(Forged.text(code))")))
        #expect(!(await isRead("\(signed).\(Forged.text(Array(code) + Array(code)))")))
      }
    }
  }

  @Test(
    "A foreign key, under our key id, its own, none, or embedded in the header")
  func foreignKey() async throws {
    let key = P256.Signing.PrivateKey()
    let payload = try #require(Base64URL.bytes(token.parts[1]))
    let raw = Array(key.publicKey.rawRepresentation)
    let jwk =
      #"{"kty":"EC","crv":"P-256","x":"\#(Forged.text(raw[..<32]))","#
      + #""y":"\#(Forged.text(raw[32...]))"}"#
    for more in [
      #","kid":"\#(kid)""#, #","kid":"mine""#, "", #","kid":null"#, #","kid":7"#,
      #","jwk":\#(jwk)"#, #","kid":"\#(kid)","jwk":\#(jwk)"#,
      #","kid":"\#(kid)","jku":"https://evil.example.com/keys""#,
    ] {
      let head = #"{"alg":"ES256","typ":"at+jwt"\#(more)}"#
      #expect(!(await isRead(try Forged.jws(head.utf8, payload, key))), "\(more)")
    }
    // Another server's token, and the key id of the ring's digest key.
    let other = ES256Tokens(try await KeyHouse().server().ring)
    #expect(!(await isRead(try await other.sign(Claims.accessToken()).exposed)))
  }

  @Test("A token of another type is refused, though the same key signed it")
  func otherType() async throws {
    #expect(!(await isRead(try await tokens.sign(Claims.idToken()).exposed)))
    #expect(await tokens.proof(try await tokens.sign(Claims.idToken()).exposed) == nil)
    #expect(await tokens.proof(text) == nil)
    #expect(!(await isRead(try Proofs.text(P256.Signing.PrivateKey()))))
    // The type is part of what is signed.
    for typ in ["at+jwt ", "AT+JWT", "JWT", "application/at+jwt"] {
      let head = Forged.text(#"{"alg":"ES256","kid":"\#(kid)","typ":"\#(typ)"}"#)
      #expect(!(await isRead("\(head).\(token.parts[1]).\(token.parts[2])")))
    }
  }

  @Test("One changed character anywhere is refused, or gives the same bytes as before")
  func tampered() async {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for other in [UInt8(ascii: "A"), UInt8(ascii: "_"), UInt8(ascii: "."), 0, 0x20, 0x3D] {
        guard bytes[place] != other else { continue }
        var changed = bytes
        changed[place] = other
        #expect(!(await isRead(String(decoding: changed, as: UTF8.self))), "\(place) \(other)")
      }
    }
  }

  @Test("Truncated anywhere, with additions before or after, in more or fewer parts")
  func shape() async {
    for count in 0..<text.utf8.count { #expect(!(await isRead(String(text.prefix(count))))) }
    let parts = token.parts
    for wrong in [
      text + "=", text + ".", "." + text, text + "\n", " " + text, text + "\u{0}", "Bearer " + text,
      parts[0] + "." + parts[1], parts[0] + ".." + parts[2], text + "." + parts[2],
      parts[0] + "." + parts[1] + "." + parts[2] + "==", "", ".", "..", "...", "\u{1F600}",
    ] { #expect(!(await isRead(wrong)), "\(wrong)") }
    // Standard base64 is another spelling of the same bytes.
    let signature = parts[2].replacingOccurrences(of: "-", with: "+")
      .replacingOccurrences(of: "_", with: "/")
    if signature != parts[2] {
      #expect(!(await isRead("\(parts[0]).\(parts[1]).\(signature)")))
    }
  }

  @Test("A text of any size costs little: one that is too long is not examined")
  func oversized() async throws {
    var claims = Claims.accessToken()
    claims.subject = String(repeating: "a", count: SecurityRules.signedTextBytes)
    #expect(!(await isRead(try await tokens.sign(claims).exposed)))
    #expect(!(await isRead(String(repeating: "a.", count: 5_000_000))))
    #expect(!(await isRead(String(repeating: ".", count: 4_000))))
  }

  @Test("Signatures of the wrong length, of zeros, of the group's order, are refused")
  func signatures() async {
    // The order of P-256 (FIPS 186-5, SEC 2): r or s of that value is none.
    let order: [UInt8] = [
      0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC,
      0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
    ]
    let zeros = [UInt8](repeating: 0, count: 32)
    for wrong in [
      [], zeros, zeros + zeros, order + order, order + zeros, zeros + [1] + zeros.dropLast(),
      [UInt8](repeating: 0xFF, count: 64), [UInt8](repeating: 1, count: 65),
    ] {
      #expect(!(await isRead("\(token.parts[0]).\(token.parts[1]).\(Forged.text(wrong))")))
    }
  }

  @Test("Random changes of a genuine token never crash and never pass")
  func fuzz() async {
    var random = SeededGenerator(announcing: "ForgedTokenTests", seed: 0xF02)
    for _ in 0..<5_000 {
      let bytes = Array(text.utf8)
      let changed = random.chance(50) ? random.flipped(bytes) : random.spliced(bytes)
      guard changed != bytes else { continue }
      #expect(!(await isRead(String(decoding: changed, as: UTF8.self))))
    }
  }
}
