import FlowMachine
import Statechart

// What shows an overlay: an action, or the failure of a request.

extension GraphPlan {
  /// The edges of `show` actions; those of a transition carry its label.
  func shows(
    _ actions: [ActionDeclaration], _ label: String, from source: String, _ scope: Scope
  ) -> [FlowGraph.Edge] {
    actions.filter { $0.key == "show" }.compactMap { action in
      guard let name = action.name, scope.overlays[name.value] != nil,
        source != Self.overlay(name.value, scope)
      else { return nil }
      return shown(name.value, from: source, .overlay, label, scope)
    }
  }

  func overlayEdges(of scope: Scope) -> [FlowGraph.Edge] {
    let states = compilation.states.filter { $0.scope === scope && !$0.isContainer }
    var edges = states.flatMap { state in
      shows(state.declaration?.enter ?? [], "", from: drawn(state), scope)
    }
    for overlay in scope.document.overlays {
      for (_, actions) in overlay.on {
        edges += shows(actions, "", from: Self.overlay(overlay.name.value, scope), scope)
      }
    }
    for request in scope.document.requests {
      guard let overlay = request.failure.show, let label = failureLabel(of: request, scope)
      else { continue }
      for source in starters(of: request.name.value, states, scope) {
        var edge = shown(overlay.value, from: source, .failure, label, scope)
        edge.requests = [request.name.value]
        edges.append(edge)
      }
    }
    return edges
  }

  private func shown(
    _ overlay: String, from source: String, _ kind: FlowGraph.Edge.Kind, _ label: String,
    _ scope: Scope
  ) -> FlowGraph.Edge {
    var edge = edge(from: source, to: Self.overlay(overlay, scope), kind, label, cost: 1_000)
    // Unless its dismissal leads elsewhere, what it covers shows again.
    edge.returns = scope.uses.handled["dismissed." + overlay] == nil
    return edge
  }

  /// What starts a request: states, the document as a whole, and other overlays.
  private func starters(
    of request: String, _ states: [PlannedState], _ scope: Scope
  ) -> [String] {
    func starts(_ actions: [ActionDeclaration]) -> Bool {
      actions.contains { $0.startedRequest?.value == request }
    }
    var names: [String] = []
    for state in states where starts(state.declaration?.allActions ?? []) {
      if !names.contains(drawn(state)) { names.append(drawn(state)) }
    }
    if starts(scope.document.root.allActions) { names.append(Self.everywhere(scope)) }
    for overlay in scope.document.overlays where overlay.on.contains(where: { starts($0.actions) })
    {
      names.append(Self.overlay(overlay.name.value, scope))
    }
    return names
  }

  /// The failures that show the overlay, as `unless` leaves them.
  ///
  /// - Returns: nil where it leaves none.
  private func failureLabel(of request: RequestDeclaration, _ scope: Scope) -> String? {
    let name = request.name.value
    let own = scope.classes[name] ?? []
    let common = FailureClass.names.map { String(describing: $0) }
    let unless = request.failure.unless?.value
    func remain(_ classes: [String]) -> [String] {
      classes.filter { failureClass in
        guard let unless else { return true }
        return compilation.holds(unless, for: name, failureClass: failureClass) != true
      }
    }
    let (ownLeft, commonLeft) = (remain(own), remain(common))
    guard !ownLeft.isEmpty || !commonLeft.isEmpty else { return nil }
    let dismissal = request.failure.dismissal == .retry ? "retries" : "stays"
    let words: String
    switch (ownLeft.count == own.count, commonLeft.count == common.count) {
    case (true, true): words = "\(name) fails"
    case (false, true):
      words = "\(name): " + (ownLeft + ["any other failure"]).joined(separator: ", ")
    default: words = "\(name): " + (ownLeft + commonLeft).joined(separator: ", ")
    }
    return "\(words) ↺ \(dismissal)"
  }
}
