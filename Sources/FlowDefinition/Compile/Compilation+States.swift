import FlowMachine
import Statechart

// Third: the chart. Each state with its actions and transitions, and what the machine needs to know of it.

extension Compilation {
  func writeState(_ state: PlannedState) {
    var row = ChartDefinition.State(state.kind, in: state.parent?.id ?? noID)
    builder.tables.stateNames.append(builder.blob(state.name))
    row.doneEvent = state.kind == .compound || state.kind == .parallel
      ? doneEvent(of: state) : noID
    row.initial = initial(of: state)
    if ownedRequests.isEmpty { findOwners() }
    for timer in stateTimers[state.id] ?? [] {
      row.enter.append(ActionRow(.host, a: Operation.startTimer.rawValue, b: timer))
      row.exit.append(ActionRow(.host, a: Operation.stopTimer.rawValue, b: timer))
    }
    if let declaration = state.declaration {
      if !state.isContainer {
        row.enter += inputs(of: state)
        row.enter += actions(declaration.enter, state.scope)
        row.exit += actions(declaration.exit, state.scope)
      }
      row.transitions = transitions(of: state, declaration)
      if declaration.screen != nil { writeScreen(state, declaration) }
      writeRestore(state, declaration)
    }
    if let inner = state.inner {
      if state.kind == .compound { row.transitions += containerTransitions(of: state, inner) }
      if state.declaration?.subflow?.isBarrier ?? true { builder.tables.barriers.append(state.id) }
    }
    for request in (ownedRequests[state.id] ?? []).sorted() {
      row.exit.append(ActionRow(.host, a: Operation.release.rawValue, b: request))
    }
    if let outcome = state.outcomeEvent { row.enter.append(raise(outcome, of: state)) }
    chart.states.append(row)
    if state.parent === states[0], !state.isContainer { writeRegion(state) }
  }

  private func doneEvent(of state: PlannedState) -> EventID {
    let name = "done." + state.name
    let isAwaited = states.contains { other in
      other.scope === state.scope
        && (other.declaration?.on.contains { $0.event.value == "done." + (state.declaration?.name.value ?? "") }
          ?? false)
    }
    return isAwaited ? builder.event(name) : noID
  }

  // MARK: Initial states

  private func initial(of state: PlannedState) -> [StateID] {
    switch state.kind {
    case .atomic, .final, .parallel: return []
    case .compound, .shallowHistory, .deepHistory: break
    }
    guard let declaration = state.declaration else { return state.children.map(\.id).prefix(1).map { $0 } }
    let scope = state.inner ?? state.scope
    let source = state.inner.map { $0.document.root } ?? declaration
    guard let name = source.initial else {
      report(
        .missingKey, at: declaration.name.position,
        "\(quoted(state.name)) does not say where it begins", "Write `initial: STATE`")
      return []
    }
    guard let target = self.state(name, scope) else { return [] }
    let holder = state.kind == .compound ? state : state.parent
    guard let holder, isDescendant(target, of: holder) else {
      report(
        .badInitial, at: name.position,
        "\(quoted(name.value)) does not lie inside \(quoted(state.name))",
        "Name a child of that state")
      return []
    }
    return [target.id]
  }

  private func isDescendant(_ state: PlannedState, of ancestor: PlannedState) -> Bool {
    var parent = state.parent
    while let next = parent {
      if next === ancestor { return true }
      parent = next.parent
    }
    return false
  }

  // MARK: Transitions

  private func transitions(
    of state: PlannedState, _ declaration: StateDeclaration
  ) -> [ChartDefinition.Transition] {
    guard !state.isContainer else { return containerTransitions(of: state, state.scope) }
    var result = transitions(on: declaration, of: state, state.scope, isContainer: false)
    if let subflow = declaration.subflow, let inner = state.inner {
      for (name, transition) in subflow.outcomes {
        let event = outcomeEvent(name.value, of: inner)
        result += self.transition(transition, on: event, of: state, state.scope)
      }
    }
    return result
  }

