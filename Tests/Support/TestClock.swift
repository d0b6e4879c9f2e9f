package import FlowRuntime
import Foundation

/// A clock that a test moves by hand.
package final class TestClock: @unchecked Sendable {
  // Unchecked: everything is read and written only under `lock`.
  private let lock = NSLock()
  private var time: Int64
  private var sleepers: [UInt64: (until: Int64, CheckedContinuation<Void, Never>)] = [:]
  private var count: UInt64 = 0

  package init(_ time: Int64) { self.time = time }

  package var clock: RuntimeClock {
    RuntimeClock(now: { self.lock.withLock { self.time } }) { await self.sleep(until: $0) }
  }

  /// How many callers wait for a time.
  package var sleeperCount: Int { lock.withLock { sleepers.count } }

  package func advance(by milliseconds: Int64) {
    let due = lock.withLock {
      time += milliseconds
      let due = sleepers.filter { $0.value.until <= time }
      for key in due.keys { sleepers[key] = nil }
      return due.values.map { $0.1 }
    }
    for sleeper in due { sleeper.resume() }
  }

  private func sleep(until time: Int64) async {
    let key = lock.withLock {
      count += 1
      return count
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = lock.withLock {
          if self.time >= time || Task.isCancelled { return true }
          sleepers[key] = (time, continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      lock.withLock { sleepers.removeValue(forKey: key) }?.1.resume()
    }
  }
}
