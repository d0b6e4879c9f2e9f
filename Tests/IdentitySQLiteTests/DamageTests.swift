import Foundation
import GRDB
import IdentityDomain
import IdentitySQLite
import Testing

@Suite("A full disk and a damaged file fail with a typed error, and lose nothing acknowledged")
struct DamageTests {
  private func account(_ name: String, bytes: Int = 500) -> Account {
    let profile = Account.Profile(name: String(repeating: "x", count: bytes))
    return Account(id: ID(name), createdAt: Timestamp(milliseconds: 5), profile: profile)
  }

  @Test("Concurrent writers fill the disk: acknowledged writes are there, failed ones are not")
  func full() async throws {
    let folder = try TemporaryFolder()
    let limit = 600_000
    let store = try folder.store { $0.maximumBytes = limit }
    let results = await withTaskGroup(of: (String, Bool).self) { group in
      for number in 0..<1_200 {
        group.addTask {
          do {
            try await store.transaction("fill") { try $0.put(account("\(number)")) }
            return ("\(number)", true)
          } catch {
            #expect(error as? SQLiteStoreFailure == .full(path: folder.path), "\(error)")
            return ("\(number)", false)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let written = Set(results.filter(\.1).map(\.0))
    #expect(written.count > 100 && written.count < results.count, "\(written.count)")

    // Reads go on, and a transaction that makes room still can.
    func stored(_ store: SQLiteStore) async throws -> Set<String> {
      try await store.read("check") { tables in
        Set(try results.map(\.0).filter { try tables.account(ID($0)) != nil })
      }
    }
    #expect(try await stored(store) == written)
    #expect(try await store.damage() == [])
    let gone = try #require(written.first)
    try await store.transaction("remove") { try $0.removeAccount(ID(gone)) }
    try store.close()
    #expect(try #require(try folder.bytes()["identity.sqlite"]).count <= limit)

    // Once there is room, writes go on where they stopped.
    let larger = try folder.store()
    try await larger.transaction("fill") { try $0.put(account("late")) }
    #expect(try await stored(larger) == written.subtracting([gone]))
    try larger.close()
  }

  @Test("A transaction too large for the disk fails alone: its neighbours are written")
  func tooLarge() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store { $0.maximumBytes = 600_000 }
    let failed = await withTaskGroup(of: String?.self) { group in
      for number in 0..<64 {
        group.addTask {
          let bytes = number == 20 ? 2_000_000 : 100
          do {
            try await store.transaction("put") { try $0.put(account("\(number)", bytes: bytes)) }
            return nil
          } catch {
            return "\(number): \(error is SQLiteStoreFailure)"
          }
        }
      }
      return await group.reduce(into: [String]()) { if let failed = $1 { $0.append(failed) } }
    }
    #expect(failed == ["20: true"])
    let count = try await store.read("count") { tables in
      try (0..<64).filter { try tables.account(ID("\($0)")) != nil }.count
    }
    #expect(count == 63)
    try store.close()
  }

  @Test("Overwritten pages are reported as damage, not as missing rows")
  func overwritten() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("fill") { tables in
      for number in 0..<500 { try tables.put(account("\(number)")) }
    }
    try store.close()
    var bytes = try #require(try folder.bytes()["identity.sqlite"])
    // Every third page that holds an account.
    let text = Data(String(repeating: "x", count: 400).utf8)
    let pages = stride(from: 0, to: bytes.count, by: 4_096).filter {
      bytes.range(of: text, in: $0..<$0 + 4_096) != nil
    }
    for (place, page) in pages.enumerated() where place % 3 == 0 {
      bytes.replaceSubrange(page..<page + 4_096, with: Data(repeating: 0xA5, count: 4_096))
    }
    try bytes.write(to: URL(fileURLWithPath: folder.path))

    let damaged = try folder.store()
    var failures = 0
    for number in 0..<500 {
      do {
        let found = try await damaged.read("read") { try $0.account(ID("\(number)")) }
        #expect(found == account("\(number)"))
      } catch SQLiteStoreFailure.corrupt(folder.path, _) {
        failures += 1
      }
    }
    #expect(failures > 0)
    let damage = (try? await damaged.damage()) ?? ["unreadable"]
    #expect(!damage.isEmpty)
    try? damaged.close()
  }

  @Test("A modified record is refused without quoting it")
  func record() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    try await store.transaction("put") { try $0.put(account("a")) }
    let queue = try DatabaseQueue(path: folder.path)
    try await queue.write { try $0.execute(sql: "UPDATE account SET claimed_email = 'canary'") }
    let failure = await #expect(throws: SQLiteStoreFailure.self) {
      try await store.read("read") { try $0.account(ID("a")) }
    }
    #expect(failure == .unreadableRecord(table: "account"))
    #expect(!"\(try #require(failure))".contains("canary"))
    try queue.close()
    try store.close()
  }
}
