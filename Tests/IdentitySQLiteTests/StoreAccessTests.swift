import Foundation
import IdentityDomain
import IdentitySQLite
import TestSupport
import Testing

@Suite("A store that other users could change is refused, and left unchanged")
struct StoreAccessTests {
  private func store() async throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    #expect(chmod(folder.url.path, 0o700) == 0)
    let store = try folder.store()
    try await store.transaction("write") {
      try $0.put(Account(id: ID("a"), createdAt: Timestamp(milliseconds: 5)))
    }
    try store.close()
    return folder
  }

  private func refusal(_ work: () throws -> Void) -> SQLiteStoreFailure? {
    do {
      try work()
      return nil
    } catch let failure as SQLiteStoreFailure {
      return failure
    } catch {
      Issue.record("\(error)")
      return nil
    }
  }

  /// Opening, copying and looking at it as a backup.
  private func refusals(_ path: String, _ folder: TemporaryFolder) -> [SQLiteStoreFailure?] {
    let copy = folder.url.appendingPathComponent("copy.sqlite").path
    return [
      refusal { try SQLiteStore(SQLiteStoreSettings(path: path)).close() },
      refusal { _ = try SQLiteStoreLocation(path: path).backUp(to: copy, unique: "u") },
      refusal { _ = try SQLiteStoreLocation.inspect(path) },
    ]
  }

  @Test(
    "Attack: someone else can write to the file, or to one of those beside it",
    arguments: ["", "-wal", "-shm", "-journal"], [0o620, 0o602, 0o666, 0o664] as [UInt32])
  func writableByOthers(end: String, mode: UInt32) async throws {
    let folder = try await store()
    let path = folder.path + end
    if !end.isEmpty { try Data().write(to: URL(fileURLWithPath: path)) }
    #expect(chmod(path, mode) == 0)
    let before = try folder.bytes()
    for refusal in refusals(folder.path, folder) {
      #expect(refusal == .writableByOthers(path: path, mode: mode))
      #expect("\(try #require(refusal))".contains("chmod go-w '\(path)'"))
    }
    #expect(try folder.bytes() == before)
  }

  @Test("A file that is moved, removed or replaced while it is open is noticed")
  func movedFile() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try store.checkPlace()
    let aside = folder.path + ".aside"
    #expect(rename(folder.path, aside) == 0)
    #expect(throws: SQLiteStoreFailure.lostFile(path: folder.path)) { try store.checkPlace() }
    try Data().write(to: URL(fileURLWithPath: folder.path))
    #expect(throws: SQLiteStoreFailure.lostFile(path: folder.path)) { try store.checkPlace() }
    #expect(rename(aside, folder.path) == 0)
    try store.checkPlace()
    try store.close()
  }

  @Test("Attack: a file replaces the store, in a folder where anyone may write")
  func openFolder() async throws {
    let folder = try await store()
    for mode in [0o777, 0o703] as [UInt32] {
      #expect(chmod(folder.url.path, mode) == 0)
      for refusal in refusals(folder.path, folder) {
        #expect(refusal == .folderWritableByOthers(path: folder.url.path, mode: mode))
        #expect("\(try #require(refusal))".contains("chmod o-w '\(folder.url.path)'"))
      }
    }
    // Nor is one made there.
    let other = folder.url.appendingPathComponent("new.sqlite").path
    let made = refusal { try SQLiteStore(SQLiteStoreSettings(path: other)).close() }
    #expect(made == .folderWritableByOthers(path: folder.url.path, mode: 0o703))
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test("Attack: a backup is made, or becomes a store, where anyone may replace it")
  func openTarget() async throws {
    let folder = try await store()
    let target = try TemporaryFolder()
    let backup = folder.url.appendingPathComponent("backup.sqlite").path
    _ = try SQLiteStoreLocation(path: folder.path).backUp(to: backup, unique: "u")
    #expect(chmod(target.url.path, 0o777) == 0)
    let expected = SQLiteStoreFailure.folderWritableByOthers(path: target.url.path, mode: 0o777)
    #expect(
      refusal {
        _ = try SQLiteStoreLocation(path: folder.path).backUp(to: target.path, unique: "u")
      }
        == expected)
    await #expect(throws: expected) {
      try await SQLiteStoreLocation(path: target.path).restore(
        backup, unique: "u", at: Timestamp(milliseconds: 9))
    }
    #expect(try target.bytes().isEmpty)
    #expect(chmod(backup, 0o666) == 0)
    await #expect(throws: SQLiteStoreFailure.writableByOthers(path: backup, mode: 0o666)) {
      try await SQLiteStoreLocation(path: folder.path + "-restored").restore(
        backup, unique: "u", at: Timestamp(milliseconds: 9))
    }
  }

  @Test("Attack: a link leads to a store in a folder where anyone may replace it")
  func link() async throws {
    let folder = try await store()
    let other = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      atPath: other.path, withDestinationPath: folder.path)
    #expect(refusal { try SQLiteStore(SQLiteStoreSettings(path: other.path)).close() } == nil)
    #expect(chmod(folder.url.path, 0o777) == 0)
    #expect(
      refusal { try SQLiteStore(SQLiteStoreSettings(path: other.path)).close() }
        == .folderWritableByOthers(path: folder.url.path, mode: 0o777))
    #expect(chmod(folder.url.path, 0o700) == 0)
    #expect(chmod(other.url.path, 0o777) == 0)
    #expect(
      refusal { try SQLiteStore(SQLiteStoreSettings(path: other.path)).close() }
        == .folderWritableByOthers(path: other.url.path, mode: 0o777))
  }

  @Test(
    "Attack: a journal that another user put beside the store would be rolled into it",
    .enabled(if: geteuid() == 0, "only root gives files to others"),
    arguments: ["-wal", "-shm", "-journal"])
  func foreignPart(end: String) async throws {
    let folder = try await store()
    let path = folder.path + end
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(chmod(path, 0o644) == 0)
    #expect(chown(path, 65534, 65534) == 0)
    for refusal in refusals(folder.path, folder) {
      #expect(refusal == .foreignPart(path: path, owner: 65534, storeOwner: 0))
    }
    // An administrator may open the store of the server's user.
    #expect(chown(folder.path, 65534, 65534) == 0)
    try FileManager.default.removeItem(atPath: path)
    #expect(refusal { try SQLiteStore(SQLiteStoreSettings(path: folder.path)).close() } == nil)
  }

  @Test("Read permission for others, and a folder protected by its sticky bit, are accepted")
  func fine() async throws {
    let folder = try await store()
    for (fileMode, folderMode) in [
      (0o600, 0o700), (0o644, 0o755), (0o640, 0o750), (0o600, 0o1777), (0o600, 0o775),
    ] as [(UInt32, UInt32)] {
      #expect(chmod(folder.path, fileMode) == 0)
      #expect(chmod(folder.url.path, folderMode) == 0)
      #expect(refusal { try folder.store().close() } == nil, "\(fileMode) \(folderMode)")
    }
    // An open store and a second one beside it: the log is there, and as closed as the store.
    let store = try folder.store()
    try await store.transaction("write") {
      try $0.put(Account(id: ID("b"), createdAt: Timestamp(milliseconds: 5)))
    }
    #expect(try folder.bytes().count == 3)
    #expect(refusal { try folder.store().close() } == nil)
    try store.close()
  }
}
