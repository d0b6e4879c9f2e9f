import FlowMachine
import Testing
import WireText

@Suite("Elements of a screen")
struct ElementTests {
  private static let yaml = """
    facts:
      towns: {type: list, of: {id: text, title: text, size: number, open: flag}}
      town: {type: text}
      title: {type: text}
      size: {type: number}
      isOpen: {type: flag}
      color: {type: choice, values: [red, green, blue]}
      accepted: {type: flag}
      place: {type: text}
    requests:
      load: {app: load, repeat: safe, save: {towns: $}}
    initial: form
    screens:
      form:
        enter: [{request: load}]
        elements:
          - {text: t, when: accepted}
          - picker: town
            fact: town
            from: towns
            value: id
            label: title
            detail: size
            search: true
            sets: {title: title, size: size, isOpen: open}
          - {choice: color, fact: color, label: t, style: wheel, options: {blue: t, red: t}}
          - {toggle: accepted, fact: accepted, label: t}
          - {field: place, fact: place, label: t, enabled: accepted, length: 5}
          - {button: go, label: t, when: accepted, enabled: color == red, style: destructive}
          - {link: terms, label: t, url: "https://example.com/{place}"}
          - {button: open, label: t}
        on: {go: dialog, open: dialog}
        always: [{when: load.failed, to: dialog}, {when: title == 'x' and size == 1 and isOpen, to: dialog}]
      dialog: {modal: true, on: {dismiss: form}}
    """

