/// The numbers of the security rules, with the row or clause that each comes from: here those of the whole
/// service, and in the folder of a room its own.
///
/// "SEC" is docs/requirements/security.md, "facts" docs/requirements/wire-formats.md; a number with
/// "ours" has no source that fixes it and is argued in docs/decisions/0004-identity-domain.md.
package enum SecurityRules {
  // MARK: Sessions

  /// SEC "Three kinds of session", compat row.
  package static let compatLimits = SessionLimits(idle: .days(30), absolute: .days(90))
  /// Ours: an app that is opened once a quarter stays signed in; NIST SP 800-63B-4 section 2.1.3
  /// leaves the time at AAL1 to the service. A device key must prove each use.
  package static let boundLimits = SessionLimits(idle: .days(90), absolute: .days(365))
  /// Ours: the figures of compat; a browser's key is easier to lose than a device's.
  package static let cookieLimits = SessionLimits(idle: .days(30), absolute: .days(90))
  /// `rLogin` counts for one launch (ONB-1); a day outlasts it. Ours.
  package static let anonymousLimits = SessionLimits(idle: .days(1), absolute: .days(1))
  /// How long an ended session can still say why it ended. Ours.
  package static let endedSessionRetention = Duration.days(30)
  /// SEC "Access tokens": 10 minutes for our own clients.
  package static let accessTokenLifetime = Duration.minutes(10)
  /// SEC "Three kinds of session", compat row; facts, account sign-in: one hour ahead.
  package static let compatAccessTokenLifetime = Duration.hours(1)
  /// Facts, market sign-in: a sliding time is written at most once a minute.
  package static let touchInterval = Duration.minutes(1)
  /// Ours: with the clocks of several nodes in mind (RFC 9068 section 4 leaves the leeway open).
  package static let clockLeeway = Duration.seconds(5)

  // MARK: Proofs of possession (RFC 9449)

  /// RFC 9449 section 8: nonces keep proofs fresh. A nonce is good in its own span and the next.
  package static let proofNonceSpan = Duration.minutes(2)
  /// RFC 9449 section 4.3 item 1 and 11.1 want sizes and memory bounded. Ours.
  package static let proofIDBytes = 8...128

  // MARK: Server keys (docs/decisions/0007-server-keys.md)

  /// An access token or a proof that is longer is not read. Ours: some four times the usual.
  package static let signedTextBytes = 4_096

  // MARK: One decision (docs/decisions/0024-one-decision.md)

  /// DEC-3: how long a proof is fresh.
  package static let proofLifetime = Duration.minutes(10)
  /// SEC "One decision": for so long a new identifier or factor recovers and removes nothing.
  package static let newIdentifierWait = Duration.days(7)
  /// DEC-4: how long a change of identifiers can be undone.
  package static let undoLifetime = Duration.days(7)
  /// DEC-11: how long security events are kept, and the sign-out log. Ours.
  package static let securityEventRetention = Duration.days(180)
  /// DEC-11: so many sources of one kind, account and day have rows of their own. Ours.
  package static let securityEventSources = 10

  // MARK: Limits (SEC "Limits" names the axes; the figures are ours)

  package static let attemptsByNetwork = Budget(most: 300, within: .minutes(15))

  // MARK: Idempotency keys

  /// SEC "Idempotency keys": kept 24 h.
  package static let idempotencyLifetime = Duration.hours(24)
  /// After this a call that never finished may be taken over: its process is gone. Ours; longer
  /// than any request may run.
  package static let idempotencyLease = Duration.minutes(2)
  package static let idempotencyKeyBytes = 1...255

  // MARK: Sizes of what people type (ours, bounded so that nothing grows)

  /// RFC 5321 section 4.5.3.1.3 with RFC 3696 erratum 1690: no address is longer.
  package static let userNameBytes = 254
  package static let nameBytes = 256
  package static let pushPlatformBytes = 32
  package static let appVersionBytes = 64
  /// A session, a device key, a registration: longer ones name nothing here.
  package static let nameOfThingBytes = 64
  /// Refresh and verification tokens as they are presented. Far above ours, so that a foreign token
  /// is told to be not valid, which a client understands, and not to be malformed.
  package static let presentedTokenBytes = 4_096
  /// How deep a body may be nested. Ours are flat; what they may grow is not known.
  package static let bodyDepth = 16
  package static let pictureURLBytes = 2_048
  package static let pushTokenBytes = 4_096
  package static let selectionKeyBytes = 64
  package static let selectionValueBytes = 4_096
  package static let selectionsPerSubject = 64
}
