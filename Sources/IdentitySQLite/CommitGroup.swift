import Synchronization

/// Transactions that become durable with one write to the disk, and those who wait for it.
final class CommitGroup: Sendable {
  enum Outcome: Sendable {
    case committed
    /// Rolled back through no fault of the one who waits: run the body again.
    case lost
    case failed(any Error)
  }

  private struct State {
    var members = 0
    var outcome: Outcome?
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }
  private let state = Mutex(State())

  var members: Int { state.withLock { $0.members } }

  /// - Returns: how many bodies ran in it so far.
  func join() -> Int {
    state.withLock { state in
      state.members += 1
      return state.members
    }
  }

  /// Tells everybody what came of it; only the first word counts.
  func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      guard state.outcome == nil else { return [CheckedContinuation<Outcome, Never>]() }
      state.outcome = outcome
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  /// Waits for the disk, also in a task that was cancelled: what is written must not be told as
  /// not written.
  func outcome() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil { state.waiting.append(continuation) }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }
}
