import FlowMachine
import Statechart

// What a step reads before it takes a transition.

extension StepReads {
  /// A fact of which there are several values and that a step may read before it takes any transition.
  ///
  /// - Parameters:
  ///   - move: the step, from where the machine stands with the first value of each fact.
  ///   - several: the facts of which there are several values.
  /// - Returns: the first one that is met, so that it may depend on its value which of the others are read; nil for
  ///   none.
  func first(
    of several: Rows, by move: Move, _ machine: inout FlowMachine
  ) -> Int? {
    let active = machine.chartState.activeStates
    let plain = plainReads(by: move, active, machine)
    let met = plain & several
    if met != 0 { return met.trailingZeroBitCount }
    let cells = machine.chartState.cells
    for condition in guards(before: move, active, machine) {
      if let row = first(of: several, in: condition, cells) { return row }
    }
    return nil
  }

  /// What a kill there reads before it takes any transition.
  func read(by kill: Move, _ machine: inout FlowMachine) -> Rows {
    plainReads(by: kill, machine.chartState.activeStates, machine)
  }

  /// What is read in any case, or after something has changed already.
  private func plainReads(
    by move: Move, _ active: [StateID], _ machine: borrowing FlowMachine
  ) -> Rows {
    var rows: Rows = active.reduce(0) { $0 | withinStep[Int($1)] }
    func add(_ event: EventID) { if event != noID { rows |= guardReads(on: event, active) } }
    switch move {
    case .relaunch:
      for state in active { rows |= atRelaunch[Int(state)] }
    case .input(.tap(let element)):
      let row = flow.tables.elements[Int(element)]
      if row.submits { rows |= sets.rows(of: liveness.asks(of: machine.topElements)) }
      if let overlay = machine.topOverlay {
        add(flow.tables.overlays[Int(overlay)].dismissedEvent)
      }
    case .input(.back):
      rows |= byLeaving
      if let target = machine.backStack.last { rows |= byEntering[Int(target)] }
    case .input(.dismiss(let overlay)): add(flow.tables.overlays[Int(overlay)].dismissedEvent)
    case .input(.dismissScreen): add(flow.tables.dismissEvent)
    case .input(.signal(let signal, _, _)): add(flow.tables.signals[Int(signal)].event)
    case .input(.told(let fact, _)): add(flow.tables.facts[Int(fact)].changedEvent)
    case .input(.set(let element, _)):
      if hasHeldSignals { rows |= written(by: move) }
      // Whether a row is there to be chosen.
      let list = flow.tables.elements[Int(element)].list
      if list != noID { rows |= sets.rows(of: [list]) }
    case .input(.answered): if hasHeldSignals { rows |= written(by: move) }
    case .input, .fill, .elapse: break
    }
    return rows
  }

  private func guardReads(on event: EventID, _ active: [StateID]) -> Rows {
    var rows: Rows = 0
    for condition in conditions(on: event, active) {
      rows |= sets.rows(of: liveness.reads(of: condition))
    }
    return rows
  }

  private func conditions(on event: EventID, _ active: [StateID]) -> [UInt16] {
    active.flatMap { state in
      flow.chart.states[state].transitions.indices.filter {
        flow.chart.transitions[$0].event == event
      }.map { flow.chart.transitions[$0].condition }
    }
  }

  /// The guards that are asked before anything has changed.
  private func guards(
    before move: Move, _ active: [StateID], _ machine: borrowing FlowMachine
  ) -> [UInt16] {
    switch move {
    case .input(.tap(let element)):
      let row = flow.tables.elements[Int(element)]
      return guards(of: row, machine) + (row.event == noID ? [] : conditions(on: row.event, active))
    case .input(.back):
      return flow.tables.backEvent == noID ? [] : conditions(on: flow.tables.backEvent, active)
    case .input(let input):
      return input.filledElement.map { guards(of: flow.tables.elements[Int($0)], machine) } ?? []
    case .fill(let inputs):
      return inputs.compactMap(\.filledElement).flatMap {
        guards(of: flow.tables.elements[Int($0)], machine)
      }
    case .elapse, .relaunch: return []
    }
  }

  /// The guards of all that stands for an element.
  private func guards(of row: ElementRow, _ machine: borrowing FlowMachine) -> [UInt16] {
    flow.tables.elements[machine.topElements.indices].filter { $0.id == row.id }.flatMap {
      [$0.shown, $0.enabled]
    }
  }

  /// The first of some facts that a guard asks for, as far as the values of all others say what it asks.
  private func first(
    of several: Rows, in condition: UInt16, _ cells: [Int64]
  ) -> Int? {
    var open = [condition]
    var seen: Set<UInt16> = []
    while let index = open.popLast() {
      guard index < GuardStep.reject, seen.insert(index).inserted else { continue }
      let step = flow.chart.guards[index]
      var read: Rows = 0
      var next = [step.ifTrue, step.ifFalse]
      switch step.test {
      case .cellToConstant:
        read = rows(of: step.a)
        let holds = flow.chart.compare(
          cells[Int(step.a)], step.comparison, flow.chart.constants[step.b])
        next = [holds ? step.ifTrue : step.ifFalse]
      case .isAbsent:
        read = rows(of: step.a)
        next = [cells[Int(step.a)] == absent ? step.ifTrue : step.ifFalse]
      case .cellToCell: read = rows(of: step.a) | rows(of: step.b)
      case .host where Question(rawValue: step.a) == .isValid:
        read = sets.rows(of: liveness.validity(of: step.b))
      case .eventToConstant, .isActive, .host: break
      }
      if read & several != 0 { return (read & several).trailingZeroBitCount }
      open += next.reversed()
    }
    return nil
  }

  private func rows(of cell: CellID) -> Rows {
    guard Int(cell) < flow.tables.facts.count else { return 0 }
    return sets.rows(of: flow.sources(of: cell))
  }
}
