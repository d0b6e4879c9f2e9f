package import IdentityDomain
import Synchronization

/// The time of day as the database has it, which is the same on all nodes: what one node leases to itself
/// must not look free to another whose own clock is ahead.
///
/// Each transaction that writes brings the time along. In between a steady clock goes on from there, so a
/// jump of this machine's clock does nothing.
package final class DatabaseClock: WallClock {
  private struct Sample {
    /// Milliseconds of the database's clock.
    let moment: Int64
    let at: ContinuousClock.Instant
    let trip: Duration
  }

  /// A longer trip tells less than a steady clock that was set a moment ago.
  private static let longestTrip = Duration.milliseconds(20)
  private static let oldest = Duration.seconds(30)

  private let sample: Mutex<Sample>

  init(moment: Int64, before: ContinuousClock.Instant) {
    sample = Mutex(Self.sample(moment, before, .now))
  }

  package func now() -> Timestamp {
    let sample = sample.withLock { $0 }
    let since = ContinuousClock.now - sample.at
    return Timestamp(milliseconds: sample.moment) + since
  }

  /// - Parameters:
  ///   - moment: that the database told.
  ///   - before: when it was asked.
  func learn(_ moment: Int64, before: ContinuousClock.Instant) {
    let new = Self.sample(moment, before, .now)
    sample.withLock { sample in
      if new.trip <= Self.longestTrip || new.at - sample.at > Self.oldest { sample = new }
    }
  }

  /// The database looked at its clock somewhere between the question and its answer.
  private static func sample(
    _ moment: Int64, _ before: ContinuousClock.Instant, _ after: ContinuousClock.Instant
  ) -> Sample {
    let trip = after - before
    return Sample(moment: moment, at: before + trip / 2, trip: trip)
  }
}
