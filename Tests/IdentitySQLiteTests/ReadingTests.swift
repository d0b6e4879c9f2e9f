import Foundation
import IdentityDomain
import IdentitySQLite
import TestSupport
import Testing

@Suite("A read sees the latest commit, whoever made it")
struct ReadingTests {
  private func account(_ name: String) -> Account {
    Account(
      id: ID("a"), createdAt: Timestamp(milliseconds: 5), profile: Account.Profile(name: name))
  }

  @Test(
    "Writes of another store on the same file are visible at the next read")
  func another() async throws {
    let folder = try TemporaryFolder()
    let (one, other) = (try folder.store(), try folder.store())
    for round in 0..<50 {
      // Back and forth, so that records come again that were read before.
      let written = account("name \(round % 3)")
      try await (round % 2 == 0 ? one : other).transaction("write") { try $0.put(written) }
      for store in [one, other, one] {
        #expect(try await store.read("read") { try $0.account(ID("a")) } == written)
      }
    }
    try await other.transaction("remove") { try $0.removeAccount(ID("a")) }
    #expect(try await one.read("read") { try $0.account(ID("a")) } == nil)
    try one.close()
    try other.close()
  }

  @Test("Names that Unicode considers equal stay distinct")
  func lookalikes() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    for name in ["Zo\u{EB}", "Zoe\u{308}", "Zo\u{EB}"] {
      try await store.transaction("write") { try $0.put(account(name)) }
      let found = try await store.read("read") { try $0.account(ID("a"))?.profile.name }
      #expect(found.map { Array($0.utf8) } == Array(name.utf8))
    }
    try store.close()
  }

  @Test("More concurrent reads than connections are all answered")
  func many() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store { $0.readers = 1 }
    try await store.transaction("write") { try $0.put(account("a")) }
    // Many at once on one connection: those that find it in use go another way.
    let found = try await withThrowingTaskGroup(of: Account?.self) { group in
      for _ in 0..<200 {
        group.addTask { try await store.read("read") { try $0.account(ID("a")) } }
      }
      return try await group.reduce(into: [Account?]()) { $0.append($1) }
    }
    #expect(found.count == 200 && found.allSatisfy { $0 == account("a") })
    try store.close()
  }

  @Test("A read sees a single moment, even during a write")
  func oneMoment() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let names = ["a", "b"].map { ID<Account>($0) }
    func write(_ round: Int) async throws {
      try await store.transaction("write") { tables in
        for name in names {
          try tables.put(Account(id: name, createdAt: Timestamp(milliseconds: Int64(round))))
        }
      }
    }
    try await write(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for round in 1..<200 { try await write(round) } }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let seen = try await store.read("read") { tables in
              try names.map { try tables.account($0)?.createdAt }
            }
            #expect(seen[0] == seen[1])
          }
        }
      }
      try await group.waitForAll()
    }
    try store.close()
  }
}
