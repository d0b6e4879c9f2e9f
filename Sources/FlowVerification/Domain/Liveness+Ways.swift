import FlowMachine
import Statechart

// Where transitions, launches and relaunches lead in the chart.

extension Liveness {
  /// Whether an event, or none, can come within a step.
  func isWithinStep(_ event: EventID) -> Bool { event == noID || isInner[Int(event)] }

  func changedFact(of event: EventID) -> FactID? {
    guard event != noID else { return nil }
    return flow.tables.facts.firstIndex { $0.changedEvent == event }.map { FactID($0) }
  }

  /// Where relaunches lead, and from where.
  var relaunchEntries: [(from: Int, entries: [StateID], forgetsBack: Bool)] {
    var result = flow.tables.restores.filter { $0.state != $0.target }.map {
      (
        from: Int($0.state),
        entries: entered(from: $0.state, to: $0.target, isInternal: true), forgetsBack: true
      )
    }
    for row in flow.tables.regions where row.restartsAtLaunch {
      var entries: [StateID] = []
      enter(row.state, &entries)
      result.append((from: 0, entries: entries, forgetsBack: false))
    }
    return result
  }

  var launchEntries: [StateID] {
    var result: [StateID] = []
    enter(0, &result)
    let fallback = flow.tables.stable.fallback
    if fallback != noID { result += entered(from: 0, to: fallback, isInternal: true) }
    return result
  }

  func targets(of transition: TransitionRow) -> [StateID] {
    transition.targets.indices.flatMap {
      entered(
        from: transition.source, to: chart.targets[$0], isInternal: transition.isInternal)
    }
  }

  /// The states that a transition can enter, and perhaps some more.
  func entered(from source: StateID, to target: StateID, isInternal: Bool) -> [StateID] {
    var result: [StateID] = []
    enter(target, &result)
    let domain = domain(from: source, to: target, isInternal: isInternal)
    enterAncestors(of: target, within: domain, &result)
    if domain == 0, chart.states[0].kind == .parallel { enterChildren(of: 0, &result) }
    return result
  }

  /// As the chart's own: the innermost compound state around both.
  func domain(from source: StateID, to target: StateID, isInternal: Bool) -> StateID {
    if isInternal, chart.states[source].kind == .compound, isInside(target, source) {
      return source
    }
    var ancestor = chart.states[source].parent
    while ancestor != noID, ancestor != 0 {
      if chart.states[ancestor].kind == .compound, isInside(target, ancestor) { return ancestor }
      ancestor = chart.states[ancestor].parent
    }
    return 0
  }

  func isInside(_ state: StateID, _ other: StateID) -> Bool {
    state > other && state <= chart.states[other].last
  }

  /// The states around one that is entered, and the regions beside it.
  func enterAncestors(
    of state: StateID, within domain: StateID, _ result: inout [StateID]
  ) {
    var inner = state
    var ancestor = chart.states[state].parent
    while ancestor != domain, ancestor != noID {
      result.append(ancestor)
      if chart.states[ancestor].kind == .parallel {
        enterChildren(of: ancestor, besides: inner, &result)
      }
      inner = ancestor
      ancestor = chart.states[ancestor].parent
    }
  }

  /// The children of a parallel state, as they are entered by default.
  ///
  /// - Parameter entered: a child that is entered by a target inside of it, if there is one.
  func enterChildren(
    of state: StateID, besides entered: StateID = noID, _ result: inout [StateID]
  ) {
    var child = state + 1
    while child <= chart.states[state].last {
      if child != entered { enter(child, &result) }
      child = chart.states[child].last + 1
    }
  }

  func enter(_ state: StateID, _ result: inout [StateID]) {
    let row = chart.states[state]
    switch row.kind {
    case .shallowHistory, .deepHistory:
      // Whatever it remembers.
      result += row.parent...chart.states[row.parent].last
    case .parallel:
      result.append(state)
      enterChildren(of: state, &result)
    case .compound:
      result.append(state)
      for place in row.initial.indices {
        enter(chart.targets[place], &result)
        enterAncestors(of: chart.targets[place], within: state, &result)
      }
    case .atomic, .final: result.append(state)
    }
  }
}
