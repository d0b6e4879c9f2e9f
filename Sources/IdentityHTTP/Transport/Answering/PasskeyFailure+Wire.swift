import IdentityAPI
import IdentityDomain

extension PasskeyFailure {
  var apiCode: APIErrorCode {
    switch self {
    case .malformed: .passkeyMalformed
    case .wrongChallenge: .passkeyChallengeInvalid
    case .wrongType: .passkeyWrongType
    case .wrongOrigin: .passkeyWrongOrigin
    case .wrongRelyingParty: .passkeyWrongRelyingParty
    case .userNotPresent: .passkeyUserNotPresent
    case .userNotVerified: .passkeyUserNotVerified
    case .wrongBackupState: .passkeyWrongBackupState
    case .unsupportedAlgorithm: .passkeyAlgorithmNotSupported
    case .unsupportedAttestation: .passkeyAttestationNotSupported
    case .wrongSignature: .passkeyWrongSignature
    case .unknown: .passkeyUnknown
    case .cloned: .passkeyCloned
    case .taken: .passkeyTaken
    }
  }

  /// For the person who reads it, as far as there is something to do.
  var advice: String {
    switch self {
    case .malformed: "The passkey's response cannot be read."
    case .wrongChallenge: "This passkey request has expired or was already answered. Start again."
    case .wrongType: "The response belongs to another kind of passkey request."
    case .wrongOrigin: "Passkeys of this service cannot be used on this page."
    case .wrongRelyingParty: "The passkey belongs to another service."
    case .userNotPresent: "The authenticator did not check that somebody is there."
    case .userNotVerified: "Unlock the passkey with your fingerprint, face or PIN."
    case .wrongBackupState: "The passkey contradicts what it said when it was created."
    case .unsupportedAlgorithm: "This authenticator's algorithm is not supported. Use another one."
    case .unsupportedAttestation: "This kind of attestation is not supported. Ask for none."
    case .wrongSignature: "The passkey's signature is not valid."
    case .unknown:
      "This passkey no longer works here. Sign in another way, and remove it"
        + " from your device or password manager."
    case .cloned:
      "This passkey may have been copied. Sign in another way, remove it and"
        + " create a new one."
    case .taken: "This passkey is already registered."
    }
  }
}
