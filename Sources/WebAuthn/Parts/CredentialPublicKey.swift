/// The public key of a credential, of one of the algorithms that the server asks for (COSE, RFC 9053).
package enum CredentialPublicKey: Hashable, Sendable {
  /// ECDSA with SHA-256 on P-256: the two coordinates, 32 bytes each.
  case es256(x: [UInt8], y: [UInt8])
  /// Ed25519: 32 bytes.
  case ed25519([UInt8])
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256(modulus: [UInt8], exponent: [UInt8])

  /// COSE's numbers, in the order in which the server prefers them. An authenticator takes the first that it knows.
  package static let algorithms: [Int64] = [-7, -8, -257]

  package var algorithm: Int64 {
    switch self {
    case .es256: -7
    case .ed25519: -8
    case .rs256: -257
    }
  }

  /// Of an RSA key: 2048 to 4096 bits. Longer ones only cost time.
  private static let modulusBytes = 256...512
  /// F4, as every authenticator uses it.
  private static let exponent: [UInt8] = [1, 0, 1]

  /// - Throws: `unsupportedAlgorithm` for another one; `malformed` for a key that is not of its algorithm, or that has a
  ///   parameter more (WebAuthn section 6.5.1: no others than the required ones).
  package init(cose: CBOR) throws(WebAuthnRefusal) {
    guard let entries = cose.entries, let kind = cose[.integer(1)]?.integer,
      let algorithm = cose[.integer(3)]?.integer
    else { throw .malformed(.publicKey) }
    func bytes(_ label: Int64) -> [UInt8]? { cose[.integer(label)]?.bytes }
    let curve = cose[.integer(-1)]?.integer
    switch algorithm {
    case -7:
      guard kind == 2, curve == 1, entries.count == 5, let x = bytes(-2), let y = bytes(-3),
        x.count == 32, y.count == 32
      else { throw .malformed(.publicKey) }
      self = .es256(x: x, y: y)
    case -8:
      guard kind == 1, curve == 6, entries.count == 4, let x = bytes(-2), x.count == 32 else {
        throw .malformed(.publicKey)
      }
      self = .ed25519(x)
    case -257:
      guard kind == 3, entries.count == 4, let modulus = bytes(-1), let exponent = bytes(-2),
        Self.modulusBytes.contains(modulus.count), let first = modulus.first, first >= 128,
        let last = modulus.last, last & 1 == 1, exponent == Self.exponent
      else { throw .malformed(.publicKey) }
      self = .rs256(modulus: modulus, exponent: exponent)
    default: throw .unsupportedAlgorithm
    }
  }

  /// The same for the bytes that a server keeps.
  package init(coseBytes: [UInt8]) throws(WebAuthnRefusal) {
    guard let cose = CBOR(coseBytes) else { throw .malformed(.publicKey) }
    try self.init(cose: cose)
  }
}
