import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("MFA-2: adding and removing second factors")
struct EnrolmentTests {
  private let address = "ann@example.com"
  private let password = "correct horse"

  private func session(_ rig: Rig, key: String = "device") async throws -> TokenGrant {
    try await rig.signIn(address, password, key: key)
  }

  @Test("An authenticator app counts once a code confirms it, and not before")
  func confirmed() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "device")
    let grant = try await session(rig)
    let begun = try await rig.service.factors.beginTOTP(rig.call(grant))
    #expect(begun.uri.exposed.contains("secret=\(begun.secret.exposed)&"))
    #expect(try await rig.service.factors.overview(rig.call(grant)).authenticators.isEmpty)
    await #expect(throws: IdentityFailure.factorCodeWrong(triesLeft: 5)) {
      let wrong = try await rig.totpCode(begun.id, after: .hours(2))
      try await rig.service.factors.confirmTOTP(begun.id.text, code: wrong, rig.call(grant))
    }
    await #expect(throws: IdentityFailure.factorClockSkewed) {
      let skewed = try await rig.totpCode(begun.id, after: .minutes(5))
      try await rig.service.factors.confirmTOTP(begun.id.text, code: skewed, rig.call(grant))
    }
    try await rig.service.factors.confirmTOTP(
      begun.id.text, code: try await rig.totpCode(begun.id), rig.call(grant))
    let found = try await rig.service.factors.overview(rig.call(grant))
    #expect(found.authenticators.map(\.id) == [begun.id])
    #expect(!found.isTwoStepOn)
    #expect(await rig.messages().contains { $0.template == .factorChanged })
    await #expect(throws: IdentityFailure.enrolmentExpired) {
      try await rig.service.factors.confirmTOTP(
        begun.id.text, code: try await rig.totpCode(begun.id), rig.call(grant))
    }
  }

  @Test("Two devices that enrol at once have one each, and neither confirms the other's")
  func atOnce() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "device")
    let (one, two) = (try await session(rig), try await session(rig, key: "other"))
    let first = try await rig.service.factors.beginTOTP(rig.call(one))
    let second = try await rig.service.factors.beginTOTP(rig.call(two))
    await #expect(throws: IdentityFailure.enrolmentExpired) {
      try await rig.service.factors.confirmTOTP(
        first.id.text, code: try await rig.totpCode(first.id), rig.call(two))
    }
    for (grant, begun) in [(one, first), (two, second)] {
      try await rig.service.factors.confirmTOTP(
        begun.id.text, code: try await rig.totpCode(begun.id), rig.call(grant))
    }
    #expect(
      try await rig.service.factors.overview(rig.call(one)).authenticators.count == 2)
  }

  @Test("DEC-3: without a fresh proof nothing is begun, and an old enrolment is over")
  func stale() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "device")
    let grant = try await session(rig)
    let begun = try await rig.service.factors.beginTOTP(rig.call(grant))
    rig.clock.advance(.minutes(11))
    await #expect(throws: IdentityFailure.enrolmentExpired) {
      try await rig.service.factors.confirmTOTP(
        begun.id.text, code: try await rig.totpCode(begun.id), rig.call(grant))
    }
    await #expect(throws: IdentityFailure.self) {
      _ = try await rig.service.factors.beginTOTP(rig.call(grant))
    }
    _ = try await rig.service.factors.beginTOTP(showing: ShownPassword(password), rig.call(grant))
  }

  @Test("A lost response is repeated by its idempotency key, with the same secret")
  func again() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "device")
    let grant = try await session(rig)
    let first = try await rig.service.factors.beginTOTP(rig.call(grant, idempotencyKey: "k"))
    let second = try await rig.service.factors.beginTOTP(rig.call(grant, idempotencyKey: "k"))
    #expect(first.id == second.id && first.secret.exposed == second.secret.exposed)
    let codes = try await rig.service.factors.makeRecoveryCodes(
      rig.call(grant, idempotencyKey: "c"))
    let same = try await rig.service.factors.makeRecoveryCodes(
      rig.call(grant, idempotencyKey: "c"))
    #expect(codes.codes.map(\.exposed) == same.codes.map(\.exposed))
  }

  @Test("MFA-2: ten codes, all different, which nothing shows again once they are kept")
  func recoveryCodes() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "device")
    let grant = try await session(rig)
    let made = try await rig.service.factors.makeRecoveryCodes(
      rig.call(grant, idempotencyKey: "c"))
    #expect(Set(made.codes.map(\.exposed)).count == 10)
    #expect(try await rig.service.factors.overview(rig.call(grant)).recoveryCodes == nil)
    try await rig.service.factors.keepRecoveryCodes(made.id.text, rig.call(grant))
    let kept = try #require(
      try await rig.service.factors.overview(rig.call(grant)).recoveryCodes)
    #expect(kept.left == 10 && kept.seed == nil)
    await #expect(throws: IdentityFailure.enrolmentExpired) {
      _ = try await rig.service.factors.makeRecoveryCodes(rig.call(grant, idempotencyKey: "c"))
    }
    let next = try await rig.service.factors.makeRecoveryCodes(rig.call(grant))
    #expect(try await rig.service.factors.overview(rig.call(grant)).recoveryCodes?.id == made.id)
    try await rig.service.factors.keepRecoveryCodes(next.id.text, rig.call(grant))
    #expect(try await rig.service.factors.overview(rig.call(grant)).recoveryCodes?.id == next.id)
  }

  @Test(
    "MFA-3: two-step sign-in requires an app, kept codes and a password, and ends keyless sessions")
  func switchingOn() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "device")
    let grant = try await session(rig)
    let compat = try await rig.signIn(address, password, key: nil)
    await #expect(throws: IdentityFailure.twoStepsNotReady) {
      try await rig.service.factors.setTwoSteps(true, rig.call(grant))
    }
    _ = try await rig.addTOTP(grant)
    await #expect(throws: IdentityFailure.twoStepsNotReady) {
      try await rig.service.factors.setTwoSteps(true, rig.call(grant))
    }
    let made = try await rig.service.factors.makeRecoveryCodes(rig.call(grant))
    try await rig.service.factors.keepRecoveryCodes(made.id.text, rig.call(grant))
    try await rig.service.factors.setTwoSteps(true, rig.call(grant))
    await #expect(throws: IdentityFailure.unauthorized(.revokedByUser)) {
      _ = try await rig.service.account.profile(rig.call(compat))
    }
    #expect(try await rig.service.factors.overview(rig.call(grant)).isTwoStepOn)
  }

  @Test("MFA-5, DEC-3: removing a factor takes level 2, and the password alone is refused")
  func removal() async throws {
    let rig = Rig()
    let (grant, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    rig.clock.advance(.minutes(11))
    await #expect(throws: IdentityFailure.self) {
      try await rig.service.factors.removeTOTP(
        totp.text, showing: ShownPassword(password), rig.call(grant))
    }
    try await rig.service.stepUp.complete(ShownPassword(password), rig.call(grant))
    let typed = try #require(TypedFactor(try await rig.totpCode(totp)))
    try await rig.service.factors.removeTOTP(
      totp.text, showing: ShownFactor(typed), rig.call(grant))
    let found = try await rig.service.factors.overview(rig.call(grant))
    #expect(found.authenticators.isEmpty && !found.isTwoStepOn)
    _ = try await rig.signIn(address, password, key: "device")
  }

  @Test("DEC-4: undoing a change restores the earlier factors")
  func undo() async throws {
    let rig = Rig()
    let (grant, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    try await rig.service.factors.setTwoSteps(
      false, showing: ShownPassword(password), rig.call(grant))
    _ = try await rig.signIn(address, password, key: "thief")
    let message = try #require(await rig.messages().last { $0.template == .factorChanged })
    let token = try #require(MadeUpSealing.open(message))
    try await rig.service.account.undoIdentifierChange(Secret(token), caller: rig.caller(nil))
    let request = try await rig.firstStep(address, password, key: "device")
    #expect(request.factors.contains([.totp, .recoveryCode]))
    _ = try await rig.secondStep(request, try await rig.totpCode(totp), key: "device")
  }
}
