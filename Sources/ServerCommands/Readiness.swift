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
  private let checkPlace: @Sendable () throws -> Void
  private let log: Logger
  private var last: (at: Duration, isReady: Bool)?
  private var refusedAt: Duration?
  private var running: Task<Bool, Never>?
  private var isMoveTold = false

  /// - Parameters:
  ///   - uptime: a clock that only goes forward.
  ///   - checkPlace: of the store; fails where its file is another one.
  init(
    _ store: any IdentityStore, uptime: @escaping @Sendable () -> Duration,
    checkPlace: @escaping @Sendable () throws -> Void = {}, log: Logger
  ) {
    self.store = store
    self.uptime = uptime
    self.checkPlace = checkPlace
    self.log = log
  }

  /// The store refused what a call had to write. On a disk that is nearly full, the one row that is written here may
  /// still have room.
  func refused() { refusedAt = uptime() }

  func isReady() async -> Bool {
    if let refusedAt, uptime() - refusedAt < Self.pause { return false }
    if let last, uptime() - last.at < Self.interval { return last.isReady }
    if let running { return await running.value }
    guard isInPlace() else {
      last = (uptime(), false)
      return false
    }
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

  /// Told once: the write that follows would succeed, into a file that no start finds.
  private func isInPlace() -> Bool {
    do {
      try checkPlace()
      isMoveTold = false
      return true
    } catch {
      if !isMoveTold { log.failed("not ready: the store is not at its place", error) }
      isMoveTold = true
      return false
    }
  }
}
