/// Registering a credential (WebAuthn section 7.1). Whether the credential is known already is left to whoever keeps them.
package struct RegistrationCheck: Sendable {
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
  ///   - id: the credential as the page names it.
  package func credential(
    id: [UInt8], clientData: [UInt8], attestation: [UInt8],
    _ cryptography: some WebAuthnCryptography
  ) throws(WebAuthnRefusal) -> NewCredential {
    try ceremony.check(try ClientData(clientData), type: "webauthn.create")
    let object = try AttestationObject(attestation)
    let data = object.authenticatorData
    try ceremony.check(data, cryptography)
    guard let made = data.credential else { throw .malformed(.authenticatorData) }
    guard made.id == id else { throw .wrongCredential }
    guard cryptography.isKey(made.key) else { throw .malformed(.publicKey) }
    if case .selfSigned(let algorithm, let signature) = object.statement {
      // WebAuthn section 8.2: by the algorithm of the new key, over the same bytes as an assertion.
      let signed = object.authenticatorBytes + cryptography.sha256(clientData)
      guard algorithm == made.key.algorithm,
        cryptography.isValid(signature, of: signed, by: made.key)
      else { throw .wrongSignature }
    }
    return NewCredential(
      id: made.id, key: made.key, keyBytes: made.keyBytes, signCount: data.signCount,
      authenticatorModel: made.authenticatorModel,
      isUserVerified: data.flags.contains(.userVerified),
      isBackupEligible: data.flags.contains(.backupEligible),
      isBackedUp: data.flags.contains(.backedUp))
  }
}

/// A credential that was just made, as a server keeps it (WebAuthn section 4, "credential record").
package struct NewCredential: Hashable, Sendable {
  package let id: [UInt8]
  package let key: CredentialPublicKey
  package let keyBytes: [UInt8]
  package let signCount: UInt32
  package let authenticatorModel: [UInt8]
  package let isUserVerified: Bool
  package let isBackupEligible: Bool
  package let isBackedUp: Bool
}
