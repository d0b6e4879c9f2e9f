import GRDB
import IdentityDomain
import IdentitySQLite
import IdentityTestSupport
import Synchronization
import Testing

@Suite("One row in the outbox for each message that an intent causes, in a file")
struct OneMessageTests {
  @Test(
    "Duplicated, repeated, simultaneous at two servers, killed: each message is written once",
    arguments: MessageIntents.all)
  func once(intent: MessageIntent) async throws {
    let folders = Folders()
    let (wrong, ways) = try await OneMessage(intent) { try await folders.store() }.violations()
    #expect(wrong == [])
    #expect(ways >= 7)
  }

  @Test(
    "With a disk full before any commit, nothing or all is written, and once when there is space",
    arguments: MessageIntents.all)
  func fullDisk(intent: MessageIntent) async throws {
    let folders = Folders()
    let refusals = Mutex(0)
    let message = OneMessage(intent) { tables in
      // SQLite itself finds no room, and takes the transaction back.
      do {
        try tables.put(
          Account(
            id: ID("large"), createdAt: Timestamp(milliseconds: 5),
            profile: Account.Profile(name: String(repeating: "x", count: 3_000_000))))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
        refusals.withLock { $0 += 1 }
        throw error
      }
    } makeStore: {
      try await folders.store { $0.maximumBytes = 2_000_000 }
    }
    let (wrong, ways) = try await message.violations()
    #expect(wrong == [])
    #expect(ways >= 7)
    #expect(refusals.withLock { $0 } > 0)
  }
}

/// Keeps the folders of all stores until the end of a test.
private actor Folders {
  private var all: [TemporaryFolder] = []

  func store(_ change: (inout SQLiteStoreSettings) -> Void = { _ in }) throws -> Balanced {
    let folder = try TemporaryFolder()
    all.append(folder)
    return Balanced([try folder.store(change), try folder.store(change)])
  }
}
