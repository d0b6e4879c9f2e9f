import FlowMachine
import Testing

@Suite("Screens that a step only passes")
struct PassedScreenTests {
  /// `a`, then `b`, which leads on at once to the state `busy`, then `c`.
  private static func yaml(b: String = "", busy: String = "", more: String = "") -> String {
    """
    requests: {send: {app: send, repeat: safe}}
    facts: {typed: {type: text}}
    initial: a
    \(more)
    screens:
      a: {elements: [{button: go, label: t}, {field: typed, fact: typed, label: t}], on: {go: b}}
      b: {back: true, \(b) always: [{when: "not send.succeeded", to: busy}]}
      c: {back: true, elements: [{button: again, label: t}], on: {again: b}}
    states:
      busy: {\(busy) enter: [{request: send}], always: [{when: send.succeeded, to: c}, {when: send.failed, to: a}]}
    """
  }

  @Test("A screen that is left at once is not shown: the one before it stays, and takes no input")
  func staysBefore() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("go")
    #expect(play.drawn.screen?.name == Text("a"))
    #expect(play.drawn.screen?.isActive == false)
    #expect(play.backStack.isEmpty)
  }

  @Test("It is no way back")
  func noWayBack() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("go")
    play.answer("send")
    #expect(play.screen == "c")
    #expect(play.backStack == ["a"])
    var direct = try Play(
      yaml: """
        initial: a
        on: {go: b}
        screens:
          a: {elements: [{button: go, label: t}]}
          b: {back: true, always: [{to: c}]}
          c: {back: true}
        """)
    direct.tap("go")
    #expect(direct.screen == "c")
    #expect(direct.backStack == ["a"])
  }

  @Test("What it forgets of the way back stays forgotten")
  func forgets() throws {
    var play = try Play(yaml: Self.yaml(b: "enter: [{forget: back}],"))
    play.tap("go")
    #expect(play.screen == "a")
    play.answer("send")
    #expect(play.screen == "c")
    #expect(play.backStack.isEmpty)
  }

  @Test("Before the first screen nothing is shown")
  func first() throws {
    let play = try Play(
      yaml: """
        requests: {send: {app: send, repeat: safe}}
        initial: a
        screens:
          a: {always: [{to: busy}]}
          b: {back: true}
        states: {busy: {enter: [{request: send}], always: [{when: send.succeeded, to: b}, {when: send.failed, to: b}]}}
        """)
    #expect(play.drawn.screen == nil)
  }

  @Test("A screen that a back gesture left for one that leads on at once is no way back either")
  func back() throws {
    var play = try Play(
      yaml: """
        requests: {send: {app: send, repeat: safe}}
        facts: {tried: {type: number, initial: 0}}
        initial: a
        screens:
          a:
            elements: [{button: go, label: t}]
            on: {go: {to: b, do: [{set: {tried: 1}}]}}
            always: [{when: tried == 1 and send.idle, to: busy}]
          b: {back: true}
          c: {back: true}
        states: {busy: {enter: [{request: send}], always: [{when: send.succeeded, to: c}, {when: send.failed, to: c}]}}
        """)
    play.tap("go")
    #expect(play.screen == "b")
    play.step(.back)
    #expect(play.drawn.screen?.name == Text("b"))
    #expect(play.drawn.screen?.isActive == false)
    play.answer("send")
    #expect(play.screen == "c")
    #expect(play.backStack.isEmpty)
  }

  @Test(
    "A screen that a relaunch leaves by its own rule is not shown again; by the flow's rule it stays until the next one",
    arguments: [true, false])
  func relaunch(isOwn: Bool) throws {
    var play = try Play(
      yaml: """
        requests: {check: {app: check, repeat: safe}}
        initial: checking
        \(isOwn ? "" : "restore: checking")
        screens:
          start: {back: true}
          home: {back: true\(isOwn ? ", restore: checking" : "")}
        states:
          checking: {enter: [{request: check}], always: [{when: check.succeeded, to: home}, {when: check.failed, to: start}]}
        """)
    play.answer("check")
    #expect(play.screen == "home")
    for _ in 1...2 {
      try play.relaunch()
      #expect(play.drawn.screen?.name == (isOwn ? nil : Text("home")))
      #expect(play.drawn.screen?.isActive != true)
    }
    play.answer("check", 500)
    #expect(play.screen == "start")
    #expect(play.backStack.isEmpty)
  }

  @Test("A relaunch between two screens shows the one that was visible before")
  func relaunchBetween() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("go")
    try play.relaunch()
    #expect(play.drawn.screen?.name == Text("a"))
    #expect(play.drawn.screen?.isActive == false)
    play.answer("send")
    #expect(play.backStack == ["a"])
  }
}
