package import IdentityDomain
import Synchronization

/// Several stores on one database or file, each call to the next of them, as behind a load balancer.
package final class Balanced: IdentityStore {
  private let stores: [any IdentityStore]
  private let turn = Atomic<Int>(0)

  package init(_ stores: [any IdentityStore]) { self.stores = stores }

  private var next: any IdentityStore {
    stores[turn.wrappingAdd(1, ordering: .relaxed).newValue % stores.count]
  }

  package func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await next.transaction(name, body)
  }

  package func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await next.read(name, body)
  }
}
