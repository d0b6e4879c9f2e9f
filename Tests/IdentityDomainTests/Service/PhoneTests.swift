import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("Sign-in by phone")
struct PhoneTests {
  private let number = "+4915112345678"

  private func isChallenged(_ rig: Rig, key: String?) async throws -> Bool {
    let answer = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller(key))
    rig.clock.advance(.minutes(2))
    if case .challenge = answer { return true }
    return false
  }

  @Test("PHN-5: the device that proved the number needs no code, for 90 days; no other device")
  func trustedDevice() async throws {
    let rig = Rig()
    let first = try await rig.phoneMember(number, key: "k")
    #expect(try await !isChallenged(rig, key: "k"))
    #expect(try await isChallenged(rig, key: "other"))
    #expect(try await isChallenged(rig, key: nil))
    rig.clock.advance(.days(89))
    let again = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller("k"))
    guard case .signedIn(_, let account, _) = again else {
      Issue.record("the trusted device is asked for a code after 89 days")
      return
    }
    #expect(account.id == first.session.account)
    rig.clock.advance(.days(1))
    #expect(try await isChallenged(rig, key: "k"))
  }

  enum Ending: CaseIterable { case otherDevice, everywhere, removal, numberChange, reset, setting }

  @Test("PHN-5: what ends the trust in a device", arguments: Ending.allCases)
  func trustEnds(_ ending: Ending) async throws {
    let rig = Rig { $0.isDeviceTrustOn = ending != .setting }
    let grant = try await rig.phoneMember(number, key: "k")
    let call = { rig.call(grant) }
    let service = rig.service
    switch ending {
    case .otherDevice: _ = try await rig.phoneMember(number, key: "other")
    case .everywhere: try await service.sessions.logout(call(), everywhere: true)
    case .removal: try await service.sessions.removeDevice(KeyThumbprint("k"), call())
    case .numberChange:
      for other in ["+4915199999999", number] {
        try await rig.stepUp(grant)
        let begun = try await service.account.beginVerification(of: other, call())
        try await service.account.completeVerification(
          token: begun.verificationToken, code: try await rig.code(to: other), call())
        rig.clock.advance(.minutes(2))
      }
    case .reset:
      let begun = try await service.account.beginVerification(of: "ann@example.com", call())
      try await service.account.completeVerification(
        token: begun.verificationToken, code: try await rig.code(to: "ann@example.com"), call())
      // A new address cannot be used for recovery for a week (DEC-3).
      rig.clock.advance(SecurityRules.newIdentifierWait)
      _ = try await service.recovery.begin(
        userName: "ann@example.com", caller: rig.caller("k"))
      try await service.recovery.complete(
        userName: "ann@example.com", code: try await rig.code(to: "ann@example.com"),
        newPassword: "staple battery horse", caller: rig.caller("k"))
    case .setting: break
    }
    #expect(try await isChallenged(rig, key: "k"))
  }

  @Test("PHN-5: the trust survives a logout")
  func trustOutlivesLogout() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember(number, key: "k")
    try await rig.service.sessions.logout(rig.call(grant), everywhere: false)
    #expect(try await !isChallenged(rig, key: "k"))
  }

  @Test("PHN-9: a code is resent after 60 seconds for the same challenge; the old one is void")
  func resend() async throws {
    let rig = Rig()
    let begun = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else { return }
    let first = try await rig.code(to: number)
    rig.clock.advance(.seconds(59))
    await #expect(throws: IdentityFailure.limited(until: rig.clock.now() + .seconds(1))) {
      try await rig.service.phones.resend(
        token: challenge.verificationToken, caller: rig.caller("k"))
    }
    rig.clock.advance(.seconds(1))
    let again = try await rig.service.phones.resend(
      token: challenge.verificationToken, caller: rig.caller("k"))
    #expect(again.challenge == challenge.challenge)
    #expect(again.resendAt == rig.clock.now() + .seconds(60))
    let second = try await rig.code(to: number)
    #expect(first != second)
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await rig.service.phones.verify(
        token: challenge.verificationToken, code: first, caller: rig.caller("k"))
    }
    _ = try await rig.service.phones.verify(
      token: challenge.verificationToken, code: second, caller: rig.caller("k"))
  }

  @Test("PHN-4: a verification token is valid for its own device and for nothing else")
  func verificationToken() async throws {
    let rig = Rig()
    let begun = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else { return }
    let code = try await rig.code(to: number)
    for key in [nil, "thief"] {
      await #expect(throws: IdentityFailure.verificationTokenInvalid) {
        try await rig.service.phones.verify(
          token: challenge.verificationToken, code: code, caller: rig.caller(key))
      }
    }
    await #expect(throws: IdentityFailure.refreshTokenInvalid(nil)) {
      try await rig.service.sessions.refresh(
        Secret(challenge.verificationToken.exposed), caller: rig.caller("k"))
    }
    await #expect(throws: IdentityFailure.verificationTokenInvalid) {
      try await rig.service.loginCodes.complete(
        token: challenge.verificationToken, code: code, caller: rig.caller("k"))
    }
  }

  @Test("PHN-8: a new account is registered once it has an e-mail address")
  func profile() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember(number, key: "k")
    #expect(try await !rig.service.account.profile(rig.call(grant)).isRegistered)
    let changed = try await rig.service.account.changeProfile(
      ProfileChange(name: "Ann", email: "Ann@Example.com"), rig.call(grant))
    #expect(changed.isRegistered)
    #expect(changed.account.profile.claimedEmail?.text == "ann@example.com")
    #expect(changed.email == nil)
  }

  @Test("PHN-10: a number that changed hands does not open an account dormant for 90 days")
  func recycled() async throws {
    let rig = Rig()
    let old = try await rig.phoneMember(number, key: "old")
    rig.clock.advance(.days(90))
    let new = try await rig.phoneMember(number, key: "new")
    #expect(new.session.account != old.session.account)
    let record = try await rig.store.transaction("read") { try $0.securityEvents(most: 9) }
    #expect(record.contains { $0.kind == .numberDetached && $0.account == old.session.account })
  }

  @Test(
    "PHN-10: with a verified address a second code opens the old account, or a new one is created")
  func secondProof() async throws {
    for startsAnew in [false, true] {
      let rig = Rig()
      let old = try await rig.phoneMember(number, key: "old")
      let begun = try await rig.service.account.beginVerification(
        of: "ann@example.com", rig.call(old))
      try await rig.service.account.completeVerification(
        token: begun.verificationToken, code: try await rig.code(to: "ann@example.com"),
        rig.call(old))
      rig.clock.advance(.days(91))
      let begin = try await rig.service.phones.begin(
        number: number, region: nil, caller: rig.caller("new"))
      guard case .challenge(let challenge) = begin else { return }
      let code = try await rig.code(to: number)
      let verified = try await rig.service.phones.verify(
        token: challenge.verificationToken, code: code, caller: rig.caller("new"))
      guard case .secondProof(let question) = verified else {
        Issue.record("the sleeping account opened, or was left, by one code")
        return
      }
      let token = question.verificationToken
      #expect(question.expiresAt == rig.clock.now() + .hours(1))
      await #expect(throws: IdentityFailure.verificationTokenInvalid) {
        try await rig.service.phones.verify(token: token, code: code, caller: rig.caller("new"))
      }
      let done: PhoneSignInAnswer
      if startsAnew {
        done = try await rig.service.phones.startAnew(token: token, caller: rig.caller("new"))
        #expect(await rig.messages().last?.template == .numberDetached)
      } else {
        let mail = try await rig.service.phones.sendSecondProof(
          token: token, caller: rig.caller("new"))
        done = try await rig.service.phones.completeSecondProof(
          token: token, mailToken: mail.verificationToken,
          code: try await rig.code(to: "ann@example.com"), caller: rig.caller("new"))
      }
      guard case .signedIn(let grant, _, _) = done else { return }
      #expect((grant.session.account == old.session.account) == !startsAnew)
    }
  }

  @Test("PHN-10: the number of idle days is a setting", arguments: [30, 60])
  func recycledSetting(days: Int64) async throws {
    for isOver in [false, true] {
      let rig = Rig { $0.recycledAfter = .days(days) }
      let old = try await rig.phoneMember(number, key: "old")
      rig.clock.advance(.days(isOver ? days : days - 1))
      let new = try await rig.phoneMember(number, key: "new")
      #expect((new.session.account == old.session.account) == !isOver)
    }
  }

  @Test("With registration closed, a new number is told so after its code, not before")
  func closed() async throws {
    let rig = Rig { $0.isRegistrationOpen = false }
    for key in ["k", nil] {
      let begin = try await rig.service.phones.begin(
        number: number, region: nil, caller: rig.caller(key))
      guard case .challenge(let challenge) = begin else { return }
      await #expect(throws: IdentityFailure.registrationClosed) {
        try await rig.service.phones.verify(
          token: challenge.verificationToken, code: try await rig.code(to: number),
          caller: rig.caller(key))
      }
      rig.clock.advance(.minutes(2))
    }
    let taken = try await rig.store.transaction("read") { tables in
      try tables.binding(of: .phone(#require(PhoneNumber(e164: number, region: "DE"))))
    }
    #expect(taken == nil)
    await #expect(throws: IdentityFailure.registrationClosed) {
      try await rig.service.registration.register(
        userName: "ann@example.com", password: "staple battery", caller: rig.caller("k"))
    }
    #expect(await rig.messages().allSatisfy { $0.template == .phoneCode })
  }

  @Test("With registration closed, users with an account or a pending one still get in")
  func closedForOthers() async throws {
    let rig = Rig()
    let old = try await rig.phoneMember(number, key: "k")
    let begun = try await rig.service.registration.register(
      userName: "ann@example.com", password: "staple battery", caller: rig.caller("k"))
    var settings = rig.settings
    settings.isRegistrationOpen = false
    let closed = IdentityService(ports: rig.service.ports, settings: settings)
    try await closed.registration.confirm(
      userName: "ann@example.com", code: try await rig.code(to: "ann@example.com"),
      attempt: begun.attempt, caller: rig.caller("k"))
    rig.clock.advance(.minutes(2))
    let begin = try await closed.phones.begin(
      number: number, region: nil, caller: rig.caller("other"))
    guard case .challenge(let challenge) = begin else { return }
    let verified = try await closed.phones.verify(
      token: challenge.verificationToken, code: try await rig.code(to: number),
      caller: rig.caller("other"))
    guard case .signedIn(_, let account, _) = verified else {
      Issue.record("a member is not let in")
      return
    }
    #expect(account.id == old.session.account)
  }

  @Test("An invalid number, or one of a country that is not served, gets no message")
  func refusals() async throws {
    let rig = Rig()
    await #expect(throws: IdentityFailure.phoneNumberInvalid) {
      try await rig.service.phones.begin(
        number: "12", region: nil, caller: rig.caller("k"))
    }
    await #expect(throws: IdentityFailure.regionNotServed) {
      try await rig.service.phones.begin(
        number: "+33612345678", region: nil, caller: rig.caller("k"))
    }
    #expect(await rig.messages().isEmpty)
  }
}
