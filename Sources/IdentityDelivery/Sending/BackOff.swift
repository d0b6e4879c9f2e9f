import IdentityDomain

/// How long to wait after failures in a row: twice as long each time, up to a bound, and partly by
/// chance, so that what failed together does not come again together.
package struct BackOff: Hashable, Sendable {
  package let first: Duration
  package let most: Duration
  /// What the other side asks for is kept to this: its mistake must not hold a message for days.
  package let mostAsked: Duration

  /// A code is worth ten minutes, so a minute is the longest that it may be left alone.
  package static let standard = BackOff(
    first: .seconds(1), most: .seconds(60), mostAsked: .minutes(10))

  package init(first: Duration, most: Duration, mostAsked: Duration) {
    self.first = first
    self.most = most
    self.mostAsked = mostAsked
  }

  /// - Parameters:
  ///   - failures: in a row, at least 1.
  ///   - asked: what the other side asked for.
  ///   - jitter: any number, each as likely as the other.
  package func wait(after failures: Int, asked: Duration?, jitter: UInt8) -> Duration {
    var whole = min(first, most)
    for _ in 1..<max(1, min(failures, 64)) where whole < most { whole = min(whole * 2, most) }
    let own = whole / 2 + whole / 2 * Int(jitter) / 255
    return max(own, min(asked ?? .zero, mostAsked))
  }
}
