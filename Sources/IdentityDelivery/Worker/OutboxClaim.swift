import IdentityDomain

/// The work to do in the outbox, as one transaction sees it.
///
/// One message to a recipient at a time, the oldest first, so that the code that arrives last is
/// the valid one. Each channel has its own slots, and each recipient its own wait: a slow or
/// failing one delays no other. A channel that failed is tried with one message.
struct OutboxClaim: Sendable {
  /// At most this many are removed in one transaction.
  static let mostRemoved = 256

  var expired: [OutboxRow] = []
  /// Written so that the store does the same work and without a recipient, or no longer needed.
  var nobodys: [OutboxRow] = []
  /// Pushes to a device that was released, or belongs to another user now (CMP-13).
  var stale: [OutboxRow] = []
  /// SMS of which nobody knows whether they were sent, as often as they may be tried.
  var givenUp: [OutboxRow] = []
  /// Those whose code was used, replaced or over when they were to be sent. Known once they are taken.
  var obsolete: [OutboxRow] = []
  var due: [OutboxRow] = []
  /// When there will be something to do, as far as can be known now.
  var next: Timestamp?

  var isEmpty: Bool {
    expired.isEmpty && nobodys.isEmpty && stale.isEmpty && givenUp.isEmpty && obsolete.isEmpty
      && due.isEmpty
  }

  /// When to come again: at once if there is something to do.
  func next(at now: Timestamp) -> Timestamp? { isEmpty ? next : now }

  /// Reads the outbox without changing it.
  /// - Parameters:
  ///   - places: how many messages of each channel may be in progress at once.
  ///   - used: how many are.
  ///   - held: those that this worker is sending. Their leases count by a clock that may have been set
  ///     meanwhile.
  init(
    _ tables: any IdentityTransaction, at now: Timestamp, places: Int, used: [MessageChannel: Int],
    held: Set<ID<OutboxMessage>> = []
  ) throws {
    expired = try tables.expiredOutboxRows(at: now, most: Self.mostRemoved)
      .filter { !held.contains($0.message.id) }
    nobodys = try tables.outboxHeads(on: nil, at: now, most: Self.mostRemoved)
    for channel in MessageChannel.allCases {
      try look(
        at: channel, tables, now, places: places, used: used[channel, default: 0], held: held)
    }
  }

  private mutating func look(
    at channel: MessageChannel, _ tables: any IdentityTransaction, _ now: Timestamp, places: Int,
    used: Int, held: Set<ID<OutboxMessage>>
  ) throws {
    // One more than can be taken, to know when to come again; and those that are held may be among them.
    let heads = try tables.outboxHeads(
      on: channel, at: now, most: max(places - used, 0) + used + 1
    ).filter { !held.contains($0.message.id) }
    guard !heads.isEmpty else { return }
    let pause = try tables.channelPause(channel)
    if let pause, pause.isOn(at: now) { return note(pause.until) }
    let free = max(0, (pause == nil ? places : 1) - used)
    let ready = heads.filter { $0.isDue(at: now) }.prefix(free)
    for row in ready {
      if row.isGivenUp {
        givenUp.append(row)
      } else if try Self.isMoot(row, tables) {
        nobodys.append(row)
      } else if try Self.isStale(row, tables) {
        stale.append(row)
      } else {
        due.append(row)
      }
    }
    // If no slot is free, whoever releases one looks again.
    guard free > ready.count, let next = heads.first(where: { !$0.isDue(at: now) }) else { return }
    note(next.dueAt)
  }

  /// Whether a grant that was to be ended is in use again: the removal was taken back, or the person signed in
  /// there anew, which takes a new consent.
  private static func isMoot(_ row: OutboxRow, _ tables: any IdentityTransaction) throws -> Bool {
    guard case .provider(let address) = row.message.recipient else { return false }
    return try tables.federatedIdentity(address.subject) != nil
  }

  private static func isStale(
    _ row: OutboxRow, _ tables: any IdentityTransaction
  ) throws -> Bool {
    guard case .push(let address) = row.message.recipient else { return false }
    return try tables.pushEndpoint(address.pushToken)?.session != address.session
  }

  private mutating func note(_ moment: Timestamp) { next = min(next ?? moment, moment) }

  /// Performs it: removes what is over, and leases what is due. That is looked at once more, since a server may have
  /// sent it and ended before it could say so (docs/decisions/0015-delivery.md).
  mutating func take(
    _ lease: ID<OutboxLease>, at now: Timestamp, _ tables: any IdentityTransaction
  ) throws {
    for row in expired { try tables.bury(row, .expired, at: now) }
    for row in stale { try tables.bury(row, .unknownRecipient, at: now) }
    for row in givenUp { try tables.bury(row, .unanswered, at: now) }
    for row in nobodys { try tables.removeOutboxMessage(row.message.id) }
    for row in due where try tables.isObsolete(row.message, at: now) {
      try tables.bury(row, .obsolete, at: now)
      obsolete.append(row)
    }
    let over = Set(obsolete.map(\.message.id))
    due.removeAll { over.contains($0.message.id) }
    for place in due.indices {
      due[place].take(lease, at: now)
      try tables.update(due[place])
    }
  }
}
