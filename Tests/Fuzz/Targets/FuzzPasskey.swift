import WebAuthn

/// The three texts that a stranger sends of a passkey, before a server that has hashes and signatures of its own.
enum FuzzPasskey {
  /// Every hash is zero, and every signature right: nothing but the readers and the rules stands in the way.
  private struct Credulous: WebAuthnCryptography {
    func sha256(_ bytes: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: 32) }
    func isKey(_ key: CredentialPublicKey) -> Bool { true }
    func isValid(
      _ signature: [UInt8], of message: [UInt8], by key: CredentialPublicKey
    ) -> Bool { true }
  }

  private static let party = RelyingParty(id: "a.example", origins: ["https://a.example"])
  private static let credential = [UInt8](repeating: 7, count: 16)
  /// An Ed25519 key (COSE).
  private static let key =
    [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, 0x58, 32] + [UInt8](repeating: 5, count: 32)
  private static let attested =
    [UInt8](repeating: 0, count: 32) + [0x45, 0, 0, 0, 1] + [UInt8](repeating: 9, count: 16)
    + [0, 16] + credential + key
  private static let asserted = [UInt8](repeating: 0, count: 32) + [0x05, 0, 0, 0, 2]

  private static func clientData(_ type: String) -> [UInt8] {
    Array(#"{"type":"\#(type)","challenge":"QQ","origin":"https://a.example"}"#.utf8)
  }

  private static func attestation(_ statement: [UInt8]) -> [UInt8] {
    [0xa3, 0x63] + Array("fmt".utf8) + statement + [0x68] + Array("authData".utf8)
      + [0x58, UInt8(attested.count)] + attested
  }

  private static let none = [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8) + [0xa0]
  private static let packed =
    [0x66] + Array("packed".utf8) + [0x67] + Array("attStmt".utf8) + [0xa2, 0x63]
    + Array("alg".utf8) + [0x27, 0x63] + Array("sig".utf8) + [0x41, 1]

  static var seeds: [[UInt8]] {
    [
      [0] + attestation(none), [0] + attestation(packed), [1] + clientData("webauthn.create"),
      [2] + asserted, [2] + asserted.prefix(32) + [0x85, 0, 0, 0, 2, 0xa1, 0x61, 0x61, 0xf5],
    ]
  }

  static func run(_ bytes: [UInt8]) throws(BrokenPromise) -> Bool {
    let rest = Array(bytes.dropFirst())
    switch (bytes.first ?? 0) % 3 {
    case 0: return try register(attestation: rest, clientData("webauthn.create"))
    case 1: return try register(attestation: attestation(none), rest)
    default: return try assert(rest)
    }
  }

  private static func register(
    attestation: [UInt8], _ clientData: [UInt8]
  ) throws(BrokenPromise) -> Bool {
    let check = RegistrationCheck(relyingParty: party, challenge: "QQ")
    guard
      let made = try? check.credential(
        id: credential, clientData: clientData, attestation: attestation, Credulous())
    else { return false }
    try promise(made.id == credential, "only the named credential is registered")
    try promise(
      (try? CredentialPublicKey(coseBytes: made.keyBytes)) == made.key,
      "a key is kept as it was read")
    return true
  }

  private static func assert(_ data: [UInt8]) throws(BrokenPromise) -> Bool {
    guard let key = try? CredentialPublicKey(coseBytes: key) else { return false }
    let check = AssertionCheck(relyingParty: party, challenge: "QQ", requiresVerification: true)
    let found = try? check.assertion(
      clientData: clientData("webauthn.get"), authenticatorData: data, signature: [1], by: key,
      isBackupEligible: false, after: 1, Credulous())
    guard let found else { return false }
    try promise(
      found.isUserVerified && !found.isBackedUp && data[32] & 0b1_1101 == 0b101,
      "an assertion has the flags that were asked for")
    try promise(
      found.counter == (found.signCount > 1 ? .increased : .cloned), "a count is one or a clone")
    return true
  }
}
