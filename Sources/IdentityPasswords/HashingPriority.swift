import Foundation

/// How a thread that hashes stands beside those that answer calls.
package enum HashingPriority {
  /// So that a call which needs no hash is not kept waiting by those that do. With 10 a hash still
  /// gets a tenth of a core beside other calls that would take all of it: logins become slow
  /// then, and do not stop.
  private static let niceness: Int32 = 10

  /// Lowers the priority of the calling thread for good; again does no harm. Nothing happens where
  /// the system knows priorities of whole processes only.
  package static func lower() {
    #if os(Linux)
    // 0 is the thread that calls (setpriority(2), "C library/kernel differences").
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    #endif
  }
}
