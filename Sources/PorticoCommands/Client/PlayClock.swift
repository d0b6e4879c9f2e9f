import Foundation
package import IdentityClient
import SessionMachine
import Synchronization

/// The simulated time of a play, for its server and its client. It stands while they work, but where
/// what lies between them lets it leap.
package final class PlayClock: Sendable {
  /// Milliseconds since 1970.
  private let time = Mutex<Int64>(0)

  package init() {}

  package var milliseconds: Int64 { time.withLock { $0 } }

  /// Never goes back.
  func set(_ now: Int64) { time.withLock { $0 = max($0, now) } }

  package func leap(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }

  package var client: ClientClock {
    ClientClock(
      now: { [self] in
        let now = milliseconds
        return Moment(steady: now, wall: now)
      },
      // Nothing becomes due while a call is waited for: the play's time stands.
      wait: { _ in await Cancellation.wait() })
  }
}

/// Returns when its task is cancelled, and not before.
private enum Cancellation {
  static func wait() async {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      end.finish()
    }
  }
}

/// Secure storage of a simulated device, for its client. It outlives every kill.
final class PlayStorage: SecureStore {
  private let values = Mutex<[String: [UInt8]]>([:])
  private let exclusion = NSRecursiveLock()

  func names() -> [String] { values.withLock { $0.keys.sorted() } }
  func read(_ name: String) -> [UInt8]? { values.withLock { $0[name] } }

  func write(_ changes: [SecureChange]) {
    values.withLock { for change in changes { $0[change.name] = change.value } }
  }

  /// Nothing here is ever damaged.
  func setAside() {}

  func exclusively<Value>(
    _ body: () throws(SecureStoreFailure) -> Value
  ) throws(SecureStoreFailure) -> Value {
    exclusion.lock()
    defer { exclusion.unlock() }
    return try body()
  }
}

/// The simulated device has one process.
struct OneProcess: RenewalLock {
  func tryTake() -> Bool { true }
  func release() {}
}
