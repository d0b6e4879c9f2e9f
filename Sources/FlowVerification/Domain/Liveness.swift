import FlowMachine
import Statechart

/// Which facts can still be read where: a value that is always written before it is read again
/// tells no two states apart.
///
/// Computed over the states of the chart, backwards along its transitions. What the device tells
/// can change at any time, so such a fact counts only where the next step can read it.
///
/// It errs to one side: what it says is not live, no step reads.
struct Liveness {
  let flow: Flow
  /// The cells, and one more that stands for the back stack.
  let count: Int
  /// Facts that the host can tell at any time.
  var told: CellSet
  /// What may be read anywhere.
  var pinned: CellSet
  /// By state: what it, or whatever follows, may read.
  var live: [CellSet]
  /// By state: what the step that enters it may read, or the changes that it takes.
  var atEntry: [CellSet]
  /// By state: what a step of it may read.
  var atStep: [CellSet]
  /// By state: what of that is read before any transition is taken.
  var atGuard: [CellSet]
  /// By state: what the step that enters it may read before it takes another transition.
  var onEntry: [CellSet]
  /// By state that is active at a kill: the same of where the relaunch leads.
  var onRelaunch: [CellSet]
  /// By transition: what a step may read after it was taken, before it takes another.
  var afterTransition: [CellSet] = []
  /// Whether what the device tells stands in no state for what is read only once a transition was
  /// taken: such a step is tried with all values instead.
  var isLazy = false
  /// What a relaunch may read of a place that it leads to.
  var atRelaunch: CellSet
  /// What a first launch may read.
  var atLaunch: CellSet
  /// What a relaunch writes before it reads.
  let lostByKill: CellSet
  /// Events that can come within a step.
  var isInner: [Bool]
  /// By row of `calls`.
  let needs: [CallNeeds]

  /// - Parameters:
  ///   - conditions: guards that are looked at everywhere: those of the properties.
  ///   - sessions: secrets that are looked at everywhere.
  ///   - required: what operations demand, by row of `calls`.
  init(
    _ flow: Flow, conditions: [UInt16], sessions: [FactID], required: [Int: [FactID]]
  ) {
    self.flow = flow
    needs = CallNeeds.all(of: flow, required)
    count = flow.chart.initialCells.count + 1
    let none = CellSet(count: count)
    told = none
    pinned = none
    atRelaunch = none
    atLaunch = none
    live = [CellSet](repeating: none, count: flow.chart.states.count)
    atEntry = live
    atStep = live
    atGuard = live
    onEntry = live
    onRelaunch = live
    isInner = [Bool](repeating: false, count: flow.chart.eventCount)
    var lost = none
    for (fact, row) in flow.tables.facts.enumerated() {
      let name = flow.blob(row.name)
      switch row.place {
      case .memory: lost.insert(CellID(fact))
      case .device where name == Names.launch: lost.insert(CellID(fact))
      case .device where name != Names.foreground: told.insert(CellID(fact))
      default: break
      }
    }
    lostByKill = lost
    findInnerEvents()
    pin(conditions)
    for session in sessions { pinned.insert(session) }
    settleEntries()
    settleLives()
  }

  /// Requests whose end may be forgotten where nothing can ask for it: it is as good as idle.
  var droppableRequests: [RequestRow] {
    flow.tables.requests.filter { $0.overlay == noID && !$0.isOnce }
  }

  // MARK: What counts everywhere

  /// What is raised, done, dismissed at a relaunch, or held until somebody wants it.
  private mutating func findInnerEvents() {
    for index in 0..<flow.chart.actions.count where flow.chart.actions[index].kind == .raise {
      isInner[Int(flow.chart.actions[index].a)] = true
    }
    for index in 0..<flow.chart.states.count where flow.chart.states[index].doneEvent != noID {
      isInner[Int(flow.chart.states[index].doneEvent)] = true
    }
    for row in flow.tables.overlays where row.dismissedEvent != noID {
      isInner[Int(row.dismissedEvent)] = true
    }
    for row in flow.tables.signals where row.isHeld { isInner[Int(row.event)] = true }
    if flow.chart.errorEvent != noID { isInner[Int(flow.chart.errorEvent)] = true }
  }

  private mutating func pin(_ conditions: [UInt16]) {
    let tables = flow.tables
    for condition in conditions { pinned.form(union: reads(of: condition)) }
    for row in tables.requests {
      pinned.form(union: reads(of: row.unless))
      for call in row.calls.indices {
        // Putting the overlay away can start it anywhere; elsewhere an action does: see `reads`.
        if row.overlay != noID, row.dismissal == .retry {
          pinned.form(union: reads(of: tables.calls[call].condition))
        }
        guard row.isOnce else { continue }
        for save in tables.saves[tables.calls[call].saves.indices] { pinned.insert(save.fact) }
      }
    }
    for row in tables.timers where row.until != noID { pinned.insert(row.until) }
    if isBackPinned { pinned.insert(back) }
    for row in tables.overlays { pinned.form(union: asks(of: row.elements)) }
    for (fact, row) in tables.facts.enumerated()
    where row.place == .configuration
      || row.place == .device && flow.blob(row.name) == Names.foreground
    {
      pinned.insert(CellID(fact))
    }
  }

