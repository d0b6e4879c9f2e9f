import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("PAS: signing up and signing in with a passkey")
struct PasskeySignInTests {
  let rig = Rig()

  private func signUp(
    _ authenticator: inout MadeUpAuthenticator, key: String = "phone"
  ) async throws -> PasskeyGrant {
    let request = try await rig.service.passkeys.beginSignUp(
      name: "Ann", caller: rig.caller(key))
    return try await rig.service.passkeys.signUp(
      try authenticator.create(request), caller: rig.caller(key))
  }

  private func signIn(
    _ authenticator: MadeUpAuthenticator, key: String = "laptop", verified: Bool = false
  ) async throws -> PasskeyGrant {
    let request = try await rig.service.passkeys.beginSignIn(
      requiresVerification: verified, caller: rig.caller(key))
    return try await rig.service.passkeys.signIn(
      try authenticator.assert(request), caller: rig.caller(key))
  }

  private func expect(
    _ failure: PasskeyFailure, _ authenticator: MadeUpAuthenticator, verified: Bool = false
  ) async {
    await #expect(throws: IdentityFailure.passkey(failure), "\(failure)") {
      try await signIn(authenticator, verified: verified)
    }
  }

  @Test("A passkey alone makes an account, and opens it elsewhere at level 2")
  func alone() async throws {
    var authenticator = MadeUpAuthenticator(1)
    let made = try await signUp(&authenticator)
    #expect(made.account.profile.name == "Ann" && made.bindings.isEmpty)
    let opened = try await signIn(authenticator)
    #expect(opened.account.id == made.account.id)
    #expect(opened.grant.session.methods == [.multiFactor, .key])
    let shown = try #require(opened.grant.session.shown?.first)
    #expect(shown.kind == AuthenticatorKind.passkey.name && shown.identifier == authenticator.id)
    #expect(made.grant.session.level == .two && opened.grant.session.level == .two)
  }

  @Test("A passkey without user verification is one factor")
  func unverified() async throws {
    var authenticator = MadeUpAuthenticator(1)
    _ = try await signUp(&authenticator)
    authenticator.isVerified = false
    let opened = try await signIn(authenticator)
    #expect(opened.grant.session.methods == [.userPresence, .key])
    #expect(opened.grant.session.level == .one)
    await expect(.userNotVerified, authenticator, verified: true)
  }

  @Test("An account with only a passkey creates its recovery codes at once, without another proof")
  func recoveryCodes() async throws {
    var authenticator = MadeUpAuthenticator(1)
    let grant = try await signUp(&authenticator).grant
    let made = try await rig.service.factors.makeRecoveryCodes(rig.call(grant))
    try await rig.service.factors.keepRecoveryCodes(made.id.text, rig.call(grant))
    let overview = try await rig.service.factors.overview(rig.call(grant))
    #expect(made.codes.count == 10 && overview.recoveryCodes?.left == 10)
    #expect(!overview.isTwoStepOn)
  }

  /// Signed up, with kept codes.
  private func sheet(_ authenticator: inout MadeUpAuthenticator) async throws -> (
    grant: TokenGrant, codes: [String]
  ) {
    let grant = try await signUp(&authenticator).grant
    let made = try await rig.service.factors.makeRecoveryCodes(rig.call(grant))
    try await rig.service.factors.keepRecoveryCodes(made.id.text, rig.call(grant))
    return (grant, made.codes.map(\.exposed))
  }

  private func recover(_ code: String, key: String? = "new") async throws -> PasskeyGrant {
    try await rig.service.passkeys.signIn(
      recovering: try #require(SheetCode(code)), caller: rig.caller(key))
  }

  @Test("PAS-5: a code is a way in exactly where passkeys are the only ones: every combination")
  func waysTable() {
    for bits in 0..<16 {
      let held = WaysHeld(
        hasIdentifier: bits & 1 != 0, hasPassword: bits & 2 != 0, hasProvider: bits & 4 != 0,
        hasPasskey: bits & 8 != 0)
      #expect(held.areOpenedByRecoveryCode == (bits == 8))
    }
  }

  @Test("PAS-5: a recovery code opens the account once, at level 1, and another passkey is added")
  func recovered() async throws {
    var lost = MadeUpAuthenticator(1)
    let (first, codes) = try await sheet(&lost)
    // However long that was ago: nobody else can have been given a code.
    rig.clock.advance(.days(400))
    let opened = try await recover(codes[0].lowercased().replacing("-", with: " "))
    #expect(opened.grant.session.account == first.session.account)
    #expect(opened.grant.session.level == .one)
    var new = MadeUpAuthenticator(2)
    let request = try await rig.service.passkeys.beginAdding(rig.call(opened.grant))
    try await rig.service.passkeys.add(try new.create(request), rig.call(opened.grant))
    await #expect(throws: IdentityFailure.wrongCredentials) { try await recover(codes[0]) }
    let left = try await rig.service.factors.overview(rig.call(opened.grant)).recoveryCodes?.left
    #expect(left == 9)
  }

  @Test(
    "PAS-5: no code opens an account without a key, before the codes are kept, or beside another way in"
  )
  func notRecovered() async throws {
    var authenticator = MadeUpAuthenticator(1)
    let (grant, codes) = try await sheet(&authenticator)
    await #expect(throws: IdentityFailure.proofRequired) { try await recover(codes[0], key: nil) }
    let pending = try await rig.service.factors.makeRecoveryCodes(rig.call(grant))
    let unkept = try #require(pending.codes.first?.exposed)
    await #expect(throws: IdentityFailure.wrongCredentials) { try await recover(unkept) }
    let other = String(codes[0].dropLast(4)) + "0000"
    await #expect(throws: IdentityFailure.wrongCredentials) { try await recover(other) }
    let begun = try await rig.service.account.beginVerification(
      of: "ann@example.com", rig.call(grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: "ann@example.com"),
      rig.call(grant))
    await #expect(throws: IdentityFailure.wrongCredentials) { try await recover(codes[1]) }
  }

  @Test("PAS-5: codes of an account with a password name no sheet, so none of them is a way in")
  func plain() async throws {
    try await rig.member("ann@example.com", password: "correct horse", key: "device")
    let grant = try await rig.signIn("ann@example.com", "correct horse", key: "device")
    let made = try await rig.service.factors.makeRecoveryCodes(rig.call(grant))
    #expect(made.codes.allSatisfy { SheetCode($0.exposed) == nil })
  }

  @Test("PAS-4: an authenticator that lies in one field is refused for that field")
  func lies() async throws {
    var honest = MadeUpAuthenticator(1)
    _ = try await signUp(&honest)
    let lies: [(PasskeyFailure, (inout MadeUpAuthenticator) -> Void)] = [
      (.wrongOrigin, { $0.origin = "https://id.example.evil" }),
      (.wrongType, { $0.type = "webauthn.create" }),
      (.wrongRelyingParty, { $0.relyingParty = "evil.example" }),
      (.userNotPresent, { $0.isPresent = false }), (.wrongSignature, { $0.noise = [1] }),
      (.unknown, { $0 = MadeUpAuthenticator(9, userHandle: $0.userHandle) }),
      (.unknown, { $0.userHandle = nil }), (.unknown, { $0.userHandle = "AAAA" }),
    ]
    for (failure, lie) in lies {
      var liar = honest
      lie(&liar)
      await expect(failure, liar)
    }
    _ = try await signIn(honest)
  }

  @Test("PAS-4: a passkey with the user handle of another account opens neither")
  func swappedHandle() async throws {
    var (ann, bob) = (MadeUpAuthenticator(1), MadeUpAuthenticator(2))
    _ = try await signUp(&ann)
    _ = try await signUp(&bob, key: "other")
    swap(&ann.userHandle, &bob.userHandle)
    await expect(.unknown, ann)
    await expect(.unknown, bob)
  }

  @Test("PAS-4: a challenge is answered once, in time, by its own device, for its own purpose")
  func challenges() async throws {
    var authenticator = MadeUpAuthenticator(1)
    _ = try await signUp(&authenticator)
    let passkeys = rig.service.passkeys
    let once = try await passkeys.beginSignIn(caller: rig.caller("laptop"))
    let answer = try authenticator.assert(once)
    await #expect(throws: IdentityFailure.passkey(.wrongChallenge)) {
      try await passkeys.signIn(answer, caller: rig.caller("thief"))
    }
    _ = try await passkeys.signIn(answer, caller: rig.caller("laptop"))
    await #expect(throws: IdentityFailure.passkey(.wrongChallenge)) {
      try await passkeys.signIn(answer, caller: rig.caller("laptop"))
    }
    let late = try await passkeys.beginSignIn(caller: rig.caller("laptop"))
    rig.clock.advance(SecurityRules.passkeyCeremonyLifetime)
    await #expect(throws: IdentityFailure.passkey(.wrongChallenge)) {
      try await passkeys.signIn(try authenticator.assert(late), caller: rig.caller("laptop"))
    }
    let other = try await passkeys.beginSignUp(caller: rig.caller("laptop"))
    let crossed = other.ceremony.challenge
    await #expect(throws: IdentityFailure.passkey(.wrongChallenge)) {
      try await passkeys.signIn(try authenticator.assert(crossed), caller: rig.caller("laptop"))
    }
  }

  @Test("PAS-4: a refused response uses up its challenge, so that nobody can try again with it")
  func spent() async throws {
    var authenticator = MadeUpAuthenticator(1)
    _ = try await signUp(&authenticator)
    let request = try await rig.service.passkeys.beginSignIn(caller: rig.caller("laptop"))
    var liar = authenticator
    liar.noise = [1]
    await #expect(throws: IdentityFailure.passkey(.wrongSignature)) {
      try await rig.service.passkeys.signIn(
        try liar.assert(request), caller: rig.caller("laptop"))
    }
    await #expect(throws: IdentityFailure.passkey(.wrongChallenge)) {
      try await rig.service.passkeys.signIn(
        try authenticator.assert(request), caller: rig.caller("laptop"))
    }
  }

  @Test("CMP-1: a sign-in whose response was lost gets it again, and not with another body")
  func lostResponse() async throws {
    var authenticator = MadeUpAuthenticator(1)
    _ = try await signUp(&authenticator)
    let request = try await rig.service.passkeys.beginSignIn(caller: rig.caller("laptop"))
    let answer = try authenticator.assert(request)
    func call() async throws -> PasskeyGrant {
      var caller = rig.caller("laptop")
      caller.idempotencyKey = "intent-of-one-sign-in"
      return try await rig.service.passkeys.signIn(answer, caller: caller)
    }
    let first = try await call()
    #expect(try await call().grant.session.id == first.grant.session.id)
  }

  @Test("PAS-4: a cloned authenticator is refused and marked, and its owner is told")
  func clone() async throws {
    try await rig.member("ann@example.com", password: "correct horse", key: "phone")
    let member = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "correct horse", caller: rig.caller("phone"))
    var authenticator = MadeUpAuthenticator(1)
    authenticator.signCount = 7
    let request = try await rig.service.passkeys.beginAdding(rig.call(member))
    try await rig.service.passkeys.add(try authenticator.create(request), rig.call(member))
    authenticator.signCount = 8
    _ = try await signIn(authenticator)
    for count in [8, 7, 0] as [UInt32] {
      authenticator.signCount = count
      await expect(.cloned, authenticator)
    }
    let own = try await rig.service.passkeys.own(rig.call(member))
    #expect(own.map { $0.passkey.clonedAt } == [rig.clock.now()])
    #expect(await rig.messages().contains { $0.template == .passkeyCloned })
    let account = try #require(member.session.account)
    let events = try await rig.store.read("test") { try $0.securityEvents(of: account, most: 50) }
    #expect(events.contains { $0.kind == .passkeyCloned && $0.count == 3 })
    // Nobody is locked out by it: the true one counts on.
    authenticator.signCount = 9
    _ = try await signIn(authenticator)
  }

  @Test("DEC-1: after a year a verified passkey still opens its account on a new device")
  func dormant() async throws {
    try await rig.member("ann@example.com", password: "correct horse", key: "phone")
    let member = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "correct horse", caller: rig.caller("phone"))
    var authenticator = MadeUpAuthenticator(1)
    let request = try await rig.service.passkeys.beginAdding(rig.call(member))
    try await rig.service.passkeys.add(try authenticator.create(request), rig.call(member))
    rig.clock.advance(.days(365))
    authenticator.isVerified = false
    await #expect(throws: IdentityFailure.insufficientAuthentication(ProofNeed(level: .one))) {
      try await signIn(authenticator)
    }
    authenticator.isVerified = true
    _ = try await signIn(authenticator)
  }

  @Test("Without a device key, or if none are configured, there are no passkeys")
  func keyless() async throws {
    await #expect(throws: IdentityFailure.proofRequired) {
      try await rig.service.passkeys.beginSignIn(caller: rig.caller(nil))
    }
    await #expect(throws: IdentityFailure.proofRequired) {
      try await rig.service.passkeys.beginSignUp(caller: rig.caller(nil))
    }
    let without = Rig { $0.passkeys = nil }
    await #expect(throws: IdentityFailure.notFound) {
      try await without.service.passkeys.beginSignIn(caller: without.caller("phone"))
    }
    let closed = Rig { $0.isRegistrationOpen = false }
    await #expect(throws: IdentityFailure.registrationClosed) {
      try await closed.service.passkeys.beginSignUp(caller: closed.caller("phone"))
    }
  }

  @Test("DEC-8: a device that asks for challenges without end is stopped")
  func budget() async throws {
    for _ in 0..<SecurityRules.passkeyCeremonies.most {
      _ = try await rig.service.passkeys.beginSignIn(caller: rig.caller("phone"))
    }
    await #expect {
      try await rig.service.passkeys.beginSignIn(caller: rig.caller("phone"))
    } throws: {
      if case .limited = $0 as? IdentityFailure { true } else { false }
    }
    _ = try await rig.service.passkeys.beginSignIn(caller: rig.caller("laptop"))
  }
}
