import Crypto
import CryptoExtras
import Foundation
import IdentityKeys
import WebAuthn

/// An authenticator made for tests, whose every field can be set wrong.
struct Authenticator {
  enum Key {
    case es256(P256.Signing.PrivateKey)
    case ed25519(Curve25519.Signing.PrivateKey)
    case rs256(_RSA.Signing.PrivateKey)
  }

  static let party = RelyingParty(id: "example.com", origins: ["https://login.example.com"])
  static let challenge = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
  static let cryptography = PasskeyCryptography()

  let key: Key
  var id = [UInt8](repeating: 7, count: 32)
  var relyingParty = "example.com"
  var flags: AuthenticatorFlags = [.userPresent, .userVerified]
  var signCount: UInt32 = 0
  var type = "webauthn.get"
  var challenge = Authenticator.challenge
  var origin = "https://login.example.com"
  /// Further members of the client data.
  var more = #","crossOrigin":false"#
  var extensions: CBOR?
  var format = "none"
  var statement: [CBOR.Entry] = []

  init(_ key: Key = .es256(P256.Signing.PrivateKey())) { self.key = key }

  var clientData: [UInt8] {
    Array(
      #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(more)}"#.utf8)
  }

  var cose: CBOR {
    func entry(_ label: Int64, _ value: CBOR) -> CBOR.Entry {
      CBOR.Entry(key: .integer(label), value: value)
    }
    switch key {
    case .es256(let key):
      let point = Array(key.publicKey.rawRepresentation)
      return .map([
        entry(1, .integer(2)), entry(3, .integer(-7)), entry(-1, .integer(1)),
        entry(-2, .bytes(Array(point[..<32]))), entry(-3, .bytes(Array(point[32...]))),
      ])
    case .ed25519(let key):
      return .map([
        entry(1, .integer(1)), entry(3, .integer(-8)), entry(-1, .integer(6)),
        entry(-2, .bytes(Array(key.publicKey.rawRepresentation))),
      ])
    case .rs256(let key):
      let parts = try? key.publicKey.getKeyPrimitives()
      return .map([
        entry(1, .integer(3)), entry(3, .integer(-257)),
        entry(-1, .bytes(Array(parts?.modulus ?? Data()))),
        entry(-2, .bytes(Array(parts?.publicExponent ?? Data()))),
      ])
    }
  }

  var publicKey: CredentialPublicKey {
    get throws { try CredentialPublicKey(cose: cose) }
  }

  private var head: [UInt8] {
    let count = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
    var flags = flags
    if extensions != nil { flags.insert(.extensions) }
    return Self.cryptography.sha256(Array(relyingParty.utf8)) + [flags.rawValue] + count
  }

  var authenticatorData: [UInt8] { head + (extensions?.encoded ?? []) }

  /// With a new credential.
  func creationData(key bytes: [UInt8]? = nil) -> [UInt8] {
    var made = head
    made[32] |= AuthenticatorFlags.attestedCredential.rawValue
    return made + [UInt8](repeating: 9, count: 16)
      + [UInt8(id.count >> 8), UInt8(id.count & 255)] + id + (bytes ?? cose.encoded)
      + (extensions?.encoded ?? [])
  }

  func attestation(_ data: [UInt8]? = nil) -> [UInt8] {
    CBOR.map([
      CBOR.Entry(key: .text(Array("fmt".utf8)), value: .text(Array(format.utf8))),
      CBOR.Entry(key: .text(Array("attStmt".utf8)), value: .map(statement)),
      CBOR.Entry(key: .text(Array("authData".utf8)), value: .bytes(data ?? creationData())),
    ]).encoded
  }

  func sign(_ message: [UInt8]) throws -> [UInt8] {
    switch key {
    case .es256(let key): Array(try key.signature(for: message).derRepresentation)
    case .ed25519(let key): Array(try key.signature(for: message))
    case .rs256(let key):
      Array(
        try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
          .rawRepresentation)
    }
  }

  /// Over what an assertion signs.
  func signature() throws -> [UInt8] {
    try sign(authenticatorData + Self.cryptography.sha256(clientData))
  }

  mutating func selfAttest(algorithm: Int64 = -7) throws {
    format = "packed"
    let signature = try sign(creationData() + Self.cryptography.sha256(clientData))
    statement = [
      CBOR.Entry(key: .text(Array("alg".utf8)), value: .integer(algorithm)),
      CBOR.Entry(key: .text(Array("sig".utf8)), value: .bytes(signature)),
    ]
  }
}
