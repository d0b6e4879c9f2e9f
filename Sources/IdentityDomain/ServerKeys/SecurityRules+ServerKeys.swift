// Keys of the server (docs/decisions/0007-server-keys.md).

extension SecurityRules {
  /// SEC "Access tokens": a new key is published before it signs. Ours: a day, in which every node
  /// reads the store hundreds of times, and everyone who checks tokens offline fetches the keys
  /// once.
  package static let keyLead = Duration.days(1)
  /// How often a node reads the keys again. Ours; far below the lead.
  package static let keyRefreshInterval = Duration.minutes(5)
  /// Ours; NIST SP 800-57 part 1 section 5.3.6 allows private signature keys one to three years,
  /// but a rotation that happens monthly is one that works.
  package static let signingKeyPeriod = Duration.days(30)
  /// The longest access token, accepted with leeway, by a node whose clock is a leeway behind.
  package static let signingKeyRetention =
    compatAccessTokenLifetime + clockLeeway + clockLeeway
  /// Ours: rare, since counters are kept under the current key and restart with it. NIST SP 800-57
  /// part 1 section 5.3.6 allows symmetric authentication keys two years.
  package static let digestKeyPeriod = Duration.days(365)
  /// The longest session that may be opened under it, plus the time in which its last token still
  /// tells why it ended.
  package static let digestKeyRetention =
    boundLimits.absolute + endedSessionRetention + clockLeeway + clockLeeway
  /// Ours: random nonces of 96 bits are safe for 2^32 secrets per key (NIST SP 800-38D section
  /// 8.3), which is 1,600 a second for that long.
  package static let sealingKeyPeriod = Duration.days(30)
  /// Ours; NIST SP 800-57 part 1 section 5.3.6 allows two years.
  package static let factorKeyPeriod = Duration.days(365)
  /// An account may sleep for as long as it likes, and its authenticator app still opens it. A
  /// century stands for "never".
  package static let factorKeyRetention = Duration.days(36_500)
  /// The longest lifetime of a message in the outbox.
  package static let sealingKeyRetention = noticeLifetime + clockLeeway + clockLeeway
}
