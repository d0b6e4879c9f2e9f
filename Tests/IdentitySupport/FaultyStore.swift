package import IdentityDomain
import Synchronization

/// A store whose process dies at a chosen transaction: before the commit, so that nothing of it
/// remains, or after it, so that only its response is lost.
package final class FaultyStore: IdentityStore {
  package enum Fault: Hashable, Sendable, CaseIterable {
    case beforeCommit
    case afterCommit
  }

  package struct Killed: Error {}

  /// Thrown to end a transaction before its commit.
  package typealias End = @Sendable (any IdentityTransaction) throws -> Void

  private let store: any IdentityStore
  private let end: End
  private let plan = Mutex<(Fault, left: Int)?>(nil)
  private let transactions = Mutex(0)

  /// - Parameter end: by default the process dies; it throws.
  package init(_ store: any IdentityStore, end: @escaping End = { _ in throw Killed() }) {
    (self.store, self.end) = (store, end)
  }

  /// - Parameter number: the index of the transaction, from 0, counted from now.
  package func fail(_ fault: Fault, at number: Int) {
    plan.withLock { $0 = (fault, number) }
  }

  package func heal() { plan.withLock { $0 = nil } }

  /// How many transactions there were since the last call.
  package func takeCount() -> Int {
    transactions.withLock { count in
      defer { count = 0 }
      return count
    }
  }

  package func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    transactions.withLock { $0 += 1 }
    let fault = plan.withLock { plan -> Fault? in
      guard let (fault, left) = plan else { return nil }
      plan = left == 0 ? nil : (fault, left - 1)
      return left == 0 ? fault : nil
    }
    let value = try await store.transaction(name) { tables in
      let value = try body(tables)
      if fault == .beforeCommit { try end(tables) }
      return value
    }
    if fault == .afterCommit { throw Killed() }
    return value
  }

  package func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await store.read(name, body)
  }
}
