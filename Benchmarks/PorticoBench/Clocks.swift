import Foundation

#if canImport(CDispatch)
// `timespec` counts as defined once Dispatch is imported.
import CDispatch
#endif

/// The clocks of the system, in nanoseconds.
enum Clocks {
  /// Monotonic.
  static func monotonic() -> Double { time(CLOCK_MONOTONIC) }

  /// Processor time of all threads of this process.
  static func processor() -> Double { time(CLOCK_PROCESS_CPUTIME_ID) }

  /// Processor time of all threads of another process; NaN if the system does not tell.
  static func processor(of process: pid_t) -> Double {
    #if os(Linux)
    var clock = clockid_t()
    return clock_getcpuclockid(process, &clock) == 0 ? time(clock) : .nan
    #else
    return .nan
    #endif
  }

  /// Since 1970, in seconds.
  static func second() -> Int { Int(time(CLOCK_REALTIME) / 1e9) }

  /// Blocks the thread.
  static func sleep(nanoseconds: Double) {
    guard nanoseconds > 0 else { return }
    var wait = timespec(
      tv_sec: Int(nanoseconds / 1e9), tv_nsec: Int(nanoseconds) % 1_000_000_000)
    nanosleep(&wait, nil)
  }

  private static func time(_ clock: clockid_t) -> Double {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return .nan }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
