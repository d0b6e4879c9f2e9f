import FlowDefinition
import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Snapshots of earlier versions: places")
struct MigrationPlaceTests {
  private static func buttons(_ targets: [String]) -> String {
    "elements: [" + targets.map { "{button: \($0), label: t}" }.joined(separator: ", ") + "], on: {"
      + targets.map { "\($0): \($0)" }.joined(separator: ", ") + "}"
  }

  private static let three = """
    initial: a
    screens:
      a: {\(buttons(["b", "c"]))}
      b: {back: true, \(buttons(["a", "c"]))}
      c: {back: true, \(buttons(["a", "b"]))}
    """

  @Test("ENT-9: A screen that still exists stays, and is not entered again")
  func stays() throws {
    let next = """
      requests: {r: {app: r, repeat: safe}}
      initial: z
      screens:
        z: {\(Self.buttons(["b"]))}
        b: {enter: [{request: r}], back: true, \(Self.buttons(["a", "z"]))}
        a: {\(Self.buttons(["b"]))}
      """
    let (_, new) = try Versions(Self.three, next).migrated { $0.tap("b") }
    #expect(new.screen == "b")
    #expect(new.status("r") == "idle")
    #expect(new.backStack == ["a"])
  }

  @Test("ENT-9: A screen that was renamed leads to its new name, which is entered")
  func renamed() throws {
    let next = """
      migrate: {states: {b: bee}}
      requests: {r: {app: r, repeat: safe}}
      initial: a
      screens:
        a: {\(Self.buttons(["bee", "c"]))}
        bee: {enter: [{request: r}], back: true, \(Self.buttons(["a", "c"]))}
        c: {back: true, \(Self.buttons(["a", "bee"]))}
      """
    let (_, new) = try Versions(Self.three, next).migrated { $0.tap("b") }
    #expect(new.screen == "bee")
    #expect(new.status("r") == "running")
    #expect(new.backStack == ["a"])
    let (_, behind) = try Versions(Self.three, next).migrated {
      $0.tap("b")
      $0.tap("c")
    }
    #expect(behind.screen == "c" && behind.backStack == ["a", "bee"])
  }

  private static func without(_ fallback: String) -> String {
    """
    \(fallback)
    facts: {seen: {type: number, initial: 0}}
    initial: a
    screens:
      a: {\(buttons(["c"]))}
      c: {enter: [{set: {seen: seen + 1}}], back: true, \(buttons(["a"])), always: [{when: seen > 9, to: a}]}
    """
  }

  @Test(
    "ENT-9: A removed screen leads to the fallback, or the initial one, with an empty back stack"
  )
  func gone() throws {
    let declared = try Versions(Self.three, Self.without("fallback: c")).migrated { $0.tap("b") }
    #expect(declared.new.screen == "c" && declared.new.number("seen") == 1)
    #expect(declared.new.backStack.isEmpty)
    let plain = try Versions(Self.three, Self.without("")).migrated { $0.tap("b") }
    #expect(plain.new.screen == "a" && plain.new.backStack.isEmpty)
    let behind = try Versions(Self.three, Self.without("fallback: c")).migrated {
      $0.tap("b")
      $0.tap("c")
    }
    #expect(behind.new.screen == "c" && behind.new.backStack == ["a"])
    #expect(behind.new.number("seen") == 0)
  }

  @Test("ENT-9: A screen that has states inside now enters its initial one")
  func compound() throws {
    let next = """
      initial: a
      screens:
        a: {\(Self.buttons(["b", "c"]))}
        b:
          initial: asking
          states: {asking: {after: {1s: told}}, told: {}}
          \(Self.buttons(["a", "c"]).replacing("], on", with: "]\n    on"))
        c: {back: true, \(Self.buttons(["a", "b"]))}
      """
    let (_, new) = try Versions(Self.three, next).migrated { $0.tap("b") }
    #expect(new.states.contains("asking") && new.screen == "b" && new.backStack == ["a"])
  }

  @Test("ENT-9: A state without its former inner states stays if a replacement is named for them")
  func flattened() throws {
    let old = """
      initial: a
      screens:
        a:
          initial: one
          states: {one: {after: {1s: two}}, two: {after: {1s: one}}}
      """
    let next = "migrate: {states: {one: a, two: a}}\ninitial: a\nscreens: {a: {}}"
    let (_, new) = try Versions(old, next).migrated { $0.wait(1_000) }
    #expect(new.states.contains("a") && new.screen == "a")
    #expect(new.machine.flow.chart.isLegal(new.machine.chartState))
  }

  private static let region = """
    requests: {r: {app: r, repeat: safe, survives: true}}
    \(three)
    """

  @Test("ENT-9: A new region is entered, beside a screen that stays")
  func newRegion() throws {
    let next = """
      requests: {r: {app: r, repeat: safe}}
      regions: {side: {initial: going, states: {going: {enter: [{request: r}]}}}}
      \(Self.three)
      """
    let (_, new) = try Versions(Self.three, next).migrated { $0.tap("b") }
    #expect(new.screen == "b" && new.states.contains("going"))
    #expect(new.status("r") == "running")
    #expect(new.performed == ["r"])
    let restarting = next.replacing("side: {initial", with: "side: {restart: launch, initial")
    let (_, again) = try Versions(Self.three, restarting).migrated { $0.tap("b") }
    #expect(again.screen == "b" && again.performed == ["r"] && again.cancelled.isEmpty)
  }

