import IdentityDomain
import Logging

/// Whether the store takes writes: a server that only reads is not ready, be it for a full disk, a file system that
/// became read-only, or a database that fell back to a standby.
///
/// A write goes to the disk, and anybody may ask; so however many ask, there is one each second.
actor Readiness {
  private static let interval = Duration.seconds(1)
  /// How long it is not ready after a call's write was refused.
  private static let pause = Duration.seconds(3)

  private let store: any IdentityStore
  private let uptime: @Sendable () -> Duration
  private let log: Logger
  private var last: (at: Duration, isReady: Bool)?
  private var refusedAt: Duration?
  private var running: Task<Bool, Never>?

  /// - Parameter uptime: a clock that only goes forward.
  init(_ store: any IdentityStore, uptime: @escaping @Sendable () -> Duration, log: Logger) {
    self.store = store
    self.uptime = uptime
    self.log = log
  }

  /// The store refused what a call had to write. On a disk that is nearly full, the one row that is written here may
  /// still have room.
  func refused() { refusedAt = uptime() }

  func isReady() async -> Bool {
    if let refusedAt, uptime() - refusedAt < Self.pause { return false }
    if let last, uptime() - last.at < Self.interval { return last.isReady }
    if let running { return await running.value }
    let asking = Task { [store, log] in
      do {
        // The same values are written again: that changes nothing, and takes all that a change takes.
        try await store.transaction("ready") { tables in
          if let marks = try tables.storeMarks() { try tables.put(marks) }
        }
        return true
      } catch {
        log.failed("not ready: the store refuses to write", error)
        return false
      }
    }
    running = asking
    let isReady = await asking.value
    last = (uptime(), isReady)
    running = nil
    return isReady
  }
}
