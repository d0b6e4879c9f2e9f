package import WorkThreads

extension WorkThreads {
  /// Threads for transfers, which block. Whoever makes them ends them with `shutdown` before the
  /// process ends: what OpenSSL does at the end of a thread must not meet what it does at `exit`.
  ///
  /// - Parameters:
  ///   - threads: how many transfers run at once. As many as the worker has on their way at most
  ///     (its places times the channels) is the right number: then nobody waits.
  ///   - places: how many more may wait; the next one is refused.
  package static func forTransfers(threads: Int, places: Int = 64) -> WorkThreads {
    // A second is what a busy provider takes; nothing but the wait of a refusal follows from it.
    WorkThreads(threads: threads, places: places, cost: .seconds(1), stack: 1024 * 1024)
  }
}
