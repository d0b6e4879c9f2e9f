import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("The worker while the clock is set") struct ClockJumpTests {
  /// 100 days, forth and back.
  private static let jumps = [Duration.days(100), .days(-100)]

  @Test("A pause made by a wrong clock is not kept", arguments: jumps)
  func pause(jump: Duration) async throws {
    let office = try Office(
      ScriptedSender { _, tries in
        tries == 1 ? .retryable(.channel, .unreachable, after: nil) : nil
      })
    let now = office.clock.now()
    office.clock.set(now + jump)
    try await office.write(office.message("1", to: "a@example.com", lifetime: .days(300)))
    try await office.step()
    #expect(office.sender.reached.isEmpty)
    office.clock.set(now)
    // It takes no longer than any pause may.
    for _ in 0..<3 where office.sender.reached.isEmpty {
      try await office.step()
      office.clock.advance(SecurityRules.longestDeliveryWait / 2)
    }
    #expect(office.sender.reached == ["a@example.com"])
  }

  @Test("A wait and a lease made by a wrong clock are not kept", arguments: jumps)
  func waits(jump: Duration) async throws {
    let office = try Office()
    let now = office.clock.now()
    try await office.write(
      office.message("failed", to: "a@example.com", lifetime: .days(300)),
      office.message("leased", to: "b@example.com", lifetime: .days(300)))
    try await office.store.transaction("jump") { tables in
      for (id, isLeased) in [("failed", false), ("leased", true)] {
        guard var row = try tables.outboxRow(ID(id)) else { continue }
        if isLeased {
          row.take(ID("gone"), at: now + jump)
        } else {
          row.fail(until: now + jump + .seconds(30))
        }
        try tables.update(row)
      }
    }
    try await office.step()
    #expect(office.sender.reached.sorted() == ["a@example.com", "b@example.com"])
  }

  @Test("A message in transfer is not sent again when the clock jumps past its lease")
  func held() async throws {
    let door = Door()
    let office = try Office(
      ScriptedSender { _, _ in
        await door.pass()
        return nil
      })
    try await office.write(office.message("1", to: "a@example.com", lifetime: .days(300)))
    async let sending = office.step()
    await door.arrived()
    for jump in Self.jumps {
      office.clock.set(office.clock.now() + jump)
      try await office.step()
    }
    #expect(office.sender.tried.count == 1)
    door.open()
    _ = try await sending
    #expect(try await office.left == [])
    #expect(office.reports.outcomes == [.sent])
  }

  @Test("A pause and a wait made by a correct clock are kept")
  func kept() async throws {
    let office = try Office(
      ScriptedSender { _, _ in .retryable(.channel, .unreachable, after: .minutes(10)) })
    try await office.write(office.message("1", to: "a@example.com", lifetime: .days(1)))
    try await office.step()
    for _ in 0..<9 {
      office.clock.advance(.minutes(1))
      try await office.step()
    }
    #expect(office.sender.tried.count == 1)
  }
}

@Suite("Messages whose delivery is unknown") struct UnansweredTests {
  private func failing(_ cause: SendFailure.Cause, _ scope: SendFailure.Scope) throws -> Office {
    try Office(ScriptedSender { _, _ in .retryable(scope, cause, after: nil) })
  }

  private func tries(_ office: Office, to recipient: String) async throws -> Int {
    try await office.write(office.message("1", to: recipient))
    for _ in 0..<30 {
      try await office.step()
      office.clock.advance(.seconds(60))
    }
    return office.sender.tried.count
  }

  @Test("An SMS without a response is tried once more, and then given up")
  func sms() async throws {
    for cause in [SendFailure.Cause.timedOut, .unreachable, .unexpected] {
      let office = try failing(cause, .recipient)
      #expect(try await tries(office, to: "+4915112345678") == 2)
      #expect(try await office.letters.map(\.reason) == [.unanswered])
      #expect(try await office.left == [])
    }
  }

  @Test("A mail, and an SMS that was certainly not accepted, are tried until they expire")
  func others() async throws {
    #expect(try await tries(try failing(.timedOut, .recipient), to: "a@example.com") > 4)
    for (cause, scope) in [
      (SendFailure.Cause.unreachable, SendFailure.Scope.channel), (.throttled, .recipient),
      (.misconfigured, .recipient),
    ] {
      let office = try failing(cause, scope)
      #expect(try await tries(office, to: "+4915112345678") > 4, "\(cause)")
      #expect(try await office.letters.map(\.reason) == [.expired])
    }
  }

  @Test("A process that ends while it sends an SMS counts as no response")
  func ended() async throws {
    let office = try Office()
    try await office.write(office.message("1", to: "+4915112345678"))
    for place in 0..<2 {
      let now = office.clock.now()
      try await office.store.transaction("take") { tables in
        guard var row = try tables.outboxRow(ID("1")) else { return }
        row.take(ID("gone-\(place)"), at: now)
        try tables.update(row)
      }
      office.clock.advance(.minutes(3))
    }
    try await office.step()
    #expect(office.sender.tried.isEmpty)
    #expect(try await office.letters.map(\.reason) == [.unanswered])
  }
}
