import FlowMachine
import Testing

@Suite("The effects of a step")
struct EffectBoundTests {
  private static let circle = """
    facts: {on: {type: flag, place: memory}, off: {type: flag, place: memory, initial: false}}
    initial: a
    screens:
      a:
        enter: [{toast: t}, {toast: t}, {toast: t}, {toast: t}, {toast: t}, {toast: t}, {toast: t}]
        elements: [{button: go, label: t}]
        on: {go: {do: [{set: {on: true}}]}}
        after: {1s: {do: [{set: {on: true}}]}, 2s: {do: [{set: {off: true}}]}}
        always: [{when: on, to: b}, {when: off, to: c}]
      b:
        enter: [{toast: t}, {toast: t}, {toast: t}, {toast: t}, {toast: t}, {toast: t}, {toast: t}]
        always: [{to: a}]
      c: {}
    """

  @Test("A flow in an endless loop has a bounded number of effects, and the host is told")
  func circle() throws {
    var play = try Play(yaml: Self.circle)
    play.tap("go")
    #expect(play.report.isEndless)
    #expect(play.machine.effects.count <= FlowLimits.effects + 1)
    #expect(play.toasts.count > 1_000)
  }

  @Test("A flow that loops when time passes does so once per step")
  func circleInTime() throws {
    var play = try Play(yaml: Self.circle)
    play.wait(100_000)
    #expect(play.report.isEndless)
    #expect(play.machine.effects.count <= FlowLimits.effects + 1)
    // What was due later has not happened yet.
    #expect(play.screen != "c")
  }

  @Test("Deadlines behind an endless loop are processed in the next step")
  func dueBehindCircle() throws {
    var play = try Play(
      yaml: """
        timers: {one: {after: 1s}, two: {after: 2s}}
        initial: start
        screens:
          start:
            enter: [{startTimer: one}, {startTimer: two}]
            always: [{when: one.elapsed, to: a}]
          a: {always: [{when: two.elapsed, to: c}, {to: b}]}
          b: {always: [{to: a}]}
          c: {}
        """)
    play.wait(100_000)
    #expect(play.report.isEndless)
    #expect(play.screen != "c")
    let due = play.machine.nextDeadline
    #expect(due.map { $0 <= play.now } == true)
    play.step(.wake)
    #expect(play.screen == "c")
  }

  private static let polling = """
    requests: {ask: {app: ask, repeat: safe}}
    initial: a
    screens:
      a:
        enter: [{request: ask}]
        elements: [{button: go, label: t}]
        on: {go: b}
        after: {1s: a}
      b: {elements: [{button: round, label: t}, {button: twice, label: t}], on: {twice: a, round: c}}
      c: {enter: [{request: ask}], exit: [{toast: t}], always: [{to: b, when: ask.running}]}
    """

  @Test("After a long sleep the effects are bounded, and time continues in the next steps")
  func longSleep() throws {
    var play = try Play(yaml: Self.polling)
    play.wait(24 * 3_600_000)
    #expect(!play.report.isEndless)
    #expect(play.machine.effects.count <= FlowLimits.effects)
    // It is told to continue at once.
    let due = try #require(play.machine.nextDeadline)
    #expect(due <= play.now)
    for _ in 0..<100 where (play.machine.nextDeadline ?? .max) <= play.now { play.step(.wake) }
    #expect(try #require(play.machine.nextDeadline) > play.now)
    #expect(play.screen == "a")
  }

  @Test(
    "A request that is cancelled or restarted in the same step is not sent for its earlier start")
  func obsolete() throws {
    var play = try Play(yaml: Self.polling)
    #expect(play.performed == ["ask"])
    // Left and started three times: the last start counts.
    play.wait(3_000)
    #expect(play.performed == ["ask"])
    let ticket = play.machine.ticket(of: play.request("ask"))
    #expect(play.machine.effects.contains(.perform(play.request("ask"), ticket: ticket)))
    // Started and left in one step: nothing is sent.
    play.tap("go")
    play.tap("round")
    #expect(play.screen == "b")
    #expect(play.toasts.count == 1)
    #expect(play.performed == [])
    #expect(play.status("ask") == "idle")
  }

  @Test("A request that continues is sent, whatever other request is cancelled")
  func others() throws {
    var play = try Play(
      yaml: """
        requests:
          first: {app: first, repeat: safe, survives: true}
          second: {app: second, repeat: safe}
        initial: a
        screens:
          a:
            elements: [{button: go, label: t}]
            on: {go: {do: [{request: first}, {request: second}, {cancel: second}]}}
        """)
    play.tap("go")
    #expect(play.performed == ["first"])
    #expect(play.cancelled == ["second"])
  }
}
