import FlowMachine
import Statechart

/// What passes between a sub-flow and the surrounding flow.
extension PartReader {
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
      flow.writes(of: action).cells.contains { own.contains($0) }
    }
  }

  /// By transition: whether what it may leave or enter, inside of the sub-flow or outside of it, has
  /// such an action; outside also whether it has one itself.
  private func effects(
    entering asked: Set<StateID>, inside isInside: Bool, _ isWanted: (ActionRow) -> Bool
  ) -> [Bool] {
    let chart = flow.chart
    let liveness = Liveness(flow, conditions: [], sessions: [], required: required)
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
    default:
      guard let element = input.filledElement else { return false }
      let row = flow.tables.elements[Int(element)]
      return ([row.fact] + flow.tables.picks[row.sets.indices].map(\.fact)).contains {
        far.contains($0)
      }
    }
  }
}
