import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Synchronization
import Testing

@Suite("Accounts with a password")
struct AccountTests {
  private let address = "ann@example.com"

  @Test("ACC-1: an address is registered, confirmed by its code, and can sign in")
  func registration() async throws {
    let rig = Rig(runsTwice: true)
    _ = try await rig.service.registration.register(
      userName: "Ann@Example.com", password: "staple battery", caller: rig.caller(nil))
    await #expect(throws: IdentityFailure.notConfirmed) {
      try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: rig.caller(nil))
    }
    try await rig.service.registration.confirm(
      userName: address, code: try await rig.code(to: address), caller: rig.caller(nil))
    let grant = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller(nil))
    let profile = try await rig.service.account.profile(rig.call(grant))
    #expect(profile.email?.text == address)
  }

  @Test("Passwords that are too short, too long, common or untypable are refused with the reason")
  func weakPasswords() async {
    let rig = Rig { $0.accountPasswords.blocked = ["portico rules"] }
    let table: [(String, PasswordWeakness)] = [
      ("1234567", .tooShort), ("", .tooShort), (String(repeating: "ab", count: 129), .tooLong),
      ("Portico Rules", .ownWords), ("ann@example.com", .ownWords), ("aaaaaaaaaa", .common),
      ("xAnnabel1", .ownWords), ("tab\u{0}between", .unprintable),
      ("e\u{301}e\u{301}e\u{301}e\u{301}", .tooShort),
    ]
    for (password, weakness) in table {
      await #expect(throws: IdentityFailure.weakPassword(weakness), "\(password)") {
        try await rig.service.registration.register(
          userName: "ann@example.com", password: password, name: "Annabel",
          caller: rig.caller(nil))
      }
    }
    #expect(rig.hasher.takeJournal().isEmpty)
  }

  @Test("A password is the same however its accents are composed")
  func normalization() async throws {
    let rig = Rig()
    try await rig.member(address, password: "caf\u{E9} cr\u{E8}me")
    _ = try await rig.service.passwords.login(
      userName: address, password: "cafe\u{301} cre\u{300}me", caller: rig.caller(nil))
  }

  @Test("Addresses have one canonical form, and an invalid address is malformed")
  func addresses() {
    #expect(EmailAddress("Ann.B+c@Mail.Example.COM")?.text == "ann.b+c@mail.example.com")
    for wrong in [
      "", "@", "ann", "ann@", "@example.com", "ann@example", "a b@example.com",
      "ann@exa mple.com", "ann..b@example.com", ".ann@example.com", "ann@-x.com",
      "ann@x..com", "\u{430}nn@example.com", "ann@ex\u{E4}mple.com", "ann\u{0}@example.com",
      "ann@example.com\n", "\"a b\"@example.com", String(repeating: "a", count: 65) + "@x.com",
      "a@" + String(repeating: "b", count: 64) + ".com",
      "a@" + String(repeating: "b.", count: 130) + "com",
    ] {
      #expect(EmailAddress(wrong) == nil, "\(wrong)")
    }
  }

  @Test("ACC-5: a reset by code signs the other sessions out and invalidates the old password")
  func reset() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    let old = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("k"))
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller(nil))
    let code = try await rig.code(to: address)
    try await rig.service.recovery.complete(
      userName: address, code: code, newPassword: "horse correct battery", caller: rig.caller(nil))
    await #expect(throws: IdentityFailure.unauthorized(.passwordReset)) {
      try await rig.service.account.profile(rig.call(old))
    }
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: rig.caller(nil))
    }
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await rig.service.recovery.complete(
        userName: address, code: code, newPassword: "yet another good one", caller: rig.caller(nil))
    }
    #expect(await rig.messages().last?.template == .passwordChanged)
  }

  @Test("ACC-5: a code to a verified number resets the password as well")
  func resetByNumber() async throws {
    let rig = Rig()
    let number = "+4915112345678"
    let grant = try await rig.phoneMember(number, key: "k")
    _ = try await rig.service.recovery.begin(userName: number, caller: rig.caller(nil))
    try await rig.service.recovery.complete(
      userName: number, code: try await rig.code(to: number),
      newPassword: "horse correct battery", caller: rig.caller(nil))
    await #expect(throws: IdentityFailure.unauthorized(.passwordReset)) {
      try await rig.service.account.profile(rig.call(grant))
    }
    let login = try await rig.service.passwords.login(
      userName: number, password: "horse correct battery", caller: rig.caller("new"))
    #expect(login.session.account == grant.session.account)
  }

  @Test("A password change needs the old one, keeps this session and ends the others")
  func change() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    let login = {
      try await rig.service.passwords.login(
        userName: self.address, password: "staple battery", caller: rig.caller($0))
    }
    let own = try await login("own")
    let other = try await login("other")
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.change(
        from: "wrong wrong", to: "horse correct battery", call: rig.call(own))
    }
    try await rig.service.passwords.change(
      from: "staple battery", to: "horse correct battery", call: rig.call(own))
    _ = try await rig.service.account.profile(rig.call(own))
    await #expect(throws: IdentityFailure.unauthorized(.passwordChanged)) {
      try await rig.service.account.profile(rig.call(other))
    }
  }

  @Test("CTR-4: An account without a password sets its first one after a fresh proof, once")
  func firstPassword() async throws {
    let rig = Rig()
    let number = "+4915112345678"
    let grant = try await rig.phoneMember(number, key: "k")
    let other = try await rig.phoneMember(number, key: "other")
    let set = { (password: String) in
      try await rig.service.passwords.set(password, call: rig.call(grant))
    }
    rig.clock.advance(.hours(1))
    await #expect {
      try await set("horse correct battery")
    } throws: { failure in
      guard case .insufficientAuthentication = failure as? IdentityFailure else { return false }
      return true
    }
    #expect(try await rig.service.factors.overview(rig.call(grant)).hasPassword == false)
    let begun = try await rig.service.stepUp.begin(rig.call(grant))
    try await rig.service.stepUp.complete(
      ShownCode(try await rig.code(to: number), token: begun.verificationToken), rig.call(grant))
    await #expect(throws: IdentityFailure.weakPassword(.tooShort)) { try await set("short") }
    await #expect(throws: IdentityFailure.weakPassword(.ownWords)) {
      try await set(number + number)
    }
    try await set("horse correct battery")
    #expect(try await rig.service.factors.overview(rig.call(grant)).hasPassword)
    // Nothing that the other sessions began with has ended.
    _ = try await rig.service.account.profile(rig.call(other))
    let login = try await rig.service.passwords.login(
      userName: number, password: "horse correct battery", caller: rig.caller("new"))
    #expect(login.session.account == grant.session.account)
    // Now there is one that must be given.
    await #expect(throws: IdentityFailure.malformed(field: "password")) {
      try await set("another long phrase")
    }
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.login(
        userName: number, password: "another long phrase", caller: rig.caller("newer"))
    }
  }

  @Test("A password that is changed while it is being checked opens nothing")
  func changedMeanwhile() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller(nil))
    let code = try await rig.code(to: address)
    rig.hasher.state.withLock { state in
      state.meanwhile = { [address] in
        try await rig.service.recovery.complete(
          userName: address, code: code, newPassword: "horse correct battery",
          caller: rig.caller(nil))
      }
    }
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: rig.caller(nil))
    }
    _ = try await rig.service.passwords.login(
      userName: address, password: "horse correct battery", caller: rig.caller(nil))
  }

  @Test("An outdated hash is renewed at login, and a full queue says when to retry")
  func rehash() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    rig.hasher.state.withLock { $0.parameters = 2 }
    for expected in [["verify", "hash"], ["verify"]] {
      _ = rig.hasher.takeJournal()
      _ = try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: rig.caller(nil))
      #expect(rig.hasher.takeJournal() == expected)
    }
    rig.hasher.state.withLock { $0.isBusy = true }
    await #expect(throws: IdentityFailure.busy(until: rig.clock.now() + .seconds(3))) {
      try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: rig.caller(nil))
    }
  }

  @Test("A stranger who uses up the tries does not lock out the owner's own device")
  func lockout() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    _ = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("own"))
    var failures: [IdentityFailure] = []
    for number in 0..<30 {
      do {
        _ = try await rig.service.passwords.login(
          userName: address, password: "guess number \(number)",
          caller: rig.caller("stranger-\(number)"))
      } catch let failure as IdentityFailure {
        failures.append(failure)
      }
    }
    #expect(failures.filter { $0 == .wrongCredentials }.count == 19)
    _ = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("own"))
    await #expect(throws: IdentityFailure.self) {
      try await rig.service.passwords.login(
        userName: address, password: "staple battery", caller: rig.caller("stranger"))
    }
  }

  @Test("A block is disclosed after the right password only, and ends the account's sessions")
  func blocked() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    let grant = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("k"))
    let id = try #require(grant.session.account)
    try await rig.store.transaction("block") { tables in
      if var account = try tables.account(id) {
        account.isBlocked = true
        try tables.put(account)
      }
    }
    for (password, failure) in [
      ("staple battery", IdentityFailure.accountBlocked), ("wrong wrong", .wrongCredentials),
    ] {
      await #expect(throws: failure) {
        try await rig.service.passwords.login(
          userName: address, password: password, caller: rig.caller(nil))
      }
    }
    await #expect(throws: IdentityFailure.unauthorized(.accountBlocked)) {
      try await rig.service.account.profile(rig.call(grant))
    }
  }

  @Test("ACC-9: a deleted account leaves nothing but the ends of its sessions")
  func deletion() async throws {
    let rig = Rig()
    try await rig.member(address, password: "staple battery")
    let grant = try await rig.service.passwords.login(
      userName: address, password: "staple battery", caller: rig.caller("k"))
    try await rig.service.launch.submitSelection(key: "b", value: "1", rig.call(grant))
    try await rig.service.push.register(
      platform: "GCM", pushToken: Secret("push"), rig.call(grant))
    _ = try await rig.service.account.beginDeletion(rig.call(grant))
    await #expect(throws: IdentityFailure.wrongCode(triesLeft: 4)) {
      try await rig.service.account.completeDeletion(code: Secret("no"), rig.call(grant))
    }
    try await rig.service.account.completeDeletion(
      code: try await rig.code(to: address), rig.call(grant))
    await #expect(throws: IdentityFailure.unauthorized(.accountDeleted)) {
      try await rig.service.account.profile(rig.call(grant))
    }
    try await rig.store.transaction("clean") {
      _ = try $0.removeExpired(before: rig.clock.now() + .days(3))
    }
    let owner = try #require(grant.session.account)
    let left = try await rig.store.transaction("read") { tables in
      [
        try tables.account(owner) == nil, try tables.password(of: owner) == nil,
        try tables.bindings(of: owner).isEmpty, try tables.devices(of: owner).isEmpty,
        try tables.pushEndpoints(of: owner).isEmpty,
        try tables.selections(of: .account(owner)).isEmpty,
      ]
    }
    #expect(left.allSatisfy { $0 }, "\(left)")
    try await rig.member(address, password: "staple battery")
  }
}
