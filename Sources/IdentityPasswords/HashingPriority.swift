import Foundation

/// The priority of hashing threads relative to those that answer calls.
package enum HashingPriority {
  /// Keeps calls that need no hash from waiting for those that do. With 10 a hash still gets a
  /// tenth of a core when other calls would take all of it: logins become slow, but do not stop.
  private static let niceness: Int32 = 10

  /// Permanently lowers the priority of the calling thread; calling it again is harmless. Does
  /// nothing if the system has priorities of whole processes only.
  package static func lower() {
    #if os(Linux)
    // 0 is the calling thread (setpriority(2), "C library/kernel differences").
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    #endif
  }
}
