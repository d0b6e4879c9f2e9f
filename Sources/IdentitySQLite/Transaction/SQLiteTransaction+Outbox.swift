import IdentityDomain

extension SQLiteTransaction {
  private static let messages = RowQuery<OutboxRow>("ORDER BY place LIMIT ?")
  private static let message = RowQuery<OutboxRow>("WHERE id = ?")
  private static let messagesTo = RowQuery<OutboxRow>(
    "WHERE is_suppressed = ? AND channel = ? AND recipient = ? ORDER BY place LIMIT ?")
  private static let heads = RowQuery<OutboxRow>(
    """
    WHERE is_suppressed = ? AND channel = ? AND +expires_at > ? AND NOT EXISTS (
      SELECT 1 FROM outbox AS older WHERE older.is_suppressed = outbox.is_suppressed
      AND older.channel = outbox.channel AND older.recipient = outbox.recipient AND older.place < outbox.place
      AND older.expires_at > ?)
    ORDER BY due_at, place LIMIT ?
    """)
  private static let expired = RowQuery<OutboxRow>(
    "WHERE expires_at <= ? AND (lease IS NULL OR due_at <= ?) ORDER BY expires_at, place LIMIT ?")
  private static let messageWrite = RowWrite<OutboxRow>(.stays)

  func append(_ message: OutboxMessage) throws {
    try write(OutboxRow(message.written(in: requestID)), Self.messageWrite)
  }
  func outboxMessages(most: Int) throws -> [OutboxMessage] {
    try all(Self.messages, [.most(most)]).map(\.message)
  }
  func outboxRow(_ id: ID<OutboxMessage>) throws -> OutboxRow? {
    try one(Self.message, [.id(id)])
  }
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
    let heads = try (channel.map { [$0] } ?? MessageChannel.allCases).flatMap {
      try all(
        Self.heads,
        [
          .boolean(channel == nil), .text($0.rawValue), .moment(now), .moment(now), .most(most),
        ])
    }
    if channel != nil { return heads }
    return Array(heads.sorted { $0.dueAt < $1.dueAt }.prefix(max(0, most)))
  }
  func expiredOutboxRows(at now: Timestamp, most: Int) throws -> [OutboxRow] {
    try all(Self.expired, [.moment(now), .moment(now), .most(most)])
  }
  func update(_ row: OutboxRow) throws {
    try write(
      "UPDATE outbox SET due_at = ?, attempts = ?, lease = ?, unanswered_tries = ? WHERE id = ?",
      [
        .moment(row.dueAt), .integer(Int64(row.attempts)), .textIfAny(row.lease?.text),
        .integer(Int64(row.unansweredTries)), .id(row.message.id),
      ])
  }
  func removeOutboxMessage(_ id: ID<OutboxMessage>) throws {
    try write("DELETE FROM outbox WHERE id = ?", [.id(id)])
  }
  func outboxCounts() throws -> [MessageChannel: Int] {
    var counts: [MessageChannel: Int] = [:]
    try each("SELECT channel, count(*) FROM outbox WHERE is_suppressed = 0 GROUP BY channel", []) {
      row in
      guard let channel = row.text(0).flatMap({ MessageChannel(rawValue: $0) }) else { return }
      counts[channel] = Int(row.number(1))
    }
    return counts
  }

  private static let pause = RowQuery<ChannelPause>("WHERE channel = ?")
  private static let pauseWrite = RowWrite<ChannelPause>(.changes)

  func channelPause(_ channel: MessageChannel) throws -> ChannelPause? {
    try one(Self.pause, [.text(channel.rawValue)])
  }
  func put(_ pause: ChannelPause) throws { try write(pause, Self.pauseWrite) }
  func removeChannelPause(_ channel: MessageChannel) throws {
    try write("DELETE FROM channel_pause WHERE channel = ?", [.text(channel.rawValue)])
  }

  private static let letters = RowQuery<DeadLetter>("ORDER BY place DESC LIMIT ?")
  /// In the order of the table, the newest first; in that of an index the rows would have to be sorted.
  private static let lettersTo = RowQuery<DeadLetter>(
    "NOT INDEXED WHERE channel = ? AND recipient = ? ORDER BY place DESC LIMIT ?")
  private static let letterWrite = RowWrite<DeadLetter>(.stays)

  func append(_ letter: DeadLetter) throws { try write(letter, Self.letterWrite) }
  func deadLetters(most: Int) throws -> [DeadLetter] { try all(Self.letters, [.most(most)]) }
  func deadLetters(to recipient: MessageRecipient, most: Int) throws -> [DeadLetter] {
    try all(
      Self.lettersTo,
      [.text(MessageChannel(recipient).rawValue), .free(recipient.text), .most(most)])
  }
  func deadLetterCounts() throws -> [DeadLetterCount] {
    var counts: [DeadLetterCount] = []
    try each(
      """
      SELECT channel, reason, count(*) FROM dead_letter GROUP BY channel, reason
      ORDER BY channel, reason
      """, []
    ) { row in
      guard let channel = row.text(0).flatMap({ MessageChannel(rawValue: $0) }),
        let reason = row.text(1).flatMap({ DeadLetter.Reason(rawValue: $0) })
      else { return }
      counts.append(
        DeadLetterCount(channel: channel, reason: reason, count: Int(row.number(2))))
    }
    return counts
  }
}
