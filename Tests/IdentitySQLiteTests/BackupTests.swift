import Foundation
import GRDB
import IdentityDomain
import IdentityStoreContract
import IdentityTestSupport
import Synchronization
import TestSupport
import Testing

@testable import IdentitySQLite

/// How far the writers are.
private final class Load: Sendable {
  let acknowledged = Mutex(0)
  let isOver = Mutex(false)
}

@Suite("A backup of a store in use", .timeLimit(.minutes(20)))
struct BackupTests {
  private func account(_ number: Int) -> Account {
    Account(id: ID("account-\(number)"), createdAt: Timestamp(milliseconds: Int64(number)))
  }

  private func failure(_ work: () async throws -> Void) async throws -> String {
    let error = await #expect(throws: SQLiteStoreFailure.self) { try await work() }
    return error.map { "\($0)" } ?? ""
  }

  @Test("It contains every write acknowledged before it began, and no partial ones")
  func underLoad() async throws {
    for round in 0..<(wantedRounds ?? 3) {
      let folder = try TemporaryFolder()
      let store = try folder.store()
      let load = Load()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            var number = writer
            while !load.isOver.withLock({ $0 }) {
              // Two rows each, in two tables: one without the other would be half a write.
              let account = account(number)
              try await store.transaction("write") { tables in
                try tables.put(account)
                try tables.put(
                  PasswordCredential(
                    account: account.id, hash: PasswordHash("x"), changedAt: account.createdAt,
                    version: 1))
              }
              load.acknowledged.withLock { $0 += 1 }
              number += 4
            }
          }
        }
        group.addTask {
          while load.acknowledged.withLock({ $0 }) < 40 * (round + 1) { await Task.yield() }
          defer { load.isOver.withLock { $0 = true } }
          for copy in 0..<3 {
            let before = try await store.read("count") {
              try $0.passwords(after: nil, most: 1_000_000).map(\.account)
            }
            let path = folder.url.appendingPathComponent("backup-\(copy)").path
            let made = try SQLiteStoreLocation(path: folder.path).backUp(to: path, unique: "u")
            #expect(made.size > 0 && made.version == StoreMigration.allCases.last?.rawValue)
            var settings = SQLiteStoreSettings(path: path)
            settings.isRestoring = true
            let opened = try SQLiteStore(settings)
            let (passwords, missing) = try await opened.read("look") { tables in
              let passwords = try tables.passwords(after: nil, most: 1_000_000).map(\.account)
              return (passwords, try passwords.filter { try tables.account($0) == nil })
            }
            #expect(Set(passwords).isSuperset(of: before), "copy \(copy) of round \(round)")
            #expect(missing.isEmpty)
            try opened.close()
          }
        }
        try await group.waitForAll()
      }
      // What was written meanwhile is in the store, whatever the copies hold.
      let stored = try await store.read("count") { try $0.passwords(after: nil, most: 1_000_000) }
      #expect(stored.count == load.acknowledged.withLock { $0 })
      #expect(try await store.damage().isEmpty)
      try store.close()
    }
  }

  @Test("The backup is a single private file, and no server opens it by mistake")
  func file() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("write") { try $0.put(account(1)) }
    let path = folder.url.appendingPathComponent("backup").path
    _ = try SQLiteStoreLocation(path: folder.path).backUp(to: path, unique: "u")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.filter { $0.hasPrefix("backup") } == ["backup"])
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let refusal = try await failure { try SQLiteStore(SQLiteStoreSettings(path: path)).close() }
    #expect(refusal.contains("portico restore"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try SQLiteStoreLocation.inspect(path).size == before.count)
    try store.close()
  }

  @Test("An existing file is never replaced, and nothing unfinished is left behind")
  func taken() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let path = folder.url.appendingPathComponent("backup").path
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    func names() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }
    let before = try names()
    #expect(
      try await failure {
        _ = try SQLiteStoreLocation(path: folder.path).backUp(to: path, unique: "u")
      }
      .contains("none is ever replaced"))
    #expect(
      try await failure {
        _ = try SQLiteStoreLocation(path: folder.path).backUp(to: "/nowhere/at/all", unique: "u")
      } == "/nowhere/at/all cannot be written: there is no such folder; make it, or name another")
    #expect(
      try await failure {
        _ = try SQLiteStoreLocation(path: path + "x").backUp(to: path + "y", unique: "u")
      }
      .contains("the file does not exist"))
    #expect(
      try await failure {
        _ = try SQLiteStoreLocation(path: path).backUp(to: path + "y", unique: "u")
      }
      .contains("damaged"))
    #expect(try names() == before)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    let good = path + "-good"
    _ = try SQLiteStoreLocation(path: folder.path).backUp(to: good, unique: "u")
    #expect(
      try await failure {
        _ = try await SQLiteStoreLocation(path: folder.path).restore(
          good, unique: "u", at: Timestamp(milliseconds: 0))
      }.contains("stop the server, and move the file away together with its -wal"))
    try store.close()
    #expect(
      try await failure {
        _ = try await SQLiteStoreLocation(path: folder.path).restore(
          good, unique: "u", at: Timestamp(milliseconds: 0))
      }.contains("nothing is ever replaced"))
    let log = path + "-new-wal"
    try Data("writes".utf8).write(to: URL(fileURLWithPath: log))
    #expect(
      try await failure {
        _ = try await SQLiteStoreLocation(path: path + "-new").restore(
          good, unique: "u", at: Timestamp(milliseconds: 0))
      }.hasPrefix("\(log) is left of a store whose own file is not there"))
    try FileManager.default.removeItem(atPath: log)
    #expect(
      try await failure {
        _ = try await SQLiteStoreLocation(path: path + "-new").restore(
          folder.path, unique: "u", at: Timestamp(milliseconds: 0))
      }.contains("was not made by"))
    #expect(try names().filter { $0.contains(".part") }.isEmpty)
  }

  @Test("A backup with a lost or changed page is refused")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("write") { tables in
      for number in 0..<500 { try tables.put(account(number)) }
    }
    let path = folder.url.appendingPathComponent("backup").path
    let made = try SQLiteStoreLocation(path: folder.path).backUp(to: path, unique: "u")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var cases = [
      Data(), whole.prefix(100), whole.prefix(made.size / 2), whole.prefix(made.size - 1),
    ]
    for page in stride(from: 4_096, to: made.size, by: 4_096) {
      var changed = whole
      changed.replaceSubrange(page..<page + 64, with: Data(repeating: 0x5A, count: 64))
      cases.append(changed)
    }
    for bytes in cases {
      let bad = folder.url.appendingPathComponent("bad")
      try bytes.write(to: bad)
      _ = try await failure { _ = try SQLiteStoreLocation.inspect(bad.path) }
      _ = try await failure {
        _ = try await SQLiteStoreLocation(path: bad.path + "-store").restore(
          bad.path, unique: "u", at: Timestamp(milliseconds: 0))
      }
      #expect(!FileManager.default.fileExists(atPath: bad.path + "-store"))
    }
    try store.close()
  }

  @Test("A restored store has the users, sends nothing old, and accepts no old token")
  func restored() async throws {
    let folder = try TemporaryFolder()
    let rig = ServiceRig(store: try folder.store())
    let (ann, password) = ("ann@example.com", "long enough password")
    try await rig.member(ann, password: password, key: "k1")
    var spent = try await rig.service.passwords.login(
      userName: ann, password: password, caller: rig.caller("k1"))
    let stolen = try await rig.service.passwords.login(
      userName: ann, password: password, caller: rig.caller(nil))
    let phone = try await rig.phoneMember("+4915112345678", key: "k7")
    let reset = try await rig.service.recovery.begin(userName: ann, caller: rig.caller("k1"))
    _ = try await rig.service.registration.register(
      userName: "bob@example.com", password: password, caller: rig.caller("k2"))
    #expect(await rig.messages().count > 1)
    let path = folder.url.appendingPathComponent("backup").path
    _ = try SQLiteStoreLocation(path: folder.path).backUp(to: path, unique: "u")

    // What happens after the backup, and is lost with it.
    let old = try #require(spent.refreshToken)
    spent = try await rig.service.sessions.refresh(old, caller: rig.caller("k1"))
    try await rig.service.sessions.logout(rig.call(stolen), everywhere: false)
    let code = try await rig.code(to: ann)
    try await rig.service.recovery.complete(
      userName: ann, code: code, newPassword: "quite another password", caller: rig.caller("k1"))
    try rig.store.close()

    let target = folder.url.appendingPathComponent("restored").path
    let told = try await SQLiteStoreLocation(path: target).restore(
      path, unique: "u", at: rig.clock.now())
    #expect(told.endedSessions == 3)
    let again = ServiceRig(store: try SQLiteStore(SQLiteStoreSettings(path: target)))
    #expect(await again.messages().isEmpty)
    // The proofs of the first rig are known in the store.
    for _ in 0..<1_000 { _ = again.proof("k1") }
    for (token, key) in [
      (old, "k1"), (try #require(spent.refreshToken), "k1"),
      (try #require(stolen.refreshToken), nil),
      (try #require(phone.refreshToken), "k7"),
    ] {
      await #expect(throws: IdentityFailure.refreshTokenInvalid(.storeRestored)) {
        try await again.service.sessions.refresh(token, caller: again.caller(key))
      }
    }
    // The code that was used up opens nothing, and the number asks for one again.
    await #expect(throws: IdentityFailure.self) {
      try await again.service.recovery.complete(
        userName: ann, code: code, newPassword: "a third password here",
        caller: again.caller("k1"))
    }
    _ = reset
    let begun = try await again.service.phones.begin(
      number: "+4915112345678", region: nil, caller: again.caller("k7"))
    guard case .challenge = begun else {
      Issue.record("the trust in the device came back")
      return
    }
    // Who set a new password meanwhile has the old one: the backup knows no other.
    let grant = try await again.service.passwords.login(
      userName: ann, password: password, caller: again.caller("k1"))
    let log = try await again.service.sessions.signOuts(again.call(grant), most: 10)
    #expect(log.count { $0.end.cause == .storeRestored } == 2)
    #expect(try await again.store.damage().isEmpty)
    try again.store.close()
    // And the backup is what it was, for the next time.
    #expect(try SQLiteStoreLocation.inspect(path).size > 0)
  }

  @Test("A backup contains no passwords, codes, tokens or bodies of any operation")
  func canaries() async throws {
    let folder = try TemporaryFolder()
    let house = House(try folder.store())
    try await SecretsTests().everyOperation(house)
    let secrets = house.secrets.withLock { $0 }
    #expect(secrets.count > 30)
    let path = folder.url.appendingPathComponent("backup").path
    _ = try SQLiteStoreLocation(path: folder.path).backUp(to: path, unique: "u")
    try house.store.close()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(SecretsTests.holds(bytes, "ann@example.com"), "the search works")
    for secret in secrets where SecretsTests.holds(bytes, secret) {
      Issue.record("\(secret) lies in the backup")
    }
  }
}
