import FlowMachine
import Statechart

// Third: the chart. Each state with its actions and transitions, and what the machine needs to know
// of it.

extension Compilation {
  func writeState(_ state: PlannedState) {
    var row = ChartDefinition.State(state.kind, in: state.parent?.id ?? noID)
    let ownName = state.isContainer ? nil : state.declaration?.name
    positions.states.append(ownName?.position ?? (state.inner ?? state.scope).start)
    builder.tables.stateNames.append(builder.blob(state.name))
    row.doneEvent =
      state.kind == .compound || state.kind == .parallel
      ? doneEvent(of: state) : noID
    row.initial = initial(of: state)
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
      let placed = transitions(of: state, declaration)
      row.transitions = placed.map(\.row)
      positions.transitions += placed.map(\.position)
      if declaration.screen != nil { writeScreen(state, declaration) }
    }
    writeRestore(state)
    row.exit += hidings(of: state)
    for request in (ownedRequests[state.id] ?? []).sorted() {
      row.exit.append(ActionRow(.host, a: Operation.release.rawValue, b: request))
    }
    if let outcome = state.outcome {
      row.enter.append(ActionRow(.raise, a: outcomeEvent(outcome.value, of: state.scope)))
    }
    if state.inner != nil, state.declaration?.subflow?.isBarrier ?? true {
      builder.tables.barriers.append(state.id)
    }
    chart.states.append(row)
    if state.restartsAtLaunch != nil { writeRegion(state) }
  }

  private func doneEvent(of state: PlannedState) -> EventID {
    awaitedStates.contains(state.name) ? builder.event("done." + state.name) : noID
  }

  // MARK: Initial states

  private func initial(of state: PlannedState) -> [StateID] {
    switch state.kind {
    case .atomic, .final, .parallel: return []
    case .compound, .shallowHistory, .deepHistory: break
    }
    guard let declaration = state.declaration else { return state.children.prefix(1).map(\.id) }
    let scope = state.inner ?? state.scope
    let source = state.inner.map { $0.document.root } ?? declaration
    guard let name = source.initial, let target = self.state(name, scope) else { return [] }
    let holder = state.kind == .compound ? state : state.parent
    guard let holder, target.isInside(holder) else {
      let isWhole = holder?.holdsScreensOf != nil
      let owner = isWhole ? "the flow's screens" : quoted(holder?.declaration?.name.value ?? "")
      let inside = holder?.children.filter { $0.declaration?.history == nil } ?? []
      report(
        .badInitial, at: name.position, "\(quoted(name.value)) is not inside \(owner)",
        inside.isEmpty
          ? "Declare a state inside it"
          : "Write \(quoted(oneOf: inside.prefix(4).compactMap { $0.declaration?.name.value }))")
      return []
    }
    return [target.id]
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
    if screen.isProtected, let session = state.scope.document.session {
      row.session = state.scope.facts[session.value] ?? noID
    }
    row.isDismissable = screen.isModal && !handlers(of: "dismiss", from: state).isEmpty
    row.elements = elements(screen.elements, of: declaration.name.value, state.scope) {
      tapped($0, in: state)
    }
    builder.tables.screens.append(row)
  }

  private func tapped(
    _ element: ElementDeclaration, in state: PlannedState
  ) -> (EventID, [RequestID]) {
    let name = element.id
    let handlers = handlers(of: name.value, from: state)
    if handlers.isEmpty {
      if element.opensURL { return (noID, []) }
      report(
        .unhandledElement, at: name.position, "A tap on \(quoted(name.value)) does nothing",
        "Add `\(name.value):` to the `on` of this screen or one of its parents")
      return (noID, [])
    }
    let started = startedRequests(
      handlers.flatMap(\.transitions).flatMap(\.actions), state.scope)
    return (event(name, state.scope) ?? noID, started)
  }

  /// The handlers of an event in a screen, its children and the states around it.
  private func handlers(of event: String, from state: PlannedState) -> [EventHandler] {
    var declarations = state.withDescendants.compactMap(\.declaration)
    var around = state.parent
    while let next = around, next.scope === state.scope {
      if let declaration = next.declaration { declarations.append(declaration) }
      around = next.parent
    }
    if around?.inner === state.scope { declarations.append(state.scope.document.root) }
    return declarations.flatMap { $0.on.filter { $0.event.value == event } }
  }

  private func writeRestore(_ state: PlannedState) {
    if let inner = state.holdsScreensOf, let name = inner.document.restore {
      // What a document says for all its states lies further inside than what is said around it.
      guard let target = target(name, from: state, inner) else { return }
      builder.tables.restores.append(RestoreRow(state: state.id, target: target.id))
    } else if !state.isContainer, let name = state.declaration?.restore {
      let isHere = name.value == state.declaration?.name.value
      guard let target = isHere ? state : target(name, from: state, state.scope) else { return }
      builder.tables.restores.append(RestoreRow(state: state.id, target: target.id))
    }
  }

  private func writeRegion(_ state: PlannedState) {
    var requests: [RequestID] = []
    for inside in state.withDescendants {
      let actions = inside.declaration?.allActions ?? []
      for request in startedRequests(actions, inside.scope) where !requests.contains(request) {
        requests.append(request)
      }
    }
    builder.tables.regions.append(
      RegionRow(
        state: state.id, restartsAtLaunch: state.restartsAtLaunch ?? false,
        requests: builder.list(requests)))
  }

  // MARK: Requests and the states that own them

  /// The exit of the state that started a request ends it, unless it survives that.
  func findOwners() {
    for state in states {
      if let declaration = state.declaration, !state.isContainer {
        own(declaration.enter, by: state, state.scope)
        own(declaration.allTransitions, by: state, state.scope)
      }
      if let inner = state.holdsScreensOf {
        own(inner.document.root.allTransitions, by: state, inner)
        for overlay in inner.document.overlays {
          for (_, actions) in overlay.on { own(actions, by: state, inner) }
        }
      }
    }
  }

  private func own(
    _ transitions: [TransitionDeclaration], by state: PlannedState, _ scope: Scope
  ) {
    for transition in transitions {
      let target = transition.target.flatMap { scope.states[$0.value] }
      own(transition.actions, by: target.map { states[Int($0)] } ?? state, scope)
    }
  }

  private func own(
    _ actions: [ActionDeclaration], by state: PlannedState, _ scope: Scope
  ) {
    for request in startedRequests(actions, scope)
    where !builder.tables.requests[Int(request)].survives {
      ownedRequests[state.id, default: []].insert(request)
    }
  }
}
