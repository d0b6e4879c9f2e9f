import IdentityDomain
import Logging

extension ServePlan {
  /// Opens the store and begins with it, and waits for one that may be there in a moment.
  /// - Parameter begin: what the server first does with it, which may write.
  /// - Throws: why the server must not start.
  func openedStore<Value>(
    log: Logger, _ begin: (any OperableStore) async throws -> Value
  ) async throws -> (store: any OperableStore, value: Value) {
    let location = store.location(log: { log.notice("\($0)") })
    let start = ContinuousClock.now
    var wait = StoreWait(limit: storeWait)
    while true {
      do {
        let store = try await location.open()
        let value = try await Self.begin(begin, with: store)
        if let line = wait.end(waited: .now - start) { log.notice("\(line)") }
        return (store, value)
      } catch {
        guard case .pause(let pause, let line) = wait.step(after: error, waited: .now - start)
        else { throw error }
        if let line { log.warning("\(line)") }
        try await Task.sleep(for: pause)
      }
    }
  }

  private static func begin<Value>(
    _ begin: (any OperableStore) async throws -> Value, with store: any OperableStore
  ) async throws -> Value {
    do { return try await begin(store) } catch {
      try? await store.close()
      throw error
    }
  }
}
