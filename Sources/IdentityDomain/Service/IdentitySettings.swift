/// What an operator decides.
package struct IdentitySettings: Sendable {
  package var tokens: TokenSettings
  /// `registration.disclose`: tell "taken" (101006). Off unless somebody wants it.
  package var disclosesTaken = false
  /// Whether new accounts are made. What was begun before can still be confirmed.
  package var isRegistrationOpen = true
  /// Whether sessions without a device key can be opened and used.
  package var isCompatOn = true
  /// PHN-5: whether a device that proved a number skips the next code.
  package var isDeviceTrustOn = true
  /// PHN-10: after so long an idle account is not opened by its number alone.
  package var recycledAfter = SecurityRules.recycledAfter
  /// Where a provider's answer may lead back to.
  package var returns = ReturnAddresses([])
  /// ISO 3166-1 alpha-2 codes of the countries that get messages.
  package var servedRegions: Set<String>
  /// To which devices notices are pushed: those that somebody serves.
  package var pushPlatforms: Set<PushPlatform> = []
  /// For `POST /v1/user` and `newUser`.
  package var accountPasswords = PasswordPolicy(least: SecurityRules.passwordLeastAccountAPI)
  /// For a password that is reset, changed or set, where the account has no second factor.
  package var newPasswords = PasswordPolicy(least: SecurityRules.passwordLeast)
  package var versions = VersionPolicy(rules: [:])
  package var experiments = ExperimentCatalog.standard
  package var markets = Markets.none
  /// Of messages to an account whose owner has not used it in any language yet, such as an imported one. A BCP 47 tag.
  package var language = "en"
  /// By how much the budgets of a network are multiplied, from 1: behind one address of a carrier, a
  /// school or a development machine there are more people than behind that of a home.
  package var networkShare = 1

  package init(tokens: TokenSettings, servedRegions: Set<String>) {
    self.tokens = tokens
    self.servedRegions = servedRegions
  }
}
