/// One of the attempts to register an identifier. They are read and written together, so each says when
/// the newest of them was begun: they go together as well.
package struct AttemptRow: StoredRow {
  package let attempt: PendingRegistration
  /// Among those of the identifier, the oldest first.
  let place: Int
  let newestAt: Timestamp

  package static let table = StoreTable(
    "registration", key: ["identifier", "place"],
    StoreColumn.identifier + [
      .integer("place"), .text("id"), .text("device").optional, .integer("created_at"),
      .bytes("name").optional,
    ] + StoreColumn.person + [.text("password")] + StoreColumn.digest.named("check")
      + StoreColumn.code + [.boolean("is_tombstone"), .integer("newest_at")],
    indexes: [StoreIndex("newest_at")])

  package static func rows(of attempts: [PendingRegistration]) -> [AttemptRow] {
    guard let newest = attempts.map(\.createdAt).max() else { return [] }
    return attempts.enumerated().map {
      AttemptRow(attempt: $0.element, place: $0.offset, newestAt: newest)
    }
  }

  private init(attempt: PendingRegistration, place: Int, newestAt: Timestamp) {
    (self.attempt, self.place, self.newestAt) = (attempt, place, newestAt)
  }

  package init(row: inout RowReader) throws(UnreadableRow) {
    let identifier = try row.identifier()
    place = try row.count()
    var attempt = PendingRegistration(
      id: try row.id(), identifier: identifier, device: try row.thumbprintIfAny(),
      createdAt: try row.moment(), name: try row.freeTextIfAny(), market: try row.personIfAny(),
      password: PasswordHash(try row.text()), check: PasswordCheck(digest: try row.digest()),
      code: try row.code())
    attempt.isTombstone = try row.bool()
    self.attempt = attempt
    newestAt = try row.moment()
  }

  package func write(to row: inout RowWriter) {
    row.add(attempt.identifier)
    row.add(place)
    row.add(attempt.id)
    row.add(attempt.device)
    row.add(attempt.createdAt)
    row.add(free: attempt.name)
    row.add(attempt.market)
    row.add(attempt.password.encoded)
    row.add(attempt.check.digest)
    row.add(attempt.code)
    row.add(attempt.isTombstone)
    row.add(newestAt)
  }
}

extension TemporaryPassword: StoredRow {
  package static let table = StoreTable(
    "temporary_password", key: ["identifier"],
    StoreColumn.identifier + [
      .text("id"), .text("account").optional, .integer("password_version").optional, .text("hash"),
    ] + StoreColumn.digest.named("check") + [.integer("sent_at")],
    indexes: [StoreIndex("sent_at")])

  package init(row: inout RowReader) throws(UnreadableRow) {
    let identifier = try row.identifier()
    self.init(
      id: try row.id(), identifier: identifier, account: try row.idIfAny(),
      passwordVersion: try row.countIfAny(), hash: PasswordHash(try row.text()),
      check: PasswordCheck(digest: try row.digest()), sentAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(identifier)
    row.add(id)
    row.add(account)
    row.add(passwordVersion)
    row.add(hash.encoded)
    row.add(check.digest)
    row.add(sentAt)
  }
}

extension Challenge: StoredRow {
  package static let table = StoreTable(
    "challenge", key: ["id"],
    [.text("id"), .text("purpose")] + StoreColumn.identifier + [
      .text("account").optional, .text("device").optional, .integer("expires_at"),
    ] + StoreColumn.code + [
      .boolean("awaits_second_proof"), .integer("proved_at").optional, .bytes("slot"),
      StoreColumn.text("replaces").since(.identifiers),
    ],
    indexes: [
      StoreIndex("identifier", "purpose", "slot", isUnique: true),
      StoreIndex("account", where: [.isFilled("account")]), StoreIndex("expires_at"),
    ])

  package init(row: inout RowReader) throws(UnreadableRow) {
    self.init(
      id: try row.id(), purpose: ChallengePurpose(try row.text()),
      identifier: try row.identifier(), account: try row.idIfAny(),
      device: try row.thumbprintIfAny(), expiresAt: try row.moment(), code: try row.code())
    awaitsSecondProof = try row.bool()
    provedAt = try row.momentIfAny()
    _ = try row.bytesIfAny()
    replaces = try row.textIfAny()
  }

  package func write(to row: inout RowWriter) {
    row.add(id)
    row.add(purpose.rawValue)
    row.add(identifier)
    row.add(account)
    row.add(device)
    row.add(expiresAt)
    row.add(code)
    row.add(awaitsSecondProof)
    row.add(provedAt)
    row.add(bytes: standsAlone ? [0xFE] + Array(id.text.utf8) : Self.slot(of: device))
    row.add(replaces)
  }

  /// The place of a challenge among those of its identifier and purpose: one for each device. No device
  /// is a value of its own, and whatever stands alone has its own name: each behind a byte that no
  /// text in UTF-8 has.
  package static func slot(of device: KeyThumbprint?) -> [UInt8] {
    device.map { Array($0.text.utf8) } ?? [0xFF]
  }
}

/// Wrong guesses, and whose they are.
package struct GuessRow: StoredRow {
  package let key: String
  package let guesses: IdentifierGuesses

  package static let table = StoreTable(
    "guess", key: ["key"],
    [
      .text("key"), .integer("hour_since").optional, .integer("hour_count").optional,
      .integer("hour_ends_at").optional, .integer("in_a_row"), .integer("blocked_until").optional,
      .integer("last_wrong_at").optional, .integer("since_sent").optional,
    ], indexes: [StoreIndex("last_wrong_at", where: [.isFilled("last_wrong_at")])])

  package init(_ guesses: IdentifierGuesses, at key: LimitKey) {
    (self.key, self.guesses) = (key.text, guesses)
  }

  package init(row: inout RowReader) throws(UnreadableRow) {
    key = try row.text()
    var guesses = IdentifierGuesses()
    let since = try row.momentIfAny()
    let count = try row.countIfAny()
    let endsAt = try row.momentIfAny()
    if let since, let count, let endsAt {
      guesses.hour = RateLimitCounter(since: since, count: count, endsAt: endsAt)
    }
    guesses.inARow = try row.count()
    guesses.blockedUntil = try row.momentIfAny()
    guesses.lastWrongAt = try row.momentIfAny()
    guesses.sinceSent = try row.countIfAny()
    self.guesses = guesses
  }

  package func write(to row: inout RowWriter) {
    row.add(key)
    row.add(guesses.hour?.since)
    row.add(guesses.hour?.count)
    row.add(guesses.hour?.endsAt)
    row.add(guesses.inARow)
    row.add(guesses.blockedUntil)
    row.add(guesses.lastWrongAt)
    row.add(guesses.sinceSent)
  }
}

/// How much of a budget is used, and whose it is.
package struct RateLimitRow: StoredRow {
  package let key: String
  package let counter: RateLimitCounter

  package static let table = StoreTable(
    "spending", key: ["key"], isClustered: true,
    [.text("key"), .integer("since"), .integer("count"), .integer("ends_at")],
    indexes: [StoreIndex("ends_at")])

  package init(_ counter: RateLimitCounter, for key: LimitKey) {
    (self.key, self.counter) = (key.text, counter)
  }

  package init(row: inout RowReader) throws(UnreadableRow) {
    key = try row.text()
    counter = RateLimitCounter(
      since: try row.moment(), count: try row.count(), endsAt: try row.moment())
  }

  package func write(to row: inout RowWriter) {
    row.add(key)
    row.add(counter.since)
    row.add(counter.count)
    row.add(counter.endsAt)
  }
}
