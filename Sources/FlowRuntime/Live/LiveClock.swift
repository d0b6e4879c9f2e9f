import Foundation

extension RuntimeClock {
  /// The system's clock at the first call, advanced by the time that has really passed since:
  /// setting the clock while the app runs moves no deadline.
  package static func live() -> RuntimeClock {
    let start = ContinuousClock.now
    let wall = Int64(Date().timeIntervalSince1970 * 1000)
    let now: @Sendable () -> Int64 = {
      let passed = ContinuousClock.now - start
      return wall + passed.components.seconds * 1000
        + passed.components.attoseconds / 1_000_000_000_000_000
    }
    return RuntimeClock(now: now) { time in
      let left = time - now()
      if left > 0 { try? await Task.sleep(for: .milliseconds(left)) }
    }
  }
}

/// Random bits of the system, suitable for keys.
package enum LiveEntropy {
  package static func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}
