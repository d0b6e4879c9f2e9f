import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("What becomes of a message whose code is good for nothing any more") struct ObsoleteTests {
  private func challenge(_ office: Office, sentAt: Timestamp? = nil) throws -> Challenge {
    let now = office.clock.now()
    return Challenge(
      id: ID("challenge"), purpose: .login,
      identifier: try #require(Identifier(userName: "a@example.com", GermanPhones())),
      account: nil, device: KeyThumbprint("key"), expiresAt: now + .hours(1),
      code: CodeState(digest: nil, sentAt: sentAt ?? now))
  }

  /// An office with a challenge, and the message with its code.
  private func office(by origin: MessageOrigin? = .challenge(ID("challenge"))) async throws
    -> Office
  {
    let office = try Office()
    let challenge = try challenge(office)
    let written = try office.message("1", to: "a@example.com", origin: origin)
    try await office.store.transaction("write") { tables in
      try tables.put(challenge)
      try tables.append(written)
    }
    return office
  }

  /// A server sends it, and ends before it can say so.
  private func sendAndEnd(_ office: Office) async throws {
    await office.store.fail("outbox.settle")
    try await office.step()
    await office.store.fail("outbox.settle", false)
    #expect(office.sender.reached == ["a@example.com"])
  }

  private func anotherServer(_ office: Office) async throws -> [DeliveryEvent.Outcome] {
    let reports = Reports()
    let another = OutboxWorker(
      store: office.store, sealing: BoundSealing(), sender: office.sender,
      renderer: try Office.renderer(), random: CountedBytes(seed: 9)
    ) { reports.note($0) }
    while let next = try await another.deliverPending(at: office.clock.now()),
      next <= office.clock.now()
    {}
    return reports.outcomes
  }

  @Test("A code that was used is not sent again when the lease of a server that ended runs out")
  func used() async throws {
    let office = try await office()
    try await sendAndEnd(office)
    try await office.store.transaction("use") { try $0.removeChallenge(ID("challenge")) }
    office.clock.advance(SecurityRules.deliveryLease)
    #expect(try await anotherServer(office) == [.obsolete])
    #expect(office.sender.reached == ["a@example.com"], "once")
    #expect(try await office.left == [])
    #expect(try await office.letters.map(\.reason) == [.obsolete])
  }

  @Test("A code that is still awaited is sent again: its first mail may not have come")
  func open() async throws {
    let office = try await office()
    try await sendAndEnd(office)
    office.clock.advance(SecurityRules.deliveryLease)
    #expect(try await anotherServer(office) == [.sent])
    #expect(office.sender.reached == ["a@example.com", "a@example.com"])
  }

  @Test(
    "A code that a later one replaced before anybody could send it is dropped, the later one sent")
  func replaced() async throws {
    let office = try await office()
    office.clock.advance(.minutes(1))
    let challenge = try challenge(office)
    let later = try office.message("2", to: "a@example.com", origin: .challenge(challenge.id))
    try await office.store.transaction("again") { tables in
      try tables.put(challenge)
      try tables.append(later)
    }
    #expect(try await anotherServer(office) == [.obsolete, .sent])
    #expect(office.sender.messages.map(\.id) == [ID("2")])
    #expect(try await office.letters.map(\.message) == [ID("1")])
  }

  @Test("A message of a server of before, which names no challenge, is sent as ever")
  func unnamed() async throws {
    let office = try await office(by: nil)
    try await sendAndEnd(office)
    try await office.store.transaction("use") { try $0.removeChallenge(ID("challenge")) }
    office.clock.advance(SecurityRules.deliveryLease)
    #expect(try await anotherServer(office) == [.sent])
  }
}
