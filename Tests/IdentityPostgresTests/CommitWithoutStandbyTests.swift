import IdentityDomain
import IdentityPostgres
import Synchronization
import Testing

extension PostgresTests {
  @Suite("While no standby confirms commits, none is acknowledged, and reads go on")
  struct CommitWithoutStandbyTests {
    private static let cluster = Result {
      try Cluster(
        settings: ["fsync=off", "full_page_writes=off", "wal_level=replica", "max_wal_senders=2"])
    }

    /// Makes the server wait for a standby that never connects. What it reads again it tells its sessions one after the other,
    /// so a commit shows when it does.
    private func removeStandby(_ database: TestDatabase) async throws {
      try reload("nobody", database)
      let scout = try await database.store(pool: 1) { $0.confirmation = .milliseconds(100) }
      while await failure(of: { try await write(scout, .signInFailed) }) == nil {}
      try await scout.close()
      try database.psql("SET synchronous_commit = local; DELETE FROM security_event")
    }

    /// Makes it wait for none.
    private func returnStandby(_ database: TestDatabase) throws { try reload("", database) }

    private func reload(_ names: String, _ database: TestDatabase) throws {
      try database.cluster.psql(
        "postgres", "ALTER SYSTEM SET synchronous_standby_names = '\(names)'",
        "SELECT pg_reload_conf()")
    }

    private func write(_ store: PostgresStore, _ kind: SecurityEvent.Kind = .signIn) async throws {
      try await store.transaction("write") {
        try $0.append(SecurityEvent(kind, account: ID("a"), at: Timestamp(milliseconds: 5)))
      }
    }

    private func events(_ store: PostgresStore) async throws -> Int {
      try await store.read("look") { try $0.securityEvents(most: 9).reduce(0) { $0 + $1.count } }
    }

    private func failure(of body: () async throws -> Void) async -> PostgresStoreFailure? {
      do {
        try await body()
        return nil
      } catch { return error as? PostgresStoreFailure }
    }

    @Test(
      "A write ends in time with an unknown outcome, later ones are refused, and both end with the standby's return"
    )
    func bounded() async throws {
      let database = try Self.cluster.get().database()
      let log = Lines()
      let store = try await database.store(pool: 2) {
        $0.confirmation = .milliseconds(300)
        $0.log = { if !$0.contains("brought to") { log.add($0) } }
      }
      try await removeStandby(database)
      let outcomes = await withTaskGroup(of: PostgresStoreFailure?.self) { group in
        for _ in 0..<8 { group.addTask { await failure(of: { try await write(store) }) } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for outcome in outcomes {
        switch outcome {
        case .unconfirmed?, .withoutStandby?: #expect(outcome?.isUnavailable == true)
        default: Issue.record("\(outcome.map { "\($0)" } ?? "acknowledged")")
        }
      }
      let unknown = outcomes.filter { if case .unconfirmed? = $0 { true } else { false } }.count
      #expect(unknown >= 1)
      // None was run twice, and what is not known to last was not undone.
      #expect(try await events(store) == unknown)
      #expect(
        try database.psql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
          == "0", "no session is left behind")

      try returnStandby(database)
      while await failure(of: { try await write(store) }) != nil {}
      try await write(store)
      #expect(log.all.count == 2)
      #expect(log.all.first?.contains("no standby confirms commits") == true)
      #expect(log.all.last?.contains("confirmed") == true)
      try await store.close()
      try database.drop()
    }

    @Test("A commit whose response was lost is not acknowledged if no standby has it")
    func lost() async throws {
      let database = try Self.cluster.get().database()
      let direct = try await database.store()
      let proxy = try CuttingProxy(to: database.cluster.port)
      var settings = PostgresStoreSettings(
        try PostgresAddress(
          "postgres://portico@127.0.0.1:\(proxy.port)/\(database.name)?pool=1&sslmode=disable"))
      settings.confirmation = .milliseconds(300)
      let store = try await PostgresStore.open(settings)
      try await removeStandby(database)
      proxy.cutNext(.after)
      let outcome = await failure(of: { try await write(store) })
      #expect(outcome == .unconfirmed(place: settings.address.place, operation: "write"))
      #expect(try await events(direct) == 1)
      try returnStandby(database)
      try await store.close()
      try await direct.close()
      proxy.close()
      try database.drop()
    }

    @Test("An operator who ends the wait of a commit acknowledges nothing")
    func cancelled() async throws {
      let database = try Self.cluster.get().database()
      let store = try await database.store { $0.confirmation = .seconds(60) }
      try await removeStandby(database)
      let isOver = Atomic(false)
      async let outcome = {
        defer { isOver.store(true, ordering: .relaxed) }
        return await failure(of: { try await write(store) })
      }()
      var ended = ""
      while ended.isEmpty, !isOver.load(ordering: .relaxed) {
        ended = try database.psql(
          "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        await Task.yield()
      }
      #expect(
        await outcome
          == .unconfirmed(place: try database.settings().address.place, operation: "write"))
      try returnStandby(database)
      try await store.close()
      try database.drop()
    }
  }

  @Suite("Who may write while commits are not confirmed") struct CommitStallTests {
    @Test("All write until a commit is not confirmed, then one at a time, and all when one was")
    func turns() {
      var stall = CommitStall()
      var turns = [stall.begin(), stall.begin()]
      let news = [stall.unconfirmed(), stall.unconfirmed()]
      turns += [stall.begin(), stall.begin()]
      stall.probed(isConfirmed: false)
      turns.append(stall.begin())
      stall.probed(isConfirmed: true)
      turns.append(stall.begin())
      #expect(turns == [.free, .free, .probing, .refused, .probing, .free])
      #expect(news == [true, false])
    }
  }
}
