import Foundation
import GRDB
import IdentityDomain
import IdentitySQLite
import Synchronization
import TestSupport
import Testing

@Suite("A file is opened safely, or refused with the reason and left unchanged")
struct OpeningTests {
  private let account = Account(id: ID("a"), createdAt: Timestamp(milliseconds: 5))

  private func failure(_ work: () throws -> SQLiteStore) throws -> SQLiteStoreFailure {
    try #require(throws: SQLiteStoreFailure.self) { try work().close() }
  }

  @Test("synchronous=FULL and the other settings apply to the connection that writes")
  func settings() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store { $0.busyTimeout = .milliseconds(1_500) }
    for _ in 0..<2 {
      let settings = try await store.writerSettings()
      #expect(settings.synchronous == 2)
      #expect(settings.journalMode == "wal")
      #expect(settings.secureDelete == 1)
      #expect(settings.foreignKeys == 1)
      #expect(settings.busyTimeout == 1_500)
      // Still so after a transaction.
      try await store.transaction("write") { try $0.put(account) }
    }
    try store.close()
  }

  @Test("Only the owner can read the file and the two beside it")
  func access() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("write") { try $0.put(account) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.count == 3)
    for name in names {
      let path = folder.url.appendingPathComponent(name).path
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600, "\(name)")
    }
    try store.close()
  }

  @Test("Written data is there when the file is opened again")
  func again() async throws {
    let folder = try TemporaryFolder()
    for round in 0..<3 {
      let store = try folder.store()
      let found = try await store.read("read") { try $0.account(ID("a")) }
      #expect(found == (round == 0 ? nil : account))
      try await store.transaction("write") { try $0.put(account) }
      try store.close()
    }
  }

  @Test("Eight stores that open one new file at once all succeed")
  func atOnce() async throws {
    for _ in 0..<min(100, wantedRounds ?? 3) {
      let folder = try TemporaryFolder()
      let stores = try await withThrowingTaskGroup(of: SQLiteStore.self) { group in
        for _ in 0..<8 { group.addTask { try folder.store() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for (place, store) in stores.enumerated() {
        try await store.transaction("write") {
          try $0.put(Account(id: ID("\(place)"), createdAt: Timestamp(milliseconds: 0)))
        }
      }
      for store in stores {
        let count = try await store.read("count") { tables in
          try (0..<8).filter { try tables.account(ID("\($0)")) != nil }.count
        }
        #expect(count == 8)
        try store.close()
      }
    }
  }

  @Test("A store of a newer version is refused, with the names of what is unknown")
  func newer() async throws {
    let folder = try TemporaryFolder()
    try folder.store().close()
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.write {
      try $0.execute(sql: "INSERT INTO migration (id) VALUES ('002-passkeys')")
    }
    try queue.close()
    let before = try folder.bytes()["identity.sqlite"]
    let refusal = try failure { try folder.store() }
    #expect(refusal == .newerVersion(path: folder.path, unknown: ["002-passkeys"]))
    #expect("\(refusal)".contains("002-passkeys"))
    #expect(try folder.bytes()["identity.sqlite"] == before)
  }

  @Test("A store of a newer version whose list says that this server can work with it is opened")
  func readable() async throws {
    let folder = try TemporaryFolder()
    try folder.store().close()
    func append(_ step: String, _ reader: String) async throws {
      let queue = try DatabaseQueue(path: folder.path)
      try await queue.write {
        try $0.execute(
          sql: "INSERT INTO migration (id, least_reader) VALUES (?, ?)", arguments: [step, reader])
      }
      try queue.close()
    }
    let newest = try #require(StoreMigration.allCases.last).rawValue
    try await append("998-later", newest)
    let lines = Mutex<[String]>([])
    let store = try folder.store { $0.log = { line in lines.withLock { $0.append(line) } } }
    try await store.transaction("put") { [account] in try $0.put(account) }
    try store.close()
    #expect(
      lines.withLock { $0 } == [
        "the store is of a newer version (998-later), with which this server can work"
      ])
    let location = SQLiteStoreLocation(path: folder.path)
    #expect(try location.migrations() == StoreMigration.allCases.map(\.rawValue) + ["998-later"])
    // What it knows has to be there.
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.write { try $0.execute(sql: "ALTER TABLE trust RENAME TO trusted") }
    #expect(
      try failure { try folder.store() } == .halfMigrated(path: folder.path, missing: "trust"))
    try await queue.write { try $0.execute(sql: "ALTER TABLE trusted RENAME TO trust") }
    try queue.close()
    // A further step that needs one in between.
    try await append("999-last", "998-later")
    #expect(
      try failure { try folder.store() }
        == .newerVersion(path: folder.path, unknown: ["999-last"]))
  }

  @Test(
    "A store that lacks what its migrations created is refused in one line, unchanged",
    arguments: [
      ("DELETE FROM migration WHERE id = '003-experiments'", "003-experiments"),
      ("DROP TABLE trust", "trust"), ("ALTER TABLE sign_out RENAME TO signOut", "sign_out"),
    ])
  func halfMigrated(change: String, missing: String) async throws {
    let folder = try TemporaryFolder()
    try folder.store().close()
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.write { try $0.execute(sql: change) }
    try queue.close()
    let before = try folder.bytes()["identity.sqlite"]
    let refusal = try failure { try folder.store() }
    #expect(refusal == .halfMigrated(path: folder.path, missing: missing))
    #expect("\(refusal)".contains(missing) && !"\(refusal)".contains("\n"))
    #expect(try folder.bytes()["identity.sqlite"] == before)
  }

  @Test("A database of another program is refused unchanged")
  func foreign() async throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.write { try $0.execute(sql: "CREATE TABLE recipe (name TEXT)") }
    try queue.close()
    let before = try folder.bytes()
    #expect(try failure { try folder.store() } == .foreignFile(path: folder.path))
    #expect(try folder.bytes() == before)
  }

  @Test("A file that is not a database is refused unchanged")
  func garbage() throws {
    let folder = try TemporaryFolder()
    let bytes = Data((0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    try bytes.write(to: URL(fileURLWithPath: folder.path))
    guard case .corrupt(folder.path, _) = try failure({ try folder.store() }) else {
      Issue.record("not refused as damaged")
      return
    }
    #expect(try folder.bytes() == ["identity.sqlite": bytes])
  }

  @Test("A missing folder, and a folder in place of the file, are reported")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    for path in [folder.url.appendingPathComponent("no/identity.sqlite").path, folder.url.path] {
      let refusal = try failure { try SQLiteStore(SQLiteStoreSettings(path: path)) }
      guard case .cannotOpen(path, _) = refusal else {
        Issue.record("\(refusal)")
        continue
      }
    }
  }

  @Test("A file or folder without write permission is refused, and nothing is lost")
  func readOnly() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("write") { try $0.put(account) }
    try store.close()
    func setMode(_ path: String, _ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    // Another user, if the tests run as root: root may write everything.
    if geteuid() == 0 { chown(folder.path, 65534, 65534) }
    for (fileMode, folderMode) in [(0o444, 0o1777), (0o644, 0o555), (0o444, 0o555)] {
      try setMode(folder.path, fileMode)
      try setMode(folder.url.path, folderMode)
      let before = try folder.bytes()
      let said = try await Writer(["open", folder.path, "65534"]).lines()
      #expect(said.count == 1 && said[0].hasPrefix("refused: \(folder.path) can"), "\(said)")
      #expect(try folder.bytes() == before)
    }
    if geteuid() == 0 { chown(folder.path, 0, 0) }
    try setMode(folder.url.path, 0o700)
    try setMode(folder.path, 0o600)
    let found = try await folder.store().read("read") { try $0.account(ID("a")) }
    #expect(found == account)
  }
}
