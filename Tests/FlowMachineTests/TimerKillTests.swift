import FlowMachine
import Testing

@Suite("Timers over a kill")
struct TimerKillTests {
  private func play(_ timer: String, passed: Int64 = 1_000) throws -> Play {
    var play = try Play(
      yaml: """
        facts: {end: {type: time}}
        overlays: {cover: {restorable: true, elements: [{button: dismiss, label: t}]}}
        initial: form
        screens:
          form:
            timers: {clock: {\(timer)}}
            elements: [{button: show, label: t}, {button: until, label: t}]
            on: {show: {do: [{show: cover}]}, until: {to: form, do: [{set: {end: now + 10s}}]}}
            always: [{when: clock.elapsed and end is present, to: done}, {when: clock.elapsed, to: done}]
          done: {}
        """)
    play.wait(passed)
    // The last record tells how much time had passed; entering the background writes one.
    play.step(.foreground(false))
    return play
  }

  private func left(_ play: Play) -> Int64? { play.machine.nextDeadline.map { $0 - play.now } }

  @Test(
    "ENT-3: A deadline continues while the app is killed, remaining time pauses, restart starts over"
  )
  func policies() throws {
    for (policy, expected) in [("deadline", 5_000), ("remaining", 9_000), ("restart", 10_000)] {
      var play = try play("after: 10s, kill: \(policy)")
      try play.relaunch(after: 4_000)
      #expect(left(play) == Int64(expected), "\(policy)")
    }
  }

  @Test("Remaining time comes from the last record, which any step with a change writes")
  func lastRecord() throws {
    // A crash in the foreground: the time since the last record is not counted.
    var crashed = try play("after: 10s, kill: remaining")
    crashed.step(.foreground(true))
    crashed.wait(2_000)
    try crashed.relaunch(after: 4_000)
    #expect(left(crashed) == 9_000)
    // Entering the background counts all of it.
    var left = try play("after: 10s, kill: remaining")
    left.step(.foreground(true))
    left.wait(2_000)
    left.step(.foreground(false))
    try left.relaunch(after: 4_000)
    #expect(self.left(left) == 7_000)
  }

  @Test("A deadline that passed while the app was killed elapses with the next step")
  func passedDeadline() throws {
    var play = try play("after: 10s")
    try play.relaunch(after: 20_000)
    play.wait(0)
    #expect(play.screen == "done")
  }

  @Test("Several kills do not extend the time")
  func severalKills() throws {
    var deadline = try play("after: 10s")
    var remaining = try play("after: 10s, kill: remaining")
    for _ in 0..<5 {
      try deadline.relaunch(after: 1_000)
      try remaining.relaunch(after: 1_000)
    }
    #expect(left(deadline) == 4_000)
    #expect(left(remaining) == 9_000)
  }

  @Test("A clock that was set back makes no timer longer than at its start")
  func clockSetBack() throws {
    for (policy, expected) in [("deadline", 10_000), ("remaining", 9_000), ("restart", 10_000)] {
      var play = try play("after: 10s, kill: \(policy)")
      try play.relaunch(after: -3_600_000)
      #expect(left(play) == Int64(expected), "\(policy)")
    }
  }

  @Test("A timer until a time keeps that time over a kill")
  func until() throws {
    var play = try play("until: end")
    play = try self.play("until: end", passed: 0)
    #expect(play.screen == "done")
    var later = try Play(
      yaml: """
        facts: {end: {type: time}}
        initial: start
        screens:
          start: {elements: [{button: go, label: t}], on: {go: {to: form, do: [{set: {end: now + 10s}}]}}}
          form: {timers: {clock: {until: end}}, always: [{when: clock.elapsed, to: start}]}
        """)
    later.tap("go")
    try later.relaunch(after: 4_000)
    #expect(left(later) == 6_000)
  }

  @Test(
    "A paused timer keeps its remaining time over a kill",
    arguments: ["deadline", "remaining"])
  func standing(policy: String) throws {
    var play = try play("after: 10s, kill: \(policy), overlay: stands")
    play.tap("show")
    play.wait(1_000)
    try play.relaunch(after: 50_000)
    #expect(play.machine.nextDeadline == nil)
    play.tap("dismiss")
    #expect(left(play) == 9_000)
  }

  @Test("A timer that was paused in the background runs again after a relaunch")
  func backgroundStanding() throws {
    var play = try play("after: 10s, background: stands")
    play.step(.foreground(false))
    try play.relaunch(after: 50_000)
    #expect(left(play) == 9_000)
  }
}
