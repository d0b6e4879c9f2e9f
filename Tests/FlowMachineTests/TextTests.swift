import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Texts")
struct TextTests {
  private static let yaml = """
    languages: [en, de, he]
    facts:
      name: {type: text}
      count: {type: number}
      flag: {type: flag}
      color: {type: choice, values: [red, blue]}
      plain: {type: choice, values: [one, two]}
      secret: {type: secret}
      at: {type: time}
    timers: {clock: {after: 90s}}
    initial: a
    screens:
      a:
        title: a.title
        enter: [{startTimer: clock}]
        elements:
          - {text: a.counted}
          - {text: a.choices}
          - {field: name, fact: name, label: a.label, hint: a.label}
          - {field: count, fact: count, kind: number, label: a.label}
          - {field: secret, fact: secret, kind: password, label: a.label}
          - {toggle: flag, fact: flag, label: a.label}
          - {choice: color, fact: color, label: a.label, options: {red: color.red, blue: color.blue}}
          - {choice: plain, fact: plain, label: a.label, options: {one: a.label, two: a.label}}
          - {button: go}
        on: {go: {do: [{set: {at: now}}, {toast: a.title}]}}
    texts: {en: en.yaml, de: de.yaml, he: he.yaml}
    """

  private static func texts(_ counted: String, label: String) -> String {
    """
    a.title: "{{{name}}} {clock.left}"
    a.counted: {count: count, \(counted)}
    a.choices: "{color} {plain} {flag} {at}."
    a.label: \(label)
    a.go: Go
    color.red: Red
    color.blue: "Blue for {name}"
    """
  }

  private func play() throws -> Play {
    let plain = #"one: "{count} thing", other: "{count} things""#
    let hebrew = #"one: one, two: "2 {name}", other: others"#
    return try Play(
      Fixture.flow(
        Self.yaml,
        files: [
          "en.yaml": Self.texts(plain, label: "Label"), "de.yaml": Self.texts(plain, label: "Feld"),
          "he.yaml": Self.texts(hebrew, label: "Label"),
        ]))
  }

  private func text(_ play: Play, _ index: Int, _ language: String = "en") -> String {
    let screen = play.machine.screen(
      at: play.now, language: play.machine.flow.language(Text(language)))
    return screen.screen?.elements[index].text.string ?? ""
  }

  @Test("Facts, remaining times and braces are filled in; an absent fact is empty")
  func filled() throws {
    var play = try play()
    #expect(play.drawn.screen?.title.string == "{} 90")
    play.type("name", "Ada")
    #expect(play.drawn.screen?.title.string == "{Ada} 90")
    play.tap("go")
    #expect(play.toasts == ["{Ada} 90"])
  }

  @Test("A choice is shown by its text or its name, flags and times as written")
  func choices() throws {
    var play = try play()
    #expect(text(play, 1) == "   .")
    play.step(.set(play.element("color"), .option(1)))
    play.step(.set(play.element("plain"), .option(1)))
    play.step(.set(play.element("flag"), .flag(true)))
    play.tap("go")
    play.type("name", "Ada")
    #expect(text(play, 1) == "Blue for Ada two true \(Play.start).")
  }

  @Test("The form of a number is chosen; absent counts as none")
  func plural() throws {
    var play = try play()
    #expect(text(play, 0) == " things")
    for (number, expected) in [("1", "1 thing"), ("2", "2 things"), ("0", "0 things")] {
      play.type("count", number)
      #expect(text(play, 0) == expected)
    }
  }

  @Test("A right-to-left language isolates the values that are filled in")
  func rightToLeft() throws {
    var play = try play()
    play.type("name", "Ada")
    play.type("count", "2")
    #expect(text(play, 0, "he") == "2 \u{2068}Ada\u{2069}")
    let screen = play.machine.screen(at: play.now, language: 2)
    #expect(screen.isRightToLeft)
    #expect(screen.screen?.title.string == "{\u{2068}Ada\u{2069}} 90")
    #expect(!play.drawn.isRightToLeft)
  }

  @Test("A language is found by its tag, by its primary language, or is the first")
  func languages() throws {
    let play = try play()
    for (tag, place) in [
      ("de", 1), ("de-AT", 1), ("en-GB", 0), ("he", 2), ("fr", 0), ("", 0), ("-", 0),
    ] {
      #expect(play.machine.flow.language(Text(tag)) == place, "\(tag)")
    }
    #expect(text(play, 2, "de") == "Feld")
    #expect(play.machine.screen(at: play.now, language: 99).screen?.title == [])
  }

  @Test("A secret is drawn as present, never as text")
  func secret() throws {
    var play = try play()
    #expect(play.drawn("secret")?.value == ScreenValue.Value.none)
    play.typeSecret("secret")
    #expect(play.drawn("secret")?.value == .secret)
    #expect(play.drawn.json.string.contains(#""secret":true"#))
  }

  @Test("A text that shows itself through a choice is refused, directly and in a cycle")
  func circle() throws {
    func yaml(_ red: String) -> String {
      """
      languages: [en]
      facts: {color: {type: choice, values: [red, blue]}, shape: {type: choice, values: [round, flat]}}
      initial: a
      screens:
        a:
          title: a.title
          elements:
            - {choice: color, fact: color, label: a.title, options: {red: a.title, blue: a.title}}
            - {choice: shape, fact: shape, label: a.title, options: {round: a.title, flat: a.title}}
      texts:
        en:
          a.title: "{color} {shape}"
          color.red: "\(red)"
          color.blue: Blue
          shape.round: "Round {color}"
          shape.flat: Flat
      """
    }
    #expect(throws: Never.self) { try Fixture.flow(yaml("Red")) }
    #expect(throws: TestFlow.NotCompiled.self) { try Fixture.flow(yaml("Red {color}")) }
    #expect(throws: TestFlow.NotCompiled.self) { try Fixture.flow(yaml("Red {shape}")) }
  }
}
