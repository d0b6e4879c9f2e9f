// Markets (docs/decisions/0011-markets.md).

extension SecurityRules {
  /// A session that may only set a password (MKT-9). Ours.
  package static let restrictedLimits = SessionLimits(idle: .minutes(15), absolute: .minutes(15))
  /// MKT-4: 90 days after the last password. Ours, like the one above.
  package static let marketGrant = Duration.days(90)
  /// Facts, market sign-in: 180 minutes of inactivity, sliding. The absolute limit is ours, that of
  /// the compat row.
  package static let marketLimits = SessionLimits(idle: .minutes(180), absolute: .days(90))
  /// MKT-9: 15 minutes.
  package static let temporaryPasswordLifetime = Duration.minutes(15)
  /// MKT-9: at least 64 random bits; ours: 100, five a digit, of which `PasswordCheck` reveals 32.
  package static let temporaryPasswordDigits = 20
  /// Ours: a response with all of them fits into memory many times.
  package static let mostMarkets = 1_000
  package static let modeBytes = 16
  package static let coordinateBytes = 32
}
