import Foundation

/// How many files this process may open (setrlimit(2)).
package enum DescriptorLimit {
  #if os(Linux)
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
  private static let resource = RLIMIT_NOFILE
  #endif

  /// The limit that would be in force after `raise`.
  package static func possible(for needed: Int) -> Int {
    var limits = rlimit()
    guard getrlimit(resource, &limits) == 0 else { return 1_024 }
    let wanted = min(limits.rlim_max, rlim_t(max(0, needed)))
    return Int(clamping: max(limits.rlim_cur, wanted))
  }

  /// Raises the soft limit as far as it is needed and the hard limit lets it; never lowers it. The usual soft limit
  /// is 1,024, for programs that use select(2), which none of our libraries does.
  /// - Returns: the limit that is in force.
  package static func raise(to needed: Int) -> Int {
    var limits = rlimit()
    guard getrlimit(resource, &limits) == 0 else { return 1_024 }
    let wanted = min(limits.rlim_max, rlim_t(max(0, needed)))
    if limits.rlim_cur < wanted {
      let before = limits.rlim_cur
      limits.rlim_cur = wanted
      if setrlimit(resource, &limits) != 0 { limits.rlim_cur = before }
    }
    return Int(clamping: limits.rlim_cur)
  }
}
