import FlowMachine
import Testing

@Suite("Back")
struct BackTests {
  /// Screens a to c, each with a button to each; `b` can be declared differently.
  private static func yaml(_ b: String = "back: true", requests: String = "") -> String {
    let buttons = "[{button: a, label: t}, {button: b, label: t}, {button: c, label: t}]"
    return """
      \(requests)
      facts: {name: {type: text}}
      on: {a: a, b: b, c: c}
      initial: a
      screens:
        a: {back: true, elements: \(buttons)}
        b: {\(b), elements: \(buttons)}
        c:
          back: true
          elements: [{button: a, label: t}, {button: b, label: t}, {button: c, label: t}, {field: name, fact: name, label: t}]
      """
  }

  @Test("Leaving a screen for another enables back, unless the screen says otherwise")
  func simple() throws {
    var play = try Play(yaml: Self.yaml())
    #expect(!play.machine.canGoBack)
    play.tap("b")
    #expect(play.drawn.screen?.hasBack == true)
    play.step(.back)
    #expect(play.screen == "a")
    #expect(play.backStack.isEmpty)
    var without = try Play(yaml: Self.yaml("back: false"))
    without.tap("b")
    without.step(.back)
    #expect(without.report.refusal == .noBack)
    #expect(without.screen == "b")
  }

  @Test("No screen is on the stack twice: revisiting it cuts the stack there")
  func revisit() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("b")
    play.tap("c")
    #expect(play.backStack == ["a", "b"])
    play.tap("b")
    #expect(play.backStack == ["a"])
    play.tap("c")
    play.tap("a")
    #expect(play.backStack.isEmpty)
  }

  @Test("Going back puts nothing on the stack")
  func stepBack() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("b")
    play.tap("c")
    play.step(.back)
    #expect(play.screen == "b")
    #expect(play.backStack == ["a"])
    play.step(.back)
    #expect(play.screen == "a")
    play.step(.back)
    #expect(play.report.refusal == .noBack)
  }

  @Test("ONB-12: Back returns to the earlier screen with its input")
  func input() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("c")
    play.type("name", "Ada")
    play.tap("b")
    play.step(.back)
    #expect(play.screen == "c")
    #expect(play.drawn("name")?.value == .text(Text("Ada")))
  }

  @Test("A screen that is not a target of back is skipped")
  func noTarget() throws {
    var play = try Play(yaml: Self.yaml("backTarget: false"))
    play.tap("b")
    play.tap("c")
    #expect(play.backStack == ["a"])
    play.step(.back)
    #expect(play.screen == "a")
  }

  @Test("A screen that a transition from itself leads to again is not put on the stack")
  func same() throws {
    var play = try Play(yaml: Self.yaml())
    play.tap("a")
    #expect(play.backStack.isEmpty)
  }

  @Test("The stack holds at most 16 screens; the oldest is dropped")
  func depth() throws {
    let names = (0..<20).map { "s\($0)" }
    let screens = names.map { name in
      let next = "s\((Int(name.dropFirst()) ?? 0) + 1)"
      return
        "  \(name): {back: true, elements: [{button: on, label: t}], on: {on: \(names.contains(next) ? next : "s0")}}"
    }
    var play = try Play(yaml: "initial: s0\nscreens:\n" + screens.joined(separator: "\n") + "\n")
    for _ in 0..<19 { play.tap("on") }
    #expect(play.backStack == (3..<19).map { "s\($0)" })
  }

  @Test(
    "ONB-12: Back never crosses the success of a final request, but crosses a replaceable one",
    arguments: [true, false])
  func finalRequest(isFinal: Bool) throws {
    var play = try Play(
      yaml: """
        requests: {send: {app: send, repeat: safe, final: \(isFinal), survives: true}}
        initial: a
        screens:
          a: {elements: [{button: on, label: t}], on: {on: b}}
          b: {back: true, elements: [{button: send, label: t}], on: {send: {do: [{request: send}]}}, always: [{when: send.succeeded, to: c}]}
          c: {back: true, always: [{when: send.failed, to: a}]}
        """)
    play.tap("on")
    play.tap("send")
    play.answer("send")
    #expect(play.screen == "c")
    #expect(play.backStack == (isFinal ? [] : ["a", "b"]))
  }

  @Test("A transition on back takes priority over the stack")
  func override() throws {
    var play = try Play(yaml: Self.yaml("back: true, on: {back: c}"))
    play.tap("b")
    play.step(.back)
    #expect(play.screen == "c")
    #expect(play.backStack == ["a", "b"])
  }

  @Test("forget: back empties the stack, and the screen being left is dropped too")
  func forget() throws {
    var play = try Play(yaml: Self.yaml("back: true, enter: [{forget: back}]"))
    play.tap("c")
    play.tap("b")
    #expect(play.backStack.isEmpty)
    play.tap("a")
    #expect(play.backStack.isEmpty)
  }

  @Test(
    "Entering and leaving a sub-flow are barriers, unless declared otherwise",
    arguments: [true, false])
  func subflow(isBarrier: Bool) throws {
    let inner = """
      flow: inner
      version: 1
      languages: [en]
      outcomes: [done]
      initial: one
      screens:
        one: {back: true, elements: [{button: next, label: t}], on: {next: two}}
        two: {back: true, elements: [{button: finish, label: t}], on: {finish: end}}
      states: {end: {final: done}}
      texts: {en: {t: T}}
      """
    var play = try Play(
      Fixture.flow(
        """
        initial: a
        screens:
          a: {elements: [{button: go, label: t}], on: {go: inner}}
          z: {back: true}
        states: {inner: {flow: inner.yaml, outcomes: {done: z}, barrier: \(isBarrier)}}
        """, files: ["inner.yaml": inner]))
    play.tap("go")
    #expect(play.screen == "inner.one")
    #expect(play.backStack == (isBarrier ? [] : ["a"]))
    play.tap("next")
    play.tap("finish")
    #expect(play.screen == "z")
    #expect(play.backStack == (isBarrier ? [] : ["a", "inner.one", "inner.two"]))
  }

  @Test(
    "While a state without a screen is active, the last screen stays visible and takes no input")
  func betweenScreens() throws {
    var play = try Play(
      yaml: """
        requests: {send: {app: send, repeat: safe}}
        initial: a
        screens:
          a: {elements: [{button: go, label: t}], on: {go: busy}}
          b: {back: true}
        states:
          busy: {enter: [{request: send}], always: [{when: send.succeeded, to: b}, {when: send.failed, to: a}]}
        """)
    play.tap("go")
    #expect(play.screen == "a")
    #expect(play.drawn.screen?.isActive == false)
    play.tap("go")
    #expect(play.report.refusal == .notOnScreen)
    play.step(.back)
    #expect(play.report.refusal == .noBack)
    play.answer("send")
    #expect(play.screen == "b")
    #expect(play.backStack == ["a"])
  }
}
