package import IdentityDomain
import Synchronization

/// The time of day as the database has it, which is the same on all nodes: what one node leases to itself
/// must not look free to another whose own clock is ahead.
///
/// Each transaction that writes brings the time along. In between a steady clock goes on from there, so a
/// jump of this machine's clock does nothing.
package final class DatabaseClock: WallClock {
  /// What the database said, somewhere between the question and its answer.
  package struct Reading: Sendable {
    /// Milliseconds since 1970.
    let moment: Int64
    let asked: ContinuousClock.Instant
    let heard: ContinuousClock.Instant

    package init(moment: Int64, asked: ContinuousClock.Instant, heard: ContinuousClock.Instant) {
      self.moment = moment
      self.asked = asked
      self.heard = heard
    }

    var trip: Duration { heard - asked }
  }

  /// A longer trip tells less than a steady clock that was set a moment ago.
  private static let longestTrip = Duration.milliseconds(20)
  private static let oldest = Duration.seconds(30)

  private let reading: Mutex<Reading>

  package init(_ reading: Reading) { self.reading = Mutex(reading) }

  package func now() -> Timestamp { time(at: .now) }

  /// The database's time at an instant of the steady clock.
  package func time(at instant: ContinuousClock.Instant) -> Timestamp {
    let reading = reading.withLock { $0 }
    return Timestamp(milliseconds: reading.moment) + (instant - reading.asked - reading.trip / 2)
  }

  package func learn(_ new: Reading) {
    reading.withLock { reading in
      if new.trip <= Self.longestTrip || new.heard - reading.heard > Self.oldest { reading = new }
    }
  }
}
