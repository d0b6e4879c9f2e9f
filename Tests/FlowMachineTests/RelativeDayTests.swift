import FlowMachine
import Statechart
import TestSupport
import Testing

/// Bounds of dates that move with the day.
@Suite("Dates relative to today")
struct RelativeDayTests {
  private func play(at moment: String, offset: Int64? = 0) throws -> Play {
    var play = try Play(TestFlow.load("Tests/Flows/come-of-age.flow.yaml"))
    play.setClock(try #require(InternetTime.milliseconds(Array(moment.utf8))))
    play.tell("utcOffset", offset.map { .number($0) } ?? .absent)
    return play
  }

  @Test(
    "A distance from today leads to the same day of another month, or to its last one",
    arguments: [
      (20_260_228, -18, .years, 20_080_228), (20_260_301, -18, .years, 20_080_301),
      (20_280_229, -18, .years, 20_100_228), (20_240_229, -4, .years, 20_200_229),
      (20_250_831, 6, .months, 20_260_228), (20_230_831, 6, .months, 20_240_229),
      (20_260_115, -1, .months, 20_251_215), (20_260_101, -1, .days, 20_251_231),
      (20_240_228, 1, .days, 20_240_229), (20_251_231, 1, .days, 20_260_101),
      (20_260_615, 0, .days, 20_260_615), (5_000_101, -1_000, .years, 10_101),
      (10_101, -1, .days, 10_101), (10_131, -1, .months, 10_101),
      (99_991_231, 1, .days, 99_991_231), (99_991_130, 1, .months, 99_991_230),
      (99_991_201, 1, .months, 99_991_231), (99_990_101, 1_000, .years, 99_991_231),
      (10_101, -365_000, .days, 10_101), (99_991_231, 365_000, .days, 99_991_231),
    ] as [(Int64, Int64, RelativeDay.Unit, Int64)])
  func arithmetic(today: Int64, count: Int64, unit: RelativeDay.Unit, day: Int64) throws {
    let distance = try #require(RelativeDay(count, unit))
    #expect(distance.day(from: today) == day)
    #expect(RelativeDay(value: distance.value) == distance)
  }

  @Test("No distance is longer than 1,000 years, and no number of a damaged table is another one")
  func limits() {
    #expect(RelativeDay(1_001, .years) == nil && RelativeDay(-12_001, .months) == nil)
    #expect(RelativeDay(365_001, .days) == nil && RelativeDay(.min, .days) == nil)
    for value: Int64 in [.min, .max, 3, -1] { #expect(RelativeDay(value: value) == nil) }
  }

  @Test(
    "The day is that of the device, and no clock is too wrong for one",
    arguments: [
      ("2026-02-28T23:59:59Z", 0, 20_260_228), ("2026-03-01T00:00:00Z", 0, 20_260_301),
      ("2026-02-28T10:00:00Z", 840, 20_260_301), ("2026-03-01T10:59:59Z", -660, 20_260_228),
      ("1969-12-31T23:59:59Z", 0, 19_691_231), ("1970-01-01T00:00:00Z", -1, 19_691_231),
      ("2000-02-29T12:00:00Z", 60, 20_000_229), ("0001-01-01T00:00:00Z", -720, 10_101),
      ("9999-12-31T23:59:59Z", 60, 99_991_231), ("2026-03-01T00:00:00Z", .max, 20_260_302),
      ("2026-03-01T00:00:00Z", .min, 20_260_228),
    ] as [(String, Int64, Int64)])
  func today(moment: String, offset: Int64, day: Int64) throws {
    let now = try #require(InternetTime.milliseconds(Array(moment.utf8)))
    #expect(CalendarDate.today(at: now, offset: offset) == day)
    #expect(CalendarDate.today(at: .min, offset: offset) == 10_101)
    #expect(CalendarDate.today(at: .max, offset: offset) == 99_991_231)
  }

  @Test("Every day of 800 years is the one that follows from its milliseconds")
  func days() throws {
    let first = try #require(InternetTime.milliseconds(Array("1600-01-01T00:00:00Z".utf8)))
    for day in 0..<Int64(2 * 146_097) {
      let now = first + day * 86_400_000
      let number = CalendarDate.today(at: now, offset: 0)
      let text = CalendarDate.text(number) + Array("T00:00:00Z".utf8)
      guard InternetTime.milliseconds(text) == now else {
        Issue.record("\(text.string)")
        return
      }
    }
  }

  @Test("Who was born on 29 February comes of age on 1 March of a year without that day")
  func leapDay() throws {
    var play = try play(at: "2026-02-28T23:59:59Z")
    play.type("born", "2008-02-29")
    #expect(play.drawn("born")?.problem.string == "Enter an earlier date.")
    #expect(play.drawn("born")?.most.string == "2008-02-28" && !play.acts("next"))
    play.wait(1_000)
    play.type("born", "2008-02-29")
    #expect(play.drawn("born")?.problem == [] && play.acts("next"))
  }

  @Test("A birthday begins at midnight where the device is; with no known offset, in UTC")
  func offset() throws {
    for (offset, isOld) in [(660, true), (0, false), (-600, false), (nil, false)]
      as [(Int64?, Bool)]
    {
      var play = try play(at: "2026-06-14T14:00:00Z", offset: offset)
      play.type("born", "2008-06-15")
      #expect(play.acts("next") == isOld, "\(String(describing: offset))")
    }
  }

  @Test("A form that stood open over midnight is judged by the day of its submit")
  func midnight() throws {
    var play = try play(at: "2026-06-14T23:59:00Z")
    play.type("born", "1990-07-09")
    play.type("expires", "2026-06-14")
    #expect(play.acts("next") && play.drawn("expires")?.problem == [])
    play.wait(60_000)
    #expect(play.step(.tap(play.element("next"))).refusal == .incomplete)
    #expect(play.drawn("expires")?.problem.string == "Enter a later date.")
    #expect(play.drawn("expires")?.least.string == "2026-06-15")
    play.type("expires", "2026-12-15")
    play.tap("next")
    #expect(play.drawn("next") == nil)
  }

  @Test("A damaged table has a bound all the same: today, in UTC where the offset is no fact")
  func damaged() throws {
    let flow = try TestFlow.load("Tests/Flows/come-of-age.flow.yaml")
    for value: Int64 in [.min, -1, 3, .max] {
      var tables = flow.tables
      for place in tables.validators.indices where tables.validators[place].isRelativeDay {
        tables.validators[place].fact = 60_000
        tables.validators[place].value = value
      }
      var play = try Play(Flow(decoding: tables.encoded()))
      play.type("born", "2023-11-14")
      #expect(play.drawn("born")?.most.string == "2023-11-14" && play.acts("next"))
    }
  }
}
