// Second factors (docs/decisions/0031-second-factors.md).

extension SecurityRules {
  /// RFC 6238 section 5.2: the recommended time step.
  package static let totpStep = Duration.seconds(30)
  package static let totpDigits = 6
  /// RFC 4226 section 4, R6: 160 bits are recommended, which is also SHA-1's own length.
  package static let totpSecretBytes = 20
  /// MFA-1: one step of drift on either side.
  package static let totpDrift: Int64 = 1
  /// How far away a code is still recognized as that of a wrong clock, in steps: ten minutes. Ours.
  package static let totpSkew: Int64 = 20
  /// How long an enrolment waits for its code. Ours; as long as a proof is fresh.
  package static let enrolmentLifetime = Duration.minutes(10)
  /// Authenticator apps of one account. Ours, bounded so that nothing grows.
  package static let totpAuthenticators = 5
  /// MFA-2.
  package static let recoveryCodes = 10
  /// 80 random bits: above the 64 bits below which NIST SP 800-63B-4 section 3.1.2.2 wants guesses
  /// limited; the digest's key is outside the store.
  package static let recoveryCodeCharacters = 16
  /// The name of a sheet of codes that open an account by themselves (PAS-5): 40 random bits beside the 80 of each code. Ours.
  package static let recoverySheetCharacters = 8
  /// How long new recovery codes wait for their owner to have kept them. Ours.
  package static let recoveryCodesLifetime = Duration.days(1)
  /// How long a sign-in waits for its second step. Ours; that of a challenge.
  package static let secondStepLifetime = Duration.minutes(10)
  /// SEC "One-time codes": tries of one sign-in.
  package static let secondStepTries = 5
  /// MFA-8: codes typed for one account in an hour, by each known device, and by all others
  /// together. At 3 valid codes of a million, 20 an hour are one right guess in two years; a
  /// recovery code is not counted, so the owner gets in.
  package static let totpGuesses = Budget(most: 20, within: .hours(1))
  /// MFA-3.
  package static let factorTrust = Duration.days(30)
  /// MFA-7.
  package static let factorResetWait = Duration.hours(72)
  /// How long the end of the waiting path stays open once it is reached. Ours.
  package static let factorResetWindow = Duration.days(7)
  /// When a waiting path that nobody completed is forgotten: the longest wait, behind a change that
  /// can be undone, and its window. Ours.
  package static let factorResetRetention = undoLifetime + factorResetWait + factorResetWindow
  /// `token` and `code` of the second step as presented.
  package static let presentedFactorBytes = 64
}
