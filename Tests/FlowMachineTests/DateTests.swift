import FlowMachine
import TestSupport
import Testing

@Suite("Dates")
struct DateTests {
  private func play() throws -> Play { try Play(TestFlow.load("Tests/Flows/birthday.flow.yaml")) }

  @Test(
    "A date is a day of the calendar, written with all its digits",
    arguments: [
      ("2026-02-28", 20_260_228), ("2024-02-29", 20_240_229), ("2000-02-29", 20_000_229),
      ("0001-01-01", 10_101), ("9999-12-31", 99_991_231), ("2026-02-29", nil),
      ("1900-02-29", nil), ("2026-02-30", nil), ("2026-04-31", nil), ("2026-13-01", nil),
      ("2026-00-10", nil), ("2026-01-00", nil), ("0000-01-01", nil), ("2026-1-1", nil),
      ("26-01-01", nil), ("20260101", nil), ("2026/01/01", nil), ("2026-01-01 ", nil),
      ("2026-01-01T", nil), ("-026-01-01", nil), ("", nil), ("２026-01-01", nil),
    ] as [(String, Int64?)])
  func number(text: String, number: Int64?) {
    #expect(CalendarDate.number(Array(text.utf8)) == number)
    if let number { #expect(CalendarDate.text(number).string == text) }
  }

  @Test("Every day of 400 years is a date, and follows the day before")
  func days() throws {
    var count = 0
    var last: Int64 = 0
    for year in 1600..<2000 {
      for month in 1...12 {
        for day in 1...31 {
          let text = CalendarDate.text(Int64(year * 10_000 + month * 100 + day))
          guard let number = CalendarDate.number(text) else { continue }
          #expect(number > last)
          last = number
          count += 1
        }
      }
    }
    #expect(count == 146_097)
  }

  @Test("An invalid date shows its problem, and the button does not act")
  func form() throws {
    var play = try play()
    #expect(play.drawn("born")?.problem == [])
    #expect(!play.acts("next"))
    for (typed, problem) in [
      ("2026-02-30", "Enter a date that exists."), ("1.1.1990", "Enter a date that exists."),
      ("1899-12-31", "Enter a later date."), ("2011-01-01", "You have to be older."),
      ("1900-01-01", ""), ("2010-12-31", ""), ("1990-07-09", ""),
    ] {
      play.type("born", typed)
      #expect(play.drawn("born")?.value == .text(Array(typed.utf8)))
      #expect(play.drawn("born")?.problem.string == problem, "\(typed)")
      #expect(play.acts("next") == problem.isEmpty, "\(typed)")
    }
    #expect(play.text("born") == "1990-07-09")
    play.tap("next")
    #expect(play.machine.screen(at: play.now, language: 0).screen?.name.string == "done")
  }

  @Test("An empty date is absent, and only `required` refuses it")
  func empty() throws {
    var play = try play()
    play.type("born", "1990-07-09")
    #expect(play.acts("next"))
    play.type("born", "")
    #expect(play.text("born") == nil && !play.acts("next"))
    play.type("born", "1990-07-09")
    play.type("start", "2026-02-30")
    #expect(play.drawn("start")?.problem.string == "Enter a date.")
    #expect(!play.acts("next"))
    play.type("start", "")
    #expect(play.text("start") == nil && play.acts("next"))
  }

  @Test("A date can only be typed")
  func inputs() throws {
    var play = try play()
    for input in [
      Input.set(play.element("born"), .flag(true)), .set(play.element("born"), .option(0)),
      .tap(play.element("born")), .typeSecret(play.element("born"), isValid: true),
    ] {
      #expect(play.step(input).refusal == .wrongValue)
    }
    #expect(play.text("born") == nil)
  }

  @Test("A host learns a date's kind and bounds, and a date survives a kill")
  func drawn() throws {
    var play = try play()
    play.type("born", "1990-07-09")
    try play.relaunch()
    #expect(play.text("born") == "1990-07-09")
    let json = play.machine.screen(at: play.now, language: 0).json.string
    #expect(json.contains(#""kind":"date","name":"born","text":"Date of birth""#))
    #expect(json.contains(#""least":"1900-01-01","most":"2010-12-31""#))
    let start = try #require(play.drawn("start"))
    #expect(start.least == [] && start.most == [] && start.styleName == nil)
  }
}
