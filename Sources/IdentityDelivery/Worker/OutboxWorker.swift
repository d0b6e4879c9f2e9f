package import IdentityDomain

/// Empties the outbox: opens what is sealed, renders, sends, and removes a row only after the sender
/// took the message (at least once).
///
/// Any number of workers may do so at once, in one process or on several nodes: they do not know
/// of each other, so a message that two of them see is sent twice. A person then gets the same code
/// twice, which is better than none. How often a message was tried is not stored: after a restart
/// it starts anew, and it ends when it expires.
package actor OutboxWorker {
  private let store: any IdentityStore
  private let sealing: any Sealing
  private let sender: any MessageSender
  private let renderer: MessageRenderer
  private let random: any RandomBytes
  private let report: @Sendable (DeliveryEvent) -> Void
  private var line: DeliveryLine
  private var isReading = false
  private var wantsReading = false

  /// How many rows are looked at first, and at most: those of recipients that have to wait stay in
  /// front of the newer ones.
  private static let rows = (first: 64, most: 8_192)

  /// - Parameters:
  ///   - places: how many messages of each channel may be on their way at once.
  ///   - report: hears of every message; called from any thread.
  package init(
    store: any IdentityStore, sealing: any Sealing, sender: any MessageSender,
    renderer: MessageRenderer, random: any RandomBytes, places: Int = 16,
    backOff: BackOff = .standard, report: @escaping @Sendable (DeliveryEvent) -> Void
  ) {
    self.store = store
    self.sealing = sealing
    self.sender = sender
    self.renderer = renderer
    self.random = random
    self.report = report
    line = DeliveryLine(places: places, backOff: backOff)
  }

  /// One step: reads the oldest messages, removes those that nobody is to get, tries to send those
  /// whose turn it is, and returns when all of these were tried.
  ///
  /// To be called when a message was written, and each second besides. It may be called while an
  /// earlier step still waits for a slow sender: it takes what that one did not.
  ///
  /// - Returns: true when there is more that can be done at once: call again.
  /// - Throws: what the store throws, before anything was sent in this step.
  package func deliverPending(at now: Timestamp) async throws -> Bool {
    guard let (plan, isWhole) = try await plan(at: now) else { return false }
    do {
      try await remove(plan.removals, at: now)
    } catch {
      for message in plan.sends { settle(message, .untouched, at: now) }
      throw error
    }
    await withTaskGroup(of: Void.self) { group in
      for message in plan.sends { group.addTask { await self.deliver(message, at: now) } }
    }
    return !plan.isIdle && (plan.isCrowded || !isWhole)
  }

  /// - Returns: nil when another step is reading; it then reads once more.
  private func plan(
    at now: Timestamp
  ) async throws -> (DeliveryLine.Plan, isWhole: Bool)? {
    guard !isReading else {
      wantsReading = true
      return nil
    }
    isReading = true
    defer { isReading = false }
    var most = Self.rows.first
    while true {
      wantsReading = false
      line.beginReading()
      let limit = most
      let rows = try await store.read("outbox.read") { try $0.outboxMessages(most: limit) }
      let isAll = rows.count < limit
      let plan = line.plan(rows, isWhole: isAll, at: now)
      // Who was sent away while this one was reading may have come for a newer row.
      let isWhole = isAll && !wantsReading
      if !plan.isIdle || isWhole { return (plan, isWhole) }
      if !isAll {
        guard limit < Self.rows.most else { return (plan, false) }
        most = limit * 2
      }
    }
  }

  private func remove(
    _ removals: [(message: OutboxMessage, outcome: DeliveryEvent.Outcome)], at now: Timestamp
  ) async throws {
    guard !removals.isEmpty else { return }
    let ids = removals.map(\.message.id)
    try await store.transaction("outbox.clear") { tables in
      for id in ids { try tables.removeOutboxMessage(id) }
    }
    for (message, outcome) in removals {
      settle(message, .discarded, at: now)
      report(DeliveryEvent(message, outcome))
    }
  }

  private func deliver(_ message: OutboxMessage, at now: Timestamp) async {
    do {
      try await sender.send(try rendered(message, at: now))
      await finish(message, .sent, at: now)
    } catch let failure as SendFailure {
      switch failure {
      case .permanent: await finish(message, .dead(.refused, failure), at: now)
      case .retryable(let scope, _, let asked):
        settle(message, .failed(scope, asked: asked), at: now)
        report(DeliveryEvent(message, .failed(failure)))
      }
    } catch {
      await finish(message, .dead(error as? DeadMessage ?? .noText, nil), at: now)
    }
  }

  private func rendered(
    _ message: OutboxMessage, at now: Timestamp
  ) throws(DeadMessage) -> RenderedMessage {
    var secret: [UInt8]?
    if message.template.content.hasSecret, let sealed = message.sealedSecret {
      // Whatever the reason is: it may hold what must not be logged.
      do { secret = try sealing.open(sealed, context: message.id.text) } catch {
        throw .secretUnopened
      }
    }
    return try renderer.render(message, secret: secret, at: now)
  }

  /// Sent or dead: the row goes, and its secret with it.
  private func finish(
    _ message: OutboxMessage, _ outcome: DeliveryEvent.Outcome, at now: Timestamp
  ) async {
    let id = message.id
    let wasAsked =
      switch outcome {
      case .sent, .dead(.refused, _): true
      default: false
      }
    do {
      try await store.transaction("outbox.remove") { try $0.removeOutboxMessage(id) }
      settle(message, wasAsked ? .removed : .discarded, at: now)
      report(DeliveryEvent(message, outcome))
    } catch {
      // A dead one is found dead again by a later step.
      settle(message, outcome == .sent ? .kept : .untouched, at: now)
      if outcome == .sent { report(DeliveryEvent(message, .sentButKept)) }
    }
  }

  private func settle(
    _ message: OutboxMessage, _ outcome: DeliveryLine.Outcome, at now: Timestamp
  ) {
    line.settle(message.id, outcome, at: now, chance: random.bytes(1).first ?? 0)
  }
}

/// What it is made of holds addresses and codes; a log of it shows that it is there.
extension OutboxWorker: CustomReflectable {
  nonisolated package var customMirror: Mirror { Mirror(self, children: []) }
}
