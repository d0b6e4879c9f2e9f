import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("The order of deliveries")
struct DeliveryPropertyTests {
  /// Answers by chance, and watches what the workers do.
  private final class Watched: MessageSender {
    struct State {
      var random: SeededGenerator
      var flying: [RenderedMessage] = []
      var accepted: [String] = []
      var tried: [String: [Int]] = [:]
      var tries = 0
      var refused = 0
      var isCalm = false
      var faults: [String] = []
    }
    let state: Mutex<State>
    let places: Int

    init(_ random: SeededGenerator, places: Int) {
      state = Mutex(State(random: random))
      self.places = places
    }

    func send(_ message: RenderedMessage) async throws(SendFailure) {
      let pauses = state.withLock { state in
        let id = message.id.text
        state.tries += 1
        if state.flying.contains(where: { $0.recipient == message.recipient }) {
          state.faults.append("two at once to the recipient of \(id)")
        }
        if state.accepted.contains(id) { state.faults.append("\(id) was sent twice") }
        state.tried[message.recipient.exposed, default: []].append(Int(id) ?? -1)
        state.flying.append(message)
        if state.flying.count(where: { $0.channel == message.channel }) > places {
          state.faults.append("more than \(places) at once")
        }
        return state.random.below(4)
      }
      for _ in 0..<pauses { await Task.yield() }
      let failure = state.withLock { state -> SendFailure? in
        state.flying.removeAll { $0.id == message.id }
        let choice = state.isCalm ? 0 : state.random.below(10)
        if choice < 5 {
          state.accepted.append(message.id.text)
          return nil
        }
        state.refused += 1
        return switch choice {
        case 5, 6: .retryable(.recipient, .timedOut, after: nil)
        case 7: .retryable(.channel, .unreachable, after: .seconds(2))
        case 8: .permanent(.rejected)
        default: .gone(since: nil)
        }
      }
      if let failure { throw failure }
    }
  }

  private static let recipients = ["a@x.com", "b@x.com", "c@x.com", "+491", "+492"]

  private func row(_ number: Int, _ random: inout SeededGenerator, at now: Timestamp) throws
    -> OutboxMessage
  {
    let to = random.pick(Self.recipients)
    return OutboxMessage(
      id: ID("\(number)"),
      recipient: MessageRecipient(try #require(Identifier(userName: to, GermanPhones()))),
      template: random.chance(15) ? .suppressed : .newDevice, language: "en", sealedSecret: nil,
      expiresAt: now + .seconds(Int64(10 + random.below(600))), createdAt: now)
  }

  @Test("With any responses, workers and restarts: limits and order hold, each message ends once")
  func anyOrder() async throws {
    var random = SeededGenerator(announcing: "DeliveryPropertyTests.anyOrder", seed: 23)
    for _ in 0..<40 {
      let places = 1 + random.below(3)
      let sender = Watched(
        SeededGenerator(seed: random.next()), places: places * 2)
      let (store, clock, reports) = (MemoryStore(), SetClock(), Reports())
      func worker() throws -> OutboxWorker {
        OutboxWorker(
          store: store, sealing: BoundSealing(), sender: sender, renderer: try Office.renderer(),
          random: CountedBytes(seed: 4), places: places, report: { reports.note($0) })
      }
      var workers = [try worker(), try worker()]
      var count = 0
      for _ in 0..<60 {
        for _ in 0..<random.below(5) {
          let message = try row(count, &random, at: clock.now())
          try await store.transaction("write") { try $0.append(message) }
          count += 1
        }
        if random.chance(10) { workers[random.below(2)] = try worker() }
        if random.chance(70) { clock.advance(.milliseconds(Int64(random.below(9_000)))) }
        let now = clock.now()
        await withTaskGroup(of: Void.self) { group in
          for one in workers + workers {
            group.addTask { _ = try? await one.deliverPending(at: now) }
          }
        }
      }
      sender.state.withLock { $0.isCalm = true }
      // In the end everything goes: nobody waits for ever.
      for _ in 0..<100 {
        guard let next = try await workers[0].deliverPending(at: clock.now()) else { break }
        clock.advance(.milliseconds(max(0, next.milliseconds - clock.now().milliseconds)))
      }
      let state = sender.state.withLock { $0 }
      #expect(state.faults == [])
      for (recipient, tried) in state.tried {
        #expect(tried == tried.sorted(), "the order of \(recipient)")
      }
      let (left, letters) = try await store.read("end") {
        (try $0.outboxMessages(most: 9_999), try $0.deadLetters(most: 9_999))
      }
      #expect(left == [])
      let dead = letters.map(\.message.text)
      #expect(Set(dead).isDisjoint(with: state.accepted))
      let nobodys = reports.all.filter { $0.outcome == .suppressed }.map(\.message.text)
      #expect(
        (state.accepted + dead + nobodys).compactMap { Int($0) }.sorted()
          == Array(0..<count), "each ends once: sent, dead, or nobody's")
      #expect(state.refused > 0 && !letters.isEmpty && !state.accepted.isEmpty)
    }
  }
}
