import IdentityDomain
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Tokens that the server derives")
struct DerivedTokenTests {
  private let digests = MadeUpDigests(keys: ["k1", "k2"])

  @Test("A token reads back as it was made, even under an older key")
  func roundTrip() throws {
    for key in ["k1", "k2"] {
      for generation in [0, 1, 9, 10, Int.max] {
        let token = DerivedToken(subject: "family", generation: generation, key: KeyID(key))
        let text = try #require(token.text(.refreshToken, digests))
        #expect(DerivedToken.read(text, .refreshToken, digests) == token)
      }
    }
  }

  @Test("A token is valid for its own purpose only, and never once its key is gone")
  func purposes() throws {
    let token = DerivedToken(subject: "family", generation: 3, key: KeyID("k1"))
    for made in DigestPurpose.allCases {
      let text = try #require(token.text(made, digests))
      for read in DigestPurpose.allCases {
        #expect((DerivedToken.read(text, read, digests) != nil) == (made == read))
      }
      #expect(DerivedToken.read(text, made, MadeUpDigests(keys: ["k2"])) == nil)
    }
  }

  @Test("Any changed, added or removed byte invalidates a token")
  func changes() throws {
    let token = DerivedToken(subject: "family", generation: 12, key: KeyID("k1"))
    let text = try #require(token.text(.refreshToken, digests))
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for byte in UInt8(32)...126 where byte != bytes[place] {
        var other = bytes
        other[place] = byte
        let forged = String(decoding: other, as: UTF8.self)
        #expect(DerivedToken.read(forged, .refreshToken, digests) == nil, "\(forged)")
      }
      var shorter = bytes
      shorter.remove(at: place)
      let cut = String(decoding: shorter, as: UTF8.self)
      #expect(DerivedToken.read(cut, .refreshToken, digests) == nil, "\(cut)")
    }
    for extra in ["", ".", "A", "=", " "] {
      let longer = text + extra
      #expect((DerivedToken.read(longer, .refreshToken, digests) == nil) == !extra.isEmpty)
    }
    for padded in ["family.012.k1.", "family.+12.k1.", "family.-1.k1.", "family..k1.", "....."] {
      let code = text.split(separator: ".").last ?? ""
      #expect(DerivedToken.read(padded + code, .refreshToken, digests) == nil)
    }
    #expect(DerivedToken.read(String(repeating: "a", count: 1 << 20), .crumb, digests) == nil)
  }

  @Test("Base64url gives each value a single encoding")
  func base64() {
    var random = SeededGenerator(announcing: "base64url", seed: 5)
    for length in 0..<70 {
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let text = Base64URL.text(bytes)
      #expect(Base64URL.bytes(text) == bytes)
    }
    #expect(Base64URL.text([0xFB, 0xFF, 0xBF]) == "-_-_")
    for wrong in ["A", "AB", "AAB", "AA=", "A+AA", "A/AA", "ÄAAA", "AAAAA"] {
      #expect(Base64URL.bytes(wrong) == nil, "\(wrong)")
    }
    #expect(Base64URL.bytes("AA") == [0])
  }
}
