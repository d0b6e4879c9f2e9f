import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("Attacks that once succeeded, against the domain")
struct DoorTests {
  private let address = "ann@example.com"
  private let number = "+4915112345678"
  private let password = "staple battery"

  /// With an address, a number, a password and a device key, and idle for this long.
  private func sleeper(_ rig: Rig, idle: Duration) async throws {
    try await rig.member(address, password: password, key: "own")
    let grant = try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller("own"))
    let begun = try await rig.service.account.beginVerification(of: number, rig.call(grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: number), rig.call(grant))
    rig.clock.advance(idle)
  }

  private func signIn(_ rig: Rig, _ name: String, key: String?, password: String? = nil)
    async throws
    -> TokenGrant
  {
    rig.clock.advance(.minutes(2))
    let begun = try await rig.service.loginCodes.begin(userName: name, caller: rig.caller(key))
    return try await rig.service.loginCodes.complete(
      userName: name, password: password, token: begun.verificationToken,
      code: try await rig.code(to: name), caller: rig.caller(key))
  }

  @Test(
    "DEC-1: a code to any identifier of a dormant account opens nothing on an unknown device",
    arguments: [nil, "new"])
  func sleeping(key: String?) async throws {
    for name in [address, number] {
      let rig = Rig()
      try await sleeper(rig, idle: .days(91))
      await #expect(
        throws: IdentityFailure.insufficientAuthentication(ProofNeed(level: .one))
      ) { try await signIn(rig, name, key: key) }
      await #expect(throws: IdentityFailure.wrongCredentials) {
        try await signIn(rig, name, key: key, password: "wrong wrong")
      }
      _ = try await signIn(rig, name, key: key, password: password)
    }
  }

  @Test(
    "DEC-1: an account used yesterday, or a device it knows, needs a single proof")
  func awake() async throws {
    for (idle, key) in [(Duration.days(89), "new"), (.days(91), "own")] {
      let rig = Rig()
      try await sleeper(rig, idle: idle)
      _ = try await signIn(rig, number, key: key)
    }
  }

  @Test("DEC-1: a recovery by a dormant account's identifier is answered like a wrong code")
  func sleepingRecovery() async throws {
    let rig = Rig()
    try await sleeper(rig, idle: .days(91))
    for name in [number, address] {
      rig.clock.advance(.minutes(2))
      _ = try await rig.service.recovery.begin(userName: name, caller: rig.caller(nil))
      await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
        try await rig.service.recovery.complete(
          userName: name, code: try await rig.code(to: name), newPassword: "a new long password",
          caller: rig.caller(nil))
      }
    }
    _ = try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller("own"))
  }

  @Test("DEC-1: an owner with nothing but a mailbox recovers by it, however long it was dormant")
  func onlyMailbox() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    rig.clock.advance(.days(200))
    await #expect(
      throws: IdentityFailure.insufficientAuthentication(ProofNeed(level: .one))
    ) {
      try await rig.service.passwords.login(
        userName: address, password: password, caller: rig.caller("new"))
    }
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("new"))
    try await rig.service.recovery.complete(
      userName: address, code: try await rig.code(to: address),
      newPassword: "a new long password", caller: rig.caller("new"))
    _ = try await rig.service.passwords.login(
      userName: address, password: "a new long password", caller: rig.caller("new"))
  }

  @Test("PHN-10: an account that lost its number opens by its old key, and by no other")
  func reopened() async throws {
    let rig = Rig()
    let old = try await rig.phoneMember(number, key: "old")
    rig.clock.advance(.days(91))
    let new = try await rig.phoneMember(number, key: "new")
    #expect(new.session.account != old.session.account)
    let back = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller("old"))
    guard case .signedIn(let grant, _, let bindings) = back else {
      Issue.record("the old key does not open its account")
      return
    }
    #expect(grant.session.account == old.session.account && bindings.isEmpty)
    guard
      case .challenge = try await rig.service.phones.begin(
        number: number, region: nil, caller: rig.caller("third"))
    else {
      Issue.record("a stranger is let in without a code")
      return
    }
    // With only its device left it adds an address, and is complete again.
    let begun = try await rig.service.account.beginVerification(of: address, rig.call(grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: address), rig.call(grant))
  }

  @Test("DEC-2: each requester without a key has a challenge of its own")
  func ownChallenge() async throws {
    let rig = Rig()
    var tokens: [Secret<VerificationToken>] = []
    var codes: [Secret<OneTimeCode>] = []
    for _ in 0..<2 {
      guard
        case .challenge(let challenge) = try await rig.service.phones.begin(
          number: number, region: nil, caller: rig.caller(nil))
      else { return }
      tokens.append(challenge.verificationToken)
      codes.append(try await rig.code(to: number))
      rig.clock.advance(.minutes(2))
    }
    #expect(tokens[0] != tokens[1])
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await rig.service.phones.verify(
        token: tokens[1], code: codes[0], caller: rig.caller(nil))
    }
    // The later one took nothing from the earlier one.
    _ = try await rig.service.phones.verify(
      token: tokens[0], code: codes[0], caller: rig.caller(nil))
    for number in 1...SecurityRules.callsByChallenge.most + 1 {
      let failure = await #expect(throws: IdentityFailure.self) {
        try await rig.service.phones.startAnew(token: tokens[0], caller: rig.caller(nil))
      }
      if number > SecurityRules.callsByChallenge.most, case .limited = failure { continue }
      #expect(number < SecurityRules.callsByChallenge.most + 1, "polling met no limit")
    }
  }

  @Test("DEC-5: after a stranger's attempt days ago, a code without a key keeps no password")
  func tombstones() async throws {
    for (wait, keepsPassword) in [(Duration.days(6), false), (.days(8), true)] {
      let rig = Rig()
      _ = try await rig.service.registration.register(
        userName: address, password: "the strangers own", caller: rig.caller(nil))
      rig.clock.advance(wait)
      _ = try await rig.service.registration.register(
        userName: address, password: password, caller: rig.caller(nil))
      try await rig.service.registration.confirm(
        userName: address, code: try await rig.code(to: address), caller: rig.caller(nil))
      let login = try? await rig.service.passwords.login(
        userName: address, password: password, caller: rig.caller(nil))
      #expect((login != nil) == keepsPassword, "after \(wait)")
    }
  }

  @Test("DEC-5: a code requested with a key is valid with that key only")
  func keyedCode() async throws {
    let rig = Rig()
    let attempt = try await rig.service.registration.register(
      userName: address, password: "the strangers own", caller: rig.caller("stranger"))
    let code = try await rig.code(to: address)
    for key in [nil, "victim"] {
      for named in [nil, attempt.attempt] {
        await #expect(throws: IdentityFailure.self) {
          try await rig.service.registration.confirm(
            userName: address, code: code, attempt: named, caller: rig.caller(key))
        }
      }
    }
  }

  @Test("DEC-6: whatever ends trust ends both kinds of it, in one place")
  func trust() async throws {
    let ends: [(String, @Sendable (Rig, TokenGrant) async throws -> Void)] = [
      (
        "operator",
        { rig, grant in
          _ = try await rig.store.transaction("out") { tables in
            try tables.signOut(
              try #require(grant.session.account), by: try #require(OperatorName("support")),
              at: rig.clock.now())
          }
        }
      ),
      (
        "revoked",
        { rig, grant in
          let other = try await rig.service.passwords.login(
            userName: "ann@example.com", password: "staple battery", caller: rig.caller("other"))
          try await rig.service.sessions.revoke(grant.session.id, rig.call(other))
        }
      ),
      (
        "password",
        { rig, _ in
          let other = try await rig.service.passwords.login(
            userName: "ann@example.com", password: "staple battery", caller: rig.caller("other"))
          try await rig.service.passwords.change(
            from: "staple battery", to: "another long phrase", call: rig.call(other))
        }
      ),
    ]
    for (name, end) in ends {
      let rig = Rig()
      try await sleeper(rig, idle: .minutes(2))
      guard
        case .challenge(let challenge) = try await rig.service.phones.begin(
          number: number, region: nil, caller: rig.caller("own"))
      else { return }
      guard
        case .signedIn(let grant, _, _) = try await rig.service.phones.verify(
          token: challenge.verificationToken, code: try await rig.code(to: number),
          caller: rig.caller("own"))
      else { return }
      _ = try await rig.service.markets.login(
        userName: address, password: password, market: "DE,BE", caller: rig.caller("own"))
      try await end(rig, grant)
      rig.clock.advance(.minutes(2))
      let left = try await rig.store.read("look") { tables in
        let device = try tables.device(
          KeyThumbprint("own"), of: try #require(grant.session.account))
        let phone = try #require(GermanPhones().parse(number, region: nil))
        return (try tables.trust(in: phone), device?.marketGrant, device)
      }
      #expect(left.0 == nil && left.1 == nil, "\(name)")
      #expect(left.2 != nil, "\(name): that it is known outlives trust")
    }
  }

  @Test("DEC-8: nothing that was settled is hashed or sent again")
  func replays() async throws {
    let rig = Rig()
    var caller = rig.caller("k")
    func keyed() -> Caller {
      caller.proof = rig.proof("k")
      caller.idempotencyKey = "i"
      caller.body = Secret("b")
      return caller
    }
    _ = try await rig.service.registration.register(
      userName: address, password: password, caller: keyed())
    _ = rig.hasher.takeJournal()
    let messages = await rig.messages().count
    for _ in 0..<400 {
      _ = try await rig.service.registration.register(
        userName: address, password: password, caller: keyed())
    }
    #expect(rig.hasher.takeJournal().isEmpty)
    #expect(await rig.messages().count == messages)
  }

  @Test("DEC-10: the owner is notified of a sign-in without a key, once a day per network")
  func keyless() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    for network in ["home", "home", "cafe"] {
      var caller = rig.caller(nil, network: network)
      caller.language = "ar"
      _ = try await rig.service.passwords.login(
        userName: address, password: password, caller: caller)
    }
    let notices = await rig.messages().filter { $0.template == .newSignIn }
    #expect(notices.count == 2 && notices.allSatisfy { $0.language == "en" })
  }

  @Test("DEC-10: an owner without a language is written to in the service's, never in a stranger's")
  func unsaidLanguage() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    try await rig.store.transaction("imported") { tables in
      guard let email = EmailAddress(self.address),
        let owner = try tables.binding(of: .email(email))?.account,
        var account = try tables.account(owner)
      else { return }
      account.language = nil
      try tables.put(account)
    }
    let before = await rig.messages().count
    var stranger = rig.caller(nil, network: "far")
    stranger.language = "ar"
    _ = try await rig.service.recovery.begin(userName: address, caller: stranger)
    rig.clock.advance(.minutes(2))
    try await rig.service.markets.sendTemporaryPassword(userName: address, caller: stranger)
    rig.clock.advance(.minutes(2))
    _ = try await rig.service.registration.register(
      userName: address, password: "staple battery horse", caller: stranger)
    let told = await rig.messages().dropFirst(before)
    #expect(told.count == 3 && told.allSatisfy { $0.language == "en" })
    // A user who signs in has one from then on.
    var owner = rig.caller("own")
    owner.language = "de"
    let grant = try await rig.service.passwords.login(
      userName: address, password: password, caller: owner)
    #expect(try await rig.service.account.profile(rig.call(grant)).account.language == "de")
  }

  @Test("DEC-11: failures are counted, and no number of sources fills the log")
  func events() async throws {
    let rig = Rig()
    try await rig.member(address, password: password, key: "own")
    for number in 0..<60 {
      rig.clock.advance(.minutes(1))
      _ = try? await rig.service.passwords.login(
        userName: address, password: "wrong wrong", caller: rig.caller("key-\(number)"))
      _ = try? await rig.service.passwords.login(
        userName: "nobody@example.com", password: "wrong wrong",
        caller: rig.caller("key-\(number)"))
    }
    let rows = try await rig.store.read("look") { try $0.securityEvents(most: 1_000) }
    let failed = rows.filter { $0.kind == .signInFailed }
    let days = Set(failed.map(\.day)).count
    #expect(failed.map(\.count).reduce(0, +) > 40)
    #expect(failed.count <= days * (SecurityRules.securityEventSources + 2))
    #expect(!String(describing: rows).contains("nobody@example.com"))
  }
}
