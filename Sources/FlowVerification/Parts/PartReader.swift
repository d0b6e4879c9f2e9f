import FlowMachine
import Statechart

/// Reads from the compiled tables what a sub-flow does, asks and hears.
struct PartReader {
  let flow: Flow
  let states: ClosedRange<StateID>
  let prefix: String
  let facts: Set<FactID>
  let requests: Set<RequestID>

  private var transitions: Range<Int> { 0..<flow.chart.transitions.count }

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

  private func actions(_ range: RowRange) -> [ActionRow] {
    range.indices.map { flow.chart.actions[$0] }
  }

  // MARK: What it reads and writes

  /// The cells that it reads or writes beside its own.
  func shared(cells own: Set<CellID>) -> Set<CellID> {
    let liveness = Liveness(flow, conditions: [], sessions: [])
    let tables = flow.tables
    var found: Set<CellID> = []
    func add(_ set: CellSet) {
      for cell in 0..<CellID(liveness.count) where set.contains(cell) { found.insert(cell) }
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
        for pick in tables.picks[row.sets.indices] where row.kind == .picker {
          found.insert(pick.fact)
        }
      }
    }
  }

  private func written(by range: RowRange) -> Set<CellID> {
    var cells: Set<CellID> = []
    for action in actions(range) where action.kind == .host {
      switch Operation(rawValue: action.a) {
      case .assign: cells.insert(flow.tables.assignments[Int(action.b)].fact)
      case .clear: cells.insert(action.b)
      case .request, .cancelRequest: cells.insert(flow.tables.requests[Int(action.b)].cell)
      default: break
      }
    }
    return cells
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

  // MARK: Over the boundary

  /// By transition: what others can notice of it beyond what stands there afterwards, as codes;
  /// alike ones have the same.
  ///
  /// - Parameters:
  ///   - own: its own cells.
  ///   - kept: cells that decide something.
  ///   - asked: its states that others ask for.
  func outward(
    cells own: Set<CellID>, kept: Set<CellID>, asked: Set<StateID>
  ) -> [[UInt64]] {
    let inside = isInside
    let heard = Set(
      transitions.filter { !inside[$0] }.map { flow.chart.transitions[$0].event })
    func code(_ action: ActionRow) -> UInt64? {
      let code = UInt64(action.a) << 16 | UInt64(action.b) | 1 << 40
      if action.kind == .raise { return heard.contains(action.a) ? code | 1 << 41 : nil }
      guard action.kind == .host else { return nil }
      let isFar: (CellID) -> Bool = { !own.contains($0) && kept.contains($0) }
      switch Operation(rawValue: action.a) {
      case .clearUser: return code
      case .assign:
        let row = flow.tables.assignments[Int(action.b)]
        guard isFar(row.fact) else { return nil }
        guard row.source == .number || row.source == .text else { return code }
        return 1 << 42 | UInt64(row.fact) << 16 | UInt64(truncatingIfNeeded: row.number) << 43
          | UInt64(row.source == .text ? row.operand : 0)
      case .clear: return isFar(action.b) ? code : nil
      case .request, .cancelRequest:
        return isFar(flow.tables.requests[Int(action.b)].cell) ? code : nil
      default: return nil
      }
    }
    let isUnsure = effects(entering: asked, inside: true) { code($0) != nil }
    return transitions.map { index in
      let codes = actions(flow.chart.transitions[index].actions).compactMap(code)
      return isUnsure[index] ? codes + [UInt64(index)] : codes
    }
  }

  /// By transition: whether it can write what is the sub-flow's own from outside.
  func reachesIn(cells own: Set<CellID>) -> [Bool] {
    effects(entering: [], inside: false) { action in
      guard action.kind == .host else { return false }
      switch Operation(rawValue: action.a) {
      case .clearUser: return true
      case .assign: return own.contains(flow.tables.assignments[Int(action.b)].fact)
      case .clear: return own.contains(action.b)
      default: return false
      }
    }
  }

  /// By transition: whether what it may leave or enter, inside of the sub-flow or outside of it, has
  /// such an action; outside also whether it has one itself.
  private func effects(
    entering asked: Set<StateID>, inside isInside: Bool, _ isWanted: (ActionRow) -> Bool
  ) -> [Bool] {
    let chart = flow.chart
    let liveness = Liveness(flow, conditions: [], sessions: [])
    let onEntry = (0..<chart.states.count).map {
      states.contains(StateID($0)) == isInside
        && (asked.contains(StateID($0))
          || actions(chart.states[$0].enter).contains(where: isWanted))
    }
    let onExit = (0..<chart.states.count).map {
      states.contains(StateID($0)) == isInside
        && (asked.contains(StateID($0)) || actions(chart.states[$0].exit).contains(where: isWanted))
    }
    return transitions.map { index in
      let row = chart.transitions[index]
      if !isInside, actions(row.actions).contains(where: isWanted) { return true }
      guard row.targets.count > 0 else { return false }
      // What it leaves is active inside of what it leads out of; any state there may be.
      if row.source == 0
        ? onExit.contains(true) : leaves(row.source).contains(where: { onExit[$0] })
      {
        return true
      }
      return row.targets.indices.contains { place in
        liveness.entered(
          from: row.source, to: chart.targets[place], isInternal: row.isInternal
        ).contains { onEntry[Int($0)] }
      }
    }
  }

  private func leaves(_ source: StateID) -> [Int] {
    var top = source
    while flow.chart.states[top].parent != noID, flow.chart.states[top].parent != 0 {
      top = flow.chart.states[top].parent
    }
    return Array(Int(top)...Int(flow.chart.states[top].last))
  }

  /// By move: whether a person or a server makes it in the sub-flow alone.
  func ownMoves(_ moves: MoveTable, timers: Set<TimerID>) -> [Bool] {
    var result = [Bool](repeating: false, count: moves.all.count)
    let names = FlowNames(flow: flow)
    for (index, row) in flow.tables.screens.enumerated() where states.contains(row.state) {
      for move in moves.ofScreen[index] { result[move] = true }
    }
    for index in flow.tables.overlays.indices where names.overlay(index).hasPrefix(prefix) {
      for move in moves.ofOverlay[index] { result[move] = true }
    }
    for request in requests {
      for call in flow.tables.requests[Int(request)].calls.indices {
        for move in moves.ofCall[call] { result[move] = true }
      }
    }
    for timer in timers { result[moves.ofTimer[Int(timer)]] = true }
    return result
  }

  /// By move: whether a person or an answer writes a fact with it that is not the sub-flow's own.
  func farMoves(_ moves: MoveTable, far: Set<CellID>) -> [Bool] {
    moves.all.map { move in
      switch move {
      case .fill(let inputs): inputs.contains { writes($0, far) }
      case .input(let input): writes(input, far)
      case .elapse, .relaunch: false
      }
    }
  }

  private func writes(_ input: Input, _ far: Set<CellID>) -> Bool {
    switch input {
    case .answered(_, _, let outcome):
      return outcome.values.contains { far.contains($0.fact) }
        || outcome.storedSecrets.contains { far.contains($0) }
    case .type(let element, _), .typeSecret(let element, _), .choose(let element, _),
      .toggle(let element, _):
      let row = flow.tables.elements[Int(element)]
      let picks = row.kind == .picker ? flow.tables.picks[row.sets.indices].map(\.fact) : []
      return ([row.fact] + picks).contains { far.contains($0) }
    default: return false
    }
  }
}
