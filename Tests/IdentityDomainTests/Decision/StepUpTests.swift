import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("DEC-3: sensitive acts require a fresh proof")
struct StepUpTests {
  private let address = "ann@example.com"
  private let password = "staple battery"
  private let need = IdentityFailure.insufficientAuthentication(
    ProofNeed(level: .one, maxAgeSeconds: 600))

  private func member(_ rig: Rig, key: String?) async throws -> TokenGrant {
    try await rig.member(address, password: password, key: key)
    return try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller(key))
  }

  @Test("DEC-3: the sign-in counts for ten minutes, and only if a key holds the session")
  func signIn() async throws {
    for (key, wait, isEnough) in [
      ("k", Duration.minutes(9), true), ("k", .minutes(10), false), (nil, .zero, false),
    ] {
      let rig = Rig()
      let grant = try await member(rig, key: key)
      rig.clock.advance(wait)
      let begin = {
        try await rig.service.account.beginVerification(of: "+4915112345678", rig.call(grant))
      }
      if isEnough {
        _ = try await begin()
      } else {
        await #expect(throws: need) { try await begin() }
      }
    }
  }

  @Test("DEC-3: refreshes, grants and the silent key of a device do not count as fresh proofs")
  func silent() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    rig.clock.advance(.minutes(20))
    let refreshed = try await rig.service.sessions.refresh(
      try #require(grant.refreshToken), caller: rig.caller("k"))
    await #expect(throws: need) {
      try await rig.service.account.beginVerification(of: "+4915199999999", rig.call(refreshed))
    }
    let begun = try await rig.service.phones.begin(
      number: "+4915112345678", region: nil, caller: rig.caller("k"))
    guard case .signedIn(let silent, _, _) = begun else {
      Issue.record("the trusted device was asked for a code")
      return
    }
    await #expect(throws: need) {
      try await rig.service.account.beginVerification(of: "+4915199999999", rig.call(silent))
    }
    // Adding its first address is a different act (PHN-8).
    _ = try await rig.service.account.beginVerification(of: address, rig.call(silent))
  }

  @Test("DEC-3: a session without a key presents the proof with the act, by password or by code")
  func compat() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: nil)
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.account.beginVerification(
        of: "+4915112345678", showing: ShownPassword("wrong wrong"), rig.call(grant))
    }
    _ = try await rig.service.account.beginVerification(
      of: "+4915112345678", showing: ShownPassword(password), rig.call(grant))
    rig.clock.advance(.minutes(2))
    let begun = try await rig.service.stepUp.begin(rig.call(grant))
    let shown = ShownCode(
      try await rig.code(to: address), token: begun.verificationToken)
    // It remembers nothing: the thief of a copied token would profit.
    await #expect(throws: IdentityFailure.proofRequired) {
      try await rig.service.stepUp.complete(shown, rig.call(grant))
    }
    _ = try await rig.service.account.beginVerification(
      of: "+4915199999999", showing: shown, rig.call(grant))
  }

  @Test("A code is consumed once: of two simultaneous acts that present it, one takes effect")
  func spentOnce() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: nil)
    rig.clock.advance(.minutes(2))
    let begun = try await rig.service.stepUp.begin(rig.call(grant))
    let shown = ShownCode(
      try await rig.code(to: address), token: begun.verificationToken)
    _ = try await rig.service.account.beginVerification(
      of: "+4915112345678", showing: shown, rig.call(grant))
    await #expect(throws: IdentityFailure.verificationTokenInvalid) {
      try await rig.service.account.beginVerification(
        of: "+4915199999999", showing: shown, rig.call(grant))
    }
  }

  @Test(
    "Of simultaneous acts on several nodes with one code, one succeeds and the others learn why"
  )
  func atOnce() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: nil)
    rig.clock.advance(.minutes(2))
    let begun = try await rig.service.stepUp.begin(rig.call(grant))
    let shown = ShownCode(try await rig.code(to: address), token: begun.verificationToken)
    let outcomes = await withTaskGroup(of: IdentityFailure?.self) { group in
      for number in 0..<8 {
        group.addTask {
          do {
            // Each service is a separate node on the same store with the same keys.
            _ = try await rig.service.account.beginVerification(
              of: "+491511234567\(number)", showing: shown, rig.call(grant))
            return nil
          } catch {
            return error as? IdentityFailure ?? .notFound
          }
        }
      }
      return await group.reduce(into: [IdentityFailure?]()) { $0.append($1) }
    }
    #expect(outcomes.filter { $0 == nil }.count == 1)
    #expect(outcomes.compactMap { $0 }.allSatisfy { $0 == .verificationTokenInvalid })
  }

  @Test(
    "Half a step-up does not count: a code that is not presented, or that another device presents")
  func half() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: "k")
    let other = try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller("other"))
    rig.clock.advance(.minutes(20))
    let begun = try await rig.service.stepUp.begin(rig.call(grant))
    let shown = ShownCode(try await rig.code(to: address), token: begun.verificationToken)
    await #expect(throws: need) {
      try await rig.service.account.beginVerification(of: "+4915112345678", rig.call(grant))
    }
    await #expect(throws: IdentityFailure.verificationTokenInvalid) {
      try await rig.service.stepUp.complete(shown, rig.call(other))
    }
    try await rig.service.stepUp.complete(shown, rig.call(grant))
    _ = try await rig.service.account.beginVerification(of: "+4915112345678", rig.call(grant))
    await #expect(throws: need) {
      try await rig.service.account.beginVerification(of: "+4915112345678", rig.call(other))
    }
  }

  @Test(
    "A code for a deleted account proves nothing, not even for its address's next owner")
  func deleted() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: "k")
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("k"))
    let resetCode = try await rig.code(to: address)
    rig.clock.advance(.minutes(1))
    let begun = try await rig.service.stepUp.begin(rig.call(grant))
    let shown = ShownCode(try await rig.code(to: address), token: begun.verificationToken)
    rig.clock.advance(.minutes(1))
    _ = try await rig.service.account.beginDeletion(rig.call(grant))
    try await rig.service.account.completeDeletion(
      code: try await rig.code(to: address), rig.call(grant))
    await #expect(throws: IdentityFailure.unauthorized(.accountDeleted)) {
      try await rig.service.stepUp.complete(shown, rig.call(grant))
    }
    rig.clock.advance(.minutes(1))
    try await rig.member(address, password: "horse correct battery", key: "next")
    let next = try await rig.service.passwords.login(
      userName: address, password: "horse correct battery", caller: rig.caller("next"))
    await #expect(throws: IdentityFailure.verificationTokenInvalid) {
      try await rig.service.stepUp.complete(shown, rig.call(next))
    }
    for key in ["k", "next"] {
      await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
        try await rig.service.recovery.complete(
          userName: address, code: resetCode, newPassword: "yet another good one",
          caller: rig.caller(key))
      }
    }
  }

  @Test("A proof for another account, device or purpose proves nothing")
  func swapped() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: "k")
    let stranger = try await rig.phoneMember("+4915100000001", key: "stranger")
    rig.clock.advance(.minutes(20))
    let begun = try await rig.service.stepUp.begin(rig.call(stranger))
    let code = try await rig.code(to: "+4915100000001")
    let login = try await rig.service.loginCodes.begin(userName: address, caller: rig.caller("k"))
    let loginCode = try await rig.code(to: address)
    for shown in [
      ShownCode(code, token: begun.verificationToken),
      ShownCode(loginCode, token: login.verificationToken),
      ShownCode(loginCode, token: Secret("made.0.up.AAAA")),
    ] {
      await #expect(throws: IdentityFailure.verificationTokenInvalid) {
        try await rig.service.stepUp.complete(shown, rig.call(grant))
      }
    }
  }

  @Test("DEC-3: ending another session or device requires a fresh proof, ending one's own does not")
  func ending() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: "k")
    let other = try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller("other"))
    rig.clock.advance(.minutes(20))
    await #expect(throws: need) {
      try await rig.service.sessions.revoke(other.session.id, rig.call(grant))
    }
    await #expect(throws: need) {
      try await rig.service.sessions.removeDevice(KeyThumbprint("other"), rig.call(grant))
    }
    try await rig.stepUp(grant)
    try await rig.service.sessions.revoke(other.session.id, rig.call(grant))
    rig.clock.advance(.minutes(20))
    try await rig.service.sessions.revoke(grant.session.id, rig.call(grant))
  }

  @Test("DEC-8: guesses at a session's password are bounded, and none is hashed beyond the limit")
  func guesses() async throws {
    let rig = Rig()
    let grant = try await member(rig, key: "k")
    var failures: [IdentityFailure] = []
    for _ in 0..<(SecurityRules.loginsByIdentifier.most + 3) {
      do {
        try await rig.service.stepUp.complete(ShownPassword("wrong wrong"), rig.call(grant))
      } catch let failure as IdentityFailure { failures.append(failure) }
    }
    #expect(
      failures.prefix(SecurityRules.loginsByIdentifier.most)
        .allSatisfy { $0 == .wrongCredentials })
    _ = rig.hasher.takeJournal()
    await #expect(throws: IdentityFailure.self) {
      try await rig.service.stepUp.complete(ShownPassword(password), rig.call(grant))
    }
    #expect(rig.hasher.takeJournal().isEmpty)
  }
}
