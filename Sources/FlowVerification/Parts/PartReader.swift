import FlowMachine
import Statechart

/// Reads from the compiled tables what a sub-flow does, asks and hears.
struct PartReader {
  let flow: Flow
  let states: ClosedRange<StateID>
  let prefix: String
  let facts: Set<FactID>
  let requests: Set<RequestID>
  let required: [Int: [FactID]]

  var transitions: Range<Int> { 0..<flow.chart.transitions.count }

  /// By transition: whether the sub-flow's own document has it. What its outcomes lead to is said
  /// around it.
  var isInside: [Bool] {
    let names = FlowNames(flow: flow)
    return transitions.map {
      let row = flow.chart.transitions[$0]
      return states.contains(row.source)
        && !(row.event != noID && names.event(row.event).hasPrefix("outcome." + prefix))
    }
  }

  /// Events for which something around it waits while it is active, unless it takes them itself.
  var passedOn: Set<EventID> {
    let inside = isInside
    let state = states.lowerBound
    return Set(
      transitions.filter {
        let source = flow.chart.transitions[$0].source
        return !inside[$0] && source <= state && flow.chart.states[source].last >= state
      }.map { flow.chart.transitions[$0].event })
  }

  /// Timers of its own: those that its states start, and those that it names.
  var timers: Set<TimerID> {
    let names = FlowNames(flow: flow)
    var timers = Set(
      flow.tables.timers.indices.filter {
        flow.tables.timers[$0].name != noID
          && names.text(flow.tables.timers[$0].name).hasPrefix(prefix)
      }.map { TimerID($0) })
    for state in states {
      for action in actions(flow.chart.states[state].enter)
      where action.kind == .host && Operation(rawValue: action.a) == .startTimer {
        timers.insert(action.b)
      }
    }
    return timers
  }

  var histories: [Int] {
    states.compactMap { state in
      let slot = flow.chart.states[state].historySlot
      let kind = flow.chart.states[state].kind
      return kind == .shallowHistory || kind == .deepHistory ? Int(slot) : nil
    }
  }

  /// Whether one of its transitions waits for a signal that is held.
  var listensToHeld: Bool {
    let held = Set(flow.tables.signals.filter { $0.isHeld }.map(\.event))
    let inside = isInside
    return transitions.contains { inside[$0] && held.contains(flow.chart.transitions[$0].event) }
  }

  func actions(_ range: RowRange) -> [ActionRow] {
    range.indices.map { flow.chart.actions[$0] }
  }

  // MARK: What it reads and writes

  /// The cells that it reads or writes beside its own.
  func shared(cells own: Set<CellID>) -> Set<CellID> {
    let liveness = Liveness(flow, conditions: [], sessions: [], required: required)
    let tables = flow.tables
    var found: Set<CellID> = []
    func add(_ set: CellSet) {
      for cell in 0..<CellID(flow.chart.initialCells.count) where set.contains(cell) {
        found.insert(cell)
      }
    }
    func add(actions range: RowRange) {
      add(liveness.reads(of: range))
      found.formUnion(written(by: range))
    }
    let inside = isInside
    for index in transitions where inside[index] {
      let row = flow.chart.transitions[index]
      add(liveness.reads(of: row.condition))
      add(actions: row.actions)
      if row.event != noID {
        for (fact, told) in tables.facts.enumerated() where told.changedEvent == row.event {
          found.insert(CellID(fact))
        }
      }
    }
    for state in states {
      add(actions: flow.chart.states[state].enter)
      add(actions: flow.chart.states[state].exit)
      let screen = flow.screenOfState[Int(state)]
      if screen != noID { add(fields: tables.screens[Int(screen)].elements, liveness) }
    }
    let names = FlowNames(flow: flow)
    for (index, row) in tables.overlays.enumerated() where names.overlay(index).hasPrefix(prefix) {
      add(fields: row.elements, liveness)
    }
    for timer in timers where tables.timers[Int(timer)].until != noID {
      found.insert(tables.timers[Int(timer)].until)
    }
    for request in requests {
      let row = tables.requests[Int(request)]
      add(liveness.reads(of: row.unless))
      for save in tables.saves[row.failureSaves.indices] { found.insert(save.fact) }
      for call in tables.calls[row.calls.indices] {
        add(liveness.reads(of: call.condition))
        for save in tables.saves[call.saves.indices] { found.insert(save.fact) }
      }
    }
    return found.subtracting(own)

    func add(fields range: RowRange, _ liveness: Liveness) {
      add(liveness.asks(of: range))
      for row in tables.elements[range.indices] where row.takesInput {
        if row.fact != noID { found.insert(row.fact) }
        for pick in tables.picks[row.sets.indices] { found.insert(pick.fact) }
      }
    }
  }

  /// But for `clear: user`, which is noticed for itself (`outward`): the facts that it clears tell no views apart.
  private func written(by range: RowRange) -> Set<CellID> {
    let rows = actions(range).filter {
      $0.kind != .host || Operation(rawValue: $0.a) != .clearUser
    }
    return Set(rows.flatMap { flow.writes(of: $0).cells })
  }

  /// Facts of its own that what its outcomes lead to reads.
  var factsReadOutside: Set<FactID> {
    let liveness = Liveness(flow, conditions: [], sessions: [], required: required)
    let inside = isInside
    var found: Set<FactID> = []
    for index in transitions where !inside[index] {
      let read = liveness.reads(of: flow.chart.transitions[index].actions)
      found.formUnion(facts.filter { read.contains($0) })
    }
    return found
  }

  /// States of its own that something around it asks for.
  func statesAskedOutside(_ conditions: [UInt16]) -> Set<StateID> {
    let inside = isInside
    var asked = conditions
    for index in transitions where !inside[index] {
      asked.append(flow.chart.transitions[index].condition)
      asked += guards(in: flow.chart.transitions[index].actions)
    }
    for state in 0..<flow.chart.states.count where !states.contains(StateID(state)) {
      asked += guards(in: flow.chart.states[state].enter)
      asked += guards(in: flow.chart.states[state].exit)
    }
    for (index, row) in flow.tables.requests.enumerated() where !requests.contains(RequestID(index))
    {
      asked.append(row.unless)
      asked += flow.tables.calls[row.calls.indices].map(\.condition)
    }
    var found: Set<StateID> = []
    for condition in asked {
      for step in flow.guardSteps(of: condition)
      where step.test == .isActive && states.dropFirst().contains(step.a) { found.insert(step.a) }
    }
    return found
  }

  private func guards(in range: RowRange) -> [UInt16] {
    actions(range).filter { $0.kind == .skipUnless }.map(\.a)
  }
}
