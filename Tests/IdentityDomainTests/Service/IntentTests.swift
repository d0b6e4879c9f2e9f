import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("Idempotency keys")
struct IntentTests {
  private let address = "ann@example.com"

  private func keyed(_ rig: Rig, _ key: String?, _ intent: String, body: String) -> Caller {
    var caller = rig.caller(key)
    caller.idempotencyKey = intent
    caller.body = Secret(body)
    return caller
  }

  @Test("A repeated login opens one session and gets the same refresh token")
  func repeatedLogin() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    var grants: [TokenGrant] = []
    for _ in 0..<3 {
      grants.append(
        try await rig.service.passwords.login(
          userName: address, password: "staple battery",
          caller: keyed(rig, "k", "i", body: "b")))
      rig.clock.advance(.seconds(5))
    }
    #expect(Set(grants.map(\.session.id)).count == 1)
    #expect(Set(grants.map(\.refreshToken)).count == 1)
    // Once one of its tokens was used, the login is over; a second response would be an older
    // token.
    _ = try await rig.service.sessions.refresh(
      try #require(grants[0].refreshToken), caller: rig.caller("k"))
    await #expect(throws: IdentityFailure.idempotencySettled) {
      try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: keyed(rig, "k", "i", body: "b"))
    }
  }

  @Test("A response with tokens is repeated for the same device only, after the right password")
  func otherDevice() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    let first = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: keyed(rig, "k", "i", body: "b"))
    let other = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: keyed(rig, "thief", "i", body: "b"))
    #expect(first.session.id != other.session.id)
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.login(
        userName: address, password: "wrong wrong", caller: keyed(rig, "k", "i", body: "b"))
    }
  }

  @Test("Another body under the same key is refused")
  func otherBody() async throws {
    let rig = Rig()
    _ = try await rig.service.registration.register(
      userName: address, password: "staple battery", caller: keyed(rig, "k", "i", body: "b"))
    rig.clock.advance(.minutes(2))
    await #expect(throws: IdentityFailure.idempotencyBodyDiffers) {
      try await rig.service.registration.register(
        userName: "bob@example.com", password: "staple battery",
        caller: keyed(rig, "k", "i", body: "c"))
    }
  }

  @Test("CMP-8: a phone request repeated after a kill gets its challenge, and sends no message")
  func samePhoneRequest() async throws {
    let rig = Rig()
    var seen: [String] = []
    for _ in 0..<3 {
      let answer = try await rig.service.phones.begin(
        number: "+4915112345678", region: nil, caller: keyed(rig, "k", "i", body: "b"))
      guard case .challenge(let challenge) = answer else { return }
      seen.append("\(challenge.challenge) \(challenge.resendAt) \(challenge.tries)")
      rig.clock.advance(.seconds(7))
    }
    #expect(Set(seen).count == 1)
    #expect(await rig.messages().count == 1)
  }

  @Test("A wrong code whose response was lost costs one try, however often it is repeated")
  func wrongCodeOnce() async throws {
    let rig = Rig()
    let begun = try await rig.service.phones.begin(
      number: "+4915112345678", region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else { return }
    for (intent, left) in [("1", 4), ("1", 4), ("1", 4), ("2", 3), ("2", 3)] {
      await #expect(throws: IdentityFailure.wrongCode(triesLeft: left)) {
        try await rig.service.phones.verify(
          token: challenge.verificationToken, code: Secret("wrong"),
          caller: keyed(rig, "k", intent, body: intent))
      }
    }
  }

  @Test("CMP-8: a repeated reset gets the same response at no cost, even with no budget left")
  func repeatedReset() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery", key: "k")
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("k"))
    let code = try await rig.code(to: address)
    func reset(_ intent: String) async throws {
      try await rig.service.recovery.complete(
        userName: address, code: code, newPassword: "another battery",
        caller: keyed(rig, "k", intent, body: "b"))
    }
    try await reset("i")
    // Until nothing used earlier counts.
    rig.clock.advance(SecurityRules.attemptsByNetwork.within)
    for _ in 0...SecurityRules.attemptsByNetwork.most { try await reset("i") }
    for place in 0..<SecurityRules.attemptsByNetwork.most {
      let left = max(0, SecurityRules.codeTries - 1 - place)
      await #expect(throws: IdentityFailure.wrongCode(triesLeft: left)) {
        try await reset("\(place)")
      }
    }
    do {
      try await reset("too many")
      Issue.record("there was something left")
    } catch IdentityFailure.limited {}
    try await reset("i")
  }

  @Test("A limit is not an outcome: the same key works once the limit is over")
  func limitIsNoOutcome() async throws {
    let rig = Rig()
    _ = try await rig.service.phones.begin(
      number: "+4915112345678", region: nil, caller: rig.caller("k"))
    await #expect(throws: IdentityFailure.limited(until: rig.clock.now() + .seconds(60))) {
      try await rig.service.phones.begin(
        number: "+4915112345678", region: nil, caller: keyed(rig, "k", "i", body: "b"))
    }
    rig.clock.advance(.seconds(60))
    _ = try await rig.service.phones.begin(
      number: "+4915112345678", region: nil, caller: keyed(rig, "k", "i", body: "b"))
  }

  @Test("After 24 hours a key is free; without device key and account it is ignored")
  func lifetimeAndScope() async throws {
    let rig = Rig()
    for count in 1...2 {
      _ = try await rig.service.phones.begin(
        number: "+4915112345678", region: nil, caller: keyed(rig, "k", "i", body: "b"))
      #expect(await rig.messages().count == count)
      rig.clock.advance(.hours(24))
    }
    for count in 3...4 {
      _ = try await rig.service.phones.begin(
        number: "+4915112345678", region: nil, caller: keyed(rig, nil, "j", body: "b"))
      #expect(await rig.messages().count == count)
      rig.clock.advance(.minutes(2))
    }
  }

  @Test("A key that is empty or too long is malformed")
  func keySizes() async throws {
    let rig = Rig()
    for key in ["", String(repeating: "k", count: 256)] {
      await #expect(throws: IdentityFailure.malformed(field: "Idempotency-Key")) {
        try await rig.service.recovery.begin(
          userName: address, caller: keyed(rig, "k", key, body: "b"))
      }
    }
  }
}