  /// What a document says for all its screens: transitions of the state that holds them, which stay inside it.
  private func containerTransitions(
    of state: PlannedState, _ scope: Scope
  ) -> [ChartDefinition.Transition] {
    transitions(on: scope.document.root, of: state, scope, isContainer: true)
      + overlayTransitions(of: scope)
  }

  private func transitions(
    on declaration: StateDeclaration, of state: PlannedState, _ scope: Scope, isContainer: Bool
  ) -> [ChartDefinition.Transition] {
    var result: [ChartDefinition.Transition] = []
    for handler in declaration.on {
      guard let event = event(handler.event, scope) else { continue }
      for transition in handler.transitions {
        result += self.transition(
          transition, on: event, of: state, scope, isInside: isContainer)
      }
    }
    for (index, after) in declaration.after.enumerated() {
      let timer = (stateTimers[state.id] ?? [])[declaration.timers.count + index]
      let isOver = cell(
        builder.tables.timers[Int(timer)].cell, .equal, TimerStatus.elapsed)
      var lines = self.transition(
        after.transition, on: noID, of: state, scope, and: isOver, isInside: isContainer)
      for line in lines.indices where lines[line].targets.isEmpty {
        // It stays in its state: it is over once, not for ever.
        lines[line].actions.insert(
          ActionRow(.host, a: Operation.stopTimer.rawValue, b: timer), at: 0)
      }
      result += lines
    }
    for transition in declaration.always {
      checkProgress(transition)
      result += self.transition(transition, on: noID, of: state, scope, isInside: isContainer)
    }
    return result
  }

  private func transition(
    _ declaration: TransitionDeclaration, on event: EventID, of state: PlannedState,
    _ scope: Scope, and extra: Condition = .always, isInside: Bool = false
  ) -> [ChartDefinition.Transition] {
    var targets: [StateID] = []
    if let name = declaration.target {
      guard let target = target(name, from: state, scope) else { return [] }
      targets = [target.id]
    }
    var condition = self.condition(declaration.condition, scope).and(extra)
    if event == noID { condition = condition.and(patience(of: state, leaves: !targets.isEmpty)) }
    return [
      ChartDefinition.Transition(
        on: event, if: condition.steps, to: targets,
        isInternal: declaration.isInternal || isInside,
        actions: actions(declaration.actions, scope))
    ]
  }

  /// What transitions without an event wait for: no overlay over the screens, and the least time of visibility.
  private func patience(of state: PlannedState, leaves: Bool) -> Condition {
    guard state.part == 0, state.hasScreens || state.isInsideScreen else { return .always }
    var condition = cell(builder.tables.overlayCountCell, .equal, 0)
    if leaves, let screen = state.enclosingScreen, let timer = visibilityTimers[screen.id] {
      let isOver = cell(
        builder.tables.timers[Int(timer)].cell, .equal, TimerStatus.elapsed)
      condition = condition.and(isOver)
    }
    return condition
  }

  /// A transition that neither leads away nor changes anything it looks at would be taken for ever.
  private func checkProgress(_ declaration: TransitionDeclaration) {
    guard declaration.target == nil else { return }
    let changes = declaration.actions.contains {
      switch $0.value.unconditional {
      case .toast, .open, .perform, .forgetBack, .root, .start, .stop: false
      default: true
      }
    }
    guard !changes || declaration.condition == nil else { return }
    report(
      .endlessTransition, at: declaration.position,
      "This transition leads nowhere and stays possible: it would be taken for ever",
      "Give it a target with `to`, or an action that makes its guard false")
  }

  // MARK: Sub-flows

  private func outcomeEvent(_ outcome: String, of inner: Scope) -> EventID {
    builder.event("outcome." + inner.prefix + outcome)
  }

  private func raise(_ outcome: String, of state: PlannedState) -> ActionRow {
    if !state.scope.document.outcomes.contains(where: { $0.value == outcome }),
      let position = state.declaration?.final?.position
    {
      reportUnknown(
        "outcome", Name(outcome, at: position),
        known: state.scope.document.outcomes.map(\.value), in: "the flow's `outcomes`")
    }
    return ActionRow(.raise, a: outcomeEvent(outcome, of: state.scope))
  }

