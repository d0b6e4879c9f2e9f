/// What is still to be told to listeners, in order, for who guards them with a lock.
///
/// Nobody is told anything while that lock is held. A task that is cancelled ends its streams while its own lock is held,
/// and the end of a stream asks for ours; to tell that stream something asks for the lock of its task. So each would wait
/// for the other for ever.
struct DueNews {
  typealias Telling = @Sendable () -> Void

  private var due: [Telling] = []
  private var isTelling = false

  /// Adds what is to be told; under the lock.
  ///
  /// - Returns: whether the caller has to tell it, by `take`; else somebody does already, and goes on with this.
  mutating func add(_ news: [Telling]) -> Bool {
    due += news
    guard !isTelling, !due.isEmpty else { return false }
    isTelling = true
    return true
  }

  /// What is to be told next; under the lock.
  ///
  /// - Returns: nil if that is all.
  mutating func take() -> [Telling]? {
    guard !due.isEmpty else {
      isTelling = false
      return nil
    }
    defer { due = [] }
    return due
  }
}
