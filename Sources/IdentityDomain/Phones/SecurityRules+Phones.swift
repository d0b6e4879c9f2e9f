// The phone.

extension SecurityRules {
  /// PHN-5: 90 days after the last code.
  package static let deviceTrust = Duration.days(90)
  /// PHN-10: an account idle for more than 90 days (a setting).
  package static let recycledAfter = Duration.days(90)
  /// As typed, including spaces and punctuation.
  package static let phoneNumberBytes = 64
}
