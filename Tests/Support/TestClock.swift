package import FlowRuntime
import Foundation

/// A clock that a test moves by hand.
package final class TestClock: @unchecked Sendable {
  // Unchecked: everything is read and written only under `lock`.
  private let lock = NSLock()
  private var time: Int64
  private var sleepers: [UInt64: (until: Int64, CheckedContinuation<Void, Never>)] = [:]
  private var count: UInt64 = 0
  private var jump: (readings: Int, milliseconds: Int64)?

  package init(_ time: Int64) { self.time = time }

  package var clock: RuntimeClock {
    RuntimeClock(now: { self.read() }) { await self.sleep(until: $0) }
  }

  /// Moves the clock as soon as it has been read so often: time that passes within a step.
  package func jump(by milliseconds: Int64, afterReadings readings: Int) {
    lock.withLock { jump = (readings, milliseconds) }
  }

  private func read() -> Int64 {
    let (present, passed) = lock.withLock {
      jump?.readings -= 1
      let passed = jump.flatMap { $0.readings == 0 ? $0.milliseconds : nil }
      if passed != nil { jump = nil }
      return (time, passed)
    }
    if let passed { advance(by: passed) }
    return present
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
