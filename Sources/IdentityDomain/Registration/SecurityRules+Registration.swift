// Registration.

extension SecurityRules {
  /// SEC "No pre-hijacking": at most 3 pending records per address.
  package static let pendingRegistrations = 3
  /// Ours: answering the mail the next morning is still in time.
  package static let pendingLifetime = Duration.days(1)
  /// DEC-5: how long the existence of an attempt is remembered.
  package static let tombstoneLifetime = Duration.days(7)
}
