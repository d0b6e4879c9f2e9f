import FlowDefinition
import FlowMachine
import Statechart
import TestSupport
import Testing

/// Flows that are edited at random between versions, and snapshots of the old ones at random
/// moments.
@Suite("Snapshots of earlier versions: at random")
struct MigrationPropertyTests {
  @Test(
    "ENT-9: Every snapshot continues legally in every later version, with its facts, and round-trips"
  )
  func edited() throws {
    var random = SeededGenerator(announcing: "edited flows", seed: 91)
    var (migrated, kept, moved) = (0, 0, 0)
    for _ in 0..<24 {
      var flow = EditedFlow(&random)
      var bodies = [flow.ship()]
      for _ in 0..<1 + random.below(2) {
        for _ in 0..<1 + random.below(5) { flow.edit(&random) }
        bodies.append(flow.ship())
      }
      let versions: Versions
      do {
        versions = try Versions(all: bodies)
      } catch {
        Issue.record("\(error)\n\(bodies.joined(separator: "---\n"))")
        return
      }
      let new = versions.flows[versions.flows.count - 1]
      for old in versions.flows.dropLast() {
        var monkey = Monkey(seed: random.next())
        for _ in 0..<4 {
          var machine = try FlowMachine.launch(old, monkey.context(of: old, at: Play.start))
          var now = Play.start
          for _ in 0..<25 {
            now = max(now, machine.nextDeadline ?? 0) + monkey.pause() % 4_000
            machine.step(monkey.input(for: machine), at: now, entropy: monkey.random.next())
            migrated += 1
            let result = try check(machine, in: new, at: now, &monkey)
            kept += result.keptFacts
            if result.isElsewhere { moved += 1 }
          }
        }
      }
    }
    print("migrated snapshots: \(migrated), \(moved) to another screen, \(kept) facts kept")
    #expect(migrated > 2_000 && kept > 1_500 && moved > 100)
  }

  private func check(
    _ old: FlowMachine, in new: Flow, at now: Int64, _ monkey: inout Monkey
  ) throws -> (keptFacts: Int, isElsewhere: Bool) {
    let context = LaunchContext(
      now: now, entropy: monkey.random.next(), runID: RunID(high: 5, low: 5))
    let machine = try FlowMachine.launch(new, context, record: old.journalRecord)
    #expect(new.chart.isLegal(machine.chartState))
    #expect(machine.runID == old.runID)
    let facts = keptFacts(old, machine)
    let place = old.screenState.map { old.flow.stateName($0) }
    let isElsewhere = place != machine.screenState.map { new.stateName($0) }
    // A screen that still exists is where it was.
    if isElsewhere, let place, let state = new.state(named: place) {
      let inner = old.chartState.activeStates.map { old.flow.stateName($0) }
      let isWhole = inner.dropFirst(2).allSatisfy { name in
        name == place || new.state(named: name) != nil || !name.starts(with: Text("inner"))
      }
      #expect(!isWhole || new.chart.states[state].kind != .atomic, "\(place.string) was left")
    }
    let again = LaunchContext(now: now, entropy: 1, runID: RunID(high: 5, low: 5))
    let twice = try FlowMachine.launch(new, again, record: machine.journalRecord)
    #expect(Essence(twice, at: now).without(new) == Essence(machine, at: now).without(new))
    var later = machine
    for step in 0..<4 {
      let input = monkey.input(for: later)
      let report = later.step(input, at: now + Int64(step) * 3_000, entropy: 1)
      later.readAll(at: now, input, report)
      #expect(!report.isEndless)
    }
    return (facts, isElsewhere)
  }

  /// Facts of the same name and type have the same value; returns their number.
  private func keptFacts(_ old: FlowMachine, _ new: FlowMachine) -> Int {
    var count = 0
    for (index, row) in old.flow.tables.facts.enumerated() {
      guard let fact = new.flow.fact(named: old.flow.blob(row.name)) else { continue }
      let other = new.flow.tables.facts[Int(fact)]
      let value = old.value(of: FactID(index))
      guard row.type == other.type, value != .absent else { continue }
      guard row.type == .choice, case .number(let place) = value else {
        #expect(new.value(of: fact) == value)
        count += 1
        continue
      }
      let name = old.flow.blob(old.flow.tables.ids[Int(row.choices.start) + Int(place)])
      let names = new.flow.tables.ids[other.choices.indices].map { new.flow.blob($0) }
      let expected = names.firstIndex(of: name).map { FactValue.number(Int64($0)) } ?? .absent
      #expect(new.value(of: fact) == expected)
      count += 1
    }
    return count
  }

  @Test("Changed records of an earlier version never trap, and never make an illegal configuration")
  func hostile() throws {
    var random = SeededGenerator(announcing: "changed earlier records", seed: 92)
    var accepted = 0
    for _ in 0..<20 {
      var flow = EditedFlow(&random)
      let first = flow.ship()
      for _ in 0..<4 { flow.edit(&random) }
      let versions = try Versions(first, flow.ship())
      let (old, new) = (versions.flows[0], versions.flows[1])
      var monkey = Monkey(seed: random.next())
      var machine = try FlowMachine.launch(old, monkey.context(of: old, at: Play.start))
      for step in 0..<20 {
        machine.step(
          monkey.input(for: machine), at: Play.start + Int64(step) * 500, entropy: random.next())
      }
      let good = machine.journalRecord
      let head = 2 + 4 + old.name.count + 2 + 8
      for _ in 0..<100 {
        let bytes = Array(good[..<head]) + random.flipped(Array(good[head...]))
        let context = monkey.context(of: new, at: Play.start + 20_000)
        guard let changed = try? FlowMachine.launch(new, context, record: bytes) else { continue }
        accepted += 1
        #expect(new.chart.isLegal(changed.chartState))
        var later = changed
        for _ in 0..<3 {
          let input = monkey.input(for: later)
          let report = later.step(input, at: Play.start + 30_000, entropy: 1)
          later.readAll(at: Play.start + 30_000, input, report)
        }
        _ = try FlowMachine.launch(new, context, record: later.journalRecord)
      }
    }
    print("changed earlier records: \(accepted) of 2000 were accepted")
    #expect(accepted > 200)
  }
}

extension Essence {
  /// Regions that restart at each launch restart.
  fileprivate func without(_ flow: Flow) -> Essence {
    var essence = self
    essence.drawn = []
    guard flow.tables.regions.contains(where: { $0.restartsAtLaunch }) else { return essence }
    let parts = flow.tables.regions.map { $0.state...flow.chart.states[$0.state].last }
    essence.states.removeAll { state in parts.contains { $0.contains(state) } }
    essence.requests = []
    essence.keys = []
    return essence
  }
}
