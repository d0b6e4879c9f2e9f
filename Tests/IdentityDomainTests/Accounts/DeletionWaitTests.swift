import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Testing

@Suite("A deletion with a waiting period")
struct DeletionWaitTests {
  private let address = "ann@example.com"
  private let password = "staple battery"
  private let wait = Duration.days(14)

  private func rig() -> Rig { Rig { $0.deletionWait = wait } }

  private func signIn(_ rig: Rig, key: String? = "k") async throws -> TokenGrant {
    rig.clock.advance(.minutes(2))
    return try await rig.service.passwords.login(
      userName: address, password: password, caller: rig.caller(key))
  }

  /// - Returns: the days that the answer to the request named, and from when on the account is deleted.
  @discardableResult
  private func delete(
    _ rig: Rig, _ grant: TokenGrant, codeTo recipient: String? = nil
  ) async throws -> (wait: Duration, due: Timestamp?) {
    let begun = try await rig.service.account.beginDeletion(rig.call(grant))
    let due = try await rig.service.account.completeDeletion(
      code: try await rig.code(to: recipient ?? address), rig.call(grant))
    return (begun.wait, due)
  }

  private func account(_ rig: Rig, _ grant: TokenGrant) async throws -> Account? {
    let id = try #require(grant.session.account)
    return try await rig.store.read("look") { try $0.account(id) }
  }

