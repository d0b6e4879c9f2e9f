// Codes.

extension SecurityRules {
  /// DEC-2: calls with the token of one challenge. Ours: enough to type five codes and request more
  /// a few times.
  package static let callsByChallenge = Budget(most: 40, within: .minutes(15))
  /// SEC "One-time codes": 6 random digits.
  package static let codeDigits = 6
  /// SEC "One-time codes"; NIST SP 800-63B-4 section 3.1.3.2: at most 10 minutes.
  package static let codeLifetime = Duration.minutes(10)
  /// How long a challenge can be continued with new codes, even after a kill (PHN-9). Ours.
  package static let challengeLifetime = Duration.hours(1)
  /// SEC "One-time codes": 5 tries.
  package static let codeTries = 5
  /// SEC "One-time codes"; PHN-9: again after 60 s.
  package static let codeResendWait = Duration.seconds(60)
  /// DEC-7: a code that withstands any number of guesses, with 32 possible values for each
  /// character.
  package static let longCodeCharacters = 12
  /// SEC "One-time codes": wrong tries of one requester add up across resent codes, 10 an hour. If
  /// requesters cannot be told apart, that many make the next code a long one (DEC-7).
  package static let wrongCodesAnHour = Budget(most: 10, within: .hours(1))
  /// SEC "One-time codes": 100 in a row block the identifier (NIST SP 800-63B-4 section 3.2.2).
  package static let wrongCodesInARow = 100
  /// How long wrong tries count towards the row. Ours.
  package static let guessRetention = Duration.days(30)
  /// How long such a block lasts. Ours: a permanent block would be a switch for strangers.
  package static let identifierBlock = Duration.days(1)
  package static let presentedCodeBytes = 32
}
