import FlowMachine
import FlowRuntime
import TestSupport
import Testing

@Suite("Moments in texts")
struct MomentTests {
  private func play(_ typed: String) throws -> Play {
    let yaml = """
      languages: [en]
      facts: {at: {type: text}}
      initial: a
      screens:
        a:
          title: a.title
          elements:
            - {text: a.plain}
            - {field: at, fact: at, label: a.plain}
      texts: {en: {a.title: "On {at, date}, or {at, dateTime}", a.plain: "{at}"}}
      """
    var play = try Play(Fixture.flow(yaml))
    play.type("at", typed)
    return play
  }

  private func title(_ typed: String) throws -> String {
    let play = try play(typed)
    let screen = play.machine.screen(at: play.now, language: 0)
    return screen.writing(.universal, language: "en").screen?.title.string ?? ""
  }

  @Test("CTR-5: a moment is marked for the host, and a play writes it in UTC")
  func marked() throws {
    let marked = "On \u{1}1767484800000\u{1}, or \u{2}1767484800000\u{2}"
    #expect(try play("2026-01-04T00:00:00Z").drawn.screen?.title.string == marked)
    #expect(
      try title("2024-02-29T23:59:00+01:00") == "On 2024-02-29, or 2024-02-29 22:59 UTC")
    #expect(try title("1969-12-31T23:59:00Z") == "On 1969-12-31, or 1969-12-31 23:59 UTC")
  }

  @Test("A value that is not a moment is shown unchanged")
  func foreign() throws {
    #expect(try title("soon") == "On soon, or soon")
    #expect(try title("2026-02-30T00:00:00Z") == "On 2026-02-30T00:00:00Z, or 2026-02-30T00:00:00Z")
  }

  @Test("Nobody's data can forge a moment: it is shown without the marks")
  func forged() throws {
    let play = try play("\u{1}0\u{1}")
    #expect(play.drawn.screen?.elements[0].text.string == "0")
    #expect(play.drawn.screen?.title.string == "On 0, or 0")
  }
}
