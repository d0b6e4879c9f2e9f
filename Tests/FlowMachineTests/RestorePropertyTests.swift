import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Restore at random moments")
struct RestorePropertyTests {
  /// Drives a flow at random and passes on each moment, with what a host would launch with then.
  private func forEachMoment(
    _ name: String, seed: UInt64, of flow: Flow, runs: Int, steps: Int,
    _ body: (FlowMachine, LaunchContext) throws -> Void
  ) throws {
    var monkey = Monkey(seed: SeededGenerator(announcing: name, seed: seed).seed)
    for _ in 0..<runs {
      var told = monkey.context(of: flow, at: Play.start)
      told.isSecureStorageUnreadable = false
      var machine = try FlowMachine.launch(flow, told)
      for step in 0..<steps {
        let now = max(told.now, machine.nextDeadline ?? 0) + monkey.pause() % 10_000
        let input = monkey.input(for: machine)
        machine.step(input, at: now, entropy: monkey.random.next())
        told = hostContext(of: machine, at: now, told)
        if step % 3 == 0 { try body(machine, told) }
      }
    }
  }

  /// At a launch the host reports what the machine knew, and what is in secure storage.
  private func hostContext(
    of machine: FlowMachine, at now: Int64, _ old: LaunchContext
  ) -> LaunchContext {
    let rows = machine.flow.tables.facts
    var context = old
    context.now = now
    context.facts = rows.indices.compactMap {
      let isTold = rows[$0].place == .device || rows[$0].place == .configuration
      return isTold ? FactChange(FactID($0), machine.value(of: FactID($0))) : nil
    }
    context.storedSecrets = rows.indices.filter {
      rows[$0].type == .secret && machine.chartState.cells[$0] == SecretStatus.stored
    }.map { FactID($0) }
    return context
  }

  /// A flow without what a relaunch changes by design.
  private static let lasting = """
    facts:
      name: {type: text}
      age: {type: number}
      accepted: {type: flag}
      color: {type: choice, values: [red, green]}
      token: {type: secret}
      towns: {type: list, of: {id: text}}
      network: {type: flag, place: device}
    signals: {link: {value: text, saves: name, held: true}, out: {}}
    services: [chat]
    requests:
      load: {app: a, with: {name: "{name}"}, repeat: safe, save: {towns: $.towns}, retries: 2}
      send: {app: b, with: {token: "{token}", age: "{age}"}, repeat: keyed, save: {token: $.token}}
      track: {app: c, repeat: safe, survives: true}
    overlays: {kept: {restorable: true, elements: [{button: dismiss, label: t}]}}
    on: {out: {to: start, do: [{stop: all}, {clear: [token]}]}}
    initial: start
    screens:
      start:
        enter: [{request: track}]
        elements:
          - {field: name, fact: name, label: t}
          - {field: age, fact: age, kind: number, label: t}
          - {toggle: accepted, fact: accepted, label: t}
          - {choice: color, fact: color, label: t, options: {red: t, green: t}}
          - {button: load, label: t}
          - {button: next, label: t}
        on: {load: {do: [{request: load}]}, next: second}
        always: [{when: load.failed or track.failed, do: [{cancel: load}, {cancel: track}, {show: kept}]}]
      second:
        back: true
        timers: {pause: {after: 5s}}
        elements: [{button: send, label: t}, {button: next, label: t}, {button: show, label: t}]
        enter: [{start: all}, {root: start}]
        on: {send: {do: [{request: send}]}, next: third, show: {do: [{show: kept}]}, link: third}
        always: [{when: send.succeeded and network, to: third}, {when: pause.elapsed and accepted, to: start}]
      third:
        back: true
        elements: [{button: next, label: t}]
        on: {next: {to: past}}
        always: [{when: send.failed, to: start}]
    states:
      house:
        initial: one
        on: {link: second}
        states:
          past: {history: deep, initial: two}
          one: {always: [{when: age > 3, to: two}]}
          two: {after: {2s: start}, always: [{when: color == red, to: one}]}
    """

  @Test("ENT-3: A restored machine is in the state of the machine that wrote the record")
  func equal() throws {
    let flow = try Fixture.flow(Self.lasting)
    var checked = 0
    try forEachMoment("restore equal", seed: 21, of: flow, runs: 40, steps: 45) {
      machine, context in
      let restored = try FlowMachine.launch(flow, context, record: machine.journalRecord)
      // A timer paused in the background, and typed secrets, are lost with the process by design.
      let isTyped =
        machine.chartState.cells[Int(flow.fact(named: Text("token")) ?? 0)] == SecretStatus.typed
      guard !isTyped else { return }
      checked += 1
      #expect(Essence(restored, at: context.now) == Essence(machine, at: context.now))
    }
    #expect(checked > 400)
  }

  @Test("ENT-3: Restoring a restored machine's record changes nothing more")
  func idempotent() throws {
    for flow in try [
      Fixture.everything.get(), Fixture.onboarding.get(), Fixture.flow(Self.lasting),
    ] {
      try forEachMoment("restore twice", seed: 22, of: flow, runs: 12, steps: 45) { machine, told in
        let once = try FlowMachine.launch(flow, told, record: machine.journalRecord)
        let context = hostContext(of: once, at: told.now, told)
        let twice = try FlowMachine.launch(flow, context, record: once.journalRecord)
        #expect(Essence(twice, at: told.now) == Essence(once, at: told.now))
      }
    }
  }

  @Test("ENT-3: The onboarding is restored to its place, and opens this launch's session again")
  func onboarding() throws {
    let flow = try Fixture.onboarding.get()
    let session = flow.request(named: Text("rLogin")) ?? 0
    try forEachMoment("restore onboarding", seed: 23, of: flow, runs: 25, steps: 45) {
      machine, told in
      let restored = try FlowMachine.launch(flow, told, record: machine.journalRecord)
      #expect(restored.status(of: session) == RequestStatus.running)
      #expect(restored.shownOverlays.isEmpty)
      #expect(Essence(restored, at: 0).facts.count == flow.tables.facts.count)
      for (index, row) in flow.tables.facts.enumerated() where row.place == .preferences {
        // What waited under an error screen may continue, and B1's wheel sets its own selection.
        guard machine.shownOverlays.isEmpty else { continue }
        #expect(restored.value(of: FactID(index)) == machine.value(of: FactID(index)))
      }
      if machine.shownOverlays.isEmpty {
        #expect(restored.screenState == machine.screenState)
        #expect(restored.backStack == machine.backStack)
      }
    }
  }
}