  // MARK: What is read and written

  func reads(of condition: UInt16) -> CellSet {
    var cells = CellSet(count: count)
    for step in flow.guardSteps(of: condition) {
      switch step.test {
      case .cellToConstant, .isAbsent: add(step.a, to: &cells)
      case .cellToCell:
        add(step.a, to: &cells)
        add(step.b, to: &cells)
      case .host:
        switch Question(rawValue: step.a) {
        case .isValid: addValidity(of: step.b, to: &cells)
        case .textEquals:
          let row = flow.tables.textTests[Int(step.b)]
          cells.insert(row.fact)
          if !row.isLiteral { cells.insert(row.operand) }
        case nil: break
        }
      case .eventToConstant, .isActive: break
      }
    }
    return cells
  }

  /// Of a computed fact, what it follows from is read.
  private func add(_ cell: CellID, to cells: inout CellSet) {
    guard Int(cell) < flow.tables.facts.count else { return cells.insert(cell) }
    for fact in flow.sources(of: cell) { cells.insert(fact) }
  }

  /// What decides whether the fields of a fact are valid.
  func validity(of fact: FactID) -> CellSet {
    var cells = CellSet(count: count)
    addValidity(of: fact, to: &cells)
    for row in flow.tables.elements where row.takesValue && row.fact == fact {
      for value in flow.tables.valueFacts(of: row) { cells.insert(value) }
    }
    return cells
  }

  private func addValidity(of fact: FactID, to cells: inout CellSet) {
    cells.insert(fact)
    for row in flow.tables.elements where row.takesText && row.fact == fact {
      for validator in flow.tables.validators[row.validators.indices]
      where validator.rule == .same { cells.insert(validator.fact) }
    }
  }

  /// What the elements of a screen or overlay ask for when a person does something there.
  func asks(of elements: RowRange) -> CellSet {
    var cells = CellSet(count: count)
    for row in flow.tables.elements[elements.indices] where !row.takesInput {
      // What is shown by the status of a request shows how it failed.
      let read = reads(of: row.shown)
      if flow.tables.requests.contains(where: { read.contains($0.cell) }) {
        for fact in flow.tables.facts.indices where read.contains(CellID(fact)) {
          cells.insert(CellID(fact))
        }
        for fact in flow.factsNeeded(toTellBy: row).flatMap({ flow.sources(of: $0) }) {
          cells.insert(fact)
        }
      }
    }
    for row in flow.tables.elements[elements.indices] where row.takesInput {
      cells.form(union: reads(of: row.shown))
      cells.form(union: reads(of: row.enabled))
      if row.fact != noID { addValidity(of: row.fact, to: &cells) }
      if row.validators.count > 0 {
        for fact in flow.tables.valueFacts(of: row) { cells.insert(fact) }
      }
      if row.list != noID { cells.insert(row.list) }
      if row.country != noID { cells.insert(row.country) }
    }
    return cells
  }

  func reads(of actions: RowRange) -> CellSet {
    var cells = CellSet(count: count)
    for index in actions.indices {
      let action = flow.chart.actions[index]
      switch action.kind {
      case .skipUnless: cells.form(union: reads(of: action.a))
      case .setCell: cells.insert(action.b)
      case .add: cells.insert(action.a)
      case .host where Operation(rawValue: action.a) == .request:
        for call in flow.tables.requests[Int(action.b)].calls.indices {
          let needs = needs[call]
          cells.form(union: reads(of: flow.tables.calls[call].condition))
          for fact in needs.secrets + needs.required + flow.facts(in: needs.url) {
            add(fact, to: &cells)
          }
        }
      case .host where Operation(rawValue: action.a) == .assign:
        let row = flow.tables.assignments[Int(action.b)]
        if row.source == .fact || row.source == .sum { add(row.operand, to: &cells) }
      case .host, .setConstant, .setEvent, .raise, .schedule, .cancelDelayed: break
      }
    }
    return cells
  }

  /// What actions write in any case. One that can fail ends the list.
  func writes(of actions: RowRange) -> CellSet {
    var cells = CellSet(count: count)
    var index = actions.indices.lowerBound
    while index < actions.indices.upperBound {
      let action = flow.chart.actions[index]
      index += 1
      if action.kind == .skipUnless { index += Int(action.b) }
      let written = flow.writes(of: action)
      guard !written.canFail else { return cells }
      for cell in written.certain { cells.insert(cell) }
      if written.forgetsBack { cells.insert(back) }
    }
    return cells
  }
}
