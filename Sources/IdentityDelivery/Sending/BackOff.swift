import IdentityDomain

/// How long to wait after consecutive failures: doubled each time, up to a limit, with jitter, so
/// that messages that failed together are not retried together.
package struct BackOff: Hashable, Sendable {
  package let first: Duration
  package let most: Duration
  /// Limits what the other side may ask for: its mistake must not hold a message for days.
  package let mostAsked: Duration

  /// A code is valid for ten minutes, so it waits a minute at most.
  package static let standard = BackOff(
    first: .seconds(1), most: .seconds(60), mostAsked: SecurityRules.longestDeliveryWait)

  package init(first: Duration, most: Duration, mostAsked: Duration) {
    self.first = first
    self.most = most
    self.mostAsked = mostAsked
  }

  /// - Parameters:
  ///   - failures: consecutive failures, at least 1.
  ///   - asked: what the other side asked for.
  ///   - jitter: uniformly random.
  package func wait(after failures: Int, asked: Duration?, jitter: UInt8) -> Duration {
    var whole = min(first, most)
    for _ in 1..<max(1, min(failures, 64)) where whole < most { whole = min(whole * 2, most) }
    let own = whole / 2 + whole / 2 * Int(jitter) / 255
    return max(own, min(asked ?? .zero, mostAsked))
  }
}
