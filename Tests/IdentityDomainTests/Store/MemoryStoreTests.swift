import IdentityDomain
import IdentityStoreContract
import TestSupport
import Testing

@Suite("The in-memory store keeps the contract")
struct MemoryStoreTests {
  private static let cases = StoreContract.cases(rounds: wantedRounds ?? 20)

  @Test("Each case of the contract holds", arguments: cases)
  func contract(_ one: StoreCase) async throws {
    try await one.run(MemoryStore())
  }

  @Test("Each case also holds if every body runs twice", arguments: cases)
  func conflicts(_ one: StoreCase) async throws {
    try await one.run(MemoryStore(runsTwice: true))
  }

  @Test("Each case of running a store holds", arguments: StoreContract.operationCases)
  func operation(_ one: OperationCase) async throws {
    try await one.run(MemoryStore())
  }

  @Test("A store that loses an update, or keeps a failed body's writes, breaks the contract")
  func brokenStores() async {
    let losing = await brokenCases { LosingStore() }
    for start in ["16 parallel uses of one refresh token", "16 parallel uses of one code"] {
      #expect(losing.contains { $0.hasPrefix(start) }, "\(losing)")
    }
    let keeping = await brokenCases { KeepingStore() }
    #expect(keeping.contains { $0.hasPrefix("A body that throws leaves nothing") })
  }

  private func brokenCases(_ make: () -> any IdentityStore) async -> [String] {
    var broken: [String] = []
    for one in StoreContract.cases() {
      do {
        try await one.run(make())
      } catch {
        broken.append(one.description)
      }
    }
    return broken
  }
}

/// Answers every second transaction without keeping its writes.
private actor LosingStore: IdentityStore {
  private struct Answered<Value: Sendable>: Error { let value: Value }
  private let store = MemoryStore()
  private var count = 0

  func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    count += 1
    let isLost = count.isMultiple(of: 2)
    do {
      return try await store.transaction(name) { tables in
        let value = try body(tables)
        if isLost { throw Answered(value: value) }
        return value
      }
    } catch let answer as Answered<Value> {
      return answer.value
    }
  }

  func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await store.read(name, body)
  }
}

/// Also commits what a body wrote before it threw.
private actor KeepingStore: IdentityStore {
  private let store = MemoryStore()

  func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await store.transaction(name) { tables in Result { try body(tables) } }.get()
  }

  func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await store.read(name, body)
  }
}
