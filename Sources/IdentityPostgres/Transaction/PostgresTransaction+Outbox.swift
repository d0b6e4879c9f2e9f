import IdentityDomain

extension PostgresTransaction {
  private static let messages = RowLookup<OutboxRow>(and: "ORDER BY place LIMIT $1")
  private static let message = RowLookup<OutboxRow>(by: "id", isOftenAbsent: true)
  private static let messagesTo = RowLookup<OutboxRow>(
    and: "WHERE is_suppressed = $1 AND channel = $2 AND recipient = $3 ORDER BY place LIMIT $4")
  private static let heads = RowLookup<OutboxRow>(
    and: """
      WHERE is_suppressed = $1 AND channel = $2 AND expires_at > $3 AND NOT EXISTS (
        SELECT 1 FROM outbox AS older WHERE older.is_suppressed = outbox.is_suppressed
        AND older.channel = outbox.channel AND older.recipient = outbox.recipient
        AND older.place < outbox.place AND older.expires_at > $3)
      ORDER BY due_at, place LIMIT $4
      """)
  private static let expired = RowLookup<OutboxRow>(
    and: """
      WHERE expires_at <= $1 AND (lease IS NULL OR due_at <= $1)
      ORDER BY expires_at, place LIMIT $2
      """)
  private static let messageWrite = RowWrite<OutboxRow>(.stays)

  func append(_ message: OutboxMessage) throws {
    try put(OutboxRow(message.written(in: requestID)), Self.messageWrite)
  }
  func outboxMessages(most: Int) throws -> [OutboxMessage] {
    try all(Self.messages, [.most(most)]).map(\.message)
  }
  func outboxRow(_ id: ID<OutboxMessage>) throws -> OutboxRow? { try one(Self.message, [.id(id)]) }
  func outboxRows(most: Int) throws -> [OutboxRow] { try all(Self.messages, [.most(most)]) }
  func outboxRows(to recipient: MessageRecipient, most: Int) throws -> [OutboxRow] {
    try all(
      Self.messagesTo,
      [
        .boolean(false), .text(MessageChannel(recipient).rawValue), .free(recipient.text),
        .most(most),
      ])
  }
  func outboxHeads(
    on channel: MessageChannel?, at now: Timestamp, most: Int
  ) throws -> [OutboxRow] {
    // One at a time takes messages of a channel: whoever waited for rows that somebody else takes
    // meanwhile would get fewer than there are.
    if let channel { lock([Granule("outbox", ["channel"], [.text(channel.rawValue)])]) }
    let heads = try (channel.map { [$0] } ?? MessageChannel.allCases).flatMap {
      try all(
        Self.heads,
        [.boolean(channel == nil), .text($0.rawValue), .moment(now), .most(most)])
    }
    if channel != nil { return heads }
    return Array(heads.sorted { $0.dueAt < $1.dueAt }.prefix(max(0, most)))
  }
  func expiredOutboxRows(at now: Timestamp, most: Int) throws -> [OutboxRow] {
    try all(Self.expired, [.moment(now), .most(most)])
  }
  func update(_ row: OutboxRow) throws {
    try write(
      """
      UPDATE outbox SET due_at = $1, attempts = $2, lease = $3, unanswered_tries = $4 WHERE id = $5
      """,
      [
        .moment(row.dueAt), .integer(Int64(row.attempts)), .textIfAny(row.lease?.text),
        .integer(Int64(row.unansweredTries)), .id(row.message.id),
      ])
  }
  func removeOutboxMessage(_ id: ID<OutboxMessage>) throws {
    try write("DELETE FROM outbox WHERE id = $1", [.id(id)])
  }
  func outboxCounts() throws -> [MessageChannel: Int] {
    var counts: [MessageChannel: Int] = [:]
    _ = try rows("SELECT channel, count(*) FROM outbox WHERE NOT is_suppressed GROUP BY channel") {
      row in
      guard let channel = row.text(0).flatMap({ MessageChannel(rawValue: $0) }) else { return }
      counts[channel] = Int(row.number(1))
    }
    return counts
  }

  private static let pause = RowLookup<ChannelPause>(by: "channel", isOftenAbsent: true)
  private static let pauseWrite = RowWrite<ChannelPause>(.changes)

  func channelPause(_ channel: MessageChannel) throws -> ChannelPause? {
    try one(Self.pause, [.text(channel.rawValue)])
  }
  func put(_ pause: ChannelPause) throws { try put(pause, Self.pauseWrite) }
  func removeChannelPause(_ channel: MessageChannel) throws {
    try remove(ChannelPause.self, by: "channel", being: [.text(channel.rawValue)])
  }

  private static let letters = RowLookup<DeadLetter>(and: "ORDER BY place DESC LIMIT $1")
  private static let lettersTo = RowLookup<DeadLetter>(
    and: "WHERE channel = $1 AND recipient = $2 ORDER BY place DESC LIMIT $3")
  private static let letterWrite = RowWrite<DeadLetter>(.stays)

  func append(_ letter: DeadLetter) throws { try put(letter, Self.letterWrite) }
  func deadLetters(most: Int) throws -> [DeadLetter] { try all(Self.letters, [.most(most)]) }
  func deadLetters(to recipient: MessageRecipient, most: Int) throws -> [DeadLetter] {
    try all(
      Self.lettersTo,
      [.text(MessageChannel(recipient).rawValue), .free(recipient.text), .most(most)])
  }
  func deadLetterCounts() throws -> [DeadLetterCount] {
    try rows(
      """
      SELECT channel, reason, count(*) FROM dead_letter GROUP BY channel, reason
      ORDER BY channel, reason
      """
    ) { row -> DeadLetterCount? in
      guard let channel = row.text(0).flatMap({ MessageChannel(rawValue: $0) }),
        let reason = row.text(1).flatMap({ DeadLetter.Reason(rawValue: $0) })
      else { return nil }
      return DeadLetterCount(channel: channel, reason: reason, count: Int(row.number(2)))
    }.compactMap { $0 }
  }
}
