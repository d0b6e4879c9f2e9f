import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("MFA-7: when the second factor is lost")
struct LostFactorTests {
  private let address = "ann@example.com"
  private let password = "correct horse"

  private func reset(
    _ rig: Rig, _ request: SecondFactorRequest, key: String
  ) async throws -> FactorResetAnswer {
    try await rig.service.factors.reset(token: request.step.text, caller: rig.caller(key))
  }

  /// A member whose changes can no longer be undone.
  private func settled(_ rig: Rig) async throws -> ID<TOTPAuthenticator> {
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    rig.clock.advance(.days(8))
    return totp
  }

  @Test("After 72 hours the factors go, the sessions end, and the password signs in")
  func waits() async throws {
    let rig = Rig()
    _ = try await settled(rig)
    let begun = rig.clock.now()
    guard
      case .waiting(let until) = try await reset(
        rig, try await rig.firstStep(address, password, key: "new"), key: "new")
    else { return #expect(Bool(false), "it did not wait") }
    #expect(until == begun + .hours(72))
    #expect(await rig.messages().contains { $0.template == .factorReset })
    rig.clock.advance(.hours(71))
    guard
      case .waiting = try await reset(
        rig, try await rig.firstStep(address, password, key: "new"), key: "new")
    else { return #expect(Bool(false), "it ended too early") }
    rig.clock.advance(.hours(1))
    guard
      case .done(let done) = try await reset(
        rig, try await rig.firstStep(address, password, key: "new"), key: "new")
    else { return #expect(Bool(false), "it did not end") }
    let found = try await rig.service.factors.overview(rig.call(done.grant))
    #expect(found.authenticators.isEmpty && !found.isTwoStepOn)
    #expect(try await rig.signIn(address, password, key: "other").session.level == .one)
  }

  @Test("The notice's undo cancels it, and so does a sign-in with the factor")
  func cancelled() async throws {
    let rig = Rig()
    let totp = try await settled(rig)
    _ = try await reset(
      rig, try await rig.firstStep(address, password, key: "thief"), key: "thief")
    let message = try #require(await rig.messages().last { $0.template == .factorReset })
    try await rig.service.account.undoIdentifierChange(
      Secret(try #require(MadeUpSealing.open(message))), caller: rig.caller(nil))
    rig.clock.advance(.hours(73))
    guard
      case .waiting = try await reset(
        rig, try await rig.firstStep(address, password, key: "thief"), key: "thief")
    else { return #expect(Bool(false), "the undo cancelled nothing") }
    let own = try await rig.secondStep(
      try await rig.firstStep(address, password, key: "device"), try await rig.totpCode(totp),
      key: "device")
    #expect(try await rig.service.factors.overview(rig.call(own.grant)).resetEndsAt == nil)
  }

  @Test("A passkey with user verification ends the wait, and one without it does not")
  func passkey() async throws {
    let rig = Rig()
    let (grant, _, _) = try await rig.twoStepMember(address, password: password, key: "device")
    var authenticator = MadeUpAuthenticator(1)
    let request = try await rig.service.passkeys.beginAdding(rig.call(grant))
    _ = try await rig.service.passkeys.add(try authenticator.create(request), rig.call(grant))
    for (isVerified, waits) in [(false, true), (true, false)] {
      _ = try await reset(
        rig, try await rig.firstStep(address, password, key: "thief"), key: "thief")
      authenticator.isVerified = isVerified
      let asked = try await rig.service.passkeys.beginSignIn(caller: rig.caller("phone"))
      let opened = try? await rig.service.passkeys.signIn(
        try authenticator.assert(asked), caller: rig.caller("phone"))
      #expect((opened == nil) == waits)
      let left = try await rig.store.read("wait") { tables in
        try tables.factorReset(of: try #require(grant.session.account))
      }
      #expect((left != nil) == waits)
    }
  }

  @Test("MFA-4: where the operator requires a factor, the end of the wait leads to a new one")
  func required() async throws {
    let rig = Rig { $0.secondFactor = .everybody }
    try await rig.member(address, password: password, key: "device")
    let first = try await rig.firstStep(address, password, key: "device")
    let app = try await rig.service.factors.beginTOTP(
      token: first.step.text, caller: rig.caller("device"))
    _ = try await rig.secondStep(first, try await rig.totpCode(app.id), key: "device")
    rig.clock.advance(.days(8))
    _ = try await reset(rig, try await rig.firstStep(address, password, key: "new"), key: "new")
    rig.clock.advance(.hours(72))
    let last = try await rig.firstStep(address, password, key: "new")
    let again: SecondFactorRequest
    do {
      _ = try await reset(rig, last, key: "new")
      return #expect(Bool(false), "it opened a session without a factor")
    } catch IdentityFailure.secondFactorRequired(let request) {
      again = request
    }
    #expect(again.factors == .enrolment)
    let next = try await rig.service.factors.beginTOTP(
      token: again.step.text, caller: rig.caller("new"))
    let done = try await rig.secondStep(again, try await rig.totpCode(next.id), key: "new")
    #expect(done.grant.session.level == .two)
  }

  @Test("A reset waits while a change can be undone, and requires an address that is not new")
  func onHold() async throws {
    let rig = Rig()
    let (grant, _, _) = try await rig.twoStepMember(address, password: password, key: "device")
    let changed = rig.clock.now()
    guard
      case .waiting(let until) = try await reset(
        rig, try await rig.firstStep(address, password, key: "new"), key: "new")
    else { return #expect(Bool(false), "it did not wait") }
    #expect(until == changed + .days(7))
    try await rig.store.transaction("young") { tables in
      let account = try #require(grant.session.account)
      for var binding in try tables.bindings(of: account) {
        binding = IdentifierBinding(
          identifier: binding.identifier, account: account, verifiedAt: rig.clock.now())
        try tables.put(binding)
      }
      try tables.removeFactorReset(of: account)
    }
    await #expect(throws: IdentityFailure.factorResetUnavailable) {
      _ = try await reset(
        rig, try await rig.firstStep(address, password, key: "new"), key: "new")
    }
  }

  @Test("Without the first step nothing begins, and another device's step is not found")
  func strangers() async throws {
    let rig = Rig()
    _ = try await settled(rig)
    let request = try await rig.firstStep(address, password, key: "new")
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await reset(rig, request, key: "thief")
    }
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.service.factors.reset(token: "made-up", caller: rig.caller("thief"))
    }
    rig.clock.advance(.minutes(11))
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await reset(rig, request, key: "new")
    }
  }

  @Test("MFA-6: SMS is a factor beside an app and never alone, and has its own call")
  func sms() async throws {
    let rig = Rig()
    let (grant, _, _) = try await rig.twoStepMember(address, password: password, key: "device")
    let number = "+4915112345678"
    try await rig.store.transaction("number") { tables in
      try tables.put(
        IdentifierBinding(
          identifier: .phone(try #require(PhoneNumber(e164: number, region: "DE"))),
          account: try #require(grant.session.account), verifiedAt: rig.clock.now()))
    }
    let request = try await rig.firstStep(address, password, key: "new")
    #expect(request.factors == [.totp, .recoveryCode, .sms, .reset])
    let sent = try await rig.service.factors.sendCode(
      token: request.step.text, caller: rig.caller("new"))
    let done = try await rig.service.factors.complete(
      token: request.step.text,
      by: .sms(try await rig.code(to: number), token: sent.verificationToken),
      caller: rig.caller("new"))
    #expect(done.grant.session.level == .two)
    #expect(done.grant.session.methods.contains(.sms))
    // An account that has no app is asked to add one, and gets no code instead.
    try await rig.store.transaction("none") { tables in
      for var app in try tables.totpAuthenticators(of: try #require(grant.session.account)) {
        app.removedAt = rig.clock.now()
        try tables.put(app)
      }
    }
    rig.clock.advance(.minutes(2))
    let bare = try await rig.firstStep(address, password, key: "other")
    #expect(bare.factors == .enrolment)
    await #expect(throws: IdentityFailure.notFound) {
      _ = try await rig.service.factors.sendCode(
        token: bare.step.text, caller: rig.caller("other"))
    }
  }
}
