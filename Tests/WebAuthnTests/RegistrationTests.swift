import Crypto
import CryptoExtras
import Testing
import WebAuthn

@Suite("PAS-4: registering a credential, WebAuthn Level 3 section 7.1")
struct RegistrationTests {
  private func register(
    _ authenticator: Authenticator, id: [UInt8]? = nil, attestation: [UInt8]? = nil,
    requiresVerification: Bool = false
  ) throws -> NewCredential {
    try RegistrationCheck(
      relyingParty: Authenticator.party, challenge: Authenticator.challenge,
      requiresVerification: requiresVerification
    ).credential(
      id: id ?? authenticator.id, clientData: authenticator.clientData,
      attestation: attestation ?? authenticator.attestation(), Authenticator.cryptography)
  }

  private func maker(_ key: Authenticator.Key? = nil) -> Authenticator {
    var authenticator = key.map { Authenticator($0) } ?? Authenticator()
    authenticator.type = "webauthn.create"
    return authenticator
  }

  @Test("PAS-4: a credential of each algorithm is registered with its own key")
  func algorithms() throws {
    let keys: [Authenticator.Key] = [
      .es256(P256.Signing.PrivateKey()), .ed25519(Curve25519.Signing.PrivateKey()),
      .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048)),
    ]
    for (key, algorithm) in zip(keys, CredentialPublicKey.algorithms) {
      var authenticator = maker(key)
      authenticator.flags.insert([.backupEligible, .backedUp])
      authenticator.extensions = CBOR.map([
        CBOR.Entry(key: .text(Array("credProps".utf8)), value: .flag(true))
      ])
      let made = try register(authenticator)
      let publicKey = try authenticator.publicKey
      #expect(made.id == authenticator.id && made.key == publicKey)
      #expect(made.key.algorithm == algorithm)
      #expect(try CredentialPublicKey(coseBytes: made.keyBytes) == made.key)
      #expect(made.isUserVerified && made.isBackupEligible && made.isBackedUp)
      #expect(made.authenticatorModel == [UInt8](repeating: 9, count: 16))
    }
  }

  @Test("PAS-4: no attestation and a valid self attestation are accepted, all others refused")
  func attestation() throws {
    var own = maker()
    try own.selfAttest()
    _ = try register(own)
    var forged = own
    forged.statement[1] = CBOR.Entry(
      key: forged.statement[1].key, value: .bytes(try Authenticator().sign([1])))
    #expect(throws: WebAuthnRefusal.wrongSignature) { try register(forged) }
    var other = maker()
    try other.selfAttest(algorithm: -257)
    #expect(throws: WebAuthnRefusal.wrongSignature) { try register(other) }
    var certified = own
    certified.statement.append(
      CBOR.Entry(key: .text(Array("x5c".utf8)), value: .list([.bytes([1])])))
    #expect(throws: WebAuthnRefusal.unsupportedAttestation) { try register(certified) }
    for format in ["fido-u2f", "tpm", "android-key", "apple", "", "None"] {
      var foreign = maker()
      foreign.format = format
      #expect(throws: WebAuthnRefusal.unsupportedAttestation) { try register(foreign) }
    }
    var talkative = maker()
    talkative.statement = [CBOR.Entry(key: .text([97]), value: .null)]
    #expect(throws: WebAuthnRefusal.unsupportedAttestation) { try register(talkative) }
  }

  @Test("PAS-4: each single wrong field is refused for its own reason")
  func fields() throws {
    let cases: [(WebAuthnRefusal, AssertionTests.Change)] = [
      (.wrongType, { $0.type = "webauthn.get" }), (.wrongChallenge, { $0.challenge = "AAAA" }),
      (.wrongOrigin, { $0.origin = "https://evil.example" }),
      (.framed, { $0.more = #","crossOrigin":true"# }),
      (.wrongRelyingParty, { $0.relyingParty = "evil.example" }),
      (.userNotPresent, { $0.flags.remove(.userPresent) }),
      (.wrongBackupState, { $0.flags.insert(.backedUp) }),
      (.malformed(.authenticatorData), { $0.id = [] }),
      (.malformed(.authenticatorData), { $0.id = [UInt8](repeating: 1, count: 15) }),
      (.malformed(.authenticatorData), { $0.id = [UInt8](repeating: 1, count: 1_024) }),
    ]
    for (place, (refusal, change)) in cases.enumerated() {
      var authenticator = maker()
      change(&authenticator)
      #expect(throws: refusal, "case \(place)") { try register(authenticator) }
    }
    let authenticator = maker()
    #expect(throws: WebAuthnRefusal.wrongCredential) {
      try register(authenticator, id: [UInt8](repeating: 8, count: 32))
    }
    #expect(throws: WebAuthnRefusal.malformed(.authenticatorData)) {
      try register(
        authenticator, attestation: authenticator.attestation(authenticator.authenticatorData))
    }
    var present = maker()
    present.flags = [.userPresent]
    _ = try register(present)
    #expect(throws: WebAuthnRefusal.userNotVerified) {
      try register(present, requiresVerification: true)
    }
  }

  @Test("PAS-4: keys of other algorithms, of wrong form, or off their curve are refused")
  func keys() throws {
    let authenticator = maker()
    guard case .map(let good) = authenticator.cose else { return }
    func with(_ label: Int64, _ value: CBOR?) -> [UInt8] {
      var entries = good.filter { $0.key != .integer(label) }
      if let value { entries.append(CBOR.Entry(key: .integer(label), value: value)) }
      return CBOR.map(entries).encoded
    }
    let zeros = CBOR.bytes([UInt8](repeating: 0, count: 32))
    let cases: [(WebAuthnRefusal, [UInt8])] = [
      (.unsupportedAlgorithm, with(3, .integer(-35))),
      (.unsupportedAlgorithm, with(3, .integer(-65535))),
      (.malformed(.publicKey), with(3, nil)), (.malformed(.publicKey), with(3, .integer(-8))),
      (.malformed(.publicKey), with(1, .integer(1))),
      (.malformed(.publicKey), with(-1, .integer(2))),
      (.malformed(.publicKey), with(-2, nil)), (.malformed(.publicKey), with(-2, .bytes([1]))),
      (.malformed(.publicKey), with(-3, zeros)), (.malformed(.publicKey), with(-3, .flag(true))),
      (.malformed(.publicKey), with(4, .list([]))), (.malformed(.publicKey), CBOR.null.encoded),
      (.malformed(.publicKey), [0xff]),
      (.malformed(.publicKey), [0xa6] + CBOR.map(good).encoded.dropFirst() + [1, 2]),
    ]
    for (place, (refusal, key)) in cases.enumerated() {
      #expect(throws: refusal, "case \(place)") {
        try register(
          authenticator,
          attestation: authenticator.attestation(authenticator.creationData(key: key)))
      }
    }
  }

  @Test("PAS-4: an attestation object cut anywhere, or followed by anything, is refused")
  func cut() throws {
    let authenticator = maker()
    let whole = authenticator.attestation()
    for count in whole.indices {
      #expect(throws: WebAuthnRefusal.malformed(.attestationObject), "\(count) bytes") {
        try register(authenticator, attestation: Array(whole[..<count]))
      }
    }
    #expect(throws: WebAuthnRefusal.malformed(.attestationObject)) {
      try register(authenticator, attestation: whole + [0])
    }
  }
}
