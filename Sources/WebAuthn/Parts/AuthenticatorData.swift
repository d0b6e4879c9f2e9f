/// What an authenticator signs (WebAuthn section 6.1).
package struct AuthenticatorData: Hashable, Sendable {
  package let relyingPartyHash: [UInt8]
  package let flags: AuthenticatorFlags
  package let signCount: UInt32
  /// Only where a credential was made.
  package let credential: AttestedCredential?

  private static let headBytes = 37

  /// - Throws: `malformed` unless each byte belongs to what the flags announce.
  package init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
    guard bytes.count >= Self.headBytes else { throw .malformed(.authenticatorData) }
    relyingPartyHash = Array(bytes[..<32])
    flags = AuthenticatorFlags(rawValue: bytes[32])
    signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    var rest = bytes[Self.headBytes...]
    credential =
      flags.contains(.attestedCredential) ? try AttestedCredential(taking: &rest) : nil
    if flags.contains(.extensions) {
      var reader = CBORReader(rest)
      guard case .map = reader.value() else { throw .malformed(.authenticatorData) }
      rest = rest[reader.position...]
    }
    guard rest.isEmpty else { throw .malformed(.authenticatorData) }
  }
}

package struct AuthenticatorFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let userPresent = AuthenticatorFlags(rawValue: 1)
  package static let userVerified = AuthenticatorFlags(rawValue: 1 << 2)
  /// The credential may be copied to other devices of its owner.
  package static let backupEligible = AuthenticatorFlags(rawValue: 1 << 3)
  package static let backedUp = AuthenticatorFlags(rawValue: 1 << 4)
  package static let attestedCredential = AuthenticatorFlags(rawValue: 1 << 6)
  package static let extensions = AuthenticatorFlags(rawValue: 1 << 7)
}

/// A credential as its authenticator introduces it (WebAuthn section 6.5.1).
package struct AttestedCredential: Hashable, Sendable {
  /// The model of the authenticator, or the provider of a passkey; 16 zeros if it is not told.
  package let authenticatorModel: [UInt8]
  package let id: [UInt8]
  package let key: CredentialPublicKey
  /// The key as it came, which is what a server keeps.
  package let keyBytes: [UInt8]

  /// WebAuthn section 4, "credential ID".
  package static let idBytes = 16...1_023

  init(taking rest: inout ArraySlice<UInt8>) throws(WebAuthnRefusal) {
    guard rest.count >= 18 else { throw .malformed(.authenticatorData) }
    authenticatorModel = Array(rest.prefix(16))
    rest = rest.dropFirst(16)
    let count = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(2)
    guard Self.idBytes.contains(count), rest.count >= count else {
      throw .malformed(.authenticatorData)
    }
    id = Array(rest.prefix(count))
    rest = rest.dropFirst(count)
    var reader = CBORReader(rest)
    guard let cose = reader.value() else { throw .malformed(.publicKey) }
    keyBytes = Array(rest[..<reader.position])
    rest = rest[reader.position...]
    key = try CredentialPublicKey(cose: cose)
  }
}
