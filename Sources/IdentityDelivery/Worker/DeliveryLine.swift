package import IdentityDomain

/// What one worker knows beside the store: which messages are on their way, who has to be left
/// alone for a while. Pure; nothing in it outlives the process.
///
/// One message to a recipient at a time, the oldest first: so the code that comes last is the one
/// that is good. Each channel has places of its own, and each recipient its own wait: whoever is
/// slow or fails holds up nobody else. A channel that failed is tried with one message.
package struct DeliveryLine: Sendable {
  package let places: Int
  package let backOff: BackOff
  private var inFlight: [ID<OutboxMessage>: Flight] = [:]
  private var busy: Set<Secret<Recipient>> = []
  private var used: [MessageChannel: Int] = [:]
  private var waits: [Secret<Recipient>: Wait] = [:]
  private var pauses: [MessageChannel: Wait] = [:]
  /// Accepted by the sender, while their rows are still there.
  private var kept: Set<ID<OutboxMessage>> = []
  /// What was settled since the rows were read that are planned next: those rows may still show it.
  private var settled: Set<ID<OutboxMessage>> = []

  private struct Flight: Sendable {
    let recipient: Secret<Recipient>
    let channel: MessageChannel
  }

  private struct Wait: Sendable {
    var failures: Int
    var until: Timestamp
  }

  package struct Plan: Sendable {
    package var removals: [(message: OutboxMessage, outcome: DeliveryEvent.Outcome)] = []
    package var sends: [OutboxMessage] = []
    /// There are rows that could be sent now, had their channel a place, and were nothing else on
    /// its way to their recipient.
    package var isCrowded = false
    package var isIdle: Bool { removals.isEmpty && sends.isEmpty }
  }

  package enum Outcome: Hashable, Sendable {
    /// The other side answered for good, and the row is gone.
    case removed
    /// The row is gone without anybody having been asked.
    case discarded
    /// Accepted, but the row is still there.
    case kept
    case failed(SendFailure.Scope, asked: Duration?)
    /// Neither tried nor removed: as if it had not been planned.
    case untouched
  }

  /// - Parameter places: how many messages of a channel may be on their way at once.
  package init(places: Int, backOff: BackOff) {
    self.places = max(1, places)
    self.backOff = backOff
  }

  /// From here on `settle` is remembered until the rows that are read now are planned.
  package mutating func beginReading() { settled = [] }

  /// What to do with rows that were read after `beginReading`. What it says to send is on its way
  /// from then on, until it is settled.
  /// - Parameters:
  ///   - rows: the oldest first.
  ///   - isWhole: there are no others.
  package mutating func plan(
    _ rows: [OutboxMessage], isWhole: Bool, at now: Timestamp
  ) -> Plan {
    forgetWaits(before: now)
    // Of what was kept another worker may have removed the row.
    if isWhole { kept.formIntersection(rows.map(\.id)) }
    var plan = Plan()
    for row in rows where inFlight[row.id] == nil && !settled.contains(row.id) {
      if kept.contains(row.id) {
        plan.removals.append((row, .sent))
      } else if row.template.content == .nobodys {
        plan.removals.append((row, .suppressed))
      } else if row.expiresAt <= now {
        plan.removals.append((row, .expired))
      } else {
        let flight = Flight(
          recipient: Secret(row.recipient.text), channel: MessageChannel(row.recipient))
        if mustWait(flight, at: now) { continue }
        guard !busy.contains(flight.recipient),
          used[flight.channel, default: 0] < places(of: flight.channel)
        else {
          plan.isCrowded = true
          continue
        }
        inFlight[row.id] = flight
        busy.insert(flight.recipient)
        used[flight.channel, default: 0] += 1
        plan.sends.append(row)
      }
    }
    return plan
  }

  /// What became of a message that was planned.
  /// - Parameters:
  ///   - now: when it was planned.
  ///   - chance: for the wait after a failure.
  package mutating func settle(
    _ id: ID<OutboxMessage>, _ outcome: Outcome, at now: Timestamp, chance: UInt8
  ) {
    if outcome == .removed || outcome == .discarded {
      kept.remove(id)
      settled.insert(id)
    }
    guard let flight = inFlight.removeValue(forKey: id) else { return }
    busy.remove(flight.recipient)
    used[flight.channel, default: 1] -= 1
    switch outcome {
    case .removed, .kept:
      if outcome == .kept { kept.insert(id) }
      waits[flight.recipient] = nil
      pauses[flight.channel] = nil
    case .failed(.recipient, let asked):
      // The channel works: it told that.
      pauses[flight.channel] = nil
      waits[flight.recipient] = longer(waits[flight.recipient], asked, at: now, chance)
    case .failed(.channel, let asked):
      pauses[flight.channel] = longer(pauses[flight.channel], asked, at: now, chance)
    case .discarded, .untouched: break
    }
  }

  private func mustWait(_ flight: Flight, at now: Timestamp) -> Bool {
    [pauses[flight.channel], waits[flight.recipient]].contains { wait in
      wait.map { now < $0.until } ?? false
    }
  }

  private func places(of channel: MessageChannel) -> Int { pauses[channel] == nil ? places : 1 }

  /// Several that were on their way together and failed together are one failure.
  private func longer(
    _ earlier: Wait?, _ asked: Duration?, at now: Timestamp, _ chance: UInt8
  ) -> Wait {
    if let earlier, now < earlier.until { return earlier }
    let failures = min((earlier?.failures ?? 0) + 1, 1_000)
    return Wait(
      failures: failures,
      until: now + backOff.wait(after: failures, asked: asked, chance: chance))
  }

  /// A recipient that nobody wrote to for a while starts anew, so that the list does not grow.
  private mutating func forgetWaits(before now: Timestamp) {
    waits = waits.filter { now < $0.value.until + backOff.mostAsked }
  }

  /// How many recipients are remembered, for tests.
  package var rememberedWaits: Int { waits.count }
}
