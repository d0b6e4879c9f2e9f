import IdentityDomain
import Logging

/// Whether the store takes writes: what a server is good for ends where they are refused, by a full disk, a file system that
/// became read-only, or a database that fell back to a standby.
///
/// A write goes to the disk, and anybody may ask; so however many ask, there is one each second.
actor Readiness {
  private static let interval = Duration.seconds(1)

  private let store: any IdentityStore
  private let log: Logger
  private var last: (at: ContinuousClock.Instant, isReady: Bool)?
  private var running: Task<Bool, Never>?

  init(_ store: any IdentityStore, log: Logger) {
    self.store = store
    self.log = log
  }

  func isReady() async -> Bool {
    if let last, ContinuousClock.now - last.at < Self.interval { return last.isReady }
    if let running { return await running.value }
    let asking = Task { [store, log] in
      do {
        // What stands there is written again: it changes nothing, and needs all that a change needs.
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
    last = (.now, isReady)
    running = nil
    return isReady
  }
}
