import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("Being first with someone else's address or number gains nothing")
struct PreHijackingTests {
  static let address = "victim@example.com"
  static let number = "+4915112345678"

  enum Way: CaseIterable { case password, phone }
  enum First: CaseIterable { case attacker, victim }

  /// The result of each act of an attack, in order.
  private struct Attack {
    var acts: [String] = []

    mutating func act<Value>(_ name: String, _ body: () async throws -> Value) async -> Value? {
      do {
        let value = try await body()
        acts.append("\(name): done")
        return value
      } catch {
        acts.append("\(name): \(error)")
        return nil
      }
    }
  }

  /// Everything that an attacker can begin with someone else's address and number.
  @discardableResult
  private func attack(_ rig: Rig, _ key: String?) async -> [String] {
    let service = rig.service
    let caller = { rig.caller(key, network: "attacker") }
    var attack = Attack()
    rig.clock.advance(.minutes(2))
    for name in [Self.address, Self.number] {
      _ = await attack.act("register") {
        try await service.registration.register(
          userName: name, password: "the attackers own", caller: caller())
      }
    }
    rig.clock.advance(.minutes(2))
    for name in [Self.address, Self.number] {
      _ = await attack.act("recover") {
        try await service.recovery.begin(userName: name, caller: caller())
      }
      rig.clock.advance(.minutes(2))
      await attack.act("set a password") {
        try await service.recovery.complete(
          userName: name, code: Secret("000000"), newPassword: "the attackers own",
          caller: caller())
      }
      await attack.act("confirm") {
        try await service.registration.confirm(
          userName: name, code: Secret("000000"), caller: caller())
      }
    }
    _ = await attack.act("sign in by phone") {
      try await service.phones.begin(number: Self.number, region: nil, caller: caller())
    }
    // An account of the attacker's, which claims what is the victim's.
    rig.clock.advance(.minutes(2))
    if let key,
      let own = await attack.act(
        "make an account", { try await rig.phoneMember("+4915199999999", key: key) })
    {
      _ = await attack.act("claim") {
        try await service.account.changeProfile(
          ProfileChange(name: "Victim", email: Self.address), rig.call(own))
      }
      for name in [Self.address, Self.number] {
        let begun = await attack.act("add") {
          try await service.account.beginVerification(of: name, rig.call(own))
        }
        rig.clock.advance(.minutes(2))
        guard let begun else { continue }
        await attack.act("verify") {
          try await service.account.completeVerification(
            token: begun.verificationToken, code: Secret("000000"), rig.call(own))
        }
      }
    }
    rig.clock.advance(.minutes(2))
    return attack.acts
  }

  @Test("The attack behind these tests succeeds: only a wrong code stops an act")
  func attackTakesEffect() async {
    let wrong = "wrongCode(triesLeft: 4)"
    let anonymous =
      ["register: done", "register: done"]
      + ["recover: done", "set a password: \(wrong)", "confirm: \(wrong)"]
      + ["recover: done", "set a password: \(wrong)", "confirm: \(wrong)"]
      + ["sign in by phone: done"]
    let withAccount =
      ["make an account: done", "claim: done"]
      + ["add: done", "verify: \(wrong)", "add: done", "verify: \(wrong)"]
    #expect(await attack(Rig(), nil) == anonymous)
    #expect(await attack(Rig(), "attacker") == anonymous + withAccount)
  }

  private func enter(_ rig: Rig, _ way: Way) async throws -> TokenGrant {
    rig.clock.advance(.hours(2))
    switch way {
    case .password:
      try await rig.member(Self.address, password: "the holders own", key: "victim")
      return try await rig.service.passwords.login(
        userName: Self.address, password: "the holders own", caller: rig.caller("victim"))
    case .phone: return try await rig.phoneMember(Self.number, key: "victim")
    }
  }

