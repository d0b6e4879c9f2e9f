import IdentityDomain
import IdentityPostgres
import Synchronization
import Testing

extension PostgresTests {
  @Suite("A commit without a response is resolved, and never simply repeated")
  struct CommitTests {
    private struct Seen: Equatable {
      var events: Int?
      var runs: Int
    }

    /// Writes an event through a proxy that cuts at the commit.
    /// - Returns: what the call said, and what is in the store afterwards.
    private func write(
      _ cut: CuttingProxy.Cut, patience: Duration = .seconds(20)
    ) async throws -> (outcome: Result<Void, any Error>, seen: Seen) {
      let database = try Cluster.shared.get().database()
      // The first commit of a connection names itself; no other may come before it.
      let direct = try await database.store()
      let proxy = try CuttingProxy(to: database.cluster.port)
      let address = try PostgresAddress(
        "postgres://portico@127.0.0.1:\(proxy.port)/\(database.name)?pool=1&sslmode=disable")
      var settings = PostgresStoreSettings(address)
      settings.patience = patience
      let store = try await PostgresStore.open(settings)
      proxy.cutNext(cut)
      let runs = Atomic(0)
      var outcome = Result<Void, any Error>.success(())
      do {
        try await store.transaction("write") { tables in
          runs.add(1, ordering: .relaxed)
          try tables.append(
            SecurityEvent(.signIn, account: ID("a"), at: Timestamp(milliseconds: 5)))
        }
      } catch { outcome = .failure(error) }
      let event = try await direct.read("look") { try $0.securityEvents(most: 9).first }
      try await store.close()
      try await direct.close()
      proxy.close()
      try database.drop()
      return (outcome, Seen(events: event?.count, runs: runs.load(ordering: .relaxed)))
    }

    @Test("If the commit did not arrive, the body is run again")
    func before() async throws {
      let (outcome, seen) = try await write(.before)
      #expect(throws: Never.self) { try outcome.get() }
      #expect(seen == Seen(events: 1, runs: 2))
    }

    @Test("If the commit arrived and its response was lost, it is acknowledged and not repeated")
    func after() async throws {
      let (outcome, seen) = try await write(.after)
      #expect(throws: Never.self) { try outcome.get() }
      #expect(seen == Seen(events: 1, runs: 1))
    }

    @Test("If the commit is in progress, its end is awaited")
    func late() async throws {
      let (outcome, seen) = try await write(.late)
      #expect(throws: Never.self) { try outcome.get() }
      #expect(seen == Seen(events: 1, runs: 1))
    }

    @Test("If no server can be asked, the outcome is reported as unknown")
    func unknown() async throws {
      let (outcome, seen) = try await write(.forGood, patience: .milliseconds(200))
      let failure = try #require(throws: PostgresStoreFailure.self) { try outcome.get() }
      #expect(failure.description.contains("not known"), "\(failure)")
      #expect(failure.isUnavailable)
      #expect(seen == Seen(events: 1, runs: 1))
    }
  }
}
