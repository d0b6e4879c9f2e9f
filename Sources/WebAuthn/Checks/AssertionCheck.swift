/// Signing in with a credential (WebAuthn section 7.2), from the step after the credential was found.
package struct AssertionCheck: Sendable {
  private let ceremony: CeremonyCheck

  /// - Parameter challenge: base64url, as the page got it.
  package init(
    relyingParty: RelyingParty, challenge: String, requiresVerification: Bool = false
  ) {
    ceremony = CeremonyCheck(
      relyingParty: relyingParty, challenge: challenge,
      requiresVerification: requiresVerification)
  }

  /// - Parameters:
  ///   - key: that of the credential.
  ///   - isBackupEligible: as it was when the credential was made; it never changes (section 6.1.3).
  ///   - signCount: the last one that was seen.
  package func assertion(
    clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
    by key: CredentialPublicKey, isBackupEligible: Bool, after signCount: UInt32,
    _ cryptography: some WebAuthnCryptography
  ) throws(WebAuthnRefusal) -> CredentialAssertion {
    try ceremony.check(try ClientData(clientData), type: "webauthn.get")
    let data = try AuthenticatorData(authenticatorData)
    try ceremony.check(data, cryptography)
    guard data.flags.contains(.backupEligible) == isBackupEligible else {
      throw .wrongBackupState
    }
    let signed = authenticatorData + cryptography.sha256(clientData)
    guard cryptography.isValid(signature, of: signed, by: key) else { throw .wrongSignature }
    return CredentialAssertion(
      isUserVerified: data.flags.contains(.userVerified),
      isBackedUp: data.flags.contains(.backedUp), signCount: data.signCount,
      counter: CounterVerdict(data.signCount, after: signCount))
  }
}

package struct CredentialAssertion: Hashable, Sendable {
  package let isUserVerified: Bool
  package let isBackedUp: Bool
  package let signCount: UInt32
  package let counter: CounterVerdict
}

/// What the signature counter says (WebAuthn section 6.1.1).
package enum CounterVerdict: Hashable, Sendable {
  /// The authenticator counts nothing, as those whose credentials are synchronized do.
  case uncounted
  case increased
  /// Two authenticators hold the key, or one was set back.
  case cloned

  package init(_ count: UInt32, after last: UInt32) {
    if count == 0 && last == 0 {
      self = .uncounted
    } else {
      self = count > last ? .increased : .cloned
    }
  }
}