  @Test(
    "In every order of password and phone, attacker and victim, the attacker gains nothing",
    arguments: Way.allCases, First.allCases)
  func orders(way: Way, first: First) async throws {
    for key in [nil, "attacker"] {
      let rig = Rig()
      var grant: TokenGrant
      switch first {
      case .attacker:
        await attack(rig, key)
        grant = try await enter(rig, way)
      case .victim:
        grant = try await enter(rig, way)
        await attack(rig, key)
      }
      try await requireHolds(rig, grant, way)
      // The other way too, after everything: the victim verifies it in the same account.
      await attack(rig, key)
      rig.clock.advance(.hours(2))
      let other = way == .password ? Self.number : Self.address
      let fresh = try await rig.service.sessions.refresh(
        try #require(grant.refreshToken), caller: rig.caller("victim"))
      try await rig.stepUp(fresh)
      let begun = try await rig.service.account.beginVerification(of: other, rig.call(fresh))
      try await rig.service.account.completeVerification(
        token: begun.verificationToken, code: try await rig.code(to: other), rig.call(fresh))
      await attack(rig, key)
      grant = fresh
      try await requireHolds(rig, grant, way)
      try await requireOwner(rig, other, grant)
    }
  }

  private func requireHolds(_ rig: Rig, _ grant: TokenGrant, _ way: Way) async throws {
    let victim = try #require(grant.session.account)
    try await requireOwner(rig, way == .password ? Self.address : Self.number, grant)
    for name in [Self.address, Self.number] {
      for key in [nil, "attacker", "stranger"] {
        rig.clock.advance(.hours(1))
        let login = try? await rig.service.passwords.login(
          userName: name, password: "the attackers own", caller: rig.caller(key))
        #expect(login == nil, "the attacker's password opens \(name)")
      }
    }
    // No session of the victim's account is on another key than the victim's.
    let sessions = try await rig.store.transaction("read") { try $0.openSessions(of: victim) }
    #expect(sessions.allSatisfy { $0.family.kind.key == KeyThumbprint("victim") })
    let devices = try await rig.store.transaction("read") { try $0.devices(of: victim) }
    #expect(devices.map(\.key) == [KeyThumbprint("victim")])
    rig.clock.advance(.hours(1))
    let phone = try? await rig.service.phones.begin(
      number: Self.number, region: nil, caller: rig.caller("attacker"))
    if case .signedIn = phone { Issue.record("the attacker's device skips the code") }
  }

  private func requireOwner(_ rig: Rig, _ name: String, _ grant: TokenGrant) async throws {
    let identifier = try #require(Identifier(userName: name, GermanPhones()))
    let binding = try await rig.store.transaction("read") { try $0.binding(of: identifier) }
    #expect(binding?.account == grant.session.account)
    let pending = try await rig.store.transaction("read") {
      try $0.registrations(for: identifier)
    }
    #expect(pending.allSatisfy { $0.createdAt > grant.session.family.openedAt - .hours(4) })
  }

  private func sixDigits(_ number: Int) -> String {
    String(String(1_000_000 + number).suffix(6))
  }

  @Test("Registering a taken address yields no code, and its owner gets a mail that says so")
  func takenAddress() async throws {
    let rig = Rig()
    try await rig.member(Self.address, password: "the holders own", key: "victim")
    for step in ["register", "login"] {
      if step == "register" {
        _ = try await rig.service.registration.register(
          userName: Self.address, password: "the attackers own", caller: rig.caller("attacker"))
      } else {
        _ = try? await rig.service.passwords.login(
          userName: Self.address, password: "the attackers own", caller: rig.caller("attacker"))
      }
      let message = try #require(await rig.messages().last)
      #expect(message.template == .registrationTaken)
      #expect(MadeUpSealing.open(message) == "------")
      let identifier = Identifier.email(try #require(EmailAddress(Self.address)))
      #expect(message.recipient == MessageRecipient(identifier))
      let attempts = try await rig.store.transaction("read") {
        try $0.registrations(for: identifier)
      }
      #expect(attempts.count == 1)
      for guess in ["------", ""] + stride(from: 0, to: 1_000_000, by: 499).map(sixDigits) {
        let code = Secret<OneTimeCode>(guess)
        #expect(
          attempts.allSatisfy {
            !$0.code.matches(code, challenge: $0.id.text, MadeUpDigests())
          })
      }
      rig.clock.advance(.minutes(2))
    }
  }

  @Test("A code for an address that someone has verified meanwhile confirms nothing")
  func verifiedMeanwhile() async throws {
    let rig = Rig()
    let attempt = try await rig.service.registration.register(
      userName: Self.address, password: "the attackers own", caller: rig.caller("attacker"))
    let code = try await rig.code(to: Self.address)
    let identifier = try #require(Identifier(userName: Self.address, GermanPhones()))
    // The state of a store that lost the removal of attempts when the address was bound.
    try await rig.store.transaction("bind") {
      try $0.put(
        IdentifierBinding(
          identifier: identifier, account: ID("victim"), verifiedAt: rig.clock.now()))
    }
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await rig.service.registration.confirm(
        userName: Self.address, code: code, attempt: attempt.attempt,
        caller: rig.caller("attacker"))
    }
  }

