import FlowMachine
import Statechart

// What can never happen, whatever the values of facts: transitions behind one that is always taken,
// and states that nothing leads to. What depends on values `portico check` finds.

extension Compilation {
  func checkReach() {
    for scope in scopes { checkTransitions(of: scope.document.root, isVisibleForLong: false) }
    checkStates()
  }

  // MARK: Transitions

  private func checkTransitions(of state: StateDeclaration, isVisibleForLong: Bool) {
    let isVisibleForLong = isVisibleForLong || state.screen?.visibleFor != nil
    for handler in state.on {
      checkOrder(of: handler.transitions, "for \(quoted(handler.event.value))")
    }
    if isVisibleForLong {
      // One that leaves waits, and those that stay are taken before it; among equals the order
      // counts.
      checkOrder(of: state.always.filter { $0.target != nil }, "in `always`")
      checkOrder(of: state.always.filter { $0.target == nil }, "in `always`")
    } else {
      checkOrder(of: state.always, "in `always`")
    }
    checkAfters(of: state)
    for child in state.children {
      checkTransitions(of: child, isVisibleForLong: isVisibleForLong)
    }
    for region in state.regions { checkTransitions(of: region.state, isVisibleForLong: false) }
  }

  private func checkOrder(of transitions: [TransitionDeclaration], _ place: String) {
    guard let first = transitions.firstIndex(where: { $0.condition == nil }) else { return }
    for later in transitions[(first + 1)...] {
      report(
        .unreachableTransition, at: later.position,
        "This transition is never taken: the one \(place) on line \(transitions[first].position.line) comes first and has no guard",
        "Move this one before it, or add `when` to that one")
    }
  }

  private func checkAfters(of state: StateDeclaration) {
    let fixed = state.after.compactMap { after -> (length: Int64, after: AfterDeclaration)? in
      if case .fixed(let milliseconds) = after.duration { (milliseconds, after) } else { nil }
    }
    let leaving = fixed.filter { line in
      let transition = line.after.transition
      return transition.condition == nil && transition.target != nil && !transition.isInternal
    }
    guard let first = leaving.min(by: { $0.length < $1.length }) else { return }
    for line in fixed where line.length > first.length {
      report(
        .unreachableTransition, at: line.after.written.position,
        "The state is left after \(quoted(first.after.written.value)), before this time has passed",
        "Remove one of the two, or add `when` to the earlier one")
    }
  }

  // MARK: States

  private func checkStates() {
    var reach = Reach(states.count)
    for state in states.prefix(2) { reach.enter(state) }
    for name in migrationTargets { lead(state(name, scopes[0]), &reach) }
    while let state = reach.next() {
      if let declaration = state.declaration, !state.isContainer {
        follow(declaration, state.scope, &reach)
        lead(declaration.restore.flatMap { find($0, state) }, &reach)
      }
      if let inner = state.holdsScreensOf {
        follow(inner.document.root, inner, &reach)
        for name in [inner.document.restore, inner.document.fallback] {
          lead(name.flatMap { inner.states[$0.value] }.map { states[Int($0)] }, &reach)
        }
      }
    }
    let lost = states.filter { !reach.isReached($0) && reach.isReached($0.parent ?? $0) }
      .compactMap(\.declaration?.name)
    let isExplained = reportLost(lost.filter { baseFiles.contains($0.position.file) })
    for name in lost where !isExplained || !baseFiles.contains(name.position.file) {
      report(
        .unreachableState, at: name.position, "No transition leads to \(quoted(name.value))",
        "Add a transition with `to: \(name.value)`, or remove it")
    }
  }

  /// Reports states of a base to which nothing leads any more, where the extension says what has cut them off.
  ///
  /// - Returns: whether the extension says it.
  private func reportLost(_ lost: [Name]) -> Bool {
    guard let first = lost.first else { return false }
    let insertion = extensions.flatMap(\.insertions).first { insertion in
      lost.contains { $0.value == insertion.place.value }
    }
    if let (place, state) = insertion {
      report(
        .unreachableState, at: state.position,
        "\(quoted(state.value)) comes before \(quoted(place.value)), and nothing leads on to that",
        "Add a transition with `to: \(place.value)`, or leave it out: `without: {\(place.value): …}`"
      )
      return true
    }
    let changes =
      extensions.flatMap(\.removals).map(\.state) + extensions.flatMap(\.replacements).map(\.state)
    guard let change = changes.first else { return false }
    report(
      .unreachableState, at: change.position,
      "With this, no transition leads to \(quoted(first.value)) of the base",
      "Add a transition with `to: \(first.value)`, or leave it out: `without: {\(first.value): …}`")
    return true
  }

  private func find(_ name: Name, _ state: PlannedState) -> PlannedState? {
    name.value == state.declaration?.name.value ? state : target(name, from: state, state.scope)
  }

  private func follow(
    _ declaration: StateDeclaration, _ scope: Scope, _ reach: inout Reach
  ) {
    for name in declaration.allTransitions.compactMap(\.target)
      + [declaration.initial].compactMap({ $0 })
    {
      lead(state(name, scope), &reach)
    }
  }

  private func lead(_ target: PlannedState?, _ reach: inout Reach) {
    if let target { reach.enter(target) }
  }
}

/// The states that are reached, and those among them whose transitions are still to be followed.
private struct Reach {
  private var isMarked: [Bool]
  private var open: [PlannedState] = []

  init(_ count: Int) {
    isMarked = [Bool](repeating: false, count: count)
  }

  func isReached(_ state: PlannedState) -> Bool { isMarked[Int(state.id)] }

  mutating func next() -> PlannedState? { open.popLast() }

  /// A state is entered with all around it, and regions all together; initial states follow as
  /// transitions do.
  mutating func enter(_ state: PlannedState) {
    var place: PlannedState? = state
    while let next = place, !isMarked[Int(next.id)] {
      isMarked[Int(next.id)] = true
      open.append(next)
      if next.kind == .parallel { for region in next.children { enter(region) } }
      place = next.parent
    }
  }
}
