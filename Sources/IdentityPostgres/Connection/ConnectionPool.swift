import Synchronization

/// The connections of a store. There are as many threads as places, and each thread holds one connection
/// at most; so whoever asks is given one at once.
final class ConnectionPool: Sendable {
  private struct State {
    /// The one that was used last is used next, so that a quiet node lets the others go stale alone.
    var idle: [Box] = []
    var isClosed = false
  }

  /// Held by the pool, or by the one thread that took it.
  private struct Box: @unchecked Sendable { let connection: Connection }

  private let open: @Sendable () throws -> Connection
  private let state = Mutex(State())

  init(open: @escaping @Sendable () throws -> Connection) { self.open = open }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// - Throws: `LostConnection`, `ServerError`
  func take() throws -> Connection {
    let idle = state.withLock { $0.idle.popLast() }
    return try idle?.connection ?? open()
  }

  /// One that is not related to those that failed.
  func takeNew() throws -> Connection { try open() }

  /// - Parameter connection: outside of any transaction.
  func giveBack(_ connection: consuming Connection) {
    let box = Box(connection: connection)
    state.withLock { state in
      if !state.isClosed && box.connection.isAlive { state.idle.append(box) }
    }
  }

  /// Lets go of all that are idle: where one was cut, so were its neighbours.
  func drop() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    _ = consume idle
  }

  func close() {
    state.withLock { $0.isClosed = true }
    drop()
  }
}
