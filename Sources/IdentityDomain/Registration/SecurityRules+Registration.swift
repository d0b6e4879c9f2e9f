// Registration.

extension SecurityRules {
  /// SEC "No pre-hijacking": at most 3 pending records an address.
  package static let pendingRegistrations = 3
  /// Ours: a person who answers the mail the next morning still gets in.
  package static let pendingLifetime = Duration.days(1)
  /// DEC-5: for so long it is remembered that there was an attempt.
  package static let tombstoneLifetime = Duration.days(7)
}
