/// What an operator configures.
package struct IdentitySettings: Sendable {
  package var tokens: TokenSettings
  /// `registration.disclose`: disclose "taken" (101006). Off by default.
  package var disclosesTaken = false
  /// Whether new accounts can be registered. Pending registrations can still be confirmed.
  package var isRegistrationOpen = true
  /// Whether sessions without a device key can be opened and used.
  package var isCompatOn = true
  /// PHN-5: whether a device that proved a number skips the next code.
  package var isDeviceTrustOn = true
  /// PHN-10: after this time a dormant account cannot be opened by its number alone.
  package var recycledAfter = SecurityRules.recycledAfter
  /// CTR-10: how long an account is kept after its owner asked for its deletion; whole
  /// days within `SecurityRules.deletionWaitDays`. Zero deletes at once.
  package var deletionWait = Duration.zero
  /// The addresses to which a provider's response may lead back.
  package var returns = ReturnAddresses([])
  /// Nil where passkeys are not offered.
  package var passkeys: PasskeySettings?
  /// ISO 3166-1 alpha-2 codes of the countries that get messages.
  package var servedRegions: Set<String>
  /// The platforms of devices that get pushed notices: those with a configured sender.
  package var pushPlatforms: Set<PushPlatform> = []
  /// For `POST /v1/user` and `newUser`.
  package var accountPasswords = PasswordPolicy(least: SecurityRules.passwordLeastAccountAPI)
  /// For a password that is reset, changed or set, if the account has no second factor.
  package var newPasswords = PasswordPolicy(least: SecurityRules.passwordLeast)
  /// MFA-4.
  package var secondFactor = SecondFactorPolicy.nobody
  /// The name of the service, as authenticator apps show it.
  package var service = "Portico"
  package var versions = VersionPolicy(rules: [:])
  package var experiments = ExperimentCatalog.standard
  package var markets = Markets.none
  /// The language of messages to an account whose owner has not used it yet, such as an imported
  /// one. A BCP 47 tag.
  package var language = "en"
  /// The languages that users can choose: those in which messages are written. BCP 47 tags in lower
  /// case.
  package var languages: Set<String> = ["en"]
  /// The factor by which the budgets of a network are multiplied, from 1: more people share one
  /// address of a carrier, a school or a development machine than of a home.
  package var networkShare = 1

  package init(tokens: TokenSettings, servedRegions: Set<String>) {
    self.tokens = tokens
    self.servedRegions = servedRegions
  }
}
