import Observation
public import Portico

extension AppEntry {
  /// Waits until a condition holds for a running entry, for tests of an entry with its real parts.
  ///
  /// - Parameter isSo: evaluated now, and after each change of what it reads.
  /// - Throws: `CancellationError` if the task is cancelled first, as by a test's time limit.
  public func wait(until isSo: @MainActor (AppEntry) -> Bool) async throws {
    while true {
      let (changes, post) = AsyncStream.makeStream(of: Never.self)
      let holds = withObservationTracking {
        isSo(self)
      } onChange: {
        post.finish()
      }
      if holds { return }
      // Called just before the value changes; this actor sees the new value afterwards.
      for await _ in changes {}
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
