import Foundation
package import IdentityClient
import SessionMachine

extension ClientClock {
  /// The system's clocks.
  package static func live() -> ClientClock {
    ClientClock(
      now: {
        // Continues during sleep, and is the same for all processes since the device started.
        let steady = Self.steadyMilliseconds()
        return Moment(steady: steady, wall: Int64(Date().timeIntervalSince1970 * 1000))
      },
      wait: { milliseconds in
        try? await Task.sleep(for: .milliseconds(max(0, milliseconds)))
      })
  }

  private static func steadyMilliseconds() -> Int64 {
    var time = timespec()
    #if canImport(Darwin)
    clock_gettime(CLOCK_MONOTONIC, &time)
    #else
    clock_gettime(CLOCK_BOOTTIME, &time)
    #endif
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
