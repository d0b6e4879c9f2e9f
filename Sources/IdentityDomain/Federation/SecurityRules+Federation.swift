// Sign-in through third parties.

extension SecurityRules {
  /// FED-3: from leaving for the provider until the sign-in is complete.
  package static let authorizationRequestLifetime = Duration.minutes(10)
  /// For how long a return waits for an exchange that another copy of it began. Ours; longer than an exchange
  /// may take.
  package static let exchangeLease = Duration.seconds(30)
  /// How many sign-ins through providers a device may begin. Ours.
  package static let authorizationRequests = Budget(most: 30, within: .minutes(15))
  /// SEC "Third parties and passkeys": how far the clocks of a provider and of this server may differ.
  package static let providerClockSkew = Duration.seconds(60)
  package static let providerNameBytes = 32
  /// OpenID Connect Core 1.0 section 2.
  package static let issuerBytes = 255
  /// OpenID Connect Core 1.0 section 2.
  package static let subjectBytes = 255
  /// Ours: providers' codes are some hundred bytes, id tokens one or two thousand.
  package static let providerCodeBytes = 4_096
  package static let providerTokenBytes = 16_384
  /// What comes back by a redirect or a form post, in one field. Ours.
  package static let returnURLBytes = 2_048
  /// How many providers one account may be linked to. Ours.
  package static let federatedIdentities = 16
}
