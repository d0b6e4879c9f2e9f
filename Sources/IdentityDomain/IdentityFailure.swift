/// Why an operation was refused. A closed enum here; a single file of the HTTP layer maps it to the
/// numbers and texts of the wire.
package enum IdentityFailure: Error, Hashable, Sendable {
  case malformed(field: String)
  case weakPassword(PasswordWeakness)
  /// Does not distinguish an unknown name from a wrong password.
  case wrongCredentials
  /// Disclosed only after the right password.
  case notConfirmed
  /// Disclosed only after the right password or code.
  case accountBlocked
  /// Disclosed only with the setting `registration.disclose`.
  case identifierTaken
  /// Does not distinguish wrong, used, expired and never sent codes; `triesLeft` depends on the
  /// calls, not on whether there is an account.
  case wrongCode(triesLeft: Int)
  case limited(until: Timestamp)
  /// The queue of password hashes is full.
  case busy(until: Timestamp)
  case refreshTokenInvalid(SignOutCause?)
  /// There is no usable session for this call.
  case unauthorized(SignOutCause?)
  case insufficientScope
  /// The proofs are insufficient for this act (RFC 9470).
  case insufficientAuthentication(ProofNeed)
  case proofRequired
  /// The proof is valid except for its nonce; the response carries a new one.
  case proofNonceRequired
  case proofDuplicate
  case crumbInvalid
  case verificationTokenInvalid
  case sessionKindOff
  /// Disclosed on an attempt to register, and after the right code to a number without an account.
  case registrationClosed
  case phoneNumberInvalid
  case regionNotServed
  case idempotencyBodyDiffers
  case idempotencyRunning(until: Timestamp)
  /// The key belongs to an intent that was settled, and whose tokens cannot be reproduced.
  case idempotencySettled
  case notFound
  /// MKT-5: unknown market.
  case marketUnknown
  /// MKT-5: the market does not accept logins yet.
  case marketClosed
  /// The session of a market has ended (`EXPIRED`).
  case sessionExpired(SignOutCause)
  case tooMany(field: String)
  /// A sign-in at a provider failed (FED-5).
  case provider(ProviderFailure)
  /// Unknown sign-in at a provider: it expired, was completed, or belongs to another device.
  case authorizationInvalid
  /// The redirect belongs to another sign-in at a provider.
  case stateMismatch
  /// Disclosed after a sign-in at the provider: the identity is linked to another account.
  case identityTaken
  /// MFA-3: the first step was right; a second one is needed.
  case secondFactorRequired(SecondFactorRequest)
  /// Wrong, or a recovery code that was used.
  case factorCodeWrong(triesLeft: Int)
  /// The code of an authenticator app was right, and has been used (MFA-1).
  case factorCodeUsed
  /// The code belongs to another time: the clock of the phone is wrong.
  case factorClockSkewed
  /// The sign-in that waited for a second factor expired, is over, or belongs to another device.
  case secondStepExpired
  /// MFA-3: a `compat` sign-in to an account with two-step sign-in.
  case twoStepsNeedKey
  /// There is no authenticator app, recovery codes are not kept, or there is no password.
  case twoStepsNotReady
  /// MFA-4: the operator requires a second factor.
  case twoStepsRequired
  /// An enrolment, or new recovery codes, that expired, are settled, or belong to another session.
  case enrolmentExpired
  /// MFA-7: there is no address to notify.
  case factorResetUnavailable
  /// FED-8: without it there would be no way to sign in to the account.
  case lastWayIn
  /// A passkey was refused (PAS-4, PAS-7).
  case passkey(PasskeyFailure)
}
