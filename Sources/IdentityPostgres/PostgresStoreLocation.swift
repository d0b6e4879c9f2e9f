package import IdentityDomain

/// Where a store lies in a database.
package struct PostgresStoreLocation: StoreLocation {
  package let settings: PostgresStoreSettings

  package init(_ settings: PostgresStoreSettings) { self.settings = settings }

  package var description: String { settings.address.place }

  /// - Throws: `PostgresStoreFailure` where nobody can say.
  package func exists() async throws -> Bool { try await PostgresStore.exists(settings) }

  package func migrations() async throws -> [String] {
    try await PostgresStore.migrations(settings)
  }

  package func marks() async throws -> StoreMarks? { try await PostgresStore.marks(settings) }

  package func open() async throws -> any OperableStore { try await PostgresStore.open(settings) }

  package func backUp(to file: String, unique: String) async throws -> StoreBackup {
    throw PostgresStoreFailure.notHere(
      "\(description) is backed up by PostgreSQL's own tools; run: pg_dump "
        + "--dbname=\(settings.address.connectionString) --format=custom --file='\(file)', or archive its WAL"
    )
  }

  package func bringBack(_ file: String, unique: String) async throws -> any UnsettledStore {
    throw PostgresStoreFailure.notHere(
      "\(description) is restored by PostgreSQL's own tools; run: pg_restore "
        + "--dbname=\(settings.address.connectionString) '\(file)', and then 'portico store settle --yes' before a server starts on it"
    )
  }
}