  @Test(
    "CTR-10: every session ends at once, the owner is told until when, and then the account is gone"
  )
  func performed() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let other = try await signIn(rig, key: "other")
    let grant = try await signIn(rig)
    let (days, due) = try await delete(rig, grant)
    #expect(days == wait && due == rig.clock.now() + wait)
    for ended in [grant, other] {
      await #expect(throws: IdentityFailure.unauthorized(.deletionScheduled)) {
        try await rig.service.account.profile(rig.call(ended))
      }
      await #expect(throws: IdentityFailure.refreshTokenInvalid(.deletionScheduled)) {
        try await rig.service.sessions.refresh(
          try #require(ended.refreshToken),
          caller: rig.caller(ended.session.family.kind.key?.text))
      }
    }
    let told = await rig.messages().filter { $0.template == .deletionScheduled }
    #expect(told.map(\.recipient.text) == [address])
    #expect(told.first.flatMap { MadeUpSealing.open($0) } == due.map { "\($0.milliseconds)" })
    rig.clock.advance(wait - .milliseconds(1))
    #expect(try await rig.service.account.deleteWhatIsDue() == 0)
    #expect(try await account(rig, grant) != nil)
    rig.clock.advance(.milliseconds(1))
    #expect(try await rig.service.account.deleteWhatIsDue() == 1)
    #expect(try await rig.service.account.deleteWhatIsDue() == 0, "once")
    #expect(try await account(rig, grant) == nil)
    // The address is free.
    try await rig.member(address, password: password)
  }

  @Test("CTR-10: more accounts than one step handles are all deleted, each once, by two servers")
  func severalServers() async throws {
    let rig = rig()
    let now = rig.clock.now()
    let count = 2 * SecurityRules.deletionsAtOnce + 1
    try await rig.store.transaction("fill") { tables in
      for number in 0..<count {
        var account = Account(id: ID("due-\(number)"), createdAt: now)
        account.deletionDueAt = now
        try tables.put(account)
      }
      var later = Account(id: ID("later"), createdAt: now)
      later.deletionDueAt = now + .milliseconds(1)
      try tables.put(later)
      try tables.put(Account(id: ID("stays"), createdAt: now))
    }
    async let one = rig.service.account.deleteWhatIsDue()
    async let two = rig.service.account.deleteWhatIsDue()
    #expect(try await one + two == count)
    let left = try await rig.store.read("look") {
      try $0.accounts(after: nil, most: 9).map(\.id.text)
    }
    #expect(left == ["later", "stays"])
    let events = try await rig.store.read("events") { try $0.securityEvents(most: 9) }
    #expect(events.map(\.kind) == [.accountDeleted] && events.map(\.count) == [count])
  }

  @Test("CTR-10: signing in cancels it, which the owner sees in the log")
  func cancelled() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig)
    try await delete(rig, grant)
    let again = try await signIn(rig)
    #expect(try await account(rig, grant)?.deletionDueAt == nil)
    rig.clock.advance(wait + .days(1))
    #expect(try await rig.service.account.deleteWhatIsDue() == 0)
    let kinds = try await rig.service.account.events(rig.call(again)).map(\.kind)
    #expect(kinds.contains(.deletionScheduled) && kinds.contains(.deletionCancelled))
  }

  @Test("CTR-10: a wrong password and a new password cancel nothing; the sign-in after it does")
  func recovery() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig)
    try await delete(rig, grant)
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.login(
        userName: address, password: "not this one", caller: rig.caller("k"))
    }
    rig.clock.advance(.minutes(2))
    _ = try await rig.service.recovery.begin(userName: address, caller: rig.caller("k"))
    try await rig.service.recovery.complete(
      userName: address, code: try await rig.code(to: address),
      newPassword: "quite another staple", caller: rig.caller("k"))
    #expect(try await account(rig, grant)?.deletionDueAt != nil)
    _ = try await rig.service.passwords.login(
      userName: address, password: "quite another staple", caller: rig.caller("k"))
    #expect(try await account(rig, grant)?.deletionDueAt == nil)
  }

  @Test("CTR-10: a device that needed no code needs one now, and its key cancels nothing")
  func trustedDevice() async throws {
    let rig = rig()
    let number = "+4915112345678"
    let grant = try await rig.phoneMember(number, key: "k")
    try await delete(rig, grant, codeTo: number)
    rig.clock.advance(.minutes(2))
    let begun = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller("k"))
    guard case .challenge(let challenge) = begun else {
      Issue.record("the key alone opened the account")
      return
    }
    #expect(try await account(rig, grant)?.deletionDueAt != nil)
    let done = try await rig.service.phones.verify(
      token: challenge.verificationToken, code: try await rig.code(to: number),
      caller: rig.caller("k"))
    guard case .signedIn(_, let opened, _) = done else {
      Issue.record("the code did not open the account")
      return
    }
    #expect(opened.id == grant.session.account)
    #expect(try await account(rig, grant)?.deletionDueAt == nil)
  }

  @Test("CTR-10: the key of an account that lost its number does not cancel its deletion")
  func formerOwner() async throws {
    let rig = rig()
    let number = "+4915112345678"
    let grant = try await rig.phoneMember(number, key: "k")
    let owner = try #require(grant.session.account)
    try await delete(rig, grant, codeTo: number)
    let phone = try #require(PhoneNumber(e164: number, region: "DE"))
    try await rig.store.transaction("detach") { tables in
      try tables.removeBinding(of: .phone(phone))
      try tables.put(DetachedNumber(number: phone, account: owner, at: rig.clock.now()))
    }
    rig.clock.advance(.minutes(2))
    let begun = try await rig.service.phones.begin(
      number: number, region: nil, caller: rig.caller("k"))
    guard case .challenge = begun else {
      Issue.record("the key alone opened the account")
      return
    }
    #expect(try await account(rig, grant)?.deletionDueAt != nil)
  }

  @Test("CTR-10: a session without a device key deletes at once, whatever the operator set")
  func compat() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig, key: nil)
    let (days, due) = try await delete(rig, grant)
    #expect(days == .zero && due == nil)
    #expect(try await account(rig, grant) == nil)
  }

  @Test("CTR-10: without a waiting period nothing is stored and no time is announced")
  func atOnce() async throws {
    let rig = Rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig)
    let (days, due) = try await delete(rig, grant)
    #expect(days == .zero && due == nil)
    #expect(try await account(rig, grant) == nil)
    #expect(await rig.messages().allSatisfy { $0.template != .deletionScheduled })
  }

  @Test("DEC-4: undoing a change of identifiers cancels a deletion")
  func undone() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig)
    let begun = try await rig.service.account.beginVerification(
      of: "new@example.com", rig.call(grant))
    try await rig.service.account.completeVerification(
      token: begun.verificationToken, code: try await rig.code(to: "new@example.com"),
      rig.call(grant))
    let notice = await rig.messages().last { $0.template == .identifierChanged }
    let token = try #require(notice.flatMap { MadeUpSealing.open($0) })
    try await rig.store.transaction("leave") { tables in
      guard var leaving = try tables.account(try #require(grant.session.account)) else { return }
      leaving.deletionDueAt = rig.clock.now() + wait
      try tables.put(leaving)
    }
    try await rig.service.account.undoIdentifierChange(Secret(token), caller: rig.caller(nil))
    #expect(try await account(rig, grant)?.deletionDueAt == nil)
  }

  @Test("CTR-10: blocking an account calls its deletion off, since its owner could not")
  func blocked() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig)
    try await delete(rig, grant)
    let name = try #require(OperatorName("eve"))
    let id = try #require(grant.session.account)
    _ = try await rig.store.transaction("block") {
      try $0.block(id, by: name, at: rig.clock.now())
    }
    rig.clock.advance(wait)
    #expect(try await rig.service.account.deleteWhatIsDue() == 0)
    #expect(try await account(rig, grant)?.isBlocked == true)
  }

  @Test("CTR-10: a restored store deletes no account, since its owner may have come back meanwhile")
  func restored() async throws {
    let rig = rig()
    try await rig.member(address, password: password)
    let grant = try await signIn(rig)
    try await delete(rig, grant)
    _ = try await rig.store.transaction("restore") { try $0.settleRestored(at: rig.clock.now()) }
    #expect(try await account(rig, grant)?.deletionDueAt == nil)
  }
}
