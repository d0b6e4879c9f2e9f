import IdentityDomain
import IdentityPostgres
import IdentityStoreContract
import IdentityTestSupport
import TestSupport
import Testing

/// All that share the cluster, one after the other: a transaction that is open in one database keeps the
/// readers of logs waiting in all of them.
@Suite("The store in PostgreSQL", .serialized)
enum PostgresTests {}

extension PostgresTests {
  @Suite("keeps the contract of every store")
  struct StoreContractTests {
    private static let cases = StoreContract.cases(rounds: wantedRounds ?? 2)

    /// Emptied after each case: to make a database takes longer than most cases.
    private static let database = Result { try Cluster.shared.get().database() }

    private func finish(_ stores: [PostgresStore]) async throws {
      for store in stores { try await store.close() }
      let tables = StoreSchema.tables.map { "DELETE FROM \($0.name);" }.joined()
      try Self.database.get().psql(tables)
    }

    @Test("Each case of the contract holds", arguments: cases)
    func contract(_ one: StoreCase) async throws {
      let store = try await Self.database.get().store()
      try await one.run(store)
      #expect(try await store.damage() == [])
      try await finish([store])
    }

    @Test("Each case also holds between two nodes on one database", arguments: cases)
    func twoNodes(_ one: StoreCase) async throws {
      let database = try Self.database.get()
      let stores = [try await database.store(), try await database.store()]
      try await one.run(Balanced(stores))
      try await finish(stores)
    }

    @Test("Each case of running a store holds", arguments: StoreContract.operationCases)
    func operation(_ one: OperationCase) async throws {
      let store = try await Self.database.get().store()
      try await one.run(store)
      try await finish([store])
    }
  }
}
