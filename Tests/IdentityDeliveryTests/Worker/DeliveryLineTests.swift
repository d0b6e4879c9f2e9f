import IdentityDelivery
import IdentityDomain
import IdentityTestSupport
import TestSupport
import Testing

@Suite("Whose turn it is")
struct DeliveryLineTests {
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)
  private static let recipients = ["a@x.com", "b@x.com", "c@x.com", "+491", "+492"]

  private struct Sent: Sendable {
    let row: OutboxMessage
    let at: Timestamp
  }

  private func row(_ number: Int, _ random: inout SeededGenerator, at now: Timestamp) throws
    -> OutboxMessage
  {
    let to = random.pick(Self.recipients)
    return OutboxMessage(
      id: ID("\(number)"), recipient: try #require(Identifier(userName: to, GermanPhones())),
      template: random.chance(15) ? .suppressed : random.pick([.loginCode, .newDevice]),
      language: "en", sealedSecret: nil, expiresAt: now + .seconds(Int64(random.below(40))),
      createdAt: now)
  }

  /// The store is an array; a sender answers when chance says so, and as it says.
  @Test("At any order of answers: bounds hold, order holds, nothing is lost, nothing sent late")
  func anyOrder() throws {
    var random = SeededGenerator(announcing: "DeliveryLineTests.anyOrder", seed: 23)
    for _ in 0..<150 {
      let places = 1 + random.below(3)
      var line = DeliveryLine(places: places, backOff: .standard)
      var now = Self.start
      var store: [OutboxMessage] = []
      var flying: [Sent] = []
      var tried: Set<ID<OutboxMessage>> = []
      var refusedUntilNow = 0
      for number in 0..<200 {
        if number < 150, random.chance(60) { store.append(try row(number, &random, at: now)) }
        if random.chance(40) { now = now + .milliseconds(Int64(random.below(4_000))) }
        if random.chance(60) {
          line.beginReading()
          // What is settled between the reading and the planning still shows in what was read.
          let seen = Array(store.prefix(5 + random.below(60)))
          let isWhole = seen.count == store.count
          settleSome(&line, &flying, &store, &refusedUntilNow, &random)
          let plan = line.plan(seen, isWhole: isWhole, at: now)
          for (message, outcome) in plan.removals {
            #expect(outcome == (message.template == .suppressed ? .suppressed : .expired))
            #expect(message.template == .suppressed || message.expiresAt <= now)
            store.removeAll { $0.id == message.id }
            line.settle(message.id, .discarded, at: now, chance: 0)
          }
          for message in plan.sends {
            #expect(store.contains { $0.id == message.id }, "a settled message came again")
            #expect(message.template != .suppressed && message.expiresAt > now)
            let older = store.prefix { $0.id != message.id }
            #expect(
              !older.contains {
                $0.recipient == message.recipient && $0.template != .suppressed
                  && $0.expiresAt > now
              }, "an older message to the same recipient has not gone yet")
            flying.append(Sent(row: message, at: now))
            tried.insert(message.id)
          }
          let recipients = flying.map(\.row.recipient)
          #expect(Set(recipients).count == recipients.count, "one at a time to each")
          for channel in MessageChannel.allCases {
            #expect(recipients.count { MessageChannel($0) == channel } <= places)
          }
        }
        settleSome(&line, &flying, &store, &refusedUntilNow, &random)
      }
      // In the end everything goes: nobody waits for ever.
      for _ in 0..<400 where !store.isEmpty {
        now = now + .seconds(61)
        while let sent = flying.popLast() {
          store.removeAll { $0.id == sent.row.id }
          line.settle(sent.row.id, .removed, at: now, chance: 0)
        }
        line.beginReading()
        let plan = line.plan(store, isWhole: true, at: now)
        for (message, _) in plan.removals {
          store.removeAll { $0.id == message.id }
          line.settle(message.id, .discarded, at: now, chance: 0)
        }
        flying += plan.sends.map { Sent(row: $0, at: now) }
      }
      #expect(store.isEmpty)
      #expect(!tried.isEmpty && refusedUntilNow > 0)
    }
  }

  private func settleSome(
    _ line: inout DeliveryLine, _ flying: inout [Sent], _ store: inout [OutboxMessage],
    _ refused: inout Int, _ random: inout SeededGenerator
  ) {
    while !flying.isEmpty, random.chance(50) {
      let sent = flying.remove(at: random.below(flying.count))
      let outcome: DeliveryLine.Outcome
      switch random.below(10) {
      case 0...4:
        store.removeAll { $0.id == sent.row.id }
        outcome = .removed
      case 5, 6: outcome = .failed(.recipient, asked: nil)
      case 7: outcome = .failed(.channel, asked: .seconds(2))
      default: outcome = .untouched
      }
      if case .failed = outcome { refused += 1 }
      line.settle(
        sent.row.id, outcome, at: sent.at, chance: UInt8(truncatingIfNeeded: random.next()))
    }
  }

  @Test("Who failed is forgotten after a while: a list of strangers does not grow for ever")
  func forgets() {
    var line = DeliveryLine(places: 1_000, backOff: .standard)
    var now = Self.start
    for round in 0..<50 {
      let rows = (0..<100).compactMap { number -> OutboxMessage? in
        EmailAddress("r\(round)n\(number)@x.com").map {
          OutboxMessage(
            id: ID("\(round)-\(number)"), recipient: .email($0), template: .newDevice,
            language: "", sealedSecret: nil, expiresAt: now + .seconds(30), createdAt: now)
        }
      }
      line.beginReading()
      for message in line.plan(rows, isWhole: true, at: now).sends {
        line.settle(message.id, .failed(.recipient, asked: nil), at: now, chance: 255)
      }
      now = now + .minutes(2)
      #expect(line.rememberedWaits <= 700, "\(round)")
    }
  }
}
