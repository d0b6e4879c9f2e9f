import FlowMachine
import Statechart

// What leads where: transitions, outcomes of sub-flows, relaunches. What overlays add is in
// `GraphPlan+Overlays.swift`.

extension GraphPlan {
  /// What makes a transition happen.
  struct Trigger {
    var label: String
    var cost: Int
    /// The overlay whose dismissal it is.
    var overlay: String?
    /// What is tapped.
    var element: ElementDeclaration?
    /// The guards of what is tried before.
    var earlier: [GuardExpression] = []
    /// What a person may have filled in before.
    var typed: [StepCost.Effect] = []
  }

  var edges: [FlowGraph.Edge] {
    let states = compilation.states
    return starts + states.flatMap { steps(from: $0) } + states.flatMap { restores(of: $0) }
      + compilation.scopes.flatMap { overlayEdges(of: $0) }
  }

  private var starts: [FlowGraph.Edge] {
    let regions = compilation.states.filter { $0.restartsAtLaunch != nil }
      .map { ($0.name + ".[*]", $0) }
    let container = compilation.states.first { $0.isContainer }
    return ([container.map { ("[*]", $0) }].compactMap(\.self) + regions).compactMap {
      start, state in
      initial(of: state).map { name in
        var edge = edge(from: start, to: name, .step, "", cost: 0)
        let entered = compilation.states.first { $0.name == name }
        edge.cost.launch = FirstLaunch(state.scope)
        edge.cost.effects = effects(ofEntering: entered)
        return edge
      }
    }
  }

  func edge(
    from: String, to: String, _ kind: FlowGraph.Edge.Kind, _ label: String, cost: Int
  ) -> FlowGraph.Edge {
    FlowGraph.Edge(
      from: from, to: to, kind: kind, labels: label.isEmpty ? [] : [label], cost: StepCost(cost))
  }

  /// As what a state is drawn.
  func drawn(_ state: PlannedState) -> String {
    if state.isContainer { return Self.everywhere(state.scope) }
    return (state.enclosingScreen ?? state).name
  }

  private func target(_ name: Name, _ scope: Scope) -> String? {
    compilation.state(name, scope).map { drawn($0) }
  }

  // MARK: Transitions

  private func steps(from state: PlannedState) -> [FlowGraph.Edge] {
    guard let declaration = state.declaration else { return [] }
    var edges: [FlowGraph.Edge] = []
    if let inner = state.inner, state.kind == .compound {
      edges += steps(of: inner.document.root, from: Self.everywhere(inner), state, inner)
    }
    edges += steps(of: declaration, from: drawn(state), state, state.scope)
    for (index, outcome) in (declaration.subflow?.outcomes ?? []).enumerated() {
      let trigger = Trigger(label: outcome.name.value, cost: Cost.step + index)
      let ends = state.withDescendants.filter {
        $0.scope === state.inner && $0.outcome?.value == outcome.name.value
      }
      for source in ends.isEmpty ? [state] : ends {
        edges += step(outcome.target, trigger, from: drawn(source), state.scope) ?? []
      }
    }
    return edges
  }

  private func steps(
    of declaration: StateDeclaration, from source: String, _ state: PlannedState, _ scope: Scope
  ) -> [FlowGraph.Edge] {
    var edges: [FlowGraph.Edge] = []
    for handler in declaration.on {
      let trigger = trigger(handler.event.value, in: state, scope)
      edges += ordered(handler.transitions, trigger, from: source, scope)
    }
    for after in declaration.after {
      let trigger = Trigger(label: "after \(after.written.value)", cost: Cost.timer)
      edges += ordered([after.transition], trigger, from: source, scope)
    }
    return edges
      + ordered(declaration.always, Trigger(label: "", cost: Cost.step), from: source, scope)
  }

  /// Of several transitions the first that holds is taken: one behind it is less likely.
  private func ordered(
    _ transitions: [TransitionDeclaration], _ trigger: Trigger, from source: String, _ scope: Scope
  ) -> [FlowGraph.Edge] {
    var edges: [FlowGraph.Edge] = []
    var trigger = trigger
    for transition in transitions {
      edges += step(transition, trigger, from: source, scope) ?? []
      if let condition = transition.condition {
        trigger.earlier.append(condition.value)
      } else {
        trigger.cost += 1
      }
    }
    return edges
  }

