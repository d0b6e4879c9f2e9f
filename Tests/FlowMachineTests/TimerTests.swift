import FlowMachine
import Testing

@Suite("Timers")
struct TimerTests {
  /// A screen with one timer, shown with its seconds, and an overlay to cover it.
  private static func yaml(_ timer: String) -> String {
    """
    facts: {end: {type: time}}
    overlays: {cover: {elements: [{button: dismiss, label: t}]}}
    signals: {link: {value: number, saves: end}}
    initial: start
    screens:
      start: {elements: [{button: go, label: t}], on: {go: form, link: {do: [{set: {end: end}}]}}}
      form:
        timers: {clock: {\(timer)}}
        elements: [{text: left}, {button: show, label: t}, {button: leave, label: t}]
        on: {show: {do: [{show: cover}]}, leave: start}
        always: [{when: clock.elapsed, to: done}]
      done: {}
    languages: [en]
    texts: {en: {t: T, left: "{clock.left}"}}
    """
  }

  private func started(_ timer: String) throws -> Play {
    var play = try Play(yaml: Self.yaml(timer))
    play.tap("go")
    return play
  }

  private func left(_ play: Play) -> String {
    play.drawn.screen?.elements.first?.text.string ?? ""
  }

  @Test("A timer runs from entry to exit")
  func runs() throws {
    var play = try started("after: 3s")
    #expect(play.machine.nextDeadline == play.now + 3_000)
    play.wait(2_000)
    play.tap("leave")
    #expect(play.machine.nextDeadline == nil)
    play.tap("go")
    #expect(play.machine.nextDeadline == play.now + 3_000)
    play.wait(3_000)
    #expect(play.screen == "done")
  }

  @Test(
    "The remaining time is rounded up to whole seconds",
    arguments: [
      (0, "3"), (1, "3"), (1_000, "2"), (1_001, "2"), (1_999, "2"), (2_000, "1"), (2_999, "1"),
    ])
  func secondsLeft(passed: Int64, expected: String) throws {
    var play = try started("after: 3s")
    play.wait(passed)
    #expect(left(play) == expected)
  }

  @Test("Between two steps, the remaining time follows the time of drawing")
  func drawnLater() throws {
    let play = try started("after: 3s")
    let later = play.machine.screen(at: play.now + 1_500, language: 0)
    #expect(later.screen?.elements.first?.text.string == "2")
    let longAfter = play.machine.screen(at: play.now + 9_000, language: 0)
    #expect(longAfter.screen?.elements.first?.text.string == "0")
  }

  @Test(
    "A timer runs or pauses under an overlay, and an elapsed one waits for it to go",
    arguments: [true, false])
  func underOverlay(stands: Bool) throws {
    var play = try started("after: 3s, overlay: \(stands ? "stands" : "runs")")
    play.wait(1_000)
    play.tap("show")
    #expect(play.machine.nextDeadline == (stands ? nil : play.now + 2_000))
    play.wait(10_000)
    #expect(play.screen == "form")
    #expect(left(play) == (stands ? "2" : "0"))
    play.tap("dismiss")
    #expect(play.screen == (stands ? "form" : "done"))
    play.wait(2_000)
    #expect(play.screen == "done")
  }

  @Test("A timer runs or pauses in the background", arguments: [true, false])
  func inBackground(stands: Bool) throws {
    var play = try started("after: 3s, background: \(stands ? "stands" : "runs")")
    play.wait(1_000)
    play.step(.foreground(false))
    play.wait(10_000)
    #expect(play.screen == (stands ? "form" : "done"))
    play.step(.foreground(true))
    play.wait(1_999)
    #expect(play.screen == (stands ? "form" : "done"))
    play.wait(1)
    #expect(play.screen == "done")
  }

  @Test("A timer paused for two reasons continues when both are over")
  func twoReasons() throws {
    var play = try started("after: 3s, background: stands, overlay: stands")
    play.wait(1_000)
    play.tap("show")
    play.step(.foreground(false))
    play.wait(5_000)
    play.step(.foreground(true))
    play.wait(5_000)
    play.tap("dismiss")
    #expect(play.machine.nextDeadline == play.now + 2_000)
  }

  @Test("A timer until a time elapses then; a past or absent one at once; a distant one in a year")
  func until() throws {
    let year: Int64 = 366 * 86_400_000
    for (end, deadline) in [
      (Play.start + 5_000, Play.start + 5_000), (Play.start + 2 * year, Play.start + year),
    ] {
      var play = try Play(yaml: Self.yaml("until: end"))
      play.signal("link", number: end)
      play.tap("go")
      #expect(play.machine.nextDeadline == deadline)
    }
    for end in [Play.start - 1, -5, Int64.min + 1] {
      var play = try Play(yaml: Self.yaml("until: end"))
      play.signal("link", number: end)
      play.tap("go")
      play.wait(0)
      #expect(play.screen == "done")
    }
    var absent = try Play(yaml: Self.yaml("until: end"))
    absent.tap("go")
    absent.wait(0)
    #expect(absent.screen == "done")
  }

  @Test("A timer's length can be a configuration value")
  func configured() throws {
    let yaml =
      "configuration: {length: {type: duration, default: 2s}}\n" + Self.yaml("after: length")
    var play = try Play(yaml: yaml)
    play.tap("go")
    #expect(play.machine.nextDeadline == play.now + 2_000)
    var other = try Play(yaml: yaml, told: ["length": .number(700)])
    other.tap("go")
    #expect(other.machine.nextDeadline == other.now + 700)
  }

  @Test("A delay after which a state is left is a timer without a name")
  func after() throws {
    var play = try Play(
      yaml:
        "initial: a\nscreens: {a: {after: {1s: b}}, b: {after: {2s: {do: [{perform: twoOver}]}}}}")
    play.wait(1_000)
    #expect(play.screen == "b")
    play.wait(2_000)
    #expect(play.effects.contains(#"{"do":"tell","name":"twoOver","body":""}"#))
    play.wait(2_000)
    #expect(play.machine.effects.isEmpty)
  }

  @Test("Timers of the flow are started and stopped by actions")
  func ofTheFlow() throws {
    var play = try Play(
      yaml: """
        timers: {idle: {after: 10s}}
        initial: a
        screens:
          a:
            elements: [{button: start, label: t}, {button: stop, label: t}]
            on: {start: {to: b, do: [{startTimer: idle}]}, stop: {do: [{stopTimer: idle}]}}
            always: [{when: idle.elapsed, to: b}]
          b: {elements: [{button: back, label: t}], on: {back: a}}
        """)
    play.tap("start")
    play.tap("back")
    #expect(play.machine.nextDeadline == play.now + 10_000)
    play.tap("stop")
    #expect(play.machine.nextDeadline == nil)
  }

  @Test("A clock that is set back within a launch counts as standing still")
  func clockSetBack() throws {
    var play = try started("after: 3s")
    play.setClock(play.now - 60_000)
    play.step(.wake)
    #expect(left(play) == "3")
    #expect(play.machine.nextDeadline == Play.start + 3_000)
  }

  @Test("A clock that is far off is limited to times that can be represented")
  func absurdClock() throws {
    var play = try started("after: 3s, kill: remaining")
    play.setClock(.max)
    play.step(.wake)
    #expect(play.screen == "done")
    var early = try started("after: 3s, kill: remaining")
    early.setClock(.min)
    try early.relaunch()
    #expect(early.machine.nextDeadline == 3_000)
  }
}
