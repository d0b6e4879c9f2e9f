/// A message that never arrived, kept for the operator without its secret.
package struct DeadLetter: Hashable, Sendable {
  package let message: ID<OutboxMessage>
  package let recipient: MessageRecipient
  package let template: MessageTemplate
  package let reason: Reason
  /// The number of failed tries, including the last.
  package let attempts: Int
  package let createdAt: Timestamp
  package let diedAt: Timestamp
  /// Of the request that caused the message.
  package let requestID: String?

  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It expired before it was taken.
    case expired
    /// The sealed secret was changed, or its key is gone.
    case secretUnopened
    case secretMissing
    case secretMalformed
    case noText
    /// The service does not know the recipient.
    case unknownRecipient
    /// The service refuses this message.
    case rejected
    /// The service was given the message more than once and never said whether it took it. A further try might reach
    /// the person, and cost, once more.
    case unanswered
    /// Its code was used, replaced by a later one or over before it was taken, or before anybody recorded that it was.
    case obsolete
    /// An operator gave it up.
    case discarded
  }

  /// From stored values.
  init(
    message: ID<OutboxMessage>, recipient: MessageRecipient, template: MessageTemplate,
    reason: Reason, attempts: Int, createdAt: Timestamp, diedAt: Timestamp, requestID: String?
  ) {
    self.message = message
    self.recipient = recipient
    self.template = template
    self.reason = reason
    self.attempts = attempts
    self.createdAt = createdAt
    self.diedAt = diedAt
    self.requestID = requestID
  }

  package init(_ row: OutboxRow, _ reason: Reason, isTry: Bool = false, at now: Timestamp) {
    message = row.message.id
    recipient = row.message.recipient
    template = row.message.template
    self.reason = reason
    attempts = row.attempts + (isTry ? 1 : 0)
    createdAt = row.message.createdAt
    diedAt = now
    requestID = row.message.requestID
  }

  package var channel: MessageChannel { MessageChannel(recipient) }
}

/// How many messages of a channel failed for the same reason.
package struct DeadLetterCount: Hashable, Sendable {
  package let channel: MessageChannel
  package let reason: DeadLetter.Reason
  package let count: Int

  package init(channel: MessageChannel, reason: DeadLetter.Reason, count: Int) {
    self.channel = channel
    self.reason = reason
    self.count = count
  }
}

package protocol DeadLetterTable {
  /// A message fails for good only once: a second letter for the same message is ignored.
  func append(_ letter: DeadLetter) throws
  /// Newest first.
  func deadLetters(most: Int) throws -> [DeadLetter]
  /// Those to one recipient, newest first.
  func deadLetters(to recipient: MessageRecipient, most: Int) throws -> [DeadLetter]
  /// The stored ones, by channel and reason, in the order of their names.
  func deadLetterCounts() throws -> [DeadLetterCount]
}

extension OutboxTable where Self: DeadLetterTable {
  /// Removes a message with its secret from the outbox, and stores a dead letter.
  package func bury(
    _ row: OutboxRow, _ reason: DeadLetter.Reason, isTry: Bool = false, at now: Timestamp
  ) throws {
    if row.message.channel != nil {
      try append(DeadLetter(row, reason, isTry: isTry, at: now))
    }
    try removeOutboxMessage(row.message.id)
  }

  /// Buries everything that has expired.
  /// - Returns: how many.
  package func buryExpired(at now: Timestamp) throws -> Int {
    var count = 0
    while true {
      let rows = try expiredOutboxRows(at: now, most: 256)
      if rows.isEmpty { return count }
      for row in rows { try bury(row, .expired, at: now) }
      count += rows.count
    }
  }
}
