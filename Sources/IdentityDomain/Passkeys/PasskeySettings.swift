package import WebAuthn

/// For whom passkeys are made, and which pages and apps may use them (PAS-8).
package struct PasskeySettings: Hashable, Sendable {
  package var party: RelyingParty
  /// What a person reads in the sheet of the authenticator.
  package var name: String

  package init(party: RelyingParty, name: String) {
    self.party = party
    self.name = name
  }
}

/// Why a passkey was refused (PAS-4, PAS-7). Each is told apart on the wire.
package enum PasskeyFailure: String, Hashable, Sendable, CaseIterable {
  /// It cannot be read.
  case malformed
  /// The challenge is unknown: it expired, was answered, or belongs to another device or purpose.
  case wrongChallenge
  case wrongType
  /// Made on another page, or in a frame.
  case wrongOrigin
  case wrongRelyingParty
  case userNotPresent
  case userNotVerified
  case wrongBackupState
  case unsupportedAlgorithm
  case unsupportedAttestation
  case wrongSignature
  /// Not, or no longer, a passkey of an account here; also where its user handle is another account's.
  case unknown
  /// The counter says that there are two of it.
  case cloned
  /// It was registered before.
  case taken

  init(_ refusal: WebAuthnRefusal) {
    self =
      switch refusal {
      case .malformed, .wrongCredential: .malformed
      case .wrongType: .wrongType
      case .wrongChallenge: .wrongChallenge
      case .wrongOrigin, .framed: .wrongOrigin
      case .wrongRelyingParty: .wrongRelyingParty
      case .userNotPresent: .userNotPresent
      case .userNotVerified: .userNotVerified
      case .wrongBackupState: .wrongBackupState
      case .unsupportedAlgorithm: .unsupportedAlgorithm
      case .unsupportedAttestation: .unsupportedAttestation
      case .wrongSignature: .wrongSignature
      }
  }
}

/// No hashes and signatures: every passkey is refused.
package struct NoPasskeyCryptography: WebAuthnCryptography {
  package init() {}
  package func sha256(_ bytes: [UInt8]) -> [UInt8] { [] }
  package func isKey(_ key: CredentialPublicKey) -> Bool { false }
  package func isValid(
    _ signature: [UInt8], of message: [UInt8], by key: CredentialPublicKey
  ) -> Bool { false }
}
