import TestSupport
import Testing
import WebAuthn

@Suite("PAS-4: bytes that no authenticator would write")
struct FuzzTests {
  /// One to four changes: bytes that are turned, put in, left out, repeated, or made the largest lengths.
  private func changed(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var result = bytes
    while result == bytes {
      for _ in 0...Int.random(in: 0..<4, using: &random) where !result.isEmpty {
        let place = result.indices.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<5, using: &random) {
        case 0: result[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: result.insert(UInt8.random(in: 0...255, using: &random), at: place)
        case 2: result.remove(at: place)
        case 3: result.insert(contentsOf: result[place...].prefix(16), at: place)
        default:
          let end = min(place + 8, result.endIndex)
          result.replaceSubrange(place..<end, with: repeatElement(0xFF, count: end - place))
        }
      }
    }
    return result
  }

  @Test("PAS-4: whatever bytes are accepted, their values encode back to the same bytes")
  func values() {
    var random = SeededGenerator(announcing: "FuzzTests.values", seed: 71)
    let written = Authenticator().attestation()
    var readCount = 0
    for round in 0..<20_000 {
      let bytes =
        round.isMultiple(of: 2)
        ? changed(written, &random)
        : (0..<Int.random(in: 0..<40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      guard let value = CBOR(bytes) else { continue }
      readCount += 1
      #expect(value.encoded == bytes)
    }
    #expect(readCount > 100)
  }

  @Test("PAS-4: a changed attestation is refused, or is that of the same credential")
  func attestations() {
    var random = SeededGenerator(announcing: "FuzzTests.attestations", seed: 72)
    var authenticator = Authenticator()
    authenticator.type = "webauthn.create"
    let check = RegistrationCheck(
      relyingParty: Authenticator.party, challenge: Authenticator.challenge,
      requiresVerification: false)
    let whole = authenticator.attestation()
    var refusals: Set<WebAuthnRefusal> = []
    for _ in 0..<5_000 {
      do {
        let made = try check.credential(
          id: authenticator.id, clientData: authenticator.clientData,
          attestation: changed(whole, &random), Authenticator.cryptography)
        #expect(made.id == authenticator.id)
      } catch {
        refusals.insert(error)
      }
    }
    #expect(refusals.count > 3)
  }

  @Test("PAS-4: an assertion with any change opens nothing")
  func assertions() throws {
    var random = SeededGenerator(announcing: "FuzzTests.assertions", seed: 73)
    let authenticator = Authenticator()
    let check = AssertionCheck(
      relyingParty: Authenticator.party, challenge: Authenticator.challenge,
      requiresVerification: false)
    let parts = [
      authenticator.clientData, authenticator.authenticatorData, try authenticator.signature(),
    ]
    for round in 0..<1_500 {
      var shown = parts
      shown[round % 3] = changed(parts[round % 3], &random)
      #expect(throws: WebAuthnRefusal.self) {
        _ = try check.assertion(
          clientData: shown[0], authenticatorData: shown[1], signature: shown[2],
          by: authenticator.publicKey, isBackupEligible: false, after: 0,
          Authenticator.cryptography)
      }
    }
  }
}
