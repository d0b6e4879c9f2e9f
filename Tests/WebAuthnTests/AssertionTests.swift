import Crypto
import CryptoExtras
import Testing
import WebAuthn

@Suite("PAS-4: signing in with a credential, WebAuthn Level 3 section 7.2")
struct AssertionTests {
  typealias Change = (inout Authenticator) -> Void

  private func assert(
    _ authenticator: Authenticator, by key: CredentialPublicKey? = nil, signature: [UInt8]? = nil,
    clientData: [UInt8]? = nil, authenticatorData: [UInt8]? = nil, isBackupEligible: Bool = false,
    after count: UInt32 = 0, requiresVerification: Bool = false
  ) throws -> CredentialAssertion {
    try AssertionCheck(
      relyingParty: Authenticator.party, challenge: Authenticator.challenge,
      requiresVerification: requiresVerification
    ).assertion(
      clientData: clientData ?? authenticator.clientData,
      authenticatorData: authenticatorData ?? authenticator.authenticatorData,
      signature: signature ?? authenticator.signature(), by: key ?? authenticator.publicKey,
      isBackupEligible: isBackupEligible, after: count, Authenticator.cryptography)
  }

  @Test("PAS-4: an assertion by each algorithm is accepted, and one by another key is not")
  func algorithms() throws {
    let keys: [(Authenticator.Key, Authenticator.Key)] = [
      (.es256(P256.Signing.PrivateKey()), .es256(P256.Signing.PrivateKey())),
      (.ed25519(Curve25519.Signing.PrivateKey()), .ed25519(Curve25519.Signing.PrivateKey())),
      (
        .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048)),
        .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048))
      ),
    ]
    for (key, other) in keys {
      let mine = Authenticator(key)
      let found = try assert(mine)
      #expect(found.isUserVerified && found.counter == .uncounted)
      #expect(throws: WebAuthnRefusal.wrongSignature) {
        try assert(mine, by: Authenticator(other).publicKey)
      }
      let signature = try mine.signature()
      for place in signature.indices {
        var wrong = signature
        wrong[place] ^= 1
        #expect(throws: WebAuthnRefusal.wrongSignature, "byte \(place)") {
          try assert(mine, signature: wrong)
        }
      }
      for wrong in [[], Array(signature.dropLast()), signature + [0]] {
        #expect(throws: WebAuthnRefusal.wrongSignature) { try assert(mine, signature: wrong) }
      }
    }
  }

  @Test("PAS-4: each single wrong field is refused for its own reason")
  func fields() throws {
    let cases: [(WebAuthnRefusal, Change)] = [
      (.wrongType, { $0.type = "webauthn.create" }), (.wrongType, { $0.type = "" }),
      (.wrongChallenge, { $0.challenge = "BBECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8" }),
      (.wrongChallenge, { $0.challenge += "=" }), (.wrongChallenge, { $0.challenge = "" }),
      (.wrongOrigin, { $0.origin = "https://login.example.com.evil.example" }),
      (.wrongOrigin, { $0.origin = "http://login.example.com" }),
      (.wrongOrigin, { $0.origin = "https://login.example.com:8443" }),
      (.wrongOrigin, { $0.origin = "https://example.com" }),
      (.wrongOrigin, { $0.origin = "https://LOGIN.example.com" }),
      (.framed, { $0.more = #","crossOrigin":true"# }),
      (.framed, { $0.more = #","crossOrigin":true,"topOrigin":"https://evil.example""# }),
      (.framed, { $0.more = #","topOrigin":"https://login.example.com""# }),
      (.wrongRelyingParty, { $0.relyingParty = "evil.example" }),
      (.wrongRelyingParty, { $0.relyingParty = "login.example.com" }),
      (.userNotPresent, { $0.flags = [.userVerified] }),
      (.wrongBackupState, { $0.flags.insert(.backedUp) }),
      (.wrongBackupState, { $0.flags.insert(.backupEligible) }),
      (.malformed(.clientData), { $0.more = #","crossOrigin":"no""# }),
      (.malformed(.clientData), { $0.more = #","topOrigin":7"# }),
      (.malformed(.clientData), { $0.more = #","origin":"https://login.example.com""# }),
      (.malformed(.clientData), { $0.more = "}" }),
      (.malformed(.authenticatorData), { $0.extensions = .list([]) }),
      (.malformed(.authenticatorData), { $0.flags.insert(.attestedCredential) }),
    ]
    for (place, (refusal, change)) in cases.enumerated() {
      var authenticator = Authenticator()
      change(&authenticator)
      #expect(throws: refusal, "case \(place)") { try assert(authenticator) }
    }
  }

  @Test("PAS-4: whatever is signed, nothing may be missing, added or exchanged")
  func signedBytes() throws {
    let authenticator = Authenticator()
    let signature = try authenticator.signature()
    let data = authenticator.authenticatorData
    for wrong in [Array(data.dropLast()), data + [0], []] {
      #expect(throws: WebAuthnRefusal.malformed(.authenticatorData)) {
        try assert(authenticator, signature: signature, authenticatorData: wrong)
      }
    }
    var counted = authenticator
    counted.signCount = 1
    #expect(throws: WebAuthnRefusal.wrongSignature) {
      try assert(counted, signature: signature)
    }
    var spaced = authenticator
    spaced.more += " "
    #expect(throws: WebAuthnRefusal.wrongSignature) { try assert(spaced, signature: signature) }
    for wrong in ["", "[]", "null", "{", #"{"type":"webauthn.get"}"#] {
      #expect(throws: WebAuthnRefusal.malformed(.clientData)) {
        try assert(authenticator, clientData: Array(wrong.utf8))
      }
    }
  }

  @Test("PAS-4: user verification is checked if the ceremony requires it")
  func verification() throws {
    var authenticator = Authenticator()
    authenticator.flags = [.userPresent]
    #expect(try !assert(authenticator).isUserVerified)
    #expect(throws: WebAuthnRefusal.userNotVerified) {
      try assert(authenticator, requiresVerification: true)
    }
  }

  @Test("PAS-4: a synchronized passkey stays one, backed up or not yet")
  func backup() throws {
    var authenticator = Authenticator()
    authenticator.flags.insert(.backupEligible)
    #expect(try !assert(authenticator, isBackupEligible: true).isBackedUp)
    authenticator.flags.insert(.backedUp)
    #expect(try assert(authenticator, isBackupEligible: true).isBackedUp)
    #expect(throws: WebAuthnRefusal.wrongBackupState) {
      try assert(Authenticator(), isBackupEligible: true)
    }
  }

  @Test("PAS-4: the counter tells a clone from one that counts and from one that does not")
  func counter() throws {
    for (count, last, verdict) in [
      (0, 0, CounterVerdict.uncounted), (1, 0, .increased), (8, 7, .increased), (7, 7, .cloned),
      (6, 7, .cloned), (0, 7, .cloned), (UInt32.max, 7, .increased),
    ] as [(UInt32, UInt32, CounterVerdict)] {
      var authenticator = Authenticator()
      authenticator.signCount = count
      #expect(try assert(authenticator, after: last).counter == verdict, "\(count) after \(last)")
    }
  }

  @Test("PAS-8: a related origin and an app are accepted as configured, letter by letter")
  func origins() {
    let android = "android:apk-key-hash:AbCd"
    let party = RelyingParty(
      id: "example.com", origins: ["https://example.com", "https://example.de", android])
    for origin in ["https://example.com", "https://example.de", android] {
      #expect(party.accepts(origin: Array(origin.utf8)))
    }
    for origin in ["https://example.fr", "android:apk-key-hash:abcd", "http://localhost:8080", ""] {
      #expect(!party.accepts(origin: Array(origin.utf8)))
    }
    #expect(!party.accepts(origin: [0xff]))
    let development = RelyingParty(id: "localhost", origins: [], developmentHost: "localhost")
    #expect(development.accepts(origin: Array("http://localhost:8080".utf8)))
    for origin in [
      "http://localhost.evil.example", "http://localhost:", "http://localhost:80a",
      "https://localhost:8080", "http://127.0.0.1:8080",
    ] {
      #expect(!development.accepts(origin: Array(origin.utf8)), "\(origin)")
    }
  }
}
