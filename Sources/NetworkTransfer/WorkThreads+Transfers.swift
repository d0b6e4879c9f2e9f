package import WorkThreads

extension WorkThreads {
  /// Threads for transfers, which block. Their owner ends them with `shutdown` before the process
  /// ends: what OpenSSL does at the end of a thread must not overlap with what it does at `exit`.
  ///
  /// - Parameters:
  ///   - threads: how many transfers run at once. The right number is the maximum that the worker
  ///     has in progress (its slots times the channels): then none waits.
  ///   - places: how many more may wait; the next one is refused.
  package static func forTransfers(threads: Int, places: Int = 64) -> WorkThreads {
    // A busy provider takes a second; it is used only for the wait of a refusal.
    WorkThreads(threads: threads, places: places, cost: .seconds(1), stack: 1024 * 1024)
  }
}
