import IdentityDomain

/// What became of one try, and what the store is told about it.
enum DeliveryOutcome: Hashable, Sendable {
  case sent
  case failed(SendFailure.Scope, asked: Duration?)
  /// - Parameter wasAsked: the other side said so, and not we.
  case dead(DeadLetter.Reason, wasAsked: Bool)
  /// The other side says that the recipient is no more, since that time.
  case gone(since: Timestamp?)
  /// Not tried: the process is ending.
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
    // Sent is sent, also where the lease was over and somebody else has it now.
    if self == .sent { try tables.removeOutboxMessage(id) }
    try settleChannel(MessageChannel(row.message.recipient), now, backOff, jitter, tables)
    guard self != .sent, var current = try tables.outboxRow(id), current.lease == row.lease else {
      return
    }
    switch self {
    case .sent: break
    case .failed(.recipient, let asked):
      current.fail(
        until: now + backOff.wait(after: current.attempts + 1, asked: asked, jitter: jitter))
      try tables.update(current)
    case .failed(.channel, _):
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
    // The channel works: it told that.
    case .sent, .gone, .dead, .failed(.recipient, _):
      if earlier != nil { try tables.removeChannelPause(channel) }
    case .failed(.channel, let asked):
      // Several that were on their way together and failed together are one failure.
      if let earlier, now < earlier.until { return }
      let failures = min((earlier?.failures ?? 0) + 1, 1_000)
      try tables.put(
        ChannelPause(
          channel: channel, failures: failures,
          until: now + backOff.wait(after: failures, asked: asked, jitter: jitter)))
    }
  }

  /// A device that is no more gets no pushes, unless it registered again after that was found.
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
