import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("Sessions, devices and pushes")
struct SessionTests {
  private let number = "+4915112345678"

  @Test("A stolen refresh token without its key refreshes nothing and signs no one out")
  func stolenToken() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember(number, key: "k")
    let token = try #require(grant.refreshToken)
    for key in ["thief", nil] {
      await #expect(throws: IdentityFailure.proofRequired) {
        try await rig.service.sessions.refresh(token, caller: rig.caller(key))
      }
      await #expect(throws: IdentityFailure.proofRequired) {
        try await rig.service.sessions.logout(token, everywhere: true, caller: rig.caller(key))
      }
    }
    _ = try await rig.service.sessions.refresh(token, caller: rig.caller("k"))
    let audit = try await rig.store.transaction("read") { try $0.securityEvents(most: 9) }
    #expect(audit.map(\.kind).contains(.foreignKeyRefresh))
  }

  @Test("ENT-10: reuse of an old refresh token ends the session with its cause in the sign-out log")
  func reuse() async throws {
    let rig = Rig()
    let first = try await rig.phoneMember(number, key: "k")
    let oldest = try #require(first.refreshToken)
    var grant = first
    for _ in 0..<2 {
      grant = try await rig.service.sessions.refresh(
        try #require(grant.refreshToken), caller: rig.caller("k"))
    }
    try await rig.service.push.register(
      platform: "APNS", pushToken: Secret("push"), rig.call(grant))
    let replayed = rig.caller("k")
    await #expect(throws: IdentityFailure.refreshTokenInvalid(.refreshTokenReuse)) {
      try await rig.service.sessions.refresh(oldest, caller: replayed)
    }
    await #expect(throws: IdentityFailure.unauthorized(.refreshTokenReuse)) {
      try await rig.service.account.profile(rig.call(grant))
    }
    let log = try await rig.store.transaction("read") {
      try $0.signOuts(of: first.session.holder, most: 9)
    }
    #expect(log.map(\.end.cause) == [.refreshTokenReuse])
    let push = try await rig.store.transaction("read") { try $0.pushEndpoint("push") }
    #expect(push == nil)
  }

  @Test("A duplicate call with an old token and a used proof changes nothing")
  func duplicate() async throws {
    let rig = Rig()
    var grant = try await rig.phoneMember(number, key: "k")
    let oldest = try #require(grant.refreshToken)
    let caller = rig.caller("k")
    _ = try await rig.service.sessions.refresh(oldest, caller: caller)
    for _ in 0..<2 {
      grant = try await rig.service.sessions.refresh(oldest, caller: rig.caller("k"))
    }
    grant = try await rig.service.sessions.refresh(
      try #require(grant.refreshToken), caller: rig.caller("k"))
    await #expect(throws: IdentityFailure.proofDuplicate) {
      try await rig.service.sessions.refresh(oldest, caller: caller)
    }
    rig.clock.advance(.minutes(5))
    var late = rig.caller("k")
    late.proof = .outdated(KeyThumbprint("k"))
    let outdated = late
    await #expect(throws: IdentityFailure.proofNonceRequired) {
      try await rig.service.sessions.refresh(oldest, caller: outdated)
    }
    _ = try await rig.service.account.profile(rig.call(grant))
  }

  @Test(
    "BOOT-6: a cookie session changes nothing without its own crumb, and refreshes with it only")
  func crumbs() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    var callers = (0..<2).map { rig.caller("browser-\($0)", cookie: true) }
    let first = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "staple battery", caller: callers[0])
    let second = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "staple battery", caller: callers[1])
    callers = []
    let crumb = try #require(first.crumb)
    #expect(try await rig.service.sessions.crumb(rig.call(first)).crumb == crumb)
    let good = rig.call(first)
    let bare = rig.call(first, crumb: false)
    let foreign = SessionCall(
      claims: bare.claims, crumb: second.crumb, caller: rig.call(first).caller)
    for call in [bare, foreign] {
      await #expect(throws: IdentityFailure.crumbInvalid) {
        try await rig.service.account.changeProfile(ProfileChange(name: "X"), call)
      }
    }
    _ = try await rig.service.account.changeProfile(ProfileChange(name: "Ann"), good)
    let token = try #require(first.refreshToken)
    for wrong in [nil, second.crumb] {
      await #expect(throws: IdentityFailure.crumbInvalid) {
        try await rig.service.sessions.refresh(
          token, crumb: wrong, caller: rig.caller("browser-0", cookie: true))
      }
    }
    let next = try await rig.service.sessions.refresh(
      token, crumb: crumb, caller: rig.caller("browser-0", cookie: true))
    #expect(next.crumb == crumb)
  }

  @Test("CMP-13: a push token moves to the device's new user, and ends with the session")
  func pushOwnership() async throws {
    let rig = Rig()
    let ann = try await rig.phoneMember(number, key: "k")
    try await rig.service.push.register(
      platform: "APNS", pushToken: Secret("push"), rig.call(ann))
    let bob = try await rig.phoneMember("+4915199999999", key: "k")
    await #expect(throws: IdentityFailure.unauthorized(.replaced)) {
      try await rig.service.account.profile(rig.call(ann))
    }
    try await rig.service.push.register(
      platform: "APNS", pushToken: Secret("push"), rig.call(bob))
    let other = try await rig.phoneMember(number, key: "other")
    try await rig.service.push.release(pushToken: Secret("push"), rig.call(other))
    var owner = try await rig.store.transaction("read") { try $0.pushEndpoint("push")?.account }
    #expect(owner == bob.session.account)
    try await rig.service.sessions.logout(rig.call(bob), everywhere: false)
    owner = try await rig.store.transaction("read") { try $0.pushEndpoint("push")?.account }
    #expect(owner == nil)
  }

  @Test(
    "CMP-5: sessions are listed and revoked one by one, and the log says why each ended")
  func listAndRevoke() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    var grants: [TokenGrant] = []
    for key in ["a", "b", nil] {
      grants.append(
        try await rig.service.passwords.login(
          userName: "ann@example.com", password: "staple battery", caller: rig.caller(key)))
      rig.clock.advance(.minutes(1))
    }
    let stranger = try await rig.phoneMember(number, key: "stranger")
    let listed = try await rig.service.sessions.list(rig.call(grants[0]))
    #expect(listed.map(\.id) == grants.map(\.session.id))
    #expect(listed.map(\.isCurrent) == [true, false, false])
    #expect(listed.map(\.isKeyBound) == [true, true, false])
    await #expect(throws: IdentityFailure.notFound) {
      try await rig.service.sessions.revoke(grants[0].session.id, rig.call(stranger))
    }
    try await rig.service.sessions.revoke(grants[2].session.id, rig.call(grants[0]))
    try await rig.service.sessions.removeDevice(KeyThumbprint("b"), rig.call(grants[0]))
    let log = try await rig.service.sessions.signOuts(rig.call(grants[0]), most: 9)
    #expect(log.map(\.end.cause) == [.deviceRemoved, .revokedByUser])
    #expect(try await rig.service.sessions.list(rig.call(grants[0])).count == 1)
    #expect(await rig.messages().filter { $0.template == .newDevice }.count == 1)
  }

  @Test("Compat sessions keep their refresh token, and can be switched off")
  func compat() async throws {
    let rig = Rig()
    try await rig.member("ann@example.com", password: "staple battery")
    let grant = try await rig.service.passwords.login(
      userName: "ann@example.com", password: "staple battery", caller: rig.caller(nil))
    let token = try #require(grant.refreshToken)
    #expect(grant.crumb == nil)
    for _ in 0..<3 {
      rig.clock.advance(.days(20))
      let next = try await rig.service.sessions.refresh(token, caller: rig.caller(nil))
      #expect(next.refreshToken == token)
    }
    var settings = rig.settings
    settings.isCompatOn = false
    let strict = IdentityService(ports: rig.service.ports, settings: settings)
    await #expect(throws: IdentityFailure.refreshTokenInvalid(.kindSwitchedOff)) {
      try await strict.sessions.refresh(token, caller: rig.caller(nil))
    }
    await #expect(throws: IdentityFailure.sessionKindOff) {
      try await strict.passwords.login(
        userName: "ann@example.com", password: "staple battery", caller: rig.caller(nil))
    }
  }

  @Test("ONB-1: rLogin runs beside a sign-in, is one session per key, and reads no profile")
  func anonymous() async throws {
    let rig = Rig()
    let installation = String(repeating: "A", count: 22)
    let first = try await rig.service.launch.openAnonymousSession(
      installation: installation, caller: rig.caller("k"))
    _ = try await rig.phoneMember(number, key: "k")
    let second = try await rig.service.launch.openAnonymousSession(
      installation: installation, caller: rig.caller("k"))
    #expect(first.session.id == second.session.id)
    #expect(second.refreshToken == nil && second.idToken == nil)
    for value in ["x", "y"] {
      try await rig.service.launch.submitSelection(key: "screenB1", value: value, rig.call(second))
    }
    #expect(try await rig.service.launch.selections(rig.call(second)).map(\.value) == ["y"])
    await #expect(throws: IdentityFailure.insufficientScope) {
      try await rig.service.account.profile(rig.call(second))
    }
    rig.clock.advance(.days(1))
    await #expect(throws: IdentityFailure.unauthorized(.absoluteTimeout)) {
      try await rig.service.launch.selections(rig.call(second))
    }
  }

  @Test("ENT-2: one launch call takes the refresh token and returns everything")
  func launch() async throws {
    let rig = Rig {
      $0.versions = VersionPolicy(rules: [
        "test": VersionPolicy.Rule(least: AppVersion("1.0")!, newest: AppVersion("1.1")!)
      ])
    }
    let grant = try await rig.phoneMember(number, key: "k")
    try await rig.service.launch.submitSelection(key: "b", value: "1", rig.call(grant))
    let answer = try await rig.service.launch.launch(
      refreshToken: grant.refreshToken, caller: rig.caller("k"))
    #expect(answer.version == .updateAvailable)
    #expect(answer.profile?.account.id == grant.session.account)
    #expect(answer.selections.map(\.value) == ["1"])
    let next = try #require(try answer.session?.get())
    #expect(next.refreshToken != grant.refreshToken && next.crumb == grant.crumb)
    let bad = try await rig.service.launch.launch(
      refreshToken: Secret("none"), caller: rig.caller("k"))
    guard case .failure(.refreshTokenInvalid(nil)) = bad.session else {
      Issue.record("a made-up refresh token launches")
      return
    }
    let none = try await rig.service.launch.launch(refreshToken: nil, caller: rig.caller("k"))
    #expect(none.session == nil)
  }

  @Test("ENT-7: versions compare number by number; an unparsable one is current")
  func versions() throws {
    let rule = VersionPolicy.Rule(
      least: try #require(AppVersion("1.10")), newest: try #require(AppVersion("2.0.1")))
    let policy = VersionPolicy(rules: ["ios": rule])
    let table: [(String, VersionPolicy.Verdict)] = [
      ("1.9", .updateRequired), ("1.9.99", .updateRequired), ("0", .updateRequired),
      ("1.10", .updateAvailable), ("1.10.0", .updateAvailable), ("2.0", .updateAvailable),
      ("2.0.1", .current), ("2.0.1-beta", .current), ("10", .current), ("", .current),
      ("1..2", .current), ("1.x", .current), ("-1", .current), ("9999999999", .current),
    ]
    for (version, verdict) in table {
      #expect(policy.verdict(platform: "ios", version: version) == verdict, "\(version)")
    }
    #expect(policy.verdict(platform: "android", version: "0") == .current)
  }
}
