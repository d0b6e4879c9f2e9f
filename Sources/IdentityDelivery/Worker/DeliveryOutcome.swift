import IdentityDomain

/// The result of one try, and how the store is updated.
enum DeliveryOutcome: Hashable, Sendable {
  case sent
  /// - Parameter isUnanswered: whether the other side may have accepted it all the same.
  case failed(SendFailure.Scope, asked: Duration?, isUnanswered: Bool = false)
  /// - Parameter wasAsked: whether the other side was asked, as opposed to a local reason.
  case dead(DeadLetter.Reason, wasAsked: Bool)
  /// The other side says that the recipient no longer exists, since this time.
  case gone(since: Timestamp?)
  /// Not tried: the process is shutting down.
  case untouched

  /// - Parameters:
  ///   - row: as it was taken.
  ///   - now: when it was taken.
  ///   - jitter: for the wait after a failure.
  func settle(
    _ row: OutboxRow, at now: Timestamp, backOff: BackOff, jitter: UInt8,
    _ tables: any IdentityTransaction
  ) throws {
    let id = row.message.id
    // A sent message is removed even if the lease has expired and another worker holds it now.
    if self == .sent { try tables.removeOutboxMessage(id) }
    try settleChannel(MessageChannel(row.message.recipient), now, backOff, jitter, tables)
    guard self != .sent, var current = try tables.outboxRow(id), current.lease == row.lease else {
      return
    }
    switch self {
    case .sent: break
    case .failed(.recipient, let asked, let isUnanswered):
      current.fail(
        until: now + backOff.wait(after: current.attempts + 1, asked: asked, jitter: jitter),
        isUnanswered: isUnanswered)
      try tables.update(current)
    case .failed(.channel, _, _):
      let pause = try tables.channelPause(MessageChannel(row.message.recipient))
      current.fail(until: pause?.until ?? now)
      try tables.update(current)
    case .dead(let reason, let wasAsked):
      try tables.bury(current, reason, isTry: wasAsked, at: now)
    case .gone(let since):
      try tables.bury(current, .unknownRecipient, isTry: true, at: now)
      try Self.forget(row.message.recipient, since: since, tables)
    case .untouched:
      current.release(at: now)
      try tables.update(current)
    }
  }

  private func settleChannel(
    _ channel: MessageChannel, _ now: Timestamp, _ backOff: BackOff, _ jitter: UInt8,
    _ tables: any IdentityTransaction
  ) throws {
    let earlier = try tables.channelPause(channel)
    switch self {
    case .untouched, .dead(_, wasAsked: false): break
    // The channel works: it gave a definite response.
    case .sent, .gone, .dead, .failed(.recipient, _, _):
      if earlier != nil { try tables.removeChannelPause(channel) }
    case .failed(.channel, let asked, _):
      // Several messages that were in progress together and failed together count as one failure.
      if let earlier, earlier.isOn(at: now) { return }
      let failures = min((earlier?.failures ?? 0) + 1, 1_000)
      try tables.put(
        ChannelPause(
          channel: channel, failures: failures,
          until: now + backOff.wait(after: failures, asked: asked, jitter: jitter)))
    }
  }

  /// A device that no longer exists gets no more pushes, unless it has registered again since.
  private static func forget(
    _ recipient: MessageRecipient, since: Timestamp?, _ tables: any IdentityTransaction
  ) throws {
    guard case .push(let address) = recipient,
      let endpoint = try tables.pushEndpoint(address.pushToken)
    else { return }
    if let since, since < endpoint.registeredAt { return }
    try tables.removePushEndpoint(address.pushToken)
  }
}
