import IdentityDelivery
import IdentityDomain
import IdentityHTTP
import IdentityStoreContract
import IdentityTestSupport
import Testing

@testable import ServerCommands

@Suite("What operators do") struct OperatorTests {
  private static let password = "long enough password"
  private let ann = "ann@example.com"
  private let eve = OperatorName("eve")

  private func id(_ rig: Rig) async throws -> ID<Account> {
    try await AccountLookup(store: rig.store, phones: GermanPhones()).overview(ann, most: 0)
      .account.id
  }

  private func events(_ rig: Rig, _ kind: SecurityEvent.Kind) async throws -> [SecurityEventRow] {
    try await rig.store.read("events") { try $0.securityEvents(most: 99) }
      .filter { $0.kind == kind }
  }

  @Test("A blocked account is refused by password, code and refresh; the audit says by whom")
  func block() async throws {
    let rig = Rig()
    let name = try #require(eve)
    try await rig.member(ann, password: Self.password, key: "k1")
    let grant = try await rig.service.passwords.login(
      userName: ann, password: Self.password, caller: rig.caller("k1"))
    let id = try await id(rig)
    let now = rig.clock.now()
    #expect(try await rig.store.transaction("t") { try $0.block(id, by: name, at: now) } == 1)
    #expect(try await rig.store.transaction("t") { try $0.block(id, by: name, at: now) } == nil)
    await #expect(throws: IdentityFailure.accountBlocked) {
      try await rig.service.passwords.login(
        userName: ann, password: Self.password, caller: rig.caller("k1"))
    }
    let refresh = try #require(grant.refreshToken)
    await #expect(throws: (any Error).self) {
      try await rig.service.sessions.refresh(refresh, caller: rig.caller("k1"))
    }
    #expect(try await events(rig, .operatorBlock).map(\.source) == ["operator:eve"])
    #expect(try await rig.store.transaction("t") { try $0.unblock(id, by: name, at: now) })
    #expect(try await !rig.store.transaction("t") { try $0.unblock(id, by: name, at: now) })
    _ = try await rig.service.passwords.login(
      userName: ann, password: Self.password, caller: rig.caller("k1"))
  }

  @Test("After too many passwords, unlock lets the owner in; without it nothing does")
  func unlock() async throws {
    let rig = Rig()
    let name = try #require(eve)
    try await rig.member(ann, password: Self.password, key: "k1")
    var refusal: IdentityFailure?
    for number in 0..<200 {
      do {
        _ = try await rig.service.passwords.login(
          userName: ann, password: "wrong password here",
          caller: rig.caller("k1", network: "net-\(number)"))
      } catch let failure as IdentityFailure {
        refusal = failure
        if case .limited = failure { break }
      }
    }
    // A code may still be the way in; a password is not.
    switch refusal {
    case .limited, .insufficientAuthentication: break
    default:
      Issue.record("never locked out: \(String(describing: refusal))")
      return
    }
    await #expect(throws: IdentityFailure.self) {
      try await rig.service.passwords.login(
        userName: ann, password: Self.password, caller: rig.caller("k1", network: "other"))
    }
    let end = try #require(await rig.service.operators.lockedOutUntil(id(rig)))
    #expect(end > rig.clock.now())
    var report = AccountReport(
      try await AccountLookup(store: rig.store, phones: GermanPhones()).overview(ann, most: 0),
      at: rig.clock.now())
    report.lockedOutUntil = end.text
    let shown = report.text(mostEvents: 0)
    #expect(shown.contains("locked out until \(end.text)") && shown.contains("users unlock"))
    #expect(try await rig.service.operators.unlock(id(rig), by: name))
    #expect(try await rig.service.operators.lockedOutUntil(id(rig)) == nil)
    _ = try await rig.service.passwords.login(
      userName: ann, password: Self.password, caller: rig.caller("k1", network: "other"))
    #expect(try await events(rig, .operatorUnlock).map(\.source) == ["operator:eve"])
    #expect(try await !rig.service.operators.unlock(ID("nobody"), by: name))
  }

  @Test(
    "A deletion by an operator leaves nothing of the person but an id, with the name of the operator"
  )
  func delete() async throws {
    let rig = Rig()
    let name = try #require(eve)
    try await rig.member(ann, password: Self.password, key: "k1")
    _ = try await rig.service.passwords.login(
      userName: ann, password: Self.password, caller: rig.caller("k1"))
    let id = try await id(rig)
    #expect(try await rig.service.operators.delete(id, by: name))
    #expect(try await !rig.service.operators.delete(id, by: name))
    let left = try await rig.store.read("look") { try $0.overview(of: id, most: 9) }
    #expect(left == nil)
    await #expect(throws: IdentityFailure.wrongCredentials) {
      try await rig.service.passwords.login(
        userName: ann, password: Self.password, caller: rig.caller("k1"))
    }
    let row = try #require(try await events(rig, .operatorDelete).first)
    #expect(row.source == "operator:eve" && row.account == id)
  }

  @Test("One session ends, the others stay, and it cannot end twice")
  func session() async throws {
    let rig = Rig()
    let name = try #require(eve)
    try await rig.member(ann, password: Self.password, key: "k1")
    let one = try await rig.service.passwords.login(
      userName: ann, password: Self.password, caller: rig.caller("k1"))
    _ = try await rig.service.passwords.login(
      userName: ann, password: Self.password, caller: rig.caller("k2"))
    let now = rig.clock.now()
    let session = one.session.id
    #expect(try await rig.store.transaction("t") { try $0.endSession(session, by: name, at: now) })
    #expect(try await !rig.store.transaction("t") { try $0.endSession(session, by: name, at: now) })
    let account = try await id(rig)
    let open = try await rig.store.read("open") { try $0.openSessions(of: account) }
    #expect(open.count == 1 && open.first?.id != session)
  }

  @Test("A message is retried at once, or given up, unless it is being sent")
  func messages() async throws {
    let rig = Rig()
    let name = try #require(eve)
    let now = rig.clock.now()
    let address = try #require(EmailAddress(ann))
    try await rig.store.transaction("write") { tables in
      for id in ["late", "gone", "held"] {
        let message = OutboxMessage(
          id: ID(id), recipient: .email(address), template: .loginCode, language: "en",
          sealedSecret: [1], expiresAt: now + .hours(1), createdAt: now)
        try tables.append(message)
        var row = OutboxRow(message)
        if id == "held" {
          row.take(ID("worker"), at: now)
        } else {
          row.fail(until: now + .minutes(5))
        }
        try tables.update(row)
      }
      try tables.put(ChannelPause(channel: .email, failures: 3, until: now + .minutes(5)))
    }
    func act(_ id: String) async throws -> Bool {
      try await rig.store.transaction("t") { try $0.retryMessage(ID(id), by: name, at: now) }
    }
    #expect(try await act("late"))
    #expect(try await !act("held"))
    #expect(try await !act("nobody"))
    let (row, pause) = try await rig.store.read("look") {
      (try $0.outboxRow(ID("late")), try $0.channelPause(.email))
    }
    #expect(row?.dueAt == now && pause == nil)
    #expect(
      try await rig.store.transaction("t") { try $0.discardMessage(ID("gone"), by: name, at: now) })
    let letters = try await rig.store.read("letters") { try $0.deadLetters(most: 9) }
    #expect(letters.map(\.reason) == [.discarded])
    let acts = try await events(rig, .operatorOutbox)
    #expect(acts.allSatisfy { $0.origin.source == "operator:eve" })
    #expect(Set(acts.compactMap { $0.origin.act }) == ["retry", "discard"])
    #expect(Set(acts.compactMap { $0.origin.message }) == ["late", "gone"])
  }

  @Test(
    "A name that could forge a line of the audit is refused",
    arguments: [
      "", " ", "a b", "eve\n", "\u{7F}", String(repeating: "e", count: 65), "zoë",
    ])
  func names(text: String) { #expect(OperatorName(text) == nil) }

  @Test(
    "Accounts are listed in pages, and found by the beginning of an address or a part of a name")
  func search() async throws {
    let rig = Rig()
    for number in 0..<7 {
      try await rig.member("p\(number)@example.com", password: Self.password, key: "k\(number)")
    }
    let search = AccountSearch(store: rig.store)
    let first = try await search.page(after: nil, most: 4) { _, _ in true }
    #expect(first.accounts.count == 4 && first.next == first.accounts.last?.id)
    let rest = try await search.page(after: first.next, most: 4) { _, _ in true }
    #expect(rest.accounts.count == 3 && rest.next == nil)
    #expect(Set((first.accounts + rest.accounts).map(\.id)).count == 7)
    let none = try await search.page(after: nil, most: 4) { account, _ in account.isBlocked }
    #expect(none.accounts.isEmpty)
    #expect(try await search.identified("P3@", most: 9).accounts.count == 1)
    #expect(try await search.identified("p", most: 5).accounts.count == 5)
    #expect(try await search.identified("q", most: 5).accounts.isEmpty)
    #expect(
      try await search.named("3@EXAM", most: 9).accounts.map(\.identifiers) == [["p3@example.com"]])
  }
}
