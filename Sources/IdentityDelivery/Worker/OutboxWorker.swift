package import IdentityDomain

/// Empties the outbox: decrypts, renders, sends, and removes a row only after the sender accepted
/// the message (at least once).
///
/// Any number of workers may do so at once, in one process or on several nodes: a worker that sends
/// a message leases its row, and no other takes it before the lease ends. Failures are recorded in
/// the store, so a restart continues where the last process stopped. A message is sent twice only
/// if a process ended between the sender's acceptance and the removal of the row.
package actor OutboxWorker {
  /// How many messages of each channel are in progress at once.
  package static let standardPlaces = 16

  private let store: any IdentityStore
  private let sealing: any Sealing
  private let sender: any MessageSender
  private let renderer: MessageRenderer
  private let random: any RandomBytes
  private let places: Int
  private let backOff: BackOff
  private let report: @Sendable (DeliveryEvent) -> Void
  private var used: [MessageChannel: Int] = [:]
  /// Those that are being sent here.
  private var held: Set<ID<OutboxMessage>> = []
  /// Accepted by the sender, while their rows still exist.
  private var kept: [ID<OutboxMessage>: OutboxMessage] = [:]
  private var isClaiming = false
  private var wantsClaim = false

  /// - Parameters:
  ///   - places: how many messages of each channel may be in progress at once.
  ///   - report: receives the result of every message; called from any thread.
  package init(
    store: any IdentityStore, sealing: any Sealing, sender: any MessageSender,
    renderer: MessageRenderer, random: any RandomBytes,
    places: Int = OutboxWorker.standardPlaces, backOff: BackOff = .standard,
    report: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.store = store
    self.sealing = sealing
    self.sender = sender
    self.renderer = renderer
    self.random = random
    self.places = max(1, places)
    self.backOff = backOff
    self.report = report
  }

  /// One step: removes messages without a recipient, tries to send what is due and has a slot, and
  /// returns when all of these were tried.
  ///
  /// Call it when a message was written, and at the returned time. It may be called while an
  /// earlier step still waits for a slow sender: it takes what that one did not.
  ///
  /// - Returns: when there will be something to do, according to the store; nil for nothing. If the
  ///   time is past, call again at once.
  /// - Throws: what the store throws, before anything was sent in this step.
  package func deliverPending(at now: Timestamp) async throws -> Timestamp? {
    guard let claim = try await claim(at: now) else { return nil }
    guard !claim.isEmpty else { return claim.next }
    await withTaskGroup(of: Void.self) { group in
      for row in claim.due { group.addTask { await self.deliver(row, at: now) } }
    }
    return try await look(at: now).next(at: now)
  }

  /// - Returns: nil if another step is claiming; it then looks once more.
  private func claim(at now: Timestamp) async throws -> OutboxClaim? {
    guard !isClaiming else {
      wantsClaim = true
      return nil
    }
    isClaiming = true
    defer { isClaiming = false }
    while true {
      wantsClaim = false
      let seen = try await look(at: now)
      // Reading does not wait for a writer, and usually there is nothing to do.
      if seen.isEmpty, kept.isEmpty {
        if wantsClaim { continue }
        return seen
      }
      let (places, used, held, done) = (places, used, held, Array(kept.keys))
      let lease = random.id(OutboxLease.self)
      let claim = try await store.transaction("outbox.claim") { tables in
        for id in done { try tables.removeOutboxMessage(id) }
        var claim = try OutboxClaim(tables, at: now, places: places, used: used, held: held)
        try claim.take(lease, at: now, tables)
        return claim
      }
      note(claim, done)
      // A caller that was turned away meanwhile may have come for a newer row.
      if claim.isEmpty, wantsClaim { continue }
      return claim
    }
  }

  private func look(at now: Timestamp) async throws -> OutboxClaim {
    let (places, used, held) = (places, used, held)
    return try await store.read("outbox.look") {
      try OutboxClaim($0, at: now, places: places, used: used, held: held)
    }
  }

  private func note(_ claim: OutboxClaim, _ done: [ID<OutboxMessage>]) {
    for id in done {
      if let message = kept.removeValue(forKey: id) { report(DeliveryEvent(message, .sent)) }
    }
    for row in claim.expired { report(DeliveryEvent(row.message, .expired)) }
    for row in claim.stale { report(DeliveryEvent(row.message, .dead(.unknownRecipient, nil))) }
    for row in claim.givenUp { report(DeliveryEvent(row.message, .dead(.unanswered, nil))) }
    for row in claim.obsolete { report(DeliveryEvent(row.message, .obsolete)) }
    for row in claim.nobodys { report(DeliveryEvent(row.message, .suppressed)) }
    for row in claim.due {
      used[MessageChannel(row.message.recipient), default: 0] += 1
      held.insert(row.message.id)
    }
  }

  private func deliver(_ row: OutboxRow, at now: Timestamp) async {
    let message = row.message
    defer {
      used[MessageChannel(message.recipient), default: 1] -= 1
      held.remove(message.id)
    }
    do {
      try await sender.send(try rendered(message, at: now))
      await settle(row, .sent, .sent, at: now)
    } catch let failure as SendFailure {
      switch failure {
      case .gone(let since):
        await settle(row, .gone(since: since), .dead(.unknownRecipient, failure), at: now)
      case .permanent(let cause):
        let reason: DeadLetter.Reason =
          cause == .unknownRecipient ? .unknownRecipient : .rejected
        await settle(row, .dead(reason, wasAsked: true), .dead(reason, failure), at: now)
      case .retryable(let scope, _, let asked):
        let wasCut = Task.isCancelled
        var next = row
        next.fail(until: now, isUnanswered: failure.isUnanswered)
        if next.isGivenUp {
          await settle(
            row, .dead(.unanswered, wasAsked: true), .dead(.unanswered, failure), at: now)
        } else {
          await settle(
            row,
            wasCut
              ? .untouched
              : .failed(scope, asked: asked, isUnanswered: failure.isUnanswered),
            .failed(failure), at: now)
        }
      }
    } catch {
      let reason = (error as? DeadMessage)?.reason ?? .noText
      await settle(row, .dead(reason, wasAsked: false), .dead(reason, nil), at: now)
    }
  }

  private func rendered(
    _ message: OutboxMessage, at now: Timestamp
  ) throws(DeadMessage) -> RenderedMessage {
    var secret: [UInt8]?
    if message.template.content.hasSecret, let sealed = message.sealedSecret {
      // The reason is dropped: it may contain what must not be logged.
      do { secret = try sealing.open(sealed, context: message.id.text) } catch {
        throw .secretUnopened
      }
    }
    return try renderer.render(message, secret: secret, at: now)
  }

  /// Updates the store, even in a cancelled task: a sent message must not be sent again. If the
  /// store fails, the row stays until its lease ends.
  private func settle(
    _ row: OutboxRow, _ outcome: DeliveryOutcome, _ told: DeliveryEvent.Outcome, at now: Timestamp
  ) async {
    let (store, backOff, jitter) = (store, backOff, random.bytes(1).first ?? 0)
    let isSettled = await Task {
      (try? await store.transaction("outbox.settle") {
        try outcome.settle(row, at: now, backOff: backOff, jitter: jitter, $0)
      }) != nil
    }.value
    if isSettled {
      report(DeliveryEvent(row.message, told))
    } else if outcome == .sent {
      kept[row.message.id] = row.message
      report(DeliveryEvent(row.message, .sentButKept))
    }
  }
}

/// Its parts contain addresses and codes, so a log shows only that it exists.
extension OutboxWorker: CustomReflectable {
  nonisolated package var customMirror: Mirror { Mirror(self, children: []) }
}
