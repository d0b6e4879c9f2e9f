import FlowMachine
import FlowRuntime

/// The calls that one life of the app has under way. A life is over only when none is: a call of a dead app
/// would still be answered, and what it stored would be the next life's.
actor CallsUnderWay {
  private var count = 0
  private var isOver = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Returns: what `body` does; `notSent` where the life was over before it began.
  nonisolated func perform(_ body: @Sendable () async -> Answer) async -> Answer {
    guard await begin() else { return .notSent }
    let answer = await body()
    await end()
    return answer
  }

  /// Lets no further call begin, and returns when the last one has come to its end. Whoever calls it has
  /// cancelled them.
  func settled() async {
    isOver = true
    guard count > 0 else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func begin() -> Bool {
    if !isOver { count += 1 }
    return !isOver
  }

  private func end() {
    count -= 1
    guard isOver, count == 0 else { return }
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