  @Test("A code mailed for a stranger's attempt keeps no stranger's password")
  func codeOfAnotherAttempt() async throws {
    let rig = Rig()
    _ = try await rig.service.registration.register(
      userName: Self.address, password: "the attackers own", caller: rig.caller(nil))
    let strangers = try await rig.code(to: Self.address)
    rig.clock.advance(.minutes(2))
    _ = try await rig.service.registration.register(
      userName: Self.address, password: "the holders own", caller: rig.caller(nil))
    try await rig.service.registration.confirm(
      userName: Self.address, code: strangers, caller: rig.caller(nil))
    for password in ["the attackers own", "the holders own"] {
      await #expect(throws: IdentityFailure.wrongCredentials) {
        try await rig.service.passwords.login(
          userName: Self.address, password: password, caller: rig.caller(nil))
      }
    }
    #expect(await rig.messages().last?.template == .confirmedWithoutPassword)
    rig.clock.advance(.hours(1))
    _ = try await rig.service.recovery.begin(userName: Self.address, caller: rig.caller(nil))
    try await rig.service.recovery.complete(
      userName: Self.address, code: try await rig.code(to: Self.address),
      newPassword: "the holders own", caller: rig.caller(nil))
    _ = try await rig.service.passwords.login(
      userName: Self.address, password: "the holders own", caller: rig.caller(nil))
  }

  @Test("A client that names its attempt cannot confirm a stranger's by the stranger's code")
  func namedAttempt() async throws {
    let rig = Rig()
    _ = try await rig.service.registration.register(
      userName: Self.address, password: "the attackers own", caller: rig.caller("attacker"))
    let strangers = try await rig.code(to: Self.address)
    rig.clock.advance(.minutes(2))
    let own = try await rig.service.registration.register(
      userName: Self.address, password: "the holders own", caller: rig.caller("victim"))
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await rig.service.registration.confirm(
        userName: Self.address, code: strangers, attempt: own.attempt,
        caller: rig.caller("victim"))
    }
    try await rig.service.registration.confirm(
      userName: Self.address, code: try await rig.code(to: Self.address), attempt: own.attempt,
      caller: rig.caller("victim"))
    _ = try await rig.service.passwords.login(
      userName: Self.address, password: "the holders own", caller: rig.caller("victim"))
  }

  @Test("The same form sent again is the same attempt: the newest code keeps its password")
  func sentAgain() async throws {
    let rig = Rig()
    for _ in 0..<4 {
      _ = try await rig.service.registration.register(
        userName: Self.address, password: "the holders own", caller: rig.caller(nil))
      rig.clock.advance(.minutes(2))
    }
    try await rig.service.registration.confirm(
      userName: Self.address, code: try await rig.code(to: Self.address), caller: rig.caller(nil))
    _ = try await rig.service.passwords.login(
      userName: Self.address, password: "the holders own", caller: rig.caller(nil))
  }
}
