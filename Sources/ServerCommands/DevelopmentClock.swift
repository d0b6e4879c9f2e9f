import IdentityDomain
import IdentityKeys
import Synchronization

/// The time of day, and what somebody who develops leapt over, for `serve --dev`.
final class DevelopmentClock: WallClock {
  private let leapt = Mutex(Duration.zero)

  func now() -> Timestamp { SystemClock().now() + leapt.withLock { $0 } }

  func advance(_ wait: Duration) -> Timestamp {
    leapt.withLock { $0 += wait }
    return now()
  }
}
