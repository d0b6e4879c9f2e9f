import Crypto
import Foundation
import IdentityDomain
import IdentityKeys
import TestSupport
import Testing

@Suite("A duplicate member is found wherever it is")
struct UniqueMembersTests {
  private let key = P256.Signing.PrivateKey()
  private let tokens: ES256Tokens

  init() async throws { tokens = ES256Tokens(try await KeyHouse().server().ring) }

  /// A random JSON object, and the same with one of its members twice.
  private struct Pair {
    var single: String
    var double: String
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    switch random.below(depth > 4 ? 4 : 6) {
    case 0: return random.pick(["0", "-1.5e3", "true", "null"])
    case 1, 2: return random.pick([#""""#, #""{""#, #""a\"b""#, #""\\""#, #"",""#, #""\\\"}""#])
    case 3: return "[]"
    case 4:
      let count = random.below(3)
      return "["
        + (0..<count).map { _ in value(&random, depth: depth + 1) }
        .joined(separator: " , ") + "]"
    default: return object(&random, depth: depth + 1).single
    }
  }

  private static func object(_ random: inout SeededGenerator, depth: Int) -> Pair {
    let names = ["a", "b", "A", "", " ", "ä", "{", ",", "]", "aa"]
    let count = 1 + random.below(4)
    let start = random.below(names.count)
    var members = (0..<count).map { place in
      #""\#(names[(start + place) % names.count])" :\#(value(&random, depth: depth))"#
    }
    let single = "{" + members.joined(separator: ",") + "}"
    let twice = members[random.below(count)].prefix { $0 != ":" } + ":" + "1"
    members.insert(String(twice), at: random.below(count + 1))
    return Pair(single: single, double: "{ " + members.joined(separator: ", ") + "\n}")
  }

  @Test("Random objects in a proof are accepted, and refused with one of their members twice")
  func random() async throws {
    var random = SeededGenerator(announcing: "UniqueMembersTests", seed: 0xD0B)
    for round in 0..<400 {
      let pair = Self.object(&random, depth: 2)
      for (isGood, object) in [(true, pair.single), (false, pair.double)] {
        let payload = #"{"new":\#(object),"# + Proofs.payload.dropFirst()
        let found = await tokens.proof(try Proofs.text(key, payload: payload))
        #expect((found != nil) == isGood, "seed \(random.seed) round \(round): \(object)")
      }
    }
  }

  @Test("It is also found in the header, in the key and in an array")
  func places() async throws {
    let jwk = Proofs.jwk(key.publicKey)
    for header in [
      #"{"typ":"dpop+jwt","typ":"dpop+jwt","alg":"ES256","jwk":\#(jwk)}"#,
      #"{"typ":"dpop+jwt","alg":"none","alg":"ES256","jwk":\#(jwk)}"#,
      #"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(jwk),"jwk":\#(jwk)}"#,
      Proofs.header(Proofs.jwk(key.publicKey, #","kty":"EC""#)),
      #"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(jwk),"x":[1,{"a":1,"a":1}]}"#,
      #"{"typ":"dpop+jwt","alg":"ES256","jwk":\#(jwk),"\u0061lg":"none"}"#,
    ] { #expect(await tokens.proof(try Proofs.text(key, header: header)) == nil, "\(header)") }
  }
}
