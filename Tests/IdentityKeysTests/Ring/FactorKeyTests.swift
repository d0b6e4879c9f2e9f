import IdentityDomain
import IdentityKeys
import Testing

@Suite("Keys of second factors")
struct FactorKeyTests {
  @Test("Codes are those of RFC 6238, appendix B, in six digits")
  func vectors() async throws {
    let keys = FactorKeys(try await KeyHouse().server().ring)
    let secret = Array("12345678901234567890".utf8)
    let rows: [(seconds: Int64, code: String)] = [
      (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"),
      (1_234_567_890, "005924"), (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ]
    for row in rows {
      let step = TOTP.step(at: Timestamp(milliseconds: row.seconds * 1_000))
      #expect(TOTP.code(secret, step: step, keys) == row.code, "\(row.seconds)")
    }
  }

  @Test("SEC Secrets at rest on the server: a secret opens for its context and keys alone")
  func sealed() async throws {
    let house = KeyHouse()
    let ring = try await house.server().ring
    let keys = FactorKeys(ring)
    let secret: [UInt8] = Array(0..<20)
    let nonce = [UInt8](repeating: 7, count: 12)
    let sealed = try keys.seal(secret, nonce: nonce, context: "totp a")
    #expect(try keys.open(sealed, context: "totp a") == secret)
    #expect(throws: SealingFailure.self) { try keys.open(sealed, context: "totp b") }
    #expect(throws: SealingFailure.self) { try ring.open(sealed, context: "totp a") }
    #expect(
      !sealed.indices.dropLast(secret.count).contains {
        Array(sealed[$0..<$0 + secret.count]) == secret
      })
    let foreign = FactorKeys(try await KeyHouse().server().ring)
    #expect(throws: SealingFailure.self) { try foreign.open(sealed, context: "totp a") }
  }

  @Test("MFA-2: a digest is the key's own, and an unknown key has none")
  func digests() async throws {
    let keys = FactorKeys(try await KeyHouse().server().ring)
    let one = try #require(keys.digest([1], under: keys.currentKey))
    #expect(one.count == 32 && one == keys.digest([1], under: keys.currentKey))
    #expect(one != keys.digest([2], under: keys.currentKey))
    #expect(keys.digest([1], under: KeyID("unknown")) == nil)
  }
}
