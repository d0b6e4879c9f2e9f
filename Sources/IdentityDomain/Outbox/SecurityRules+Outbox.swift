// Messages (docs/decisions/0015-delivery.md).

extension SecurityRules {
  /// How long a worker leases a message that it sends. Ours: far longer than any sender may take,
  /// so that no other worker sends it meanwhile; short compared with a code's ten minutes, in case
  /// the process ends in between.
  package static let deliveryLease = Duration.minutes(2)
  /// Ours: no pause, no lease and no wait is longer. What seems to be was written by a clock that was wrong.
  package static let longestDeliveryWait = Duration.minutes(10)
  /// Ours: how often an SMS is handed over again when nobody knows whether the service took it.
  package static let retriesWithoutAnswer = 1
  /// Ours: long enough for inquiries; then the address is deleted.
  package static let deadLetterRetention = Duration.days(14)
  /// DEC-10: how often an owner is notified of sign-ins without a key from one network. Ours.
  package static let keylessNotices = Budget(most: 1, within: .days(1))
  /// DEC-8: notices by SMS to one account. Ours.
  package static let notices = Budget(most: 20, within: .days(1))
  /// How long a notice is worth sending. Ours.
  package static let noticeLifetime = Duration.days(2)
  /// For how long a provider that is down is asked again to end a grant. Ours.
  package static let revocationLifetime = Duration.days(7)
  package static let sendsByIdentifier = Budget(most: 6, within: .hours(1))
  /// SEC "One-time codes": budgets by number, address range and country.
  package static let sendsByNetwork = Budget(most: 60, within: .hours(1))
  package static let sendsByCountry = Budget(most: 2_000, within: .hours(1))
}
