/// Why an operation was refused. Closed inside; the mapping to numbers and texts of the wire
/// stands in one file of the HTTP layer.
package enum IdentityFailure: Error, Hashable, Sendable {
  case malformed(field: String)
  case weakPassword(PasswordWeakness)
  /// Unknown name and wrong password are one.
  case wrongCredentials
  /// Told only after the right password.
  case notConfirmed
  /// Told only after the right password or code.
  case accountBlocked
  /// Told only with the setting `registration.disclose`.
  case identifierTaken
  /// A wrong, used up, expired or never sent code are one; `triesLeft` follows from the calls, not
  /// from whether there is an account.
  case wrongCode(triesLeft: Int)
  case limited(until: Timestamp)
  /// The queue of the password hashes is full.
  case busy(until: Timestamp)
  case refreshTokenInvalid(SignOutCause?)
  /// No usable session for this call.
  case unauthorized(SignOutCause?)
  case insufficientScope
  /// What was shown does not suffice for this (RFC 9470).
  case insufficientAuthentication(ProofNeed)
  case proofRequired
  /// The proof is right, its nonce is not; the answer carries a new one.
  case proofNonceRequired
  case proofDuplicate
  case crumbInvalid
  case verificationTokenInvalid
  case sessionKindOff
  /// Told to whoever asks to register, and after the right code to a number that nobody has.
  case registrationClosed
  case phoneNumberInvalid
  case regionNotServed
  case idempotencyBodyDiffers
  case idempotencyRunning(until: Timestamp)
  /// The key stands for an intent that was settled; its tokens cannot be made again.
  case idempotencySettled
  case notFound
  /// MKT-5: there is no such market.
  case marketUnknown
  /// MKT-5: it takes no logins yet.
  case marketClosed
  /// The session of a market is over (`EXPIRED`).
  case sessionExpired(SignOutCause)
  case tooMany(field: String)
  /// A sign-in at a provider came to nothing (FED-5).
  case provider(ProviderFailure)
  /// There is no such sign-in at a provider: it expired, was completed, or is another device's.
  case authorizationInvalid
  /// What came back belongs to another sign-in at a provider.
  case stateMismatch
  /// Told to whoever has just signed in at the provider: another account is linked to it.
  case identityTaken
  /// FED-8: without it the account could not be signed in to any more.
  case lastWayIn
}
