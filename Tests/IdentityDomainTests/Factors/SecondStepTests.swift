import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("MFA-3: the second step of a sign-in")
struct SecondStepTests {
  private let address = "ann@example.com"
  private let password = "correct horse"

  @Test("MFA-3, MFA-9: a right password asks for a factor, whose code opens a session of level 2")
  func both() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    let request = try await rig.firstStep(address, password, key: "new")
    #expect(request.factors == [.totp, .recoveryCode, .reset])
    let done = try await rig.secondStep(request, try await rig.totpCode(totp), key: "new")
    #expect(done.recoveryCodesLeft == 10)
    #expect(done.grant.session.level == .two)
    #expect(done.grant.session.methods == [.password, .oneTimePassword, .multiFactor, .key])
    #expect(rig.call(done.grant).claims.level?.acr == "aal2")
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.secondStep(request, try await rig.totpCode(totp), key: "new")
    }
  }

  @Test("DEC-7, MFA-3: while strangers guess, a code beside the password comes before the factor")
  func guessedAt() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    for _ in 0...SecurityRules.loginsByIdentifier.most {
      _ = try? await rig.signIn(address, "wrong wrong", key: "stranger")
    }
    // Nothing is said of the password, and so nothing of a second step.
    await #expect(throws: IdentityFailure.insufficientAuthentication(ProofNeed(level: .one))) {
      _ = try await rig.signIn(address, password, key: "new")
    }
    let begun = try await rig.service.loginCodes.begin(userName: address, caller: rig.caller("new"))
    var asked: SecondFactorRequest?
    do {
      _ = try await rig.service.loginCodes.complete(
        userName: address, password: password, token: begun.verificationToken,
        code: try await rig.code(to: address), caller: rig.caller("new"))
    } catch IdentityFailure.secondFactorRequired(let request) {
      asked = request
    }
    let done = try await rig.secondStep(
      try #require(asked), try await rig.totpCode(totp), key: "new")
    #expect(done.grant.session.level == .two)
  }

  @Test("The code that opened a session opens no other")
  func replay() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    let code = try await rig.totpCode(totp)
    _ = try await rig.secondStep(
      try await rig.firstStep(address, password, key: "new"), code, key: "new")
    let again = try await rig.firstStep(address, password, key: "thief")
    await #expect(throws: IdentityFailure.factorCodeUsed) {
      _ = try await rig.secondStep(again, code, key: "thief")
    }
  }

  @Test("MFA-2: a recovery code in lower case with spaces is good once, and says what is left")
  func recoveryCode() async throws {
    let rig = Rig()
    let (_, _, codes) = try await rig.twoStepMember(address, password: password, key: "device")
    let typed = codes[3].lowercased().replacing("-", with: " ")
    let done = try await rig.secondStep(
      try await rig.firstStep(address, password, key: "new"), typed, key: "new")
    #expect(done.recoveryCodesLeft == 9)
    let again = try await rig.firstStep(address, password, key: "new")
    await #expect(throws: IdentityFailure.factorCodeWrong(triesLeft: 4)) {
      _ = try await rig.secondStep(again, typed, key: "new")
    }
  }

  @Test("MFA-3: a trusted device is asked for nothing for 30 days; DEC-6 ends that")
  func trust() async throws {
    let rig = Rig()
    let (_, totp, _) = try await rig.twoStepMember(address, password: password, key: "device")
    let done = try await rig.secondStep(
      try await rig.firstStep(address, password, key: "new"), try await rig.totpCode(totp),
      key: "new", trusts: true)
    rig.clock.advance(.days(29))
    #expect(try await rig.signIn(address, password, key: "new").session.level == .one)
    _ = try await rig.firstStep(address, password, key: "other")
    rig.clock.advance(.days(2))
    let request = try await rig.firstStep(address, password, key: "new")
    let next = try await rig.secondStep(
      request, try await rig.totpCode(totp), key: "new", trusts: true)
    try await rig.service.sessions.logout(rig.call(next.grant), everywhere: true)
    _ = try await rig.firstStep(address, password, key: "new")
    #expect(done.grant.session.id != next.grant.session.id)
  }

  @Test("MFA-3: a client without a key is refused with its own error code")
  func keyless() async throws {
    let rig = Rig()
    _ = try await rig.twoStepMember(address, password: password, key: "device")
    await #expect(throws: IdentityFailure.twoStepsNeedKey) {
      _ = try await rig.signIn(address, password, key: nil)
    }
    await #expect(throws: IdentityFailure.wrongCredentials) {
      _ = try await rig.signIn(address, "wrong horse", key: nil)
    }
  }

  @Test("MFA-8: five tries; another device's key continues nothing; strangers share a budget")
  func guesses() async throws {
    let rig = Rig()
    let (_, totp, codes) = try await rig.twoStepMember(address, password: password, key: "device")
    func wrong() async throws -> String {
      try await rig.totpCode(totp, after: .hours(3))
    }
    let request = try await rig.firstStep(address, password, key: "thief")
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.secondStep(request, try await rig.totpCode(totp), key: "other")
    }
    for left in (0...4).reversed() {
      await #expect(throws: IdentityFailure.factorCodeWrong(triesLeft: left)) {
        _ = try await rig.secondStep(request, try await wrong(), key: "thief")
      }
    }
    await #expect(throws: IdentityFailure.secondStepExpired) {
      _ = try await rig.secondStep(request, try await rig.totpCode(totp), key: "thief")
    }
    for round in 0..<3 {
      let next = try await rig.firstStep(address, password, key: "thief-\(round)")
      for _ in 0..<5 {
        await #expect(throws: IdentityFailure.self) {
          _ = try await rig.secondStep(next, try await wrong(), key: "thief-\(round)")
        }
      }
    }
    // The strangers' budget is used up. The owner's device has its own, and a recovery code none.
    let last = try await rig.firstStep(address, password, key: "thief-9")
    await #expect(throws: IdentityFailure.self) {
      _ = try await rig.secondStep(last, try await rig.totpCode(totp), key: "thief-9")
    }
    let new = try await rig.firstStep(address, password, key: "new")
    _ = try await rig.secondStep(new, codes[0], key: "new")
    let own = try await rig.firstStep(address, password, key: "device")
    _ = try await rig.secondStep(own, try await rig.totpCode(totp), key: "device")
  }

  @Test(
    "Where an operator requires a factor, the sign-in adds one, and its code completes it")
  func operatorRequires() async throws {
    let rig = Rig { $0.secondFactor = .everybody }
    try await rig.member(address, password: password, key: "device")
    let request = try await rig.firstStep(address, password, key: "device")
    #expect(request.factors == .enrolment)
    let begun = try await rig.service.factors.beginTOTP(
      token: request.step.text, caller: rig.caller("device"))
    let done = try await rig.secondStep(
      request, try await rig.totpCode(begun.id), key: "device")
    #expect(done.grant.session.level == .two)
    rig.clock.advance(.minutes(2))
    #expect(try await rig.firstStep(address, password, key: "device").factors.contains(.totp))
    await #expect(throws: IdentityFailure.twoStepsRequired) {
      try await rig.service.factors.removeTOTP(begun.id.text, rig.call(done.grant))
    }
  }

  @Test("A claim of the account decides whether the operator requires a factor")
  func claims() async throws {
    let rig = Rig { $0.secondFactor = .holders(of: [.superAdmin]) }
    try await rig.member(address, password: password, key: "device")
    let grant = try await rig.signIn(address, password, key: "device")
    try await rig.store.transaction("promote") { tables in
      let id = try #require(grant.session.account)
      var account = try #require(try tables.account(id))
      account.isSuperAdmin = true
      try tables.put(account)
    }
    _ = try await rig.firstStep(address, password, key: "device")
  }
}
