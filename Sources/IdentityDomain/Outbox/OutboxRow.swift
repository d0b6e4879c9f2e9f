/// A tag for what tells the holder of a row: a new one is drawn each time it is held.
package enum OutboxLease {}

/// A message in the outbox, and where its delivery stands.
///
/// A row that somebody sends is due at the end of its lease: until then nobody else takes it, and
/// after it anybody may, since its holder is gone.
package struct OutboxRow: Hashable, Sendable {
  package let message: OutboxMessage
  /// Tries that failed.
  package private(set) var attempts: Int
  /// Not to be tried before.
  package private(set) var dueAt: Timestamp
  /// Who sends it now.
  package private(set) var lease: ID<OutboxLease>?

  /// - Parameters: as they are stored; a new message is due at once.
  package init(
    _ message: OutboxMessage, attempts: Int = 0, dueAt: Timestamp? = nil,
    lease: ID<OutboxLease>? = nil
  ) {
    self.message = message
    self.attempts = attempts
    self.dueAt = dueAt ?? message.createdAt
    self.lease = lease
  }

  /// Takes it for one try.
  package mutating func take(_ lease: ID<OutboxLease>, at now: Timestamp) {
    self.lease = lease
    dueAt = now + SecurityRules.deliveryLease
  }

  /// The try failed; the next one is not before that time.
  package mutating func fail(until dueAt: Timestamp) {
    attempts += 1
    self.dueAt = dueAt
    lease = nil
  }

  /// It was not tried: as if it had not been taken.
  package mutating func release(at now: Timestamp) {
    dueAt = now
    lease = nil
  }

  /// Whether somebody may be sending it.
  package func isHeld(at now: Timestamp) -> Bool { lease != nil && now < dueAt }
}

/// A channel that failed as a whole. It is tried again with one message, not before its time.
package struct ChannelPause: Hashable, Sendable {
  package let channel: MessageChannel
  /// In a row.
  package let failures: Int
  package let until: Timestamp

  package init(channel: MessageChannel, failures: Int, until: Timestamp) {
    self.channel = channel
    self.failures = failures
    self.until = until
  }
}

/// The outbox as its worker sees it. What a method promises holds among all servers of a store.
package protocol OutboxTable {
  /// Due at once. A message with the same id is the same message: the second is ignored.
  func append(_ message: OutboxMessage) throws
  /// The oldest first.
  func outboxMessages(most: Int) throws -> [OutboxMessage]
  func outboxRow(_ id: ID<OutboxMessage>) throws -> OutboxRow?
  /// The oldest message of each recipient that has not expired, in the order in which they are due.
  /// - Parameter channel: nil for those that nobody gets.
  func outboxHeads(on channel: MessageChannel?, at now: Timestamp, most: Int) throws -> [OutboxRow]
  /// Those whose time is over, and which nobody holds. The oldest first.
  func expiredOutboxRows(at now: Timestamp, most: Int) throws -> [OutboxRow]
  /// Changes where the delivery of a message stands; nothing, if it is gone.
  func update(_ row: OutboxRow) throws
  func removeOutboxMessage(_ id: ID<OutboxMessage>) throws
  /// How many wait on each channel; for metrics.
  func outboxCounts() throws -> [MessageChannel: Int]

  func channelPause(_ channel: MessageChannel) throws -> ChannelPause?
  func put(_ pause: ChannelPause) throws
  func removeChannelPause(_ channel: MessageChannel) throws
}
