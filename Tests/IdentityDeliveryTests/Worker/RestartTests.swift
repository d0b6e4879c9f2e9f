import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("What survives a worker")
struct RestartTests {
  @Test("A new worker sends again what the old one could not remove: at least once")
  func restart() async throws {
    let office = try Office()
    try await office.write(office.message("1", to: "a@example.com"))
    await office.store.fail("outbox.settle")
    try await office.step()
    await office.store.fail("outbox.settle", false)
    let another = try worker(office)
    let end = try #require(try await another.deliverPending(at: office.clock.now()))
    #expect(office.sender.tried.count == 1, "the lease of the old one is not over")
    #expect(end == office.clock.now() + SecurityRules.deliveryLease)
    office.clock.advance(SecurityRules.deliveryLease)
    _ = try await another.deliverPending(at: office.clock.now())
    #expect(office.sender.reached == ["a@example.com", "a@example.com"])
    #expect(Set(office.sender.messages.map(\.id)).count == 1, "under the same id, for the provider")
    #expect(try await office.left == [])
  }

  @Test("A restart keeps tries, waits, and the pause of a channel")
  func restartKeepsBackOff() async throws {
    let office = try Office(
      ScriptedSender { message, _ in
        message.channel == .sms
          ? .retryable(.channel, .unreachable, after: .minutes(3))
          : .retryable(.recipient, .throttled, after: .minutes(2))
      })
    try await office.write(
      office.message("1", to: "a@example.com"), office.message("2", to: "+4930123456"),
      office.message("3", to: "+4930123457"))
    _ = try await office.next()
    #expect(office.sender.tried.count == 3)
    let another = try worker(office)
    let start = office.clock.now()
    #expect(try await another.deliverPending(at: start) == start + .minutes(2))
    office.clock.advance(.minutes(2) - .milliseconds(1))
    #expect(try await another.deliverPending(at: office.clock.now()) == start + .minutes(2))
    #expect(office.sender.tried.count == 3)
    office.clock.advance(.milliseconds(1))
    _ = try await another.deliverPending(at: office.clock.now())
    #expect(office.sender.tried.count == 4)
    let row = try await office.store.read("look") { try $0.outboxRow(ID("1")) }
    #expect(row?.attempts == 2)
    office.clock.advance(.minutes(1))
    _ = try await another.deliverPending(at: office.clock.now())
    #expect(office.sender.tried.count == 5, "a channel that was down is tried with one message")
  }

  @Test("A worker says when to come again, to the millisecond, or never if there is nothing to do")
  func nextDue() async throws {
    let office = try Office(
      ScriptedSender { _, tries in
        tries < 3 ? .retryable(.recipient, .throttled, after: .seconds(70)) : nil
      })
    #expect(try await office.next() == nil)
    try await office.write(office.message("1", to: "a@example.com"))
    for _ in 1...2 {
      let next = try #require(try await office.next())
      #expect(next == office.clock.now() + .seconds(70))
      office.clock.advance(.seconds(70))
    }
    #expect(try await office.next() == nil)
    #expect(office.sender.reached == ["a@example.com"])
  }

  @Test("A message cut off by the end of the process is due at once, and counts no try")
  func cutOff() async throws {
    let door = Door()
    let office = try Office(
      ScriptedSender { _, _ in
        await door.pass()
        return Task.isCancelled ? .retryable(.recipient, .timedOut, after: nil) : nil
      })
    try await office.write(office.message("1", to: "a@example.com"))
    let step = Task { try await office.step() }
    await door.arrived()
    step.cancel()
    door.open()
    _ = try? await step.value
    let row = try #require(try await office.store.read("look") { try $0.outboxRow(ID("1")) })
    #expect(row.attempts == 0 && row.lease == nil && row.dueAt == office.clock.now())
  }

  private func worker(_ office: Office) throws -> OutboxWorker {
    OutboxWorker(
      store: office.store, sealing: BoundSealing(), sender: office.sender,
      renderer: try Office.renderer(), random: CountedBytes(seed: 9), report: { _ in })
  }
}
