/// Every number of the security rules, with the row or clause it comes from.
///
/// "SEC" is the project's list of security rules; a number with "ours" has no source that fixes it
/// and is argued in docs/decisions/0004-identity-domain.md.
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
  /// A session that may only set a password (MKT-9). Ours.
  package static let restrictedLimits = SessionLimits(idle: .minutes(15), absolute: .minutes(15))
  /// SEC "Access tokens": 10 minutes for our own clients.
  package static let accessTokenLifetime = Duration.minutes(10)
  /// SEC "Three kinds of session", compat row; facts, account sign-in: one hour ahead.
  package static let compatAccessTokenLifetime = Duration.hours(1)
  /// Facts, market sign-in: a sliding time is written at most once a minute.
  package static let slidingGrain = Duration.minutes(1)
  /// Ours: with the clocks of several nodes in mind (RFC 9068 section 4 leaves the leeway open).
  package static let clockLeeway = Duration.seconds(5)

  // MARK: Proofs of possession (RFC 9449)

  /// RFC 9449 section 8: nonces keep proofs fresh. A nonce is good in its own span and the next.
  package static let proofNonceSpan = Duration.minutes(2)
  /// RFC 9449 section 4.3 item 1 and 11.1 want sizes and memory bounded. Ours.
  package static let proofIDBytes = 8...128

  // MARK: Server keys (docs/decisions/0007-server-keys.md)

  /// SEC "Access tokens": a new key is published before it signs. Ours: a day, in which every node
  /// reads the store hundreds of times, and whoever checks tokens offline fetches the keys once.
  package static let keyLead = Duration.days(1)
  /// How often a node reads the keys again. Ours; far below the lead.
  package static let keyRefreshInterval = Duration.minutes(5)
  /// Ours; NIST SP 800-57 part 1 section 5.3.6 allows private signature keys one to three years,
  /// but a rotation that happens monthly is one that works.
  package static let signingKeyPeriod = Duration.days(30)
  /// The longest access token, accepted with leeway, by a node whose clock is a leeway behind.
  package static let signingKeyRetention =
    compatAccessTokenLifetime + clockLeeway + clockLeeway
  /// Ours: rare, since budgets are counted under the current key and start over with it. NIST
  /// SP 800-57 part 1 section 5.3.6 allows symmetric authentication keys two years.
  package static let digestKeyPeriod = Duration.days(365)
  /// The longest session that may be opened under it, and the time in which its last token still
  /// tells why it ended.
  package static let digestKeyRetention =
    boundLimits.absolute + endedSessionRetention + clockLeeway + clockLeeway
  /// Ours: random nonces of 96 bits are good for 2^32 secrets a key (NIST SP 800-38D section 8.3),
  /// which is 1,600 a second for so long.
  package static let sealingKeyPeriod = Duration.days(30)
  /// The longest life of a message in the outbox.
  package static let sealingKeyRetention = noticeLifetime + clockLeeway + clockLeeway
  /// An access token or a proof that is longer is not read. Ours: some four times the usual.
  package static let signedTextBytes = 4_096

  // MARK: Delivery (docs/decisions/0015-delivery.md)

  /// How long a worker holds a message that it sends. Ours: far longer than any sender may take, so
  /// that no other worker sends it meanwhile; short beside a code's ten minutes, for when the
  /// process ends in between.
  package static let deliveryLease = Duration.minutes(2)
  /// Ours: long enough to be asked about, and then the address goes.
  package static let deadLetterRetention = Duration.days(14)

  // MARK: One decision (docs/decisions/0024-one-decision.md)

  /// DEC-3: how long a proof is fresh.
  package static let proofLifetime = Duration.minutes(10)
  /// SEC "One decision": for so long a new identifier or factor recovers and removes nothing.
  package static let newIdentifierWait = Duration.days(7)
  /// DEC-4: how long a change of identifiers can be undone.
  package static let undoLifetime = Duration.days(7)
  /// DEC-2: calls with the token of one challenge. Ours: a person types five codes and asks for
  /// some again.
  package static let callsByChallenge = Budget(most: 40, within: .minutes(15))
  /// DEC-10: an owner hears once a day of sign-ins without a key from one network. Ours.
  package static let keylessNotices = Budget(most: 1, within: .days(1))
  /// DEC-8: notices by SMS to one account. Ours.
  package static let notices = Budget(most: 20, within: .days(1))

  /// DEC-11: how long security events are kept, and the ledger of sign-outs. Ours.
  package static let securityEventRetention = Duration.days(180)
  /// DEC-11: so many sources of one kind, account and day have rows of their own. Ours.
  package static let securityEventSources = 10

  /// DEC-9: how often a network may ask how good a password is. Ours: one asks at each pause of typing.
  package static let strengthsByNetwork = Budget(most: 600, within: .minutes(15))

  // MARK: One-time codes

  /// SEC "One-time codes": 6 random digits.
  package static let codeDigits = 6
  /// SEC "One-time codes"; NIST SP 800-63B-4 section 3.1.3.2: at most 10 minutes.
  package static let codeLifetime = Duration.minutes(10)
  /// How long a challenge may be continued with new codes, also after a kill (PHN-9). Ours.
  package static let challengeLifetime = Duration.hours(1)
  /// How long a notice is worth sending. Ours.
  package static let noticeLifetime = Duration.days(2)
  /// SEC "One-time codes": 5 tries.
  package static let codeTries = 5
  /// SEC "One-time codes"; PHN-9: again after 60 s.
  package static let codeResendWait = Duration.seconds(60)
  /// DEC-7: a code that any number of guesses may be made at, of 32 different characters each.
  package static let longCodeCharacters = 12
  /// SEC "One-time codes": wrong tries of one asker add up over re-sent codes, 10 an hour. Where askers
  /// cannot be told apart, so many make the next code a long one (DEC-7).
  package static let wrongCodesAnHour = Budget(most: 10, within: .hours(1))
  /// SEC "One-time codes": 100 in a row block the identifier (NIST SP 800-63B-4 section 3.2.2).
  package static let wrongCodesInARow = 100
  /// How long wrong tries add up to a row. Ours.
  package static let guessRetention = Duration.days(30)
  /// How long such a block holds. Ours: blocking for good would be a switch for strangers.
  package static let identifierBlock = Duration.days(1)

  // MARK: Registration

  /// SEC "No pre-hijacking": at most 3 pending records an address.
  package static let pendingRegistrations = 3
  /// Ours: a person who answers the mail the next morning still gets in.
  package static let pendingLifetime = Duration.days(1)
  /// DEC-5: for so long it is remembered that there was an attempt.
  package static let tombstoneLifetime = Duration.days(7)

  // MARK: Passwords

  /// SEC "Passwords": at least 128 accepted. The upper end bounds the cost of normalizing.
  package static let passwordMostCodePoints = 256
  /// SEC "Passwords": where it is the only factor (NIST SP 800-63B-4 section 3.1.1.2).
  package static let passwordLeast = 15
  /// SEC "Passwords": for `newUser` and `POST /v1/user`.
  package static let passwordLeastAccountAPI = 8

  // MARK: Limits ("SEC Limits" names the axes; the figures are ours)

  /// A known device of the owner has one of its own, so that a stranger cannot lock the owner out.
  package static let loginsByIdentifier = Budget(most: 20, within: .minutes(15))
  package static let attemptsByNetwork = Budget(most: 300, within: .minutes(15))
  package static let sendsByIdentifier = Budget(most: 6, within: .hours(1))
  /// SEC "One-time codes": budgets by number, address range and country.
  package static let sendsByNetwork = Budget(most: 60, within: .hours(1))
  package static let sendsByCountry = Budget(most: 2_000, within: .hours(1))

  // MARK: Devices and phones

  /// PHN-5: 90 days after the last code.
  package static let deviceTrust = Duration.days(90)
  /// MKT-4: 90 days after the last password. Ours, as the one above.
  package static let marketGrant = Duration.days(90)
  /// PHN-10: an account idle for more than 90 days (a setting).
  package static let recycledAfter = Duration.days(90)

  // MARK: Markets (docs/decisions/0011-markets.md)

  /// Facts, market sign-in: 180 minutes of inactivity, sliding. The most in all is ours, that of
  /// the compat row.
  package static let marketLimits = SessionLimits(idle: .minutes(180), absolute: .days(90))
  /// MKT-9: 15 minutes.
  package static let temporaryPasswordLifetime = Duration.minutes(15)
  /// MKT-9: at least 64 random bits; ours: 100, five a digit, of which `PasswordCheck` shows 32.
  package static let temporaryPasswordDigits = 20
  /// Ours: an answer with all of them fits into memory many times.
  package static let mostMarkets = 1_000
  package static let modeBytes = 16
  package static let coordinateBytes = 32

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
  /// As typed, with the spaces and signs that people put in.
  package static let phoneNumberBytes = 64
  package static let pushPlatformBytes = 32
  package static let appVersionBytes = 64
  /// A session, a device key, a registration: longer ones name nothing here.
  package static let nameOfThingBytes = 64
  /// Refresh and verification tokens as they are presented. Far above ours, so that a foreign token
  /// is told to be not valid, which a client understands, and not to be malformed.
  package static let presentedTokenBytes = 4_096
  package static let presentedCodeBytes = 32
  /// How deep a body may be nested. Ours are flat; what they may grow is not known.
  package static let bodyDepth = 16
  package static let pictureURLBytes = 2_048
  package static let pushTokenBytes = 4_096
  package static let selectionKeyBytes = 64
  package static let selectionValueBytes = 4_096
  package static let selectionsPerSubject = 64

  // MARK: Experiments (docs/decisions/0010-experiments.md)

  /// SEC "Privacy": exposures have a retention time. Ours, from the assignment.
  package static let participationRetention = Duration.days(180)
  /// Of an experiment, a variant, a goal, a salt. Ours.
  package static let experimentNameBytes = 64
  package static let experimentsMost = 64
  package static let experimentVariantsMost = 16
  package static let experimentGoalsMost = 16
  package static let experimentTargetsMost = 64
  /// The weights of an experiment together: so many tickets are drawn for an assignment. Ours.
  package static let experimentWeightMost = 1_000
  /// A sample ratio that is less likely than this is flagged. Ours: it is looked at often, and a false
  /// alarm costs an experiment.
  package static let sampleRatioAlarm = 0.001
}
