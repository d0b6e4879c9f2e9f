import IdentityDomain
import IdentityTestSupport
import IdentityStoreContract
import Testing

@Suite("The writes of a read")
struct ReadingTests {
  @Test("A session that is only read stays alive, with at most one write a minute")
  func staysAlive() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    for _ in 0..<3 {
      rig.clock.advance(.days(80))
      _ = try await rig.service.account.profile(rig.call(grant))
    }
    _ = await rig.store.takeJournal()
    for _ in 0..<10 {
      rig.clock.advance(.seconds(5))
      _ = try await rig.service.account.profile(rig.call(grant))
    }
    let quick = await rig.store.takeJournal()
    #expect(quick.count == 10 && !quick.contains { $0.contains("put") })
    rig.clock.advance(.seconds(10))
    _ = try await rig.service.account.profile(rig.call(grant))
    #expect(await rig.store.takeJournal().filter { $0.contains("put Session") }.count == 1)
  }

  @Test("ENT-10: the first read after a session has expired records the cause")
  func writesEnd() async throws {
    let rig = Rig()
    let grant = try await rig.phoneMember("+4915112345678", key: "k")
    rig.clock.advance(.days(90))
    for _ in 0..<2 {
      await #expect(throws: IdentityFailure.unauthorized(.idleTimeout)) {
        try await rig.service.account.profile(rig.call(grant))
      }
    }
    let log = try await rig.store.read("read") {
      try $0.signOuts(of: grant.session.holder, most: 9)
    }
    #expect(log.map(\.end.cause) == [.idleTimeout])
  }
}
