import FlowMachine
import Statechart

/// Which of some facts a step may read or write, as far as the tables tell.
///
/// What a step neither reads nor writes makes no difference to it, and is afterwards what it was. What it writes for
/// certain is afterwards the same, whatever it was. All else it is tried with.
struct StepReads {
  typealias Rows = ValueSets.Rows

  let liveness: Liveness
  let sets: ValueSets
  var flow: Flow { liveness.flow }
  /// By transition: what is read, or may be written, once it was taken, and what is written for certain.
  let afterTransition: [Rows]
  let written: [Rows]
  /// By state: what is read by guards on no event, or on one that can come within a step.
  let withinStep: [Rows]
  /// By state that is entered through back: what entering it reads or writes.
  let byEntering: [Rows]
  /// By state that is active at a kill: what the relaunch reads or writes.
  let atRelaunch: [Rows]
  /// What a relaunch sets to what it was at first.
  let inMemory: Rows
  /// What leaving a state reads or writes, of all states.
  let byLeaving: Rows
  /// By row of `screens` and of `overlays`: what decides what is to be seen there.
  private let seenOnScreen: [Rows]
  private let seenOnOverlay: [Rows]
  /// Whether it matters if a step has changed anything: a held signal waits for that.
  let hasHeldSignals: Bool

  init(_ liveness: Liveness, _ sets: ValueSets) {
    (self.liveness, self.sets) = (liveness, sets)
    let (flow, chart, tables) = (liveness.flow, liveness.flow.chart, liveness.flow.tables)
    let hasHeldSignals = tables.signals.contains { $0.isHeld }
    self.hasHeldSignals = hasHeldSignals
    func all(_ actions: RowRange) -> Rows {
      sets.rows(of: actions.indices.flatMap { flow.writes(of: chart.actions[$0]).cells })
        | sets.rows(of: liveness.reads(of: actions))
    }
    let states = 0..<chart.states.count
    byLeaving = states.reduce(0) { $0 | all(chart.states[$1].exit) }
    let entering = states.map {
      sets.rows(of: liveness.onEntry[$0]) | all(chart.states[$0].enter)
    }
    var (after, certain): ([Rows], [Rows]) = ([], [])
    for index in 0..<chart.transitions.count {
      let row = chart.transitions[index]
      var written = liveness.writes(of: row.actions)
      var touched = sets.rows(of: liveness.afterTransition[index]) | all(row.actions)
      if row.targets.count > 0 {
        touched |= byLeaving
        for state in liveness.targets(of: row) { touched |= all(chart.states[state].enter) }
        for place in row.targets.indices {
          for state in liveness.surelyEntered(with: chart.targets[place]) {
            written.form(union: liveness.writes(of: chart.states[state].enter))
          }
        }
      }
      let read = sets.rows(of: liveness.afterTransition[index])
      let isSure = hasHeldSignals ? 0 : sets.rows(of: written) & ~read
      after.append(touched & ~isSure)
      certain.append(isSure)
    }
    (afterTransition, written) = (after, certain)
    withinStep = states.map { state in
      chart.states[state].transitions.indices.map { chart.transitions[$0] }.filter {
        liveness.isWithinStep($0.event) || liveness.changedFact(of: $0.event) != nil
      }.reduce(0) { $0 | sets.rows(of: liveness.reads(of: $1.condition)) }
    }
    byEntering = states.map { state in
      liveness.around(StateID(state)).reduce(0) { $0 | entering[Int($1)] }
    }
    var relaunched = states.map { sets.rows(of: liveness.onRelaunch[$0]) }
    for relaunch in liveness.relaunchEntries {
      for state in relaunch.entries { relaunched[relaunch.from] |= entering[Int(state)] }
    }
    atRelaunch = relaunched
    inMemory = sets.rows(
      of: tables.facts.indices.filter { tables.facts[$0].place == .memory }.map { CellID($0) })
    func seen(_ elements: RowRange, _ title: TextID) -> Rows {
      var rows = sets.rows(of: liveness.asks(of: elements)) | sets.rows(of: facts(in: title))
      for row in tables.elements[elements.indices] {
        rows |= sets.rows(of: liveness.reads(of: row.shown))
        rows |= sets.rows(of: facts(in: row.text)) | sets.rows(of: facts(in: row.hint))
      }
      return rows
    }
    func facts(in text: TextID) -> [FactID] {
      text == noID ? [] : flow.facts(inText: text).flatMap { flow.sources(of: $0) }
    }
    seenOnScreen = tables.screens.map { seen($0.elements, $0.title) }
    seenOnOverlay = tables.overlays.map { seen($0.elements, $0.title) }
  }

  /// What is written by what a person gives an element, or an answer brings, for certain.
  func written(by move: Move) -> Rows {
    let changes: [FactID]
    switch move {
    case .input(.set(let element, let value)):
      let row = flow.tables.elements[Int(element)]
      changes =
        [flow.tables.change(by: value, row)?.fact ?? row.fact]
        + flow.tables.picks[row.sets.indices].map(\.fact)
    case .input(.answered(_, _, let outcome)): changes = outcome.values.map(\.fact)
    case .relaunch: return inMemory
    default: return 0
    }
    return sets.rows(of: changes)
  }

  /// What decides what is to be seen where a machine stands.
  func seen(_ machine: borrowing FlowMachine) -> Rows {
    var rows: Rows = 0
    if let screen = machine.screenState {
      rows |= seenOnScreen[Int(flow.screenOfState[Int(screen)])]
    }
    for overlay in machine.shownOverlays { rows |= seenOnOverlay[Int(overlay)] }
    return rows
  }
}
