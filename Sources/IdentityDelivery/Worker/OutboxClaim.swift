import IdentityDomain

/// What there is to do in the outbox, as one transaction sees it.
///
/// One message to a recipient at a time, the oldest first: so the code that comes last is the one
/// that is good. Each channel has places of its own, and each recipient its own wait: whoever is
/// slow or fails holds up nobody else. A channel that failed is tried with one message.
struct OutboxClaim: Sendable {
  /// At most so many are taken away in one transaction.
  static let mostRemoved = 256

  var expired: [OutboxRow] = []
  /// Written so that the store does the same work, or no longer needed; nobody gets them.
  var nobodys: [OutboxRow] = []
  /// Pushes to a device that was released, or is somebody else's now (CMP-13).
  var stale: [OutboxRow] = []
  var due: [OutboxRow] = []
  /// When there will be something to do, as far as this can be told now.
  var next: Timestamp?

  var isEmpty: Bool { expired.isEmpty && nobodys.isEmpty && stale.isEmpty && due.isEmpty }

  /// When to come again: at once, where there is something to do.
  func next(at now: Timestamp) -> Timestamp? { isEmpty ? next : now }

  /// Reads what there is, and changes nothing.
  /// - Parameters:
  ///   - places: how many messages of each channel may be on their way at once.
  ///   - used: how many are.
  init(
    _ tables: any IdentityTransaction, at now: Timestamp, places: Int, used: [MessageChannel: Int]
  ) throws {
    expired = try tables.expiredOutboxRows(at: now, most: Self.mostRemoved)
    nobodys = try tables.outboxHeads(on: nil, at: now, most: Self.mostRemoved)
    for channel in MessageChannel.allCases {
      try look(at: channel, tables, now, places: places, used: used[channel, default: 0])
    }
  }

  private mutating func look(
    at channel: MessageChannel, _ tables: any IdentityTransaction, _ now: Timestamp, places: Int,
    used: Int
  ) throws {
    // One more than can be taken tells when to come again.
    let heads = try tables.outboxHeads(on: channel, at: now, most: max(places - used, 0) + 1)
    guard !heads.isEmpty else { return }
    let pause = try tables.channelPause(channel)
    if let pause, now < pause.until { return note(pause.until) }
    let free = max(0, (pause == nil ? places : 1) - used)
    let ready = heads.prefix(free).prefix { $0.dueAt <= now }
    for row in ready {
      if try Self.isMoot(row, tables) {
        nobodys.append(row)
      } else if try Self.isStale(row, tables) {
        stale.append(row)
      } else {
        due.append(row)
      }
    }
    // Where no place is free, whoever gives one back looks again.
    if heads.count > ready.count, free > ready.count { note(heads[ready.count].dueAt) }
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

  /// Does it: what is over goes, and what is due is ours until its lease ends.
  mutating func take(
    _ lease: ID<OutboxLease>, at now: Timestamp, _ tables: any IdentityTransaction
  ) throws {
    for row in expired { try tables.bury(row, .expired, at: now) }
    for row in stale { try tables.bury(row, .unknownRecipient, at: now) }
    for row in nobodys { try tables.removeOutboxMessage(row.message.id) }
    for place in due.indices {
      due[place].take(lease, at: now)
      try tables.update(due[place])
    }
  }
}