  @Test("ENT-9: A region that was removed, or lost its place, does not affect the screens")
  func goneRegion() throws {
    let old = """
      regions: {side: {initial: one, states: {one: {after: {1s: two}}, two: {}}}}
      \(Self.three)
      """
    let moved = try Versions(
      old, old.replacing("two", with: "three")
    ).migrated {
      $0.tap("b")
      $0.wait(1_000)
    }
    #expect(moved.old.states.contains("two"))
    #expect(moved.new.screen == "b" && moved.new.states.contains("one"))
    let gone = try Versions(old, Self.three).migrated { $0.tap("b") }
    #expect(gone.new.screen == "b" && gone.new.backStack == ["a"])
  }

  @Test("ENT-9: Two places that can no longer be active together lead to the fallback")
  func conflict() throws {
    let old = """
      initial: a
      screens:
        a: {elements: [{button: go, label: t}], on: {go: p}}
      states:
        p:
          regions:
            left: {initial: l1, states: {l1: {}}}
            right: {initial: r1, states: {r1: {}}}
      """
    let next = """
      fallback: rest
      initial: a
      screens:
        a: {elements: [{button: go, label: t}], on: {go: l1}}
        rest: {}
      states: {l1: {on: {back: r1}}, r1: {}}
      """
    let (_, new) = try Versions(old, next).migrated { $0.tap("go") }
    #expect(new.screen == "rest")
  }

  @Test("ENT-9: A history keeps what still exists, and forgets what was removed")
  func history() throws {
    func flow(_ second: String) -> String {
      """
      initial: house
      screens:
        out: {elements: [{button: home, label: t}], on: {home: past}}
      states:
        house:
          initial: one
          states:
            past: {history: shallow, initial: one}
            one: {after: {1s: \(second)}}
            \(second): {after: {1s: out}}
      """
    }
    func came(_ next: String) throws -> [String] {
      var (_, new) = try Versions(flow("two"), next).migrated {
        $0.wait(1_000)
        $0.wait(1_000)
      }
      #expect(new.screen == "out")
      new.tap("home")
      return new.states
    }
    #expect(try came("summary: x\n" + flow("two")).contains("two"))
    #expect(try came(flow("three")).contains("one"))
    #expect(try came("migrate: {states: {two: three}}\n" + flow("three")).contains("three"))
  }

  @Test(
    "ENT-9: A timer added to a surviving state starts, and one of a removed state ends")
  func timers() throws {
    let old =
      "initial: a\nscreens: {a: {elements: [{button: b, label: t}], on: {b: b}}, b: {after: {9s: a}}}"
    let next = """
      initial: a
      screens:
        a: {after: {2s: z}, elements: [{button: z, label: t}], on: {z: z}}
        z: {timers: {b: {after: 3s}}, always: [{when: b.elapsed, to: a}]}
      """
    var (_, new) = try Versions(old, next).migrated { $0.wait(1) }
    #expect(new.screen == "a")
    new.wait(1_999)
    #expect(new.screen == "a")
    new.wait(1)
    #expect(new.screen == "z")
    let (_, gone) = try Versions(old, next).migrated { $0.tap("b") }
    #expect(gone.screen == "a")
    #expect(gone.machine.nextDeadline == gone.now + 2_000)
  }

  @Test(
    "ENT-9: A record that is newer, predates `supports`, or has another shape is refused")
  func refused() throws {
    let versions = try Versions(
      Self.three, "supports: 2\n" + Self.three, "supports: 2\n" + Self.three)
    let first = try Play(versions.flows[0])
    let second = try Play(versions.flows[1])
    #expect(throws: FlowError.otherVersion(1)) { try first.updated(to: versions.flows[2]) }
    #expect(throws: FlowError.otherVersion(2)) { try second.updated(to: versions.flows[0]) }
    #expect(try second.updated(to: versions.flows[2]).screen == "a")
    let sketch = try Fixture.flow(Self.three + "\n  d: {}\nsignals: {s: {}}\non: {s: d}")
    #expect(throws: FlowError.otherVersion(1)) {
      try Play(sketch).updated(to: versions.flows[0])
    }
  }

  @Test("CMP-6: With a lost record the flow starts at its fallback, otherwise at its initial state")
  func fallback() throws {
    let flow = try Fixture.flow("fallback: b\n" + Self.three)
    var context = LaunchContext(now: Play.start, entropy: 1, runID: RunID(high: 1, low: 2))
    #expect(try FlowMachine.launch(flow, context).screenState == flow.state(named: Text("a")))
    context.isRecordLost = true
    let machine = try FlowMachine.launch(flow, context)
    #expect(machine.screenState == flow.state(named: Text("b")))
    #expect(machine.backStack.isEmpty && flow.chart.isLegal(machine.chartState))
    let plain = try FlowMachine.launch(Fixture.flow(Self.three), context)
    #expect(plain.screenState == flow.state(named: Text("a")))
  }
}
