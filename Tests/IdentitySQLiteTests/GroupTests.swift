import Foundation
import IdentityDomain
import IdentitySQLite
import Synchronization
import TestSupport
import Testing

@Suite("Transactions that share a write to the disk stay independent")
struct GroupTests {
  private struct Stop: Error, Equatable { let number: Int }

  private func account(_ name: String) -> Account {
    Account(id: ID(name), createdAt: Timestamp(milliseconds: 5))
  }

  private func stored(_ names: [String], _ store: SQLiteStore) async throws -> [String] {
    try await store.read("check") { tables in
      try names.filter { try tables.account(ID($0)) != nil }
    }
  }

  @Test("Bodies that throw leave nothing, and those beside them everything")
  func throwing() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let count = 1_000
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          do {
            try await store.transaction("put") { tables in
              try tables.put(account("\(number)"))
              if number % 3 == 0 { throw Stop(number: number) }
            }
            #expect(number % 3 != 0)
          } catch {
            #expect(error as? Stop == Stop(number: number))
          }
        }
      }
    }
    let wanted = (0..<count).filter { $0 % 3 != 0 }.map(String.init)
    #expect(try await stored((0..<count).map(String.init), store) == wanted)
    try store.close()
  }

  @Test("Calls cancelled at any moment are done completely or not at all")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    for round in 0..<(wantedRounds ?? 20) {
      let outcomes = await withTaskGroup(of: (Int, Bool?).self) { group in
        for number in 0..<40 {
          group.addTask {
            let task = Task {
              try await store.transaction("put") { tables in
                for half in ["a", "b"] {
                  try tables.put(account("\(round)-\(number)\(half)"))
                  _ = try tables.openSessions(of: ID("a"))
                }
              }
            }
            if number % 2 == 0 {
              for _ in 0..<(number * 3) { await Task.yield() }
              task.cancel()
            }
            switch await task.result {
            case .success: return (number, true)
            case .failure(let error):
              #expect(error is CancellationError && number % 2 == 0, "\(error)")
              return (number, false)
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (number, isDone) in outcomes {
        let halves = ["a", "b"].map { "\(round)-\(number)\($0)" }
        #expect(try await stored(halves, store) == (isDone == true ? halves : []))
      }
    }
    #expect(try await store.damage() == [])
    try store.close()
  }

  @Test("A body that catches its failed write does not commit the rest of its work")
  func swallowing() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store { $0.maximumBytes = 600_000 }
    let huge = Account(
      id: ID("huge"), createdAt: Timestamp(milliseconds: 5),
      profile: Account.Profile(name: String(repeating: "x", count: 1_000_000)))
    await #expect(throws: SQLiteStoreFailure.full(path: folder.path)) {
      try await store.transaction("swallow") { tables in
        try tables.put(account("before"))
        try? tables.put(huge)
        try? tables.put(account("after"))
      }
    }
    await #expect(throws: SQLiteStoreFailure.wroteWhileReading(operation: "look")) {
      try await store.read("look") { try? $0.put(account("after")) }
    }
    #expect(try await stored(["before", "huge", "after"], store) == [])
    try store.close()
  }

  @Test("Keys that differ after a NUL are two keys")
  func nul() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    let keys = ["k", "k\0", "k\0a", "k\0b", "", "\0", "\u{FF}"]
    let key = KeyThumbprint("key")
    let news = try await store.transaction("proofs") { tables in
      try keys.map { try tables.rememberProof($0, by: key, until: Timestamp(milliseconds: 9)) }
    }
    #expect(news == keys.map { _ in true })
    let holder = Session.Holder.account(ID("a"))
    let selections = keys.map {
      Selection(holder: holder, key: $0, value: "v\0w", at: Timestamp(milliseconds: 1))
    }
    let found = try await store.transaction("select") { tables in
      for selection in selections { try tables.put(selection) }
      return try tables.selections(of: holder)
    }
    #expect(Set(found) == Set(selections) && found.count == keys.count)
    // A name of our own making has none: it is found nowhere, and stored nowhere.
    let name = ID<Account>("a\0")
    #expect(try await store.read("look") { try $0.account(name) } == nil)
    await #expect(
      throws: SQLiteStoreFailure.unstorableValue(
        reason: "cannot store BLOB value in TEXT column account.id")
    ) {
      try await store.transaction("put") {
        try $0.put(Account(id: name, createdAt: Timestamp(milliseconds: 5)))
      }
    }
    try store.close()
  }
}
