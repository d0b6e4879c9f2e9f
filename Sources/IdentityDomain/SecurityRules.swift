/// The numbers of the security rules, each with the row or clause that it comes from: here those of
/// the whole service; the folder of each room has its own.
///
/// "SEC" is docs/requirements/security.md, "facts" docs/requirements/wire-formats.md; a number
/// marked "ours" is fixed by no source and is explained in docs/decisions/0004-identity-domain.md.
package enum SecurityRules {
  // MARK: Sessions

  /// SEC "Three kinds of session", compat row.
  package static let compatLimits = SessionLimits(idle: .days(30), absolute: .days(90))
  /// Ours: an app that is opened once a quarter stays signed in; NIST SP 800-63B-4 section 2.1.3
  /// leaves the time at AAL1 to the service. Each use must be proved by the device key.
  package static let boundLimits = SessionLimits(idle: .days(90), absolute: .days(365))
  /// Ours: the figures of compat; a browser's key is easier to lose than a device's.
  package static let cookieLimits = SessionLimits(idle: .days(30), absolute: .days(90))
  /// `rLogin` is needed for one launch (ONB-1); a day outlasts it. Ours.
  package static let anonymousLimits = SessionLimits(idle: .days(1), absolute: .days(1))
  /// How long the cause of an ended session is kept. Ours.
  package static let endedSessionRetention = Duration.days(30)
  /// SEC "Access tokens": 10 minutes for our own clients.
  package static let accessTokenLifetime = Duration.minutes(10)
  /// SEC "Three kinds of session", compat row; facts, account sign-in: one hour ahead.
  package static let compatAccessTokenLifetime = Duration.hours(1)
  /// Facts, market sign-in: a sliding time is written at most once a minute.
  package static let touchInterval = Duration.minutes(1)
  /// Ours: allows for the clocks of several nodes (RFC 9068 section 4 leaves the leeway open).
  package static let clockLeeway = Duration.seconds(5)

  // MARK: Proofs of possession (RFC 9449)

  /// RFC 9449 section 8: nonces keep proofs fresh. A nonce is valid in its own span and the next.
  package static let proofNonceSpan = Duration.minutes(2)
  /// RFC 9449 sections 4.3 item 1 and 11.1 require bounded sizes and memory. Ours.
  package static let proofIDBytes = 8...128

  // MARK: Server keys (docs/decisions/0007-server-keys.md)

  /// A longer access token or proof is not read. Ours: some four times the usual.
  package static let signedTextBytes = 4_096

  // MARK: One decision (docs/decisions/0024-one-decision.md)

  /// DEC-3: how long a proof is fresh.
  package static let proofLifetime = Duration.minutes(10)
  /// SEC "One decision": how long a new identifier or factor cannot recover or remove anything.
  package static let newIdentifierWait = Duration.days(7)
  /// DEC-4: how long a change of identifiers can be undone.
  package static let undoLifetime = Duration.days(7)
  /// DEC-11: how long security events are kept, and the sign-out log. Ours.
  package static let securityEventRetention = Duration.days(180)
  /// DEC-11: how many sources of one kind, account and day have rows of their own. Ours.
  package static let securityEventSources = 10

  // MARK: Identifiers

  /// CTR-3: how many addresses, and how many numbers, an account may have. Ours: each is one more name whose
  /// password strangers may guess at within a budget of its own.
  package static let identifiersOfAKind = 5

  // MARK: Deletion

  /// CTR-10: what an operator may set, in days.
  package static let deletionWaitDays = 0...30
  /// How many accounts one step of the periodic work looks for. Ours.
  package static let deletionsAtOnce = 100

  // MARK: Limits (SEC "Limits" names the axes; the figures are ours)

  package static let attemptsByNetwork = Budget(most: 300, within: .minutes(15))

  // MARK: Idempotency keys

  /// SEC "Idempotency keys": kept 24 h.
  package static let idempotencyLifetime = Duration.hours(24)
  /// After this time a call that never finished may be taken over, since its process is gone. Ours;
  /// longer than any request may run.
  package static let idempotencyLease = Duration.minutes(2)
  package static let idempotencyKeyBytes = 1...255

  // MARK: Sizes of input (ours, bounded so that nothing grows)

  /// RFC 5321 section 4.5.3.1.3 with RFC 3696 erratum 1690: no address is longer.
  package static let userNameBytes = 254
  package static let nameBytes = 256
  package static let pushPlatformBytes = 32
  package static let appVersionBytes = 64
  /// For the id of a session, a device key, a registration; no longer id exists here.
  package static let nameOfThingBytes = 64
  /// For refresh and verification tokens as presented. Far above ours, so that a foreign token is
  /// reported as invalid, which a client understands, and not as malformed.
  package static let presentedTokenBytes = 4_096
  /// The maximum nesting of a body. Ours are flat; this leaves room to grow.
  package static let bodyDepth = 16
  package static let pictureURLBytes = 2_048
  /// RFC 5646 section 4.4.1: longer tags are not to be expected.
  package static let languageTagBytes = 35
  package static let pushTokenBytes = 4_096
  package static let selectionKeyBytes = 64
  package static let selectionValueBytes = 4_096
  package static let selectionsPerSubject = 64
}
