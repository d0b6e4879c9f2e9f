import IdentityDomain

/// How a server that starts waits for its store: a database that is starting, or a cluster that has no primary just now, is
/// there in a moment; what an operator has to mend ends the start at once. Pure.
struct StoreWait: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case giveUp
    /// Try again after a pause. The line is for the log, where the reason is a new one.
    case pause(Duration, line: String?)
  }

  static let firstPause = Duration.milliseconds(250)
  static let longestPause = Duration.seconds(5)

  /// How long it waits in all; zero for a store that has to be there.
  let limit: Duration
  private var next = Self.firstPause
  private var told: String?

  init(limit: Duration) { self.limit = limit }

  /// - Parameter waited: since the start.
  mutating func step(after failure: any Error, waited: Duration) -> Step {
    guard let failure = failure as? any StoreError, failure.mayPass, waited < limit else {
      return .giveUp
    }
    let pause = min(next, limit - waited)
    next = min(next * 2, Self.longestPause)
    let reason = "\(failure)"
    guard reason != told else { return .pause(pause, line: nil) }
    told = reason
    return .pause(
      pause, line: "waiting for the store, at most \(limit.components.seconds) s: \(reason)")
  }

  /// What the log says when the store is there; nil where nobody waited.
  func end(waited: Duration) -> String? {
    told == nil ? nil : "the store is there, after \(waited.components.seconds) s"
  }
}
