import IdentityDomain
import Synchronization

/// A store whose next read, after it read, does not come back before it is let go.
final class HeldStore: IdentityStore {
  private struct State {
    var isHolding = false
    var held: CheckedContinuation<Void, Never>?
    var waiting: CheckedContinuation<Void, Never>?
  }
  private let inner: any IdentityStore
  private let state = Mutex(State())

  init(_ inner: any IdentityStore) { self.inner = inner }

  func holdNextRead() { state.withLock { $0.isHolding = true } }

  /// Waits until a read is held.
  func untilHeld() async {
    await withCheckedContinuation { continuation in
      let isHeld = state.withLock { state in
        if state.held == nil { state.waiting = continuation }
        return state.held != nil
      }
      if isHeld { continuation.resume() }
    }
  }

  func letGo() {
    state.withLock { state in
      defer { state.held = nil }
      return state.held
    }?.resume()
  }

  func transaction<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    try await inner.transaction(name, body)
  }

  func read<Value: Sendable>(
    _ name: StaticString, _ body: @Sendable (any IdentityTransaction) throws -> Value
  ) async throws -> Value {
    let value = try await inner.read(name, body)
    let isHolding = state.withLock { state in
      defer { state.isHolding = false }
      return state.isHolding
    }
    guard isHolding else { return value }
    await withCheckedContinuation { continuation in
      let waiting = state.withLock { state in
        state.held = continuation
        defer { state.waiting = nil }
        return state.waiting
      }
      waiting?.resume()
    }
    return value
  }
}
