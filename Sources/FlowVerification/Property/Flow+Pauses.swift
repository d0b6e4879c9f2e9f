package import FlowMachine
import Statechart

// Which timers are pauses between two requests.

extension Flow {
  /// Whether a timer ends at a time that comes from a server, the device or a signal, and so may have passed already.
  package func isGiven(_ timer: TimerID) -> Bool {
    let fact = tables.timers[Int(timer)].until
    guard fact != noID else { return false }
    return tables.facts[Int(fact)].place == .device || tables.saves.contains { $0.fact == fact }
      || tables.signals.contains { $0.fact == fact }
  }

  /// Whether a timer is no pause between two requests: it can have ended already, or takes less than a second.
  package func isNoPause(_ timer: TimerID) -> Bool {
    let row = tables.timers[Int(timer)]
    guard row.until == noID else { return isGiven(timer) || !isSetAhead(timer) }
    guard row.afterFact == noID else { return tables.facts[Int(row.afterFact)].initial < 1_000 }
    return row.after < 1_000
  }

  /// Whether the time until which a timer runs lies ahead by a second or more each time that the timer starts.
  private func isSetAhead(_ timer: TimerID) -> Bool {
    let fact = tables.timers[Int(timer)].until
    let transitions = (0..<chart.transitions.count).map { chart.transitions[$0] }
    guard
      transitions.allSatisfy({ !starts(timer, $0.actions) || isAhead(fact, after: [$0.actions]) })
    else { return false }
    return (0..<chart.states.count).allSatisfy { index in
      let state = chart.states[index]
      guard !starts(timer, state.exit) else { return false }
      guard starts(timer, state.enter) else { return true }
      return transitions.allSatisfy { row in
        !enters(StateID(index), by: row) || isAhead(fact, after: [row.actions, state.enter])
      }
    }
  }

  private func starts(_ timer: TimerID, _ actions: RowRange) -> Bool {
    actions.indices.contains { place in
      let action = chart.actions[place]
      return action.kind == .host && Operation(rawValue: action.a) == .startTimer
        && action.b == timer
    }
  }

  /// Whether a fact is certain to be set to a second or more from now after some actions. One that depends on a guard may not
  /// set it, but any may set it to something else.
  private func isAhead(_ fact: FactID, after actions: [RowRange]) -> Bool {
    var isAhead = false
    for range in actions {
      var conditional = 0
      for action in range.indices.map({ chart.actions[$0] }) {
        if action.kind == .skipUnless {
          conditional = max(conditional, Int(action.b) + 1)
        } else if setsAhead(fact, action) {
          isAhead = isAhead || conditional == 0
        } else if writes(of: action).cells.contains(fact) {
          isAhead = false
        }
        conditional = max(conditional - 1, 0)
      }
    }
    return isAhead
  }

  private func setsAhead(_ fact: FactID, _ action: ActionRow) -> Bool {
    guard action.kind == .host, Operation(rawValue: action.a) == .assign else { return false }
    let row = tables.assignments[Int(action.b)]
    return row.fact == fact && row.source == .now && row.number >= 1_000
  }

  /// Whether a transition can enter a state: it leads there, into it from outside, or to where it is entered by default.
  private func enters(_ state: StateID, by row: TransitionRow) -> Bool {
    row.targets.indices.contains { place in
      let target = chart.targets[place]
      if chart.isDescendant(target, of: state) {
        let isInside =
          row.source == state
          ? row.isInternal : row.source != noID && chart.isDescendant(row.source, of: state)
        return !isInside
      }
      return isEntered(state, with: target)
    }
  }

  /// Whether a state is entered by default when another one is.
  private func isEntered(_ state: StateID, with target: StateID) -> Bool {
    guard state != target else { return true }
    guard chart.isDescendant(state, of: target) else { return false }
    let row = chart.states[Int(target)]
    guard row.kind == .parallel else {
      return row.initial.indices.contains { isEntered(state, with: chart.targets[$0]) }
    }
    return (0..<chart.states.count).contains { index in
      chart.states[index].parent == target && isEntered(state, with: StateID(index))
    }
  }
}
