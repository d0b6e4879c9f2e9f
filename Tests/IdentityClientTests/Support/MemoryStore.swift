import IdentityClient
import Synchronization

/// Secure storage in memory, which a test can make fail as real storage does.
final class MemorySecureStore: SecureStore {
  private struct State {
    var items: [String: [UInt8]] = [:]
    var readFailure: SecureStoreFailure?
    var writeFailure: SecureStoreFailure?
    var aside: [[String: [UInt8]]] = []
  }
  private let state = Mutex(State())

  var items: [String: [UInt8]] { state.withLock { $0.items } }

  func fail(reading: SecureStoreFailure? = nil, writing: SecureStoreFailure? = nil) {
    state.withLock {
      $0.readFailure = reading
      $0.writeFailure = writing
    }
  }

  func put(_ name: String, _ value: [UInt8]?) { state.withLock { $0.items[name] = value } }

  func names() throws(SecureStoreFailure) -> [String] {
    let (items, failure) = state.withLock { ($0.items, $0.readFailure) }
    if let failure { throw failure }
    return items.keys.sorted()
  }

  func read(_ name: String) throws(SecureStoreFailure) -> [UInt8]? {
    let (value, failure) = state.withLock { ($0.items[name], $0.readFailure) }
    if let failure { throw failure }
    return value
  }

  func write(_ changes: [SecureChange]) throws(SecureStoreFailure) {
    let failure = state.withLock { state in
      if state.writeFailure == nil {
        for change in changes { state.items[change.name] = change.value }
      }
      return state.writeFailure
    }
    if let failure { throw failure }
  }

  func setAside() throws(SecureStoreFailure) {
    state.withLock { state in
      guard state.readFailure == .corrupt else { return }
      state.aside.append(state.items)
      state.items = [:]
      state.readFailure = nil
      state.writeFailure = nil
    }
  }

  /// Keeps nobody out: each test uses the store from one process and one actor.
  func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value {
    try body()
  }
}

struct NoLock: RenewalLock {
  func tryTake() throws(SecureStoreFailure) -> Bool { true }
  func release() {}
}
