import FlowMachine
import Statechart
import TestSupport
import Testing

@Suite("Snapshots as untrusted bytes")
struct SnapshotTests {
  private let context = LaunchContext(
    now: Play.start, entropy: 5, runID: RunID(high: 1, low: 2))

  /// A record of a flow that has something of everything.
  private func record(of flow: Flow, seed: UInt64, steps: Int = 25) throws -> [UInt8] {
    var monkey = Monkey(seed: seed)
    var machine = try FlowMachine.launch(flow, monkey.context(of: flow, at: Play.start))
    for step in 0..<steps {
      machine.step(
        monkey.input(for: machine), at: Play.start + Int64(step) * 100,
        entropy: monkey.random.next())
    }
    return machine.journalRecord
  }

  @Test("Records of another flow, another version and a future format are distinguished")
  func otherFlows() throws {
    let flow = try Fixture.flow("initial: a\nscreens: {a: {}}")
    let record = try Play(flow).record
    let other = try Fixture.everything.get()
    #expect(throws: FlowError.foreignFlow) {
      try FlowMachine.launch(Fixture.onboarding.get(), context, record: record)
    }
    #expect(throws: FlowError.otherVersion(1)) {
      try FlowMachine.launch(other, context, record: record)
    }
    var future = record
    future[0] = 9
    #expect(throws: FlowError.futureFormat) {
      try FlowMachine.launch(flow, context, record: future)
    }
    #expect(throws: FlowError.truncated) { try FlowMachine.launch(flow, context, record: []) }
    #expect(throws: FlowError.corrupt) {
      try FlowMachine.launch(flow, context, record: record + [0])
    }
  }

  @Test("Every truncation is refused")
  func truncations() throws {
    let flow = try Fixture.everything.get()
    for seed: UInt64 in 0..<3 {
      let record = try record(of: flow, seed: seed)
      for length in 0..<record.count {
        #expect(throws: FlowError.self) {
          try FlowMachine.launch(flow, context, record: Array(record.prefix(length)))
        }
      }
    }
  }

  @Test("Changed records are refused, or are a legal machine that runs on and can be written again")
  func changed() throws {
    var random = SeededGenerator(announcing: "changed records", seed: 31)
    var accepted = 0
    for flow in [try Fixture.everything.get(), try Fixture.onboarding.get()] {
      for _ in 0..<12 {
        let good = try record(of: flow, seed: random.next())
        // It is preceded by the flow's name and digest, which are checked first.
        let head = 2 + 4 + flow.name.count + 2 + 8
        for _ in 0..<120 {
          let bytes = Array(good[..<head]) + random.flipped(Array(good[head...]))
          guard var machine = try? FlowMachine.launch(flow, context, record: bytes) else {
            continue
          }
          accepted += 1
          #expect(flow.chart.isLegal(machine.chartState))
          var monkey = Monkey(seed: random.next())
          for step in 0..<5 {
            let now = Play.start + Int64(step) * 1_000
            let input = monkey.input(for: machine)
            let report = machine.step(input, at: now, entropy: 1)
            machine.readAll(at: now, input, report)
          }
          _ = try FlowMachine.launch(flow, context, record: machine.journalRecord)
        }
      }
    }
    print("changed records: \(accepted) of 2880 were accepted")
    #expect(accepted > 300)
  }

  @Test("Random bytes after a valid header never trap")
  func noise() throws {
    var random = SeededGenerator(announcing: "noise records", seed: 32)
    let flow = try Fixture.everything.get()
    let good = try record(of: flow, seed: 1)
    let head = Array(good.prefix(2 + 4 + flow.name.count + 2 + 8))
    for _ in 0..<1_000 {
      let isSmall = random.chance(60)
      let noise = (0..<random.below(400)).map { _ in UInt8(random.below(isSmall ? 3 : 256)) }
      _ = try? FlowMachine.launch(flow, context, record: head + noise)
    }
  }

  @Test("A record with impossible parts is refused", arguments: 0..<7)
  func impossible(part: Int) throws {
    let flow = try Fixture.flow(
      """
      overlays: {one: {restorable: true, elements: [{button: dismiss, label: t}]}}
      initial: a
      screens:
        a: {elements: [{button: next, label: t}], on: {next: b}}
        b: {back: true, elements: [{button: show, label: t}], on: {show: {do: [{show: one}]}}}
      """)
    var play = try Play(flow)
    play.tap("next")
    play.tap("show")
    let record = play.record
    // After the head: run (16), sequence (8), time (8), running (1), one part (2) with two states
    // (2 + 2 + 2), no history (2) … one overlay (2 + 2), services (2), held signals (2), back stack
    // (2 + 2), screen (2), kept (1), root (2), content (1).
    let time = 2 + 4 + flow.name.count + 2 + 8 + 16 + 8
    let leaf = time + 8 + 1 + 2 + 2 + 2
    let end = record.count
    func number(_ state: String) -> UInt8 { UInt8(flow.state(named: Text(state)) ?? 0) + 1 }
    #expect(record[leaf] == number("b") && record[leaf + 1] == 0x80)
    #expect(record[end - 16] == 1 && record[end - 8] == number("a"))
    var changed = record
    switch part {
    case 0: changed[time + 7] = 0x80
    case 1: changed[end - 16] = 2
    case 2: changed[end - 16] = 0
    case 3: changed[end - 8] = number("b")
    case 4: changed[end - 6] = number("a")
    case 5: changed[leaf] = 2
    default: changed[leaf] = 77
    }
    #expect(changed != record)
    #expect(throws: FlowError.corrupt) { try FlowMachine.launch(flow, context, record: changed) }
  }
}
