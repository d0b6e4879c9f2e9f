import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("MFA-3: what ends a sign-in that waits for its second step")
struct InterruptedStepTests {
  private let address = "ann@example.com"
  private let password = "correct horse"

  private func recover(_ rig: Rig) async throws {
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("device"))
    try await rig.service.recovery.complete(
      userName: address, code: try await rig.code(to: address),
      newPassword: "paper lantern river", caller: rig.caller("device"))
  }

  @Test("MFA-4: after a reset of the password, the old one adds no authenticator app")
  func enrolment() async throws {
    let rig = Rig { $0.secondFactor = .everybody }
    try await rig.member(address, password: password, key: "device")
    let waiting = try await rig.firstStep(address, password, key: "thief")
    let begun = try await rig.service.factors.beginTOTP(
      token: waiting.step.text, caller: rig.caller("thief"))
    try await recover(rig)
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.secondStep(waiting, try await rig.totpCode(begun.id), key: "thief")
    }
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.service.factors.beginTOTP(
        token: waiting.step.text, caller: rig.caller("thief"))
    }
    #expect(
      try await rig.firstStep(address, "paper lantern river", key: "device").factors == .enrolment)
  }

  @Test("MFA-4: a blocked account gets no authenticator app")
  func blocked() async throws {
    let rig = Rig { $0.secondFactor = .everybody }
    try await rig.member(address, password: password, key: "device")
    let waiting = try await rig.firstStep(address, password, key: "thief")
    let begun = try await rig.service.factors.beginTOTP(
      token: waiting.step.text, caller: rig.caller("thief"))
    func block(_ isBlocked: Bool) async throws {
      try await rig.store.transaction("block") { tables in
        let email = try #require(EmailAddress("ann@example.com"))
        let owner = try #require(try tables.binding(of: .email(email))).account
        var account = try #require(try tables.account(owner))
        account.isBlocked = isBlocked
        try tables.put(account)
      }
    }
    try await block(true)
    await #expect(throws: IdentityFailure.accountBlocked) {
      _ = try await rig.secondStep(waiting, try await rig.totpCode(begun.id), key: "thief")
    }
    try await block(false)
    #expect(try await rig.firstStep(address, password, key: "device").factors == .enrolment)
  }

  @Test("MFA-3: a changed password ends the step of the old one, not the session")
  func change() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    rig.clock.advance(.hours(8 * 24))
    let own = try await rig.secondStep(
      try await rig.firstStep(address, password, key: "device"), try await rig.totpCode(totp),
      key: "device")
    rig.clock.advance(.minutes(1))
    let waiting = try await rig.firstStep(address, password, key: "thief")
    try await rig.service.passwords.change(
      from: password, to: "paper lantern river", call: rig.call(own.grant))
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.secondStep(waiting, try await rig.totpCode(totp), key: "thief")
    }
    _ = try await rig.service.factors.makeRecoveryCodes(rig.call(own.grant))
  }

  @Test("DEC-4: an undone change of the password ends the step that the changed one began")
  func undo() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    rig.clock.advance(.hours(8 * 24))
    let own = try await rig.secondStep(
      try await rig.firstStep(address, password, key: "device"), try await rig.totpCode(totp),
      key: "device")
    let begun = try await rig.service.account.beginVerification(
      of: "thief@example.com", beside: true, rig.call(own.grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: "thief@example.com"),
      rig.call(own.grant))
    try await rig.service.passwords.change(
      from: password, to: "paper lantern river", call: rig.call(own.grant))
    rig.clock.advance(.minutes(1))
    let waiting = try await rig.firstStep(address, "paper lantern river", key: "thief")
    let notice = await rig.messages().last { $0.template == .identifierChanged }
    let token = try #require(notice.flatMap { MadeUpSealing.open($0) })
    try await rig.service.account.undoIdentifierChange(Secret(token), caller: rig.caller(nil))
    rig.clock.advance(.minutes(1))
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.secondStep(waiting, try await rig.totpCode(totp), key: "thief")
    }
    _ = try await rig.firstStep(address, password, key: "device")
  }

  @Test("MFA-8: a device that may only set a password shares the strangers' budget of codes")
  func restricted() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    try await rig.service.markets.sendTemporaryPassword(
      userName: address, caller: rig.caller("thief"))
    let value = try await rig.code(to: address)
    let opened = try await rig.service.markets.login(
      userName: address, password: value.exposed, market: "MX,CMX", caller: rig.caller("thief"))
    #expect(opened.session.scope == .passwordChange)
    for round in 0..<4 {
      let request = try await rig.firstStep(address, password, key: "stranger-\(round)")
      for _ in 0..<5 {
        await #expect(throws: IdentityFailure.self) {
          _ = try await rig.secondStep(
            request, try await rig.totpCode(totp, after: .hours(3)), key: "stranger-\(round)")
        }
      }
    }
    let last = try await rig.firstStep(address, password, key: "thief")
    await #expect(throws: IdentityFailure.self) {
      _ = try await rig.secondStep(last, try await rig.totpCode(totp), key: "thief")
    }
    let own = try await rig.firstStep(address, password, key: "device")
    _ = try await rig.secondStep(own, try await rig.totpCode(totp), key: "device")
  }
}
