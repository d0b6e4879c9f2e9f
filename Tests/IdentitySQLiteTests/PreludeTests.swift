import IdentityDomain
import IdentitySQLite
import SyncCount
import TestSupport
import Testing

@Suite("A transaction that leads up to another waits for the disk with that one", .serialized)
struct PreludeTests {
  private struct Stop: Error {}

  private func account(_ name: String) -> Account {
    Account(id: ID(name), createdAt: Timestamp(milliseconds: 5))
  }

  /// A store whose log is in use, and counted from now on.
  private func store(_ folder: TemporaryFolder) async throws -> SQLiteStore {
    let store = try folder.store()
    try await store.transaction("first") { try $0.put(account("first")) }
    try #require(portico_count_syncs(folder.path + "-wal") == 0)
    return store
  }

  @Test("A prelude waits for nothing; the transaction after it waits once for both")
  func together() async throws {
    let folder = try TemporaryFolder()
    let store = try await store(folder)
    try await store.prelude("charge") { try $0.put(account("charge")) }
    #expect(portico_sync_count() == 0)
    try await store.transaction("verdict") { try $0.put(account("verdict")) }
    #expect(portico_sync_count() == 1)
    try store.close()
  }

  @Test(
    "A verdict that writes nothing, or is refused by an error, is told when its charge is durable",
    arguments: [false, true])
  func nothingWritten(throwing: Bool) async throws {
    let folder = try TemporaryFolder()
    let store = try await store(folder)
    try await store.prelude("charge") { try $0.put(account("charge")) }
    let result = await Result.of {
      try await store.transaction("verdict") { tables in
        let found = try tables.account(ID("charge"))
        if throwing { throw Stop() }
        return found
      }
    }
    #expect(portico_sync_count() == 1)
    switch result {
    case .success(let found): #expect(!throwing && found == account("charge"))
    case .failure(let error): #expect(throwing && error is Stop)
    }
    // Nothing is left to be waited for.
    _ = try await store.transaction("again") { try $0.account(ID("charge")) }
    #expect(portico_sync_count() == 1)
    try store.close()
  }

  @Test("Work that was rolled back does not count as a wait for the charge before it")
  func rolledBack() async throws {
    let folder = try TemporaryFolder()
    let store = try await store(folder)
    try await store.prelude("charge") { try $0.put(account("charge")) }
    await #expect(throws: Stop.self) {
      try await store.transaction("verdict") { tables in
        // More than the cache holds: pages reach the log before the end.
        for number in 0..<3_000 {
          var account = account("\(number)")
          account.profile.name = String(repeating: "x", count: 2_000)
          try tables.put(account)
        }
        throw Stop()
      }
    }
    #expect(portico_sync_count() == 1)
    try store.close()
  }

  @Test("A prelude is seen at once by another store on the file, and stays after a close")
  func seen() async throws {
    let folder = try TemporaryFolder()
    let store = try await store(folder)
    try await store.prelude("charge") { try $0.put(account("charge")) }
    let other = try folder.store()
    #expect(try await other.read("look") { try $0.account(ID("charge")) } == account("charge"))
    try other.close()
    #expect(try await store.writerSettings().synchronous == 2)
    try store.close()
    let later = try folder.store()
    #expect(try await later.read("look") { try $0.account(ID("charge")) } == account("charge"))
    try later.close()
  }
}

extension Result where Failure == any Error {
  fileprivate static func of(_ work: () async throws -> Success) async -> Self {
    do { return .success(try await work()) } catch { return .failure(error) }
  }
}
