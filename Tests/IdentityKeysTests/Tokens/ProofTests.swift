import Crypto
import Foundation
import IdentityDomain
import IdentityKeys
import IdentityTestSupport
import TestSupport
import Testing

/// Proofs as clients make them.
enum Proofs {
  static let payload = #"""
    {"jti":"proof-1","htm":"POST","htu":"https://id.example.com/v1/login","iat":1700000000,
    "nonce":"n.0.k.c","ath":"digest"}
    """#

  static func jwk(_ key: P256.Signing.PublicKey, _ more: String = "") -> String {
    let raw = Array(key.rawRepresentation)
    return #"{"kty":"EC","crv":"P-256","x":"\#(Forged.text(raw[..<32]))","#
      + #""y":"\#(Forged.text(raw[32...]))"\#(more)}"#
  }

  static func header(_ jwk: String, typ: String = "dpop+jwt", alg: String = "ES256") -> String {
    #"{"typ":"\#(typ)","alg":"\#(alg)","jwk":\#(jwk)}"#
  }

  static func text(
    _ key: P256.Signing.PrivateKey, header: String? = nil, payload: String = Self.payload
  ) throws -> String {
    try Forged.jws(header ?? Self.header(jwk(key.publicKey)), payload, key)
  }
}

@Suite("Proofs of possession are read as RFC 9449 section 4.3 says")
struct ProofTests {
  private let key = P256.Signing.PrivateKey()
  private let tokens: ES256Tokens

  init() async throws { tokens = ES256Tokens(try await KeyHouse().server().ring) }

  private func claims(header: String? = nil, payload: String = Proofs.payload) async throws
    -> ProofClaims?
  {
    await tokens.proof(try Proofs.text(key, header: header, payload: payload))
  }

  @Test("A proof is read with all its claims, and its key is identified by RFC 7638")
  func good() async throws {
    let found = try #require(try await claims())
    let raw = Array(key.publicKey.rawRepresentation)
    let members =
      #"{"crv":"P-256","kty":"EC","x":"\#(Forged.text(raw[..<32]))","#
      + #""y":"\#(Forged.text(raw[32...]))"}"#
    let thumbprint = Forged.text(SHA256.hash(data: Data(members.utf8)))
    #expect(
      found
        == ProofClaims(
          key: KeyThumbprint(thumbprint), proofID: "proof-1", method: "POST",
          url: "https://id.example.com/v1/login", nonce: "n.0.k.c", accessTokenDigest: "digest"))
    // Members that a browser adds, and one that nobody knows, change neither the key nor its name.
    let more = #","ext":true,"key_ops":["verify"],"use":"sig","kid":"k","alg":"ES256","new":[{}]"#
    #expect(
      try await claims(header: Proofs.header(Proofs.jwk(key.publicKey, more))) == found)
    let bare = #"{"jti":"proof-1","htm":"POST","htu":"https://id.example.com/","iat":1.5}"#
    let little = try #require(try await claims(payload: bare))
    #expect(little.nonce == nil && little.accessTokenDigest == nil)
  }

  @Test("The example of RFC 9449 section 4.1 is read, with the thumbprint of section 6.1")
  func example() async throws {
    let text =
      "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0"
      + "VjNoUklDUkRZOXpDa0RscEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10"
      + "NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoi"
      + "UE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2VuIiwiaWF0IjoxNTYyMjYyNjE2fQ.2"
      + "-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xRZT3Lg"
    let found = try #require(await tokens.proof(text))
    #expect(found.key.text == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    #expect(found.proofID == "-BwC3ESc6acc2lTc" && found.method == "POST")
    #expect(found.url == "https://server.example.com/token" && found.nonce == nil)
  }

  @Test("A private or symmetric part in the key, whatever it holds, is refused")
  func privateParts() async throws {
    let secret = Forged.text(key.rawRepresentation)
    for name in ["d", "p", "q", "dp", "dq", "qi", "oth", "k"] {
      for value in [#""\#(secret)""#, #""""#, "null", "[]", "1"] {
        let jwk = Proofs.jwk(key.publicKey, #","\#(name)":\#(value)"#)
        #expect(try await claims(header: Proofs.header(jwk)) == nil, "\(name) \(value)")
      }
    }
  }

  @Test("Keys of another kind or curve, off the curve, truncated, or none at all are refused")
  func keys() async throws {
    let raw = Array(key.publicKey.rawRepresentation)
    let (x, y) = (Forged.text(raw[..<32]), Forged.text(raw[32...]))
    let zeros = Forged.text([UInt8](repeating: 0, count: 32))
    let other = P384.Signing.PrivateKey().publicKey.rawRepresentation
    let wrong = [
      #"{"kty":"EC","crv":"P-384","x":"\#(x)","y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-384","x":"\#(Forged.text(other[..<48]))","#
        + #""y":"\#(Forged.text(other[48...]))"}"#,
      #"{"kty":"EC","crv":"secp256k1","x":"\#(x)","y":"\#(y)"}"#,
      #"{"kty":"OKP","crv":"Ed25519","x":"\#(x)"}"#,
      #"{"kty":"RSA","n":"\#(x)","e":"AQAB"}"#, #"{"kty":"oct","k":"\#(x)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(x)"}"#, #"{"kty":"EC","crv":"P-256","y":"\#(y)"}"#,
      #"{"crv":"P-256","x":"\#(x)","y":"\#(y)"}"#, #"{"kty":"EC","x":"\#(x)","y":"\#(y)"}"#,
      #"{"kty":"ec","crv":"P-256","x":"\#(x)","y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(x)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(zeros)","y":"\#(zeros)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(x)=","y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"AA\#(x)","y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-256","x":"\#(x.dropLast(4))","y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-256","x":1,"y":"\#(y)"}"#,
      #"{"kty":"EC","crv":"P-256","x":null,"y":null}"#, "null", "{}", "[]", #""jwk""#, "7",
    ]
    for jwk in wrong { #expect(try await claims(header: Proofs.header(jwk)) == nil, "\(jwk)") }
    #expect(try await claims(header: #"{"typ":"dpop+jwt","alg":"ES256"}"#) == nil)
    let kid = #"{"typ":"dpop+jwt","alg":"ES256","kid":"k"}"#
    #expect(try await claims(header: kid) == nil)
    // Signed by another key than the one it shows.
    let stranger = P256.Signing.PrivateKey()
    let header = Proofs.header(Proofs.jwk(stranger.publicKey))
    #expect(try await claims(header: header) == nil)
  }

  @Test("Another type or algorithm, or a critical extension, is refused")
  func headers() async throws {
    let jwk = Proofs.jwk(key.publicKey)
    for typ in ["JWT", "at+jwt", "DPOP+JWT", "dpop+jwt ", "", "application/dpop+jwt"] {
      #expect(try await claims(header: Proofs.header(jwk, typ: typ)) == nil, "\(typ)")
    }
    for alg in ["none", "HS256", "ES384", "RS256", "EdDSA", "es256", ""] {
      #expect(try await claims(header: Proofs.header(jwk, alg: alg)) == nil, "\(alg)")
    }
    let crit = #"{"typ":"dpop+jwt","alg":"ES256","crit":["b64"],"b64":false,"jwk":\#(jwk)}"#
    #expect(try await claims(header: crit) == nil)
    for header in ["", "{", "[]", "null", #""x""#, #"{"alg":"ES256","jwk":\#(jwk)}"#] {
      #expect(try await claims(header: header) == nil, "\(header)")
    }
  }

  @Test("Each required claim must be present, once, with its type, and without control characters")
  func payloads() async throws {
    let right = [
      "jti": #""proof-1""#, "htm": #""POST""#, "htu": #""https://id.example.com/""#,
      "iat": "1700000000", "nonce": #""n""#, "ath": #""a""#,
    ]
    func text(_ members: [String: String]) -> String {
      "{"
        + members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
        .joined(separator: ",") + "}"
    }
    #expect(try await claims(payload: text(right)) != nil)
    for name in right.keys {
      var members = right
      members[name] = nil
      let isOptional = name == "nonce" || name == "ath"
      #expect(try await (claims(payload: text(members)) != nil) == isOptional, "without \(name)")
      for value in [
        "[]", "{}", "true", name == "iat" ? #""1700000000""# : "5", #""a\u0000b""#, #""a b""#,
        #""a\nb""#, #""\u00e9""#, #""""#, "1e999",
      ] {
        members[name] = value
        let found = try await claims(payload: text(members))
        // An empty text is one: whether it is right is judged where the call is known.
        let isAllowed = value == #""""# && name != "htu" && name != "iat"
        #expect((found != nil) == isAllowed, "\(name) \(value)")
      }
      let twice = text(right).dropLast() + #","\#(name)":\#(right[name] ?? "")}"#
      #expect(try await claims(payload: String(twice)) == nil, "\(name) twice")
      let hidden = String(name.dropLast()) + #"\u00"# + Hex.text(Array(name.utf8.suffix(1)))
      let disguised = text(right).dropLast() + #","\#(hidden)":\#(right[name] ?? "")}"#
      #expect(try await claims(payload: String(disguised)) == nil, "\(name) as \(hidden)")
    }
    for payload in ["", "{", "null", "[1]", "{}", #"{"jti":"a"}{"jti":"b"}"#, "\u{0}"] {
      #expect(try await claims(payload: payload) == nil, "\(payload)")
    }
  }

  @Test("Invalid UTF-8 and too deeply nested objects are refused")
  func bytes() async throws {
    let jwk = Proofs.jwk(key.publicKey)
    let header = Array(Proofs.header(jwk).utf8)
    let payload = Array(Proofs.payload.utf8)
    for broken in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80]]
      as [[UInt8]]
    {
      let claim = Array(#"{"x":""#.utf8) + broken + Array(#"","#.utf8)
      let first = try Forged.jws(claim + header.dropFirst(), payload, key)
      let second = try Forged.jws(header, claim + payload.dropFirst(), key)
      #expect(await tokens.proof(first) == nil)
      #expect(await tokens.proof(second) == nil)
    }
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    let claim = Array(#"{"x":\#(deep),"#.utf8)
    #expect(await tokens.proof(try Forged.jws(header, claim + payload.dropFirst(), key)) == nil)
    let fine = Array(#"{"x":[[1,{"a":{"b":[]}}],"a,}{]\"["],"#.utf8)
    #expect(await tokens.proof(try Forged.jws(header, fine + payload.dropFirst(), key)) != nil)
  }

  @Test("A proof beyond the limit is not examined, one at the limit is")
  func sizes() async throws {
    func proof(_ padding: Int) throws -> String {
      let more = #","pad":"\#(String(repeating: "a", count: padding))""#
      return try Proofs.text(key, header: Proofs.header(Proofs.jwk(key.publicKey, more)))
    }
    let most = SecurityRules.signedTextBytes
    var hits = 0
    for padding in 2_000..<2_800 {
      let text = try proof(padding)
      guard abs(text.utf8.count - most) < 8 else { continue }
      hits += text.utf8.count == most ? 1 : 0
      #expect(await (tokens.proof(text) != nil) == (text.utf8.count <= most))
    }
    #expect(hits > 0)
  }

  @Test("URLs are normalized: query, fragment, default port, and case of the host")
  func urls() {
    let same = "https://id.example.com/v1/Login%20x"
    for url in [
      same, same + "?a=b", same + "#f", same + "?#", "HTTPS://ID.example.COM/v1/Login%20x",
      "https://id.example.com:443/v1/Login%20x",
    ] { #expect(ProofURL.normalized(url) == same, "\(url)") }
    #expect(ProofURL.normalized("http://127.0.0.1:8080") == "http://127.0.0.1:8080/")
    #expect(ProofURL.normalized("http://[::1]:80?x") == "http://[::1]/")
    #expect(ProofURL.normalized("https://id.example.com:80/") == "https://id.example.com:80/")
    for wrong in [
      "", "id.example.com/", "ftp://id.example.com/", "https:/id.example.com", "https://",
      "https:///path", "https://evil.com@id.example.com/", "javascript:x", "//id.example.com/",
    ] { #expect(ProofURL.normalized(wrong) == nil, "\(wrong)") }
  }
}
