import FlowMachine
import Testing

/// What a form that is submitted incomplete says, and what a screen says about a field.
@Suite("Forms")
struct FormTests {
  private static let form = """
    facts: {name: {type: text}, code: {type: text}, wrong: {type: flag}}
    initial: form
    screens:
      form:
        elements:
          - {field: name, fact: name, label: t, validate: [{required: true, message: m.missing}]}
          - {field: code, fact: code, kind: code, length: 3, label: t, validate: [{digits: true, message: m.digits}]}
          - {text: m.wrong, about: code, when: wrong}
          - {text: m.note, when: wrong}
          - {button: go, label: t, submits: true}
          - {button: refuse, label: t}
          - {button: leave, label: t}
        on:
          go: {do: [{set: {wrong: true}}]}
          refuse: {do: [{set: {wrong: true}}]}
          leave: other
      other:
        elements:
          - {button: back, label: t}
        on: {back: form}
    languages: [en]
    texts: {en: {t: T, m.missing: Missing, m.digits: Whole, m.wrong: Wrong, m.note: Note}}
    """

  private func problem(_ field: String, _ play: Play) -> String? {
    play.drawn(field)?.problem.string
  }

  @Test("A button that submits can be pressed, and an incomplete form then says what is missing")
  func incomplete() throws {
    var play = try Play(yaml: Self.form)
    #expect(play.drawn("go")?.isEnabled == true)
    #expect(problem("name", play) == "")
    play.tap("go")
    #expect(play.report.refusal == .incomplete)
    #expect(play.machine.effects.isEmpty)
    #expect(problem("name", play) == "Missing")
    play.type("name", "Ada")
    #expect(problem("name", play) == "")
    play.type("name", "")
    #expect(problem("name", play) == "Missing")
  }

  @Test("What was missing is forgotten with the screen, by a kill, and once the form was sent")
  func forgotten() throws {
    var play = try Play(yaml: Self.form)
    play.tap("go")
    play.tap("leave")
    play.tap("back")
    #expect(problem("name", play) == "")
    play.tap("go")
    try play.relaunch()
    #expect(problem("name", play) == "")
    play.tap("go")
    play.type("name", "Ada")
    play.tap("go")
    #expect(play.report.refusal == nil)
    play.type("name", "")
    #expect(problem("name", play) == "")
  }

  @Test("A text about a field is the field's problem, unless its validators find one")
  func about() throws {
    var play = try Play(yaml: Self.form)
    let texts = { (play: Play) in
      play.drawn.screen?.elements.filter { $0.kind == .text }.map(\.text.string)
    }
    #expect(problem("code", play) == "" && texts(play) == [])
    play.tap("refuse")
    #expect(problem("code", play) == "Wrong" && texts(play) == ["Note"])
    play.type("code", "12x")
    #expect(problem("code", play) == "Whole")
    play.type("code", "123")
    #expect(problem("code", play) == "Wrong")
  }

  @Test("CMP-10: a code of a known length is sent whole")
  func whole() throws {
    var play = try Play(yaml: Self.form)
    play.type("name", "Ada")
    play.type("code", "12")
    #expect(!play.acts("go") && problem("code", play) == "Whole")
    play.type("code", "123")
    #expect(play.acts("go"))
  }
}
