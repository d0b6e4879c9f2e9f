/// Which step of a ceremony refused (WebAuthn sections 7.1 and 7.2).
package enum WebAuthnRefusal: Error, Hashable, Sendable {
  package enum Part: Hashable, Sendable, CaseIterable {
    case clientData
    case authenticatorData
    case attestationObject
    case publicKey
  }

  /// It cannot be read, or may be read in two ways.
  case malformed(Part)
  /// Made for the other ceremony.
  case wrongType
  /// Made for another challenge: a replay.
  case wrongChallenge
  /// Made on a page that is not ours.
  case wrongOrigin
  /// Made in a frame of a page that is not ours.
  case framed
  /// Made for another relying party.
  case wrongRelyingParty
  case userNotPresent
  case userNotVerified
  /// Backed up without being eligible, or no longer what it was when it was made.
  case wrongBackupState
  case unsupportedAlgorithm
  case unsupportedAttestation
  /// The credential that was made is not the one that the page names.
  case wrongCredential
  case wrongSignature
}

/// Hashes and signatures, which this target leaves to a library.
package protocol WebAuthnCryptography: Sendable {
  func sha256(_ bytes: [UInt8]) -> [UInt8]
  /// - Returns: false also for an invalid key, such as a point that is not on its curve.
  func isValid(_ signature: [UInt8], of message: [UInt8], by key: CredentialPublicKey) -> Bool
  /// Whether the key is valid.
  func isKey(_ key: CredentialPublicKey) -> Bool
}
