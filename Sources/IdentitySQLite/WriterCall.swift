import GRDB
import Synchronization

/// A body on its way to the writer, with the caller who waits for what becomes of it.
///
/// The caller goes on when the outcome is settled, and only then; or at once, where he is cancelled
/// before the body began.
protocol WriterCall: AnyObject, Sendable {
  /// - Returns: false when the caller has gone away. From then on, he waits for the outcome.
  func begin() -> Bool
  /// Runs the body, which may happen again after its changes were lost.
  /// - Throws: what the body throws.
  func perform(_ database: Database) throws
  /// The body's changes were kept; or were undone, with an error.
  func settle(_ error: (any Error)?)
}

final class PendingCall<Value: Sendable>: WriterCall {
  typealias Body = @Sendable (Database) throws -> Value

  private struct State {
    var body: Body?
    var waiting: CheckedContinuation<Value, any Error>?
    var value: Value?
    var isCancelled = false
    var isBegun = false
  }

  private let state: Mutex<State>

  init(_ body: @escaping Body) {
    state = Mutex(State(body: body))
  }

  /// - Returns: whether the call may line up; else its caller was told already that it is cancelled.
  func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.waiting = continuation } else { state.body = nil }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
    return !isCancelled
  }

  func cancel() {
    let waiting = state.withLock { state in
      state.isCancelled = true
      return state.isBegun ? nil : Self.leave(&state)
    }
    waiting?.resume(throwing: CancellationError())
  }

  func begin() -> Bool {
    state.withLock { state in
      state.isBegun = state.waiting != nil
      return state.isBegun
    }
  }

  func perform(_ database: Database) throws {
    guard let body = state.withLock({ $0.body }) else { return }
    let value = try body(database)
    state.withLock { $0.value = value }
  }

  func settle(_ error: (any Error)?) {
    let (waiting, value) = state.withLock { state in (Self.leave(&state), state.value) }
    if let error {
      waiting?.resume(throwing: error)
    } else if let value {
      waiting?.resume(returning: value)
    }
  }

  /// The body goes before its caller goes on: it must not outlive the call.
  private static func leave(_ state: inout State) -> CheckedContinuation<Value, any Error>? {
    state.body = nil
    defer { state.waiting = nil }
    return state.waiting
  }
}
