import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

@Suite(
  "The worker when the store fails, with other workers, and under load", .timeLimit(.minutes(20)))
struct WorkerTroubleTests {
  @Test("An accepted message whose row cannot be removed is not sent again")
  func kept() async throws {
    let office = try Office()
    try await office.write(office.message("1", to: "a@example.com"))
    await office.store.fail("outbox.settle")
    try await office.step()
    await office.store.fail("outbox.claim")
    #expect(office.reports.outcomes == [.sentButKept])
    for _ in 0..<3 {
      await #expect(throws: (any Error).self) { try await office.step() }
    }
    #expect(office.sender.tried.count == 1)
    await office.store.fail("outbox.claim", false)
    try await office.step()
    #expect(office.sender.tried.count == 1)
    #expect(try await office.left == [])
    #expect(office.reports.outcomes == [.sentButKept, .sent])
  }

  @Test("A step that cannot remove what it must sends nothing, and forgets nothing")
  func unremovable() async throws {
    let office = try Office()
    await office.store.fail("outbox.claim")
    try await office.write(
      office.message("1", to: "a@example.com", .suppressed),
      office.message("2", to: "b@example.com"))
    await #expect(throws: (any Error).self) { try await office.step() }
    #expect(office.sender.tried.isEmpty)
    await office.store.fail("outbox.claim", false)
    try await office.step()
    #expect(office.sender.reached == ["b@example.com"])
    #expect(try await office.left == [])
  }

  @Test("Several workers at one store lose nothing, and none sends what another one sends")
  func several() async throws {
    let office = try Office()
    var expected: Set<String> = []
    for number in 0..<300 {
      try await office.write(office.message("\(number)", to: "n\(number)@example.com"))
      expected.insert("n\(number)@example.com")
    }
    let workers = try (0..<3).map { _ in try worker(office) } + [office.worker]
    let now = office.clock.now()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in workers {
        group.addTask { while try await worker.step(at: now) {} }
      }
      try await group.waitForAll()
    }
    #expect(Set(office.sender.reached) == expected)
    #expect(office.sender.tried.count == expected.count)
    #expect(try await office.left == [])
  }

  @Test("Simultaneous steps of one worker send nothing twice")
  func overlapping() async throws {
    var random = SeededGenerator(announcing: "WorkerTroubleTests.overlapping", seed: 31)
    for _ in 0..<10 {
      let office = try Office(
        ScriptedSender { _, _ in
          await Task.yield()
          return nil
        }, places: 1 + random.below(8))
      for number in 0..<100 {
        try await office.write(
          office.message("\(number)", to: "n\(random.below(30))@example.com"))
      }
      let now = office.clock.now()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<6 {
          group.addTask { while try await office.worker.step(at: now) {} }
        }
        try await group.waitForAll()
      }
      while try await office.step() {}
      #expect(try await office.left == [])
      #expect(office.sender.tried.count == 100)
      #expect(Set(office.sender.messages.map(\.id)).count == 100)
    }
  }

  @Test("Newer messages are found behind any number of waiting recipients")
  func behind() async throws {
    let office = try Office(
      ScriptedSender { message, _ in
        message.recipient.exposed.hasPrefix("ill")
          ? .retryable(.recipient, .unreachable, after: .minutes(5)) : nil
      })
    for number in 0..<500 {
      try await office.write(office.message("\(number)", to: "ill\(number)@example.com"))
    }
    while try await office.step() {}
    #expect(office.sender.tried.count == 500)
    try await office.write(office.message("new", to: "well@example.com"))
    try await office.step()
    #expect(office.sender.reached == ["well@example.com"])
    #expect(try await office.left.count == 500)
    #expect(office.sender.tried.count == 501, "the others are left alone")
  }

  @Test("A step without possible work says so, which prevents busy loops")
  func idle() async throws {
    let office = try Office(
      ScriptedSender { _, _ in .retryable(.channel, .misconfigured, after: nil) })
    #expect(try await !office.step())
    for number in 0..<200 {
      try await office.write(office.message("\(number)", to: "n\(number)@example.com"))
    }
    var steps = 0
    while try await office.step() { steps += 1 }
    #expect(steps < 20)
    #expect(try await !office.step())
    #expect(try await office.left.count == 200)
  }

  @Test("While slow recipients take every slot, a step ends without asking for more")
  func crowded() async throws {
    let door = Door()
    let office = try Office(
      ScriptedSender { message, _ in
        if message.id.text == "slow" { await door.pass() }
        return nil
      }, places: 1)
    try await office.write(
      office.message("slow", to: "slow@example.com"), office.message("2", to: "b@example.com"))
    async let first = office.step()
    await door.arrived()
    #expect(try await !office.step())
    #expect(office.sender.tried == ["slow@example.com"])
    door.open()
    #expect(try await first, "now there is a place for the second")
    try await office.step()
    #expect(office.sender.reached == ["slow@example.com", "b@example.com"])
  }

  @Test("A message written while another step reads is not left behind")
  func writtenMeanwhile() async throws {
    for isSomethingThere in [false, true] {
      let office = try Office()
      if isSomethingThere { try await office.write(office.message("1", to: "a@example.com")) }
      let door = Door()
      let worker = try worker(office, at: SlowReading(office.store, door))
      let now = office.clock.now()
      async let first = worker.deliverPending(at: now)
      await door.arrived()
      // The first step has read; what is written now it has not seen.
      try await office.write(office.message("2", to: "b@example.com"))
      #expect(try await worker.deliverPending(at: now) == nil, "one looks, so this one need not")
      door.open()
      if try await first != nil { while try await worker.step(at: now) {} }
      #expect(office.sender.reached.contains("b@example.com"))
      #expect(try await office.left == [])
    }
  }

  private func worker(_ office: Office, at store: (any IdentityStore)? = nil) throws -> OutboxWorker
  {
    OutboxWorker(
      store: store ?? office.store, sealing: BoundSealing(), sender: office.sender,
      renderer: try Office.renderer(), random: CountedBytes(seed: 9), report: { _ in })
  }
}

/// A store whose answers to readers come late: after the door was opened.
private struct SlowReading: IdentityStore {
  private let store: MemoryStore
  private let door: Door

  init(_ store: MemoryStore, _ door: Door) {
    self.store = store
    self.door = door
  }

  func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await store.transaction(name, body)
  }

  func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    let value = try await store.read(name, body)
    await door.pass()
    return value
  }
}