  private func inputs(of state: PlannedState) -> [ActionRow] {
    guard let inner = state.inner, let subflow = state.declaration?.subflow else { return [] }
    return subflow.inputs.compactMap { input in
      assignment(
        input.name, Located(input.value, at: input.name.position), inner,
        sourceScope: state.scope)
    }
  }

  // MARK: What the machine knows of states

  private func writeScreen(_ state: PlannedState, _ declaration: StateDeclaration) {
    guard let screen = declaration.screen else { return }
    var row = ScreenRow.blank
    row.state = state.id
    row.view = builder.blob(screen.view?.value ?? declaration.name.value)
    row.title = text(screen.title, state.scope)
    row.hasBack = screen.back
    row.isBackTarget = screen.isBackTarget
    row.isModal = screen.isModal
    row.isProtected = screen.isProtected
    row.elements = elements(screen.elements, of: declaration.name.value, state.scope) { element in
      let name = element.id.value
      let handlers = handlers(of: name, from: state)
      if case .link(_, .some) = element.kind {
        return (handlers.isEmpty ? noID : builder.event(state.scope.prefix + name), [])
      }
      if handlers.isEmpty {
        report(
          .unhandledElement, at: element.position, "Nothing happens on \(quoted(name))",
          "Add `\(name):` to the `on` of this screen or of a state around it")
      }
      let started = startedRequests(
        handlers.flatMap(\.transitions).flatMap(\.actions).map(\.value), state.scope)
      return (builder.event(state.scope.prefix + name), started)
    }
    builder.tables.screens.append(row)
  }

  /// The handlers of an element's event in a screen, its children and the states around it.
  private func handlers(of event: String, from state: PlannedState) -> [EventHandler] {
    var declarations = descendants(of: state).compactMap(\.declaration)
    var around = state.parent
    while let next = around, next.scope === state.scope {
      if let declaration = next.declaration { declarations.append(declaration) }
      around = next.parent
    }
    declarations.append(state.scope.document.root)
    return declarations.flatMap { $0.on.filter { $0.event.value == event } }
  }

  private func descendants(of state: PlannedState) -> [PlannedState] {
    [state] + state.children.flatMap { descendants(of: $0) }
  }

  private func writeRestore(_ state: PlannedState, _ declaration: StateDeclaration) {
    let document = state.scope.document
    if state.isContainer, let name = document.restore, let target = self.state(name, state.scope) {
      builder.tables.restores.append(RestoreRow(state: state.id, target: target.id))
    }
    guard !state.isContainer, let name = declaration.restore else { return }
    if name.value == "here" {
      builder.tables.restores.append(RestoreRow(state: state.id, target: state.id))
    } else if let target = target(name, from: state, state.scope) {
      builder.tables.restores.append(RestoreRow(state: state.id, target: target.id))
    }
  }

  private func writeRegion(_ state: PlannedState) {
    var requests: [RequestID] = []
    for inside in descendants(of: state) {
      let actions = inside.declaration?.allActions ?? []
      for request in startedRequests(actions, inside.scope) where !requests.contains(request) {
        requests.append(request)
      }
    }
    let region = scopes.flatMap(\.document.root.regions).first {
      $0.state.name.position == state.declaration?.name.position
    }
    builder.tables.regions.append(
      RegionRow(
        state: state.id, restartsAtLaunch: region?.restartsAtLaunch ?? false,
        requests: builder.list(requests)))
  }

  // MARK: Requests and the states that own them

  /// The exit of the state that started a request ends it, unless it survives that.
  private func findOwners() {
    ownedRequests[0] = []
    for state in states {
      guard let declaration = state.declaration, !state.isContainer else { continue }
      own(declaration.enter, by: state, state.scope)
      for transition in declaration.allTransitions {
        let owner = transition.target.flatMap { state.scope.states[$0.value] }
        own(transition.actions, by: owner.map { states[Int($0)] } ?? state, state.scope)
      }
    }
  }

  private func own(
    _ actions: [Located<ActionDeclaration>], by state: PlannedState, _ scope: Scope
  ) {
    for request in startedRequests(actions.map(\.value), scope)
    where !builder.tables.requests[Int(request)].survives {
      ownedRequests[state.id, default: []].insert(request)
    }
  }
}
