import IdentityDomain
import IdentityKeys
import TestSupport
import Testing

@Suite("Sealed secrets open only intact and in their own context")
struct SealingTests {
  private let nonce: [UInt8] = Array(1...12)
  private let house = KeyHouse()

  @Test("What was sealed can be opened, even elsewhere; the same input gives the same bytes")
  func roundTrip() async throws {
    let ring = try await house.server().ring
    let other = try await house.server().ring
    var random = SeededGenerator(announcing: "SealingTests", seed: 0x5EA1)
    for length in [0, 1, 6, 15, 16, 17, 255, 4_096, 100_000] {
      let secret = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for context in ["", "message", "Zoë\u{0}"] {
        let sealed = try ring.seal(secret, nonce: nonce, context: context)
        #expect(try other.seal(secret, nonce: nonce, context: context) == sealed)
        #expect(try other.open(sealed, context: context) == secret)
        #expect(sealed.count == length + 2 + 12 + 12 + 16)
      }
    }
  }

  @Test("A changed bit, a truncation, another context: refused, naming at most the key")
  func tampered() async throws {
    let ring = try await house.server().ring
    let sealed = try ring.seal(Array("123456".utf8), nonce: nonce, context: "message-1")
    for place in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[place] ^= 1 << UInt8(bit)
        #expect(throws: SealingFailure.self) { try ring.open(changed, context: "message-1") }
      }
      #expect(throws: SealingFailure.self) {
        try ring.open(Array(sealed.prefix(place)), context: "message-1")
      }
    }
    #expect(throws: SealingFailure.self) { try ring.open(sealed + [0], context: "message-1") }
    for context in ["", "message-2", "message-1\u{0}", "essage-1"] {
      #expect(throws: SealingFailure.self) { try ring.open(sealed, context: context) }
    }
    let elsewhere = try await KeyHouse().server().ring
    let id = try #require(try await house.rows(.sealing).first).id
    #expect(throws: SealingFailure.unknownKey(id)) {
      try elsewhere.open(sealed, context: "message-1")
    }
  }

  @Test("A nonce of another length is reported as a fault of the caller")
  func nonces() async throws {
    let ring = try await house.server().ring
    for count in [0, 11, 13, 32] {
      #expect(throws: SealingFailure.badNonce(bytes: count)) {
        try ring.seal([1], nonce: Array(repeating: 0, count: count), context: "")
      }
    }
  }

  @Test("Random bytes never open and never crash")
  func noise() async throws {
    let ring = try await house.server().ring
    let sealed = try ring.seal(Array("123456".utf8), nonce: nonce, context: "")
    var random = SeededGenerator(announcing: "SealingTests noise", seed: 0x0153)
    for _ in 0..<20_000 {
      let bytes =
        random.chance(50)
        ? (0..<random.below(80)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        : random.flipped(sealed)
      guard bytes != sealed else { continue }
      #expect(throws: SealingFailure.self) { try ring.open(bytes, context: "") }
    }
  }

  @Test("Digests differ by purpose, key and message; an unknown key has none")
  func digests() async throws {
    let ring = try await house.server().ring
    let elsewhere = try await KeyHouse().server().ring
    var seen: Set<[UInt8]> = []
    for ring in [ring, elsewhere] {
      for purpose in DigestPurpose.allCases {
        for message in [[], [0], [0, 0], Array("message".utf8)] as [[UInt8]] {
          let digest = try #require(ring.digest(message, for: purpose, under: ring.currentKey))
          #expect(digest.count == 32)
          seen.insert(digest)
        }
      }
    }
    #expect(seen.count == 2 * DigestPurpose.allCases.count * 4)
    let signing = try #require(try await house.rows(.signing).first).id
    for key in [elsewhere.currentKey, signing, KeyID(""), KeyID("\u{0}")] {
      #expect(ring.digest([1], for: .crumb, under: key) == nil)
    }
    // A key's id stands within tokens, between dots.
    #expect(!ring.currentKey.text.contains(".") && ring.currentKey.text.utf8.count == 12)
  }
}