  private func step(
    _ transition: TransitionDeclaration, _ trigger: Trigger, from source: String, _ scope: Scope
  ) -> [FlowGraph.Edge]? {
    let source = trigger.overlay.map { Self.overlay($0, scope) } ?? source
    let guardExpression = transition.condition?.value
    let isFailure = guardExpression?.needsFailure ?? false
    var cost = StepCost(trigger.cost + (isFailure ? Cost.failure : 0))
    cost.launch = FirstLaunch(scope)
    cost.earlier = trigger.earlier
    cost.condition = isFailure ? nil : guardExpression
    cost.element = trigger.element
    let condition = guardExpression.map { isFailure ? Self.failureWords($0) : Self.words($0) }
    let label = [trigger.label.isEmpty ? nil : trigger.label, condition].compactMap(\.self)
      .joined(separator: trigger.label.isEmpty ? "" : "\u{2009}· ")
    let kind: FlowGraph.Edge.Kind =
      isFailure ? .failure : trigger.overlay == nil ? .step : .dismissal
    var edges = shows(transition.actions, label, from: source, scope)
    if let name = transition.target, let target = target(name, scope), target != source {
      cost.effects =
        trigger.typed
        + (guardExpression?.successes ?? []).flatMap { effects(ofSuccess: $0, scope) }
        + effects(of: transition.actions, scope)
        + effects(ofEntering: compilation.state(name, scope))
      var edge = edge(from: source, to: target, kind, label, cost: 0)
      edge.cost = cost
      edges.append(edge)
    }
    return edges
  }

  // MARK: What makes them happen

  private func trigger(_ event: String, in state: PlannedState, _ scope: Scope) -> Trigger {
    switch event {
    case "back": return Trigger(label: "back", cost: Cost.back)
    case "dismiss": return Trigger(label: "dismiss", cost: Cost.back)
    default: break
    }
    if let name = event.after("done.") {
      return Trigger(label: "\(name) is done", cost: Cost.step)
    }
    if let name = event.after("changed.") {
      return Trigger(label: "\(name) changes", cost: Cost.told)
    }
    if let name = event.after("dismissed.") {
      return Trigger(label: "dismissed", cost: Cost.told, overlay: name)
    }
    if scope.document.signals.contains(where: { $0.name.value == event }) {
      return Trigger(label: "signal \(event)", cost: Cost.signal)
    }
    return tap(event, in: state, scope) ?? Trigger(label: event, cost: Cost.timer)
  }

  /// A tap carries the text of its button.
  private func tap(_ event: String, in state: PlannedState, _ scope: Scope) -> Trigger? {
    let screens = state.enclosingScreen.map { [$0] } ?? state.withDescendants
    for screen in screens where screen.scope === scope {
      guard let declaration = screen.declaration, let elements = declaration.screen?.elements
      else { continue }
      let taps = elements.filter(\.isTapped)
      guard let index = taps.firstIndex(where: { $0.id.value == event }) else { continue }
      let element = taps[index]
      var cost = Cost.step + index
      switch element.name("style")?.value {
      case "plain": cost += Cost.plain
      case "destructive": cost += Cost.destructive
      default: cost += element.kind == .link ? Cost.plain : 0
      }
      return Trigger(
        label: "“\(label(of: element, declaration.name.value, scope))”", cost: cost,
        element: element, typed: typed(in: elements, scope))
    }
    return nil
  }

  private typealias Cost = StepCost

  // MARK: Guards in words

  private static func words(_ expression: GuardExpression) -> String {
    // Of a response that is used only in some cases the cases are the news.
    if case .and(.status(_, .succeeded, _), let rest) = expression { return words(rest) }
    return "\(expression)".replacing(".succeeded", with: " succeeded")
      .replacing(".settled", with: " ended").replacing(".elapsed", with: " elapsed")
  }

  /// `login: wrong, blocked`, or `login fails`.
  private static func failureWords(_ expression: GuardExpression) -> String {
    let failures = expression.failures
    var requests: [String] = []
    for failure in failures where !requests.contains(failure.request) {
      requests.append(failure.request)
    }
    return requests.map { request in
      let classes = failures.filter { $0.request == request }.map(\.failureClass)
      return classes.contains(nil)
        ? "\(request) fails"
        : "\(request): " + classes.compactMap(\.self).joined(separator: ", ")
    }.joined(separator: "; ")
  }

  // MARK: Relaunches

  private func restores(of state: PlannedState) -> [FlowGraph.Edge] {
    var edges: [FlowGraph.Edge] = []
    if let scope = state.holdsScreensOf, let name = scope.document.restore,
      let target = target(name, scope)
    {
      edges.append(
        edge(from: Self.relaunch(scope), to: target, .restore, "", cost: Cost.failure))
    }
    if !state.isContainer, let declaration = state.declaration, let name = declaration.restore,
      name.value != declaration.name.value, let target = target(name, state.scope)
    {
      edges.append(edge(from: drawn(state), to: target, .restore, "relaunch", cost: Cost.failure))
    }
    return edges.filter { $0.from != $0.to }
  }
}
