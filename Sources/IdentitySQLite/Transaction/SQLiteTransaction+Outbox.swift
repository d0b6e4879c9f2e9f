import Foundation
import GRDB
import IdentityDomain

/// The column `record` holds the message alone; where its delivery stands lies in columns, which
/// change often.
extension SQLiteTransaction {
  func append(_ message: OutboxMessage) throws {
    try write(
      """
      INSERT INTO outbox (id, channel, recipient, dueAt, attempts, expiresAt, record)
      VALUES (?, ?, ?, ?, 0, ?, ?) ON CONFLICT (id) DO NOTHING
      """,
      [
        Self.key(message.id.text), Self.channel(message.channel),
        Self.key(message.recipient.text), Self.moment(message.createdAt),
        Self.moment(message.expiresAt), try record(message),
      ])
  }
  func outboxMessages(most: Int) throws -> [OutboxMessage] {
    try all("outbox", "ORDER BY place LIMIT ?", [max(0, most).databaseValue])
  }
  func outboxRow(_ id: ID<OutboxMessage>) throws -> OutboxRow? {
    try outboxRows("WHERE id = ?", [Self.key(id.text)]).first
  }
  func outboxHeads(
    on channel: MessageChannel?, at now: Timestamp, most: Int
  ) throws -> [OutboxRow] {
    try outboxRows(
      """
      WHERE channel = ? AND +expiresAt > ? AND NOT EXISTS (
        SELECT 1 FROM outbox AS older WHERE older.channel = outbox.channel
        AND older.recipient = outbox.recipient AND older.place < outbox.place
        AND older.expiresAt > ?)
      ORDER BY dueAt, place LIMIT ?
      """,
      [
        Self.channel(channel), Self.moment(now), Self.moment(now), max(0, most).databaseValue,
      ])
  }
  func expiredOutboxRows(at now: Timestamp, most: Int) throws -> [OutboxRow] {
    try outboxRows(
      "WHERE expiresAt <= ? AND (lease IS NULL OR dueAt <= ?) ORDER BY expiresAt, place LIMIT ?",
      [Self.moment(now), Self.moment(now), max(0, most).databaseValue])
  }
  func update(_ row: OutboxRow) throws {
    try write(
      "UPDATE outbox SET dueAt = ?, attempts = ?, lease = ? WHERE id = ?",
      [
        Self.moment(row.dueAt), row.attempts.databaseValue, Self.key(row.lease?.text),
        Self.key(row.message.id.text),
      ])
  }
  func removeOutboxMessage(_ id: ID<OutboxMessage>) throws {
    try write("DELETE FROM outbox WHERE id = ?", [Self.key(id.text)])
  }
  func outboxCounts() throws -> [MessageChannel: Int] {
    var counts: [MessageChannel: Int] = [:]
    for row in try rows("SELECT channel, count(*) FROM outbox GROUP BY channel", []) {
      if let channel = MessageChannel(rawValue: row[0]) { counts[channel] = row[1] }
    }
    return counts
  }

  private static func channel(_ channel: MessageChannel?) -> DatabaseValue {
    (channel?.rawValue ?? "").databaseValue
  }

  private func outboxRows(
    _ condition: String, _ arguments: [DatabaseValue]
  ) throws -> [OutboxRow] {
    let found = try rows(
      "SELECT record, attempts, dueAt, lease FROM outbox \(condition)", arguments)
    return try found.map { row in
      OutboxRow(
        try value(row[0], of: "outbox"), attempts: row[1],
        dueAt: Timestamp(milliseconds: row[2]),
        lease: (row[3] as String?).map { ID($0) })
    }
  }

  func channelPause(_ channel: MessageChannel) throws -> ChannelPause? {
    try one("channelPause", "channel = ?", [Self.channel(channel)])
  }
  func put(_ pause: ChannelPause) throws {
    try write(
      "INSERT OR REPLACE INTO channelPause (channel, record) VALUES (?, ?)",
      [Self.channel(pause.channel), try record(pause)])
  }
  func removeChannelPause(_ channel: MessageChannel) throws {
    try write("DELETE FROM channelPause WHERE channel = ?", [Self.channel(channel)])
  }

  func append(_ letter: DeadLetter) throws {
    try write(
      """
      INSERT INTO deadLetter (message, channel, reason, diedAt, record) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (message) DO NOTHING
      """,
      [
        Self.key(letter.message.text), Self.channel(letter.channel),
        letter.reason.rawValue.databaseValue, Self.moment(letter.diedAt), try record(letter),
      ])
  }
  func deadLetters(most: Int) throws -> [DeadLetter] {
    try all("deadLetter", "ORDER BY place DESC LIMIT ?", [max(0, most).databaseValue])
  }
  func deadLetterCounts() throws -> [DeadLetterCount] {
    let kinds = try rows(
      """
      SELECT channel, reason, count(*) FROM deadLetter GROUP BY channel, reason
      ORDER BY channel, reason
      """, [])
    return kinds.compactMap { row in
      guard let channel = MessageChannel(rawValue: row[0]),
        let reason = DeadLetter.Reason(rawValue: row[1])
      else { return nil }
      return DeadLetterCount(channel: channel, reason: reason, count: row[2])
    }
  }
}