  private func play() throws -> Play {
    var play = try Play(yaml: Self.yaml)
    play.answer(
      "load", 200,
      #"[{"id":"u","title":"Ulm","size":7,"open":true},{"id":"k","title":"Köln","size":"many"}]"#)
    return play
  }

  @Test("A picker shows the rows of its list, and choosing one fills its facts")
  func picker() throws {
    var play = try play()
    let options = play.drawn("town")?.options.map { [$0.text.string, $0.detail.string] }
    #expect(options == [["Ulm", "7"], ["Köln", "many"]])
    #expect(play.drawn("town")?.isSearchable == true)
    play.step(.set(play.element("town"), .option(0)))
    #expect(play.text("town") == "u")
    #expect(play.text("title") == "Ulm")
    #expect(play.number("size") == 7)
    #expect(play.number("isOpen") == 1)
    #expect(play.drawn("town")?.value == .choice(0))
    play.step(.set(play.element("town"), .option(1)))
    #expect(play.number("size") == nil)
    #expect(play.number("isOpen") == 0)
    for place in [2, -1, .max] {
      play.step(.set(play.element("town"), .option(place)))
      #expect(play.report.refusal == .wrongValue)
    }
  }

  @Test("A row's text says what a tap would set, a choice by its own text")
  func rowsInWords() throws {
    var play = try Play(
      yaml: """
        languages: [en]
        facts:
          events: {type: list, of: {id: text, kind: text, by: text}}
          entry: {type: text}
          kind: {type: choice, values: [signIn, signOut]}
          by: {type: text}
        requests:
          load: {app: load, repeat: safe, save: {events: $}}
        initial: list
        screens:
          list:
            enter: [{request: load}]
            elements:
              - {picker: entry, fact: entry, from: events, value: id, label: kind, title: row, style: rows, sets: {kind: kind, by: by}}
              - {text: row, when: entry is present or load.failed}
        texts:
          en: {row: "{kind} with {by}", kind.signIn: Signed in, kind.signOut: Signed out}
        """)
    play.answer(
      "load", 200,
      #"[{"id":"1","kind":"signOut","by":"a"},{"id":"2","kind":"signIn","by":"b"},{"id":"3","kind":"new","by":"c"}]"#
    )
    let options = play.drawn("entry")?.options.map(\.text.string)
    #expect(options == ["Signed out with a", "Signed in with b", "new with c"])
    play.step(.set(play.element("entry"), .option(0)))
    #expect(play.number("kind") == 1)
    play.step(.set(play.element("entry"), .option(2)))
    #expect(play.number("kind") == nil)
    #expect(play.text("by") == "c")
  }

  @Test("A picker without its list has no rows to choose")
  func emptyPicker() throws {
    var play = try Play(yaml: Self.yaml)
    #expect(play.drawn("town")?.options.isEmpty == true)
    play.step(.set(play.element("town"), .option(0)))
    #expect(play.report.refusal == .wrongValue)
  }

  @Test("A choice offers some of its values, in the order of its options")
  func choice() throws {
    var play = try play()
    #expect(play.drawn("color")?.options.count == 2)
    play.step(.set(play.element("color"), .option(0)))
    #expect(play.number("color") == 2)
    #expect(play.drawn("color")?.value == .choice(0))
    play.step(.set(play.element("color"), .option(1)))
    #expect(play.number("color") == 0)
    play.step(.set(play.element("color"), .option(2)))
    #expect(play.report.refusal == .wrongValue)
  }

  @Test("A hidden element cannot be used, and a disabled one refuses input")
  func shownAndEnabled() throws {
    var play = try play()
    #expect(play.drawn("go") == nil)
    play.tap("go")
    #expect(play.report.refusal == .notOnScreen)
    play.type("place", "Ulm")
    #expect(play.report.refusal == .disabled)
    play.step(.set(play.element("accepted"), .flag(true)))
    #expect(play.drawn("go")?.isEnabled == false)
    play.tap("go")
    #expect(play.report.refusal == .disabled)
    play.step(.set(play.element("color"), .option(1)))
    play.type("place", "Ulm")
    #expect(play.text("place") == "Ulm")
    play.tap("go")
    #expect(play.screen == "dialog")
  }

  @Test("An emptied field is absent")
  func emptied() throws {
    var play = try play()
    play.step(.set(play.element("accepted"), .flag(true)))
    play.type("place", "Ulm")
    play.type("place", "")
    #expect(!play.isPresent("place"))
  }

  @Test("A link opens its address, which is not an event of the flow")
  func link() throws {
    var play = try play()
    play.tap("terms")
    #expect(play.report.refusal == nil)
    #expect(play.effects.contains(#"{"do":"open","url":"https://example.com/"}"#))
    #expect(play.screen == "form")
  }

  @Test("Elements of another screen and unknown ids are not on the screen")
  func elsewhere() throws {
    var play = try play()
    play.tap("open")
    play.step(.tap(play.element("go")))
    #expect(play.report.refusal == .notOnScreen)
    play.step(.tap(60_000))
    #expect(play.report.refusal == .notOnScreen)
  }

  @Test("The gesture that dismisses a modal screen is an event if a transition waits for it")
  func dismissScreen() throws {
    var play = try play()
    play.step(.dismissScreen)
    #expect(play.report.refusal == .notOnScreen)
    play.tap("open")
    #expect(play.drawn.screen?.style == .modal)
    #expect(play.drawn.screen?.isDismissable == true)
    play.step(.dismissScreen)
    #expect(play.screen == "form")
  }

  @Test("Equal screens give equal bytes, and different values different ones")
  func bytes() throws {
    var play = try play()
    let before = play.drawn.json
    #expect(try self.play().drawn.json == before)
    #expect(JSON(before) != nil)
    play.step(.set(play.element("accepted"), .flag(true)))
    #expect(play.drawn.json != before)
  }

  @Test("A progress says how far it is, from 0 to 100, once that is known")
  func percent() throws {
    var play = try Play(
      Fixture.flow(
        """
        languages: [en]
        facts: {uploaded: {type: number, place: device}}
        initial: sending
        screens: {sending: {elements: [{progress: t, percent: uploaded}, {progress: t}]}}
        texts: {en: {t: T}}
        """))
    func drawn() throws -> [ScreenValue.Value] {
      let screen = try #require(play.machine.screen(at: play.now, language: 0).screen)
      return screen.elements.map(\.value)
    }
    #expect(try drawn() == [.none, .none])
    for (told, shown) in [(0, "0"), (42, "42"), (100, "100"), (140, "100"), (-3, "0")] {
      play.tell("uploaded", .number(Int64(told)))
      #expect(try drawn() == [.text(Text(shown)), .none])
    }
    play.tell("uploaded", .absent)
    #expect(try drawn() == [.none, .none])
  }
}
