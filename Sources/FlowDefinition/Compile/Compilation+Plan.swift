import FlowMachine
import Statechart

// First: the tree of states, with sub-flows in their places, and its numbers.

extension Compilation {
  /// The tree of a whole flow: a root around the screens and the regions beside them.
  func plan(_ source: ReadDocument, file: String) -> PlannedState {
    let document = source.document
    let scope = Scope(source, prefix: "", file: file)
    scopes.append(scope)
    let declaration = document.root
    let name = document.name.value
    let root = PlannedState(declaration.regions.isEmpty ? .compound : .parallel, name, scope)
    let main = PlannedState(.compound, name + ".screens", scope, declaration)
    main.isContainer = true
    root.add(main)
    plannedCount = 2
    addChildren(of: declaration, to: main, scope, level: 3)
    addRegions(of: declaration, to: root, scope, level: 2)
    if declaration.children.isEmpty {
      report(
        .missingKey, at: scope.start, "The flow has neither `screens` nor `states`",
        "Write `screens:` and `initial:`")
    }
    return root
  }

  func addChildren(
    of declaration: StateDeclaration, to parent: PlannedState, _ scope: Scope, level: Int
  ) {
    for child in declaration.children {
      guard let planned = plan(child, scope, isTop: parent.holdsScreensOf === scope, level: level)
      else { return }
      parent.add(planned)
    }
  }

  func addRegions(
    of declaration: StateDeclaration, to parent: PlannedState, _ scope: Scope, level: Int
  ) {
    for region in declaration.regions {
      guard isPlanned(region.state.name, level: level) else { return }
      let planned = PlannedState(
        .compound, scope.prefix + region.state.name.value, scope, region.state)
      planned.restartsAtLaunch = region.restartsAtLaunch
      addChildren(of: region.state, to: planned, scope, level: level + 1)
      parent.add(planned)
      refuseScreens(in: planned)
    }
  }

  /// A region beside the screens has none, also where a sub-flow would bring them.
  private func refuseScreens(in region: PlannedState) {
    for child in region.children {
      if let name = child.declaration?.name,
        child.isScreen || child.inner != nil && child.hasScreens
      {
        report(
          .screenInRegion, at: name.position,
          child.isScreen
            ? "A parallel region cannot contain a screen"
            : "The sub-flow has screens, but is used in a parallel region",
          "Move it to the document's `screens` or `states`, or show an overlay")
      } else {
        refuseScreens(in: child)
      }
    }
  }

  private func plan(
    _ declaration: StateDeclaration, _ scope: Scope, isTop: Bool, level: Int
  ) -> PlannedState? {
    guard isPlanned(declaration.name, level: level) else { return nil }
    let name = scope.prefix + declaration.name.value
    if let subflow = declaration.subflow {
      return plan(subflow, declaration, name, scope, level: level)
    }
    let planned = PlannedState(
      kind(of: declaration, scope, isTop: isTop), name, scope, declaration)
    checkFinal(declaration, scope, isTop: isTop, planned)
    addChildren(of: declaration, to: planned, scope, level: level + 1)
    addRegions(of: declaration, to: planned, scope, level: level + 1)
    return planned
  }

  /// Counts a state, and says whether it is still within the limits.
  private func isPlanned(_ name: Name, level: Int) -> Bool {
    plannedCount += 1
    if plannedCount == ChartLimits.states + 1 {
      isTooLarge = true
      report(
        .tooMany, at: name.position,
        "The flow with its sub-flows has more than \(ChartLimits.states) states",
        "Split it into separate flows")
    }
    if level == ChartLimits.depth + 1 {
      isTooLarge = true
      report(
        .tooDeep, at: name.position,
        "The flow with its sub-flows nests states deeper than \(ChartLimits.depth) levels",
        "Move inner states up")
    }
    return plannedCount <= ChartLimits.states && level <= ChartLimits.depth
  }

  private func kind(
    of declaration: StateDeclaration, _ scope: Scope, isTop: Bool
  ) -> StateKind {
    switch declaration.history {
    case .shallow: return .shallowHistory
    case .deep: return .deepHistory
    case nil: break
    }
    // An outcome ends the flow, not the state around it, and alone it is a state that nothing
    // leaves by itself.
    if let outcome = declaration.final { return isTop || !outcome.value.isEmpty ? .atomic : .final }
    if !declaration.regions.isEmpty { return .parallel }
    return declaration.children.isEmpty ? .atomic : .compound
  }

  private func checkFinal(
    _ declaration: StateDeclaration, _ scope: Scope, isTop: Bool, _ planned: PlannedState
  ) {
    guard let outcome = declaration.final else { return }
    let known = scope.document.outcomes.map(\.value)
    if outcome.value.isEmpty {
      if isTop, scope.reference != nil {
        report(
          .unhandledOutcome, at: outcome.position,
          "\(quoted(declaration.name.value)) ends the sub-flow without an outcome",
          known.isEmpty
            ? "Declare an outcome under `outcomes`, and write it here instead of `true`"
            : "Write \(quoted(oneOf: known)) instead of `true`")
      }
      if !isTop, let handler = declaration.on.first {
        report(
          .misplacedKey, at: handler.event.position,
          "\(quoted(declaration.name.value)) is final, so it handles no events",
          "Move this to the parent state, or remove `final`")
      }
    } else if known.contains(outcome.value) {
      if scope.reference != nil { planned.outcome = outcome }
    } else if ["yes", "on"].contains(outcome.value.lowercased()) {
      report(
        .unknownName, at: outcome.position, "There is no outcome \(quoted(outcome.value))",
        "Write `true`")
    } else {
      reportUnknown("outcome", outcome, known: known, in: "the flow's `outcomes`")
    }
  }

  /// Numbers the states in document order and fills the names of each document.
  func number(_ state: PlannedState, part: Int = 0) {
    state.id = StateID(states.count)
    state.part = part
    states.append(state)
    if let declaration = state.declaration, !state.isContainer {
      state.scope.states[declaration.name.value] = state.id
    }
    state.holdsScreensOf?.container = state.id
    let hasParts = state.parent == nil || state.inner != nil && state.kind == .parallel
    for (index, child) in state.children.enumerated() {
      // The number of a region's first state tells it from all others.
      number(child, part: hasParts && index > 0 ? states.count : part)
    }
  }
}
