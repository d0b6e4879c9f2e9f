import GRDB
import Synchronization

/// Connections that only read, on the thread that asks.
///
/// A read of a few rows takes a tenth of the time that a hop to another thread and back does. It
/// waits for no writer; where it would have to wait (all are in use, another process recovers the
/// log), it is not done here, so that no thread of the cooperative pool stands still.
final class ReadConnections: Sendable {
  enum Outcome<Value> {
    case value(Value)
    /// Read it elsewhere.
    case wouldWait
  }

  private struct State {
    var idle: [DatabaseQueue] = []
    var opened = 0
    var isClosed = false
  }

  private let most: Int
  private let open: @Sendable () throws -> DatabaseQueue
  private let state = Mutex(State())

  /// - Parameter open: makes a connection that only reads, and throws where it would wait.
  init(most: Int, open: @escaping @Sendable () throws -> DatabaseQueue) {
    self.most = most
    self.open = open
  }

  /// Runs a body in a transaction of its own.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Outcome<Value> {
    do {
      guard let connection = try take() else { return .wouldWait }
      defer { giveBack(connection) }
      return .value(
        try connection.unsafeRead { database in
          try RowStatement("BEGIN DEFERRED TRANSACTION", on: database).run()
          defer { try? RowStatement("COMMIT TRANSACTION", on: database).run() }
          return try body(database)
        })
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return .wouldWait
    }
  }

  /// Closes those that nobody uses; the others when they are given back.
  func close() throws {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { try connection.close() }
  }

  private func take() throws -> DatabaseQueue? {
    let (connection, mayOpen) = state.withLock { state -> (DatabaseQueue?, Bool) in
      if let connection = state.idle.popLast() { return (connection, false) }
      guard !state.isClosed, state.opened < most else { return (nil, false) }
      state.opened += 1
      return (nil, true)
    }
    guard mayOpen else { return connection }
    do { return try open() } catch {
      state.withLock { $0.opened -= 1 }
      throw error
    }
  }

  private func giveBack(_ connection: DatabaseQueue) {
    let isOver = state.withLock { state in
      if !state.isClosed { state.idle.append(connection) }
      return state.isClosed
    }
    if isOver { try? connection.close() }
  }
}
