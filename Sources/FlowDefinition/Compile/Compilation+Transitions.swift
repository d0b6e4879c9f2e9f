import FlowMachine
import Statechart

/// A transition of the chart with the place in the document that it comes from.
struct PlacedTransition {
  var row: ChartDefinition.Transition
  var position: Position
}

extension Compilation {
  func transitions(
    of state: PlannedState, _ declaration: StateDeclaration
  ) -> [PlacedTransition] {
    var result: [PlacedTransition] = []
    if let inner = state.holdsScreensOf {
      // What a document says for all its screens stays inside the state that holds them, and lies
      // further inside than what is said around it.
      result += transitions(on: inner.document.root, of: state, inner, isInside: true)
      result += overlayTransitions(of: inner)
    }
    guard !state.isContainer else { return result }
    result += transitions(on: declaration, of: state, state.scope, isInside: false)
    for (name, transition) in declaration.subflow?.outcomes ?? [] {
      guard let inner = state.inner else { break }
      let event = outcomeEvent(name.value, of: inner)
      result += self.transition(transition, on: event, of: state, state.scope, endsSubflow: true)
    }
    return result
  }

  private func transitions(
    on declaration: StateDeclaration, of state: PlannedState, _ scope: Scope, isInside: Bool
  ) -> [PlacedTransition] {
    var result: [PlacedTransition] = []
    for handler in declaration.on {
      guard let event = event(handler.event, scope) else { continue }
      for transition in handler.transitions {
        result += self.transition(transition, on: event, of: state, scope, isInside: isInside)
      }
    }
    for (index, after) in declaration.after.enumerated() {
      result += elapsing(
        after, (stateTimers[state.id] ?? [])[declaration.timers.count + index], state)
    }
    for transition in declaration.always {
      checkProgress(transition, of: state, scope)
      result += self.transition(transition, on: noID, of: state, scope, isInside: isInside)
    }
    return result
  }

  private func elapsing(
    _ after: AfterDeclaration, _ timer: TimerID, _ state: PlannedState
  ) -> [PlacedTransition] {
    let isOver = cell(
      builder.tables.timers[Int(timer)].cell, .equal, TimerStatus.elapsed)
    var lines = transition(after.transition, on: noID, of: state, state.scope, and: isOver)
    for line in lines.indices where lines[line].row.targets.isEmpty || lines[line].row.isInternal {
      // It stays in its state: it is over once, not for ever.
      lines[line].row.actions.insert(
        ActionRow(.host, a: Operation.stopTimer.rawValue, b: timer), at: 0)
    }
    return lines
  }

  private func transition(
    _ declaration: TransitionDeclaration, on event: EventID, of state: PlannedState,
    _ scope: Scope, and extra: Condition = .always, isInside: Bool = false,
    endsSubflow: Bool = false
  ) -> [PlacedTransition] {
    let target = declaration.target.flatMap { self.target($0, from: state, scope) }
    var condition = self.condition(declaration.condition, scope).and(extra)
    if event == noID { condition = condition.and(patience(of: state, declaration, target)) }
    let actions = actions(declaration.actions, scope, after: endsSubflow ? state : nil)
    guard declaration.target == nil || target != nil else { return [] }
    return [
      PlacedTransition(
        row: ChartDefinition.Transition(
          on: event, if: condition.steps, to: target.map { [$0.id] } ?? [],
          isInternal: declaration.isInternal || isInside, actions: actions),
        position: declaration.position)
    ]
  }

  /// What transitions without an event wait for: no overlay over the screens, and the least time of
  /// visibility.
  private func patience(
    of state: PlannedState, _ declaration: TransitionDeclaration, _ target: PlannedState?
  ) -> Condition {
    guard state.part == 0, state.hasScreens || state.isInsideScreen else { return .always }
    var condition = cell(builder.tables.overlayCountCell, .equal, 0)
    if let target, let screen = state.enclosingScreen, let timer = visibilityTimers[screen.id],
      !target.isInside(screen) || state === screen && !declaration.isInternal
    {
      let isOver = cell(
        builder.tables.timers[Int(timer)].cell, .equal, TimerStatus.elapsed)
      condition = condition.and(isOver)
    }
    return condition
  }

  /// A transition that neither leads away nor changes anything it looks at would be taken for ever.
  private func checkProgress(
    _ declaration: TransitionDeclaration, of state: PlannedState, _ scope: Scope
  ) {
    if let name = declaration.target {
      guard declaration.condition == nil, let id = scope.states[name.value] else { return }
      let target = states[Int(id)]
      let isHeld = state.enclosingScreen.map { visibilityTimers[$0.id] != nil } ?? false
      guard target === state || target.isInside(state), !declaration.isInternal, !isHeld else {
        return
      }
      report(
        .endlessTransition, at: declaration.position,
        "This transition leads back to its own state, so it would be taken forever",
        "Add a guard with `when`, or change the target")
      return
    }
    let changes = !declaration.actions.allSatisfy(\.part.changesNoGuard)
    guard !changes || declaration.condition == nil else { return }
    report(
      .endlessTransition, at: declaration.position,
      "This transition has no target and stays enabled, so it would be taken forever",
      declaration.condition == nil
        ? "Add a target with `to`, or a guard that its actions make false"
        : "Add a target with `to`, or an action that makes its guard false")
  }
}
