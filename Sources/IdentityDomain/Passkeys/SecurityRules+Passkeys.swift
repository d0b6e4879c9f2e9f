// Passkeys.
extension SecurityRules {
  /// SEC "Third parties and passkeys": challenges of 32 random bytes, once, 5 minutes.
  package static let passkeyChallengeBytes = 32
  package static let passkeyCeremonyLifetime = Duration.minutes(5)
  /// SEC "Third parties and passkeys": 32 random bytes; WebAuthn section 14.6.1 allows up to 64, with nothing of the person in them.
  package static let userHandleBytes = 32
  /// How many challenges a device may ask for. A page that offers autofill asks for one each time it is shown. Ours.
  package static let passkeyCeremonies = Budget(most: 60, within: .minutes(15))
  /// How many passkeys an account may have (PAS-3). Ours.
  package static let passkeys = 20
  /// Base64url of the longest credential id (WebAuthn section 4: 1023 bytes).
  package static let credentialBytes = 1_364
  /// Base64url of client data, authenticator data or an attestation object. Ours: they have some hundred bytes.
  package static let passkeyPartBytes = 8_192
}
