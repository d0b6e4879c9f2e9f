import Synchronization

/// Lets the calls of one intent pass one after the other in this process (CMP-8): a repetition finds the response
/// of the call before it, in place of a budget that this call has reserved.
package final class IntentTurns: Sendable {
  /// Of one intent, calls that may wait while another is in progress.
  package static let mostWaiting = 8

  /// Those that wait, by the key of the call in progress.
  private let waiting = Mutex<[IntentKey: [CheckedContinuation<Void, Never>]]>([:])

  package init() {}

  /// How many wait for a call in progress.
  package func waitingCount(_ key: IntentKey) -> Int { waiting.withLock { $0[key]?.count ?? 0 } }

  /// Waits for the calls of the same intent that came before.
  ///
  /// - Returns: false at once if too many wait already; else `end` has to follow.
  package func take(_ key: IntentKey) async -> Bool {
    enum Turn { case now, later, never }
    var turn = Turn.now
    await withCheckedContinuation { continuation in
      turn = waiting.withLock { waiting in
        guard let others = waiting[key] else {
          waiting[key] = []
          return .now
        }
        guard others.count < Self.mostWaiting else { return .never }
        waiting[key]?.append(continuation)
        return .later
      }
      if turn != .later { continuation.resume() }
    }
    return turn != .never
  }

  /// The next call's turn.
  package func end(_ key: IntentKey) {
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard var others = waiting[key], !others.isEmpty else {
        waiting[key] = nil
        return nil
      }
      let next = others.removeFirst()
      waiting[key] = others
      return next
    }
    next?.resume()
  }
}
