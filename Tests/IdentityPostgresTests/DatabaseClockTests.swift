import IdentityDomain
import IdentityPostgres
import Testing

@Suite("Nodes take the time from the database, and continue it with a steady clock")
struct DatabaseClockTests {
  private let start = ContinuousClock.now

  private func reading(_ moment: Int64, _ asked: Int, _ heard: Int) -> DatabaseClock.Reading {
    DatabaseClock.Reading(
      moment: moment, asked: start + .milliseconds(asked), heard: start + .milliseconds(heard))
  }

  private func time(_ clock: DatabaseClock, _ milliseconds: Int) -> Int64 {
    clock.time(at: start + .milliseconds(milliseconds)).milliseconds
  }

  @Test("The database is assumed to have read its clock in the middle of the round trip")
  func middle() {
    let clock = DatabaseClock(reading(1_000_000, 0, 10))
    #expect(time(clock, 5) == 1_000_000)
    #expect(time(clock, 65) == 1_000_060)
  }

  @Test("A slow round trip is ignored, unless the last reading has become old")
  func long() {
    let clock = DatabaseClock(reading(1_000_000, 0, 2))
    clock.learn(reading(5_000_000, 100, 200))
    #expect(time(clock, 301) == 1_000_300)
    clock.learn(reading(2_000_000, 300, 310))
    #expect(time(clock, 305) == 2_000_000)
    clock.learn(reading(3_000_000, 40_000, 40_100))
    #expect(time(clock, 40_050) == 3_000_000)
  }
}
