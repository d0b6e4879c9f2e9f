import FlowMachine
import Testing

@Suite("Signals and host events")
struct SignalTests {
  private static let yaml = """
    facts:
      destination: {type: text}
      count: {type: number}
      last: {type: number}
      network: {type: flag, place: device}
      foreground: {type: flag, place: device}
    signals:
      link: {value: text, saves: destination, held: true}
      bump: {value: number, saves: count}
      plain: {}
    initial: start
    screens:
      start:
        elements: [{button: go, label: t}]
        on:
          go: home
          bump: {when: event == 3, do: [{set: {last: event}}]}
          plain: {do: [{toast: t}]}
          changed.network: {do: [{raise: noticed}]}
          noticed: {do: [{set: {last: 77}}]}
          changed.foreground: {do: [{set: {last: 88}}]}
        always: [{when: count == 9, to: home}]
      home:
        elements: [{button: back, label: t}]
        on: {link: linked, back: start}
      linked:
        elements: [{text: t}]
        always: [{when: destination == 'skip' or last == 5, to: start}]
    """

  @Test("A signal without a transition is unhandled, unless it is held")
  func unhandled() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("go")
    play.signal("plain")
    #expect(play.report.refusal == .unhandled)
    play.tap("back")
    play.signal("plain")
    #expect(play.toasts == ["T"])
  }

  @Test("A signal that saves a value is handled, also if no transition takes it")
  func saving() throws {
    var play = try Play(yaml: Self.yaml)
    play.tap("go")
    play.signal("bump", number: 4)
    #expect(play.report.refusal == nil)
    play.tap("back")
    #expect(play.screen == "start")
    play.signal("bump", number: 9)
    #expect(play.screen == "home")
  }

  @Test("A signal that saves its value is refused without one, and what was saved before stays")
  func withoutValue() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("link")
    #expect(play.report.refusal == .wrongValue)
    play.tap("go")
    #expect(play.screen == "home")
    play.signal("link", text: "skip")
    #expect(play.screen == "start")
    play.signal("bump")
    #expect(play.report.refusal == .wrongValue)
  }

  @Test("A held signal waits for its transition, and is delivered once")
  func held() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("link", text: "inbox")
    #expect(play.report.refusal == nil)
    #expect(play.screen == "start")
    play.tap("go")
    #expect(play.screen == "linked")
    #expect(play.text("destination") == "inbox")
    play.signal("bump", number: 5)
    play.wait(1)
    #expect(play.screen == "linked")
  }

  @Test("ENT-3: A held signal is delivered after a kill, and then never again")
  func heldOverKill() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("link", text: "inbox")
    try play.relaunch()
    #expect(play.screen == "start")
    play.tap("go")
    #expect(play.screen == "linked")
    try play.relaunch()
    #expect(play.screen == "linked")
    var again = try play.relaunched()
    again.signal("bump", number: 5)
    #expect(again.screen == "linked")
  }

  @Test("A signal that is held twice is delivered once, with the last value")
  func heldTwice() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("link", text: "first")
    play.signal("link", text: "second")
    play.tap("go")
    #expect(play.screen == "linked")
    #expect(play.text("destination") == "second")
    play.signal("bump", number: 5)
    #expect(play.screen == "linked")
  }

  @Test("ENT-6: The value of a held signal is saved when it is delivered, not when it arrives")
  func heldValue() throws {
    var play = try Play(
      yaml: """
        languages: [en]
        facts: {destination: {type: text, place: memory}, count: {type: number}}
        signals:
          link: {value: text, saves: destination, held: true}
          jump: {value: number, saves: count, held: true}
        initial: start
        screens:
          start:
            elements: [{button: go, label: t}, {text: shown}]
            on: {go: home}
            always: [{when: destination is present or count is present, to: lost}]
          lost: {}
          home:
            on:
              link: {to: linked, when: destination != 'nowhere'}
              jump: {to: linked, when: count == 7 and event == 7}
          linked: {}
        texts: {en: {shown: "To {destination}", t: T}}
        """)
    play.signal("link", text: "inbox")
    #expect(play.report.refusal == nil)
    #expect(play.screen == "start")
    #expect(!play.isPresent("destination"))
    // Its text survives a kill.
    try play.relaunch()
    #expect(play.screen == "start" && !play.isPresent("destination"))
    var other = play
    play.tap("go")
    #expect(play.screen == "linked")
    #expect(play.text("destination") == "inbox")
    // A value that the guard rejects is not saved either.
    other.signal("link", text: "nowhere")
    other.signal("jump", number: 7)
    try other.relaunch()
    other.tap("go")
    #expect(other.screen == "linked")
    #expect(other.number("count") == 7)
    #expect(!other.isPresent("destination"))
  }

  @Test(
    "A signal's value is set before its transition is chosen, and is `event` in its guards")
  func values() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("bump", number: 2)
    #expect(play.number("count") == 2)
    #expect(play.number("last") == nil)
    play.signal("bump", number: 3)
    #expect(play.number("last") == 3)
    play.signal("bump", text: "three")
    #expect(play.report.refusal == .wrongValue)
    #expect(play.number("count") == 3)
  }

  @Test("A value without a transition still counts for what waits for it")
  func valueAlone() throws {
    var play = try Play(yaml: Self.yaml)
    play.signal("bump", number: 9)
    #expect(play.screen == "home")
  }

  @Test("A changed fact from the host is an event, an unchanged one is not")
  func changed() throws {
    var play = try Play(yaml: Self.yaml)
    play.tell("network", .number(0))
    #expect(play.number("last") == 77)
    play.signal("bump", number: 3)
    play.tell("network", .number(0))
    #expect(play.number("last") == 3)
    play.tell("network", .number(1))
    #expect(play.number("last") == 77)
  }

  @Test("Entering the foreground changes the fact of that name")
  func foreground() throws {
    var play = try Play(yaml: Self.yaml, told: ["foreground": .number(1)])
    play.step(.foreground(true))
    #expect(play.number("last") == nil)
    play.step(.foreground(false))
    #expect(play.number("foreground") == 0)
    #expect(play.number("last") == 88)
  }

  @Test("The host cannot set the flow's own facts, nor values of another type")
  func notTold() throws {
    var play = try Play(yaml: Self.yaml)
    play.step(.told(play.fact("count"), .number(1)))
    #expect(play.report.refusal == .wrongValue)
    play.step(.told(play.fact("network"), .number(2)))
    #expect(play.report.refusal == .wrongValue)
    play.step(.told(play.fact("network"), .text(Text("yes"))))
    #expect(play.report.refusal == .wrongValue)
    play.step(.told(999, .absent))
    #expect(play.report.refusal == .wrongValue)
    #expect(play.number("count") == nil)
  }

  @Test("A fact named foreground that the flow manages is its own")
  func ownForeground() throws {
    var play = try Play(
      yaml: """
        facts: {foreground: {type: flag, initial: true}}
        initial: a
        screens: {a: {always: [{when: not foreground, to: b}]}, b: {}}
        """)
    play.step(.foreground(false))
    #expect(play.screen == "a")
  }
}
