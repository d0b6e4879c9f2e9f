import IdentityDomain
import IdentitySQLite
import SyncCount
import TestSupport
import Testing

@Suite("Acknowledged writes are durable", .serialized)
struct DurabilityTests {
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

  @Test("A transaction returns once it is on disk, and one that wrote nothing does not wait")
  func one() async throws {
    let folder = try TemporaryFolder()
    let store = try await store(folder)
    for count in 1...5 {
      try await store.transaction("write") { try $0.put(account("\(count)")) }
      #expect(portico_sync_count() == count)
    }
    _ = try await store.transaction("look") { try $0.account(ID("1")) }
    _ = try await store.read("look") { try $0.account(ID("1")) }
    #expect(portico_sync_count() == 5)
    try store.close()
  }

  @Test("Transactions that arrive while the disk is busy share one wait")
  func together() async throws {
    let folder = try TemporaryFolder()
    let store = try await store(folder)
    let count = 200
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask { try await store.transaction("write") { try $0.put(account("\(number)")) } }
      }
      try await group.waitForAll()
    }
    #expect(portico_sync_count() >= 1 && portico_sync_count() < count)
    try store.close()
  }
}
