/// The numbers of this target. All are ours; what the domain shares lies in `SecurityRules`.
package enum FederationRules {
  /// Discovery documents and key sets have some kilobytes.
  package static let answerBytes = 256 * 1024
  /// A sign-in has four requests at most: together they end before `SecurityRules.exchangeLease`.
  package static let answerLimit = Duration.seconds(6)
  package static let connectLimit = Duration.seconds(3)
  /// How many requests one provider may have on their way: a slow one must not take the threads of the
  /// others.
  package static let callsAtOnce = 16

  /// A discovery document or a key set is asked for again no sooner than this, whatever its headers say,
  /// and no later than the ceiling.
  package static let leastFreshness = Duration.seconds(300)
  package static let mostFreshness = Duration.seconds(12 * 3_600)
  /// For how long after it was fetched a copy is used while the provider does not answer.
  package static let mostStaleness = Duration.seconds(24 * 3_600)
  /// After a fetch that failed nobody tries again for so long.
  package static let retryInterval = Duration.seconds(10)
  /// SEC "Third parties and passkeys": an unknown `kid` makes us fetch once; not more often than this.
  package static let unknownKeyInterval = Duration.seconds(60)
  package static let keys = 64
  package static let keyNameBytes = 255

  /// How old the id token of a fresh sign-in may be, clock skew aside.
  package static let tokenAge = Duration.seconds(600)
  /// How old a notice may be: providers send again what did not arrive.
  package static let noticeAge = Duration.seconds(24 * 3_600)
  package static let noticeBytes = 32 * 1024
  /// Apple allows 180 days; each request has its own.
  package static let clientSecretLifetime = Duration.seconds(600)
  /// RFC 8017: smaller RSA keys are broken within reach (NIST SP 800-131A), larger ones cost time.
  package static let keyBits = 2_048...8_192
}
