/// Identifies the holder of a row: a new one is drawn each time the row is leased.
package enum OutboxLease {}

/// A message in the outbox, and its delivery status.
///
/// A row that is being sent is due at the end of its lease: until then no other worker takes it,
/// and afterwards any may, since its holder is gone.
package struct OutboxRow: Hashable, Sendable {
  package let message: OutboxMessage
  /// The number of failed tries.
  package private(set) var attempts: Int
  /// The earliest time of the next try.
  package private(set) var dueAt: Timestamp
  /// The current holder.
  package private(set) var lease: ID<OutboxLease>?
  /// After how many tries nobody knows whether the service took the message: its answer was lost, or the process
  /// ended before it came.
  package private(set) var unansweredTries: Int

  /// - Parameters: stored values; a new message is due at once.
  package init(
    _ message: OutboxMessage, attempts: Int = 0, dueAt: Timestamp? = nil,
    lease: ID<OutboxLease>? = nil, unansweredTries: Int = 0
  ) {
    self.message = message
    self.attempts = attempts
    self.dueAt = dueAt ?? message.createdAt
    self.lease = lease
    self.unansweredTries = unansweredTries
  }

  /// Whether it is its turn. A time farther off than any wait was written while a clock was wrong: it is not waited
  /// for.
  package func isDue(at now: Timestamp) -> Bool {
    // A grant is ended when the removal of its provider can no longer be undone.
    let planned = message.template == .grantRevocation ? SecurityRules.undoLifetime : .zero
    return dueAt <= now || dueAt > now + planned + SecurityRules.longestDeliveryWait
  }

  /// Whether an SMS was handed over as often as it may be without an answer. Services have no key by which they know a
  /// message again, and each SMS costs; a mail or a push that comes twice does not.
  package var isGivenUp: Bool {
    // A lease that ran out is a try without an answer as well.
    let tries = unansweredTries + (lease == nil ? 0 : 1)
    return MessageChannel(message.recipient) == .sms && tries > SecurityRules.retriesWithoutAnswer
  }

  /// Leases it for one try.
  package mutating func take(_ lease: ID<OutboxLease>, at now: Timestamp) {
    // The one who had it before did not come back to say what became of it.
    if self.lease != nil { unansweredTries += 1 }
    self.lease = lease
    dueAt = now + SecurityRules.deliveryLease
  }

  /// The try failed; the next one is not before this time.
  /// - Parameter isUnanswered: whether the service may have taken the message all the same.
  package mutating func fail(until dueAt: Timestamp, isUnanswered: Bool = false) {
    attempts += 1
    if isUnanswered { unansweredTries += 1 }
    self.dueAt = dueAt
    lease = nil
  }

  /// It was not tried: undoes the lease.
  package mutating func release(at now: Timestamp) {
    dueAt = now
    lease = nil
  }

  /// Whether a worker may be sending it.
  package func isHeld(at now: Timestamp) -> Bool { lease != nil && now < dueAt }
}

/// A channel that failed as a whole. It is tried again with one message, at this time at the
/// earliest.
package struct ChannelPause: Hashable, Sendable {
  package let channel: MessageChannel
  /// The number of consecutive failures.
  package let failures: Int
  package let until: Timestamp

  package init(channel: MessageChannel, failures: Int, until: Timestamp) {
    self.channel = channel
    self.failures = failures
    self.until = until
  }

  /// Whether the channel is to be left alone. A pause that is longer than any was made while a clock was wrong.
  package func isOn(at now: Timestamp) -> Bool {
    now < until && until <= now + SecurityRules.longestDeliveryWait
  }
}

/// The outbox as its worker sees it. The guarantees of its methods hold among all servers of a
/// store.
package protocol OutboxTable: AnyObject {
  /// The id of the request that the transaction belongs to; it goes into the messages that are written.
  var requestID: String? { get set }
  /// Due at once. A second message with the same id is ignored.
  func append(_ message: OutboxMessage) throws
  /// Oldest first.
  func outboxMessages(most: Int) throws -> [OutboxMessage]
  func outboxRow(_ id: ID<OutboxMessage>) throws -> OutboxRow?
  /// Oldest first.
  func outboxRows(most: Int) throws -> [OutboxRow]
  /// Those to one recipient, oldest first.
  func outboxRows(to recipient: MessageRecipient, most: Int) throws -> [OutboxRow]
  /// The oldest unexpired message of each recipient, in the order in which they are due.
  /// - Parameter channel: nil for those without a recipient.
  func outboxHeads(on channel: MessageChannel?, at now: Timestamp, most: Int) throws -> [OutboxRow]
  /// Those that have expired and are not leased, oldest first.
  func expiredOutboxRows(at now: Timestamp, most: Int) throws -> [OutboxRow]
  /// Updates the delivery status of a message; does nothing if it is gone.
  func update(_ row: OutboxRow) throws
  func removeOutboxMessage(_ id: ID<OutboxMessage>) throws
  /// How many messages wait on each channel, for metrics.
  func outboxCounts() throws -> [MessageChannel: Int]

  func channelPause(_ channel: MessageChannel) throws -> ChannelPause?
  func put(_ pause: ChannelPause) throws
  func removeChannelPause(_ channel: MessageChannel) throws
}
