import IdentityDelivery
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Pushes to devices")
struct PushTests {
  @Test("CMP-13: a push to a device that now belongs to another user is not sent")
  func takenOver() async throws {
    let office = try Office()
    let now = office.clock.now()
    let endpoint = PushEndpoint(
      pushToken: "token", platform: "fcm", session: ID("s"), account: ID("a"),
      registeredAt: now)
    for (place, session) in ["s", "other", nil].enumerated() {
      let tables = office.store
      try await tables.transaction("change") {
        try $0.removePushEndpoint("token")
        guard let session else { return }
        try $0.put(
          PushEndpoint(
            pushToken: "token", platform: "fcm", session: ID(session), account: ID("a"),
            registeredAt: now))
      }
      try await office.write(
        OutboxMessage(
          id: ID("\(place)"), recipient: .push(PushAddress(endpoint)), template: .newDevice,
          language: "en", sealedSecret: nil, expiresAt: now + .hours(1), createdAt: now))
      while try await office.step() {}
    }
    #expect(office.sender.messages.map(\.id.text) == ["0"])
    #expect(office.sender.messages.first?.platform == "fcm")
    #expect(try await office.letters.map(\.message.text) == ["2", "1"])
    #expect(try await office.left == [])
  }

  @Test("SEC Accounts: a code is never pushed")
  func noCodeInPush() async throws {
    let office = try Office()
    let now = office.clock.now()
    let endpoint = PushEndpoint(
      pushToken: "token", platform: "fcm", session: ID("s"), account: ID("a"),
      registeredAt: now)
    try await office.store.transaction("register") { try $0.put(endpoint) }
    let mail = try office.message("1", to: "a@example.com", .loginCode)
    try await office.write(
      OutboxMessage(
        id: mail.id, recipient: .push(PushAddress(endpoint)), template: .loginCode,
        language: "en", sealedSecret: mail.sealedSecret, expiresAt: now + .hours(1),
        createdAt: now))
    try await office.step()
    #expect(office.sender.tried.isEmpty)
    #expect(try await office.letters.map(\.reason) == [.noText])
  }

  @Test("A push to a vanished device removes its endpoint, unless it has registered again")
  func goneDevice() async throws {
    let early = SetClock().now()
    for (since, isKept) in [(nil, false), (early, false), (early - .seconds(1), true)] {
      let office = try Office(ScriptedSender { _, _ in .gone(since: since) })
      let endpoint = PushEndpoint(
        pushToken: "token", platform: "fcm", session: ID("s"), account: ID("a"),
        registeredAt: early)
      try await office.store.transaction("register") { try $0.put(endpoint) }
      try await office.write(
        OutboxMessage(
          id: ID("1"), recipient: .push(PushAddress(endpoint)), template: .newDevice,
          language: "en", sealedSecret: nil, expiresAt: early + .hours(1), createdAt: early))
      try await office.step()
      let left = try await office.store.read("look") { try $0.pushEndpoint("token") }
      #expect((left != nil) == isKept)
      #expect(try await office.letters.map(\.reason) == [.unknownRecipient])
      #expect(try await office.left == [])
    }
  }
}
