import FlowMachine
import Statechart

// First: the tree of states, with sub-flows in their places, and its numbers.

extension Compilation {
  static let mostSubflowLevels = 16

  /// The tree of a whole flow: a root around the screens and the regions beside them.
  func plan(_ document: FlowDocument, file: String) -> PlannedState {
    let scope = Scope(document, prefix: "", file: file)
    scopes.append(scope)
    let declaration = document.root
    let name = document.name.value
    let root = PlannedState(declaration.regions.isEmpty ? .compound : .parallel, name, scope)
    let main = PlannedState(.compound, name + ".screens", scope, declaration)
    main.isContainer = true
    root.add(main)
    addChildren(of: declaration, to: main, scope, isTop: true)
    addRegions(of: declaration, to: root, scope)
    return root
  }

  private func addChildren(
    of declaration: StateDeclaration, to parent: PlannedState, _ scope: Scope, isTop: Bool
  ) {
    for child in declaration.children { parent.add(plan(child, scope, isTop: isTop)) }
  }

  private func addRegions(
    of declaration: StateDeclaration, to parent: PlannedState, _ scope: Scope
  ) {
    for region in declaration.regions {
      let planned = PlannedState(
        .compound, scope.prefix + region.state.name.value, scope, region.state)
      addChildren(of: region.state, to: planned, scope, isTop: false)
      addRegions(of: region.state, to: planned, scope)
      parent.add(planned)
      refuseScreens(in: planned)
    }
  }

  private func refuseScreens(in region: PlannedState) {
    for child in region.children {
      if child.isScreen, let position = child.declaration?.name.position {
        report(
          .screenInRegion, at: position, "A region beside the screens cannot hold a screen",
          "Declare it under the document's `screens`, or show an overlay")
      }
      refuseScreens(in: child)
    }
  }

  private func plan(
    _ declaration: StateDeclaration, _ scope: Scope, isTop: Bool
  ) -> PlannedState {
    let name = scope.prefix + declaration.name.value
    if let subflow = declaration.subflow {
      return plan(subflow, declaration, name, scope)
    }
    let planned = PlannedState(
      kind(of: declaration, scope, isTop: isTop), name, scope, declaration)
    if planned.kind == .final, let outcome = declaration.final, !scope.prefix.isEmpty, isTop {
      planned.outcomeEvent = outcome.value
    }
    addChildren(of: declaration, to: planned, scope, isTop: false)
    addRegions(of: declaration, to: planned, scope)
    return planned
  }

  private func kind(
    of declaration: StateDeclaration, _ scope: Scope, isTop: Bool
  ) -> StateKind {
    switch declaration.history {
    case .shallow: return .shallowHistory
    case .deep: return .deepHistory
    case nil: break
    }
    // At the top nothing comes after a final state: it is one that nothing leaves by itself.
    if declaration.final != nil { return isTop && scope.prefix.isEmpty ? .atomic : .final }
    if !declaration.regions.isEmpty { return .parallel }
    return declaration.children.isEmpty ? .atomic : .compound
  }

  /// A state that stands for a sub-flow holds the states of that.
  private func plan(
    _ subflow: SubflowDeclaration, _ declaration: StateDeclaration, _ name: String, _ scope: Scope
  ) -> PlannedState {
    let file = Paths.join(Paths.folder(of: scope.file), subflow.path.value)
    let empty = PlannedState(.atomic, name, scope, declaration)
    guard !openFiles.contains(file) else {
      report(
        .cyclicSubflow, at: subflow.path.position,
        "The flow contains itself: \((openFiles + [file]).joined(separator: ", which uses "))",
        "Take one of these references out")
      return empty
    }
    guard openFiles.count < Self.mostSubflowLevels else {
      report(
        .tooDeep, at: subflow.path.position,
        "Sub-flows lie deeper than \(Self.mostSubflowLevels) levels", "Use fewer levels")
      return empty
    }
    guard let bytes = files(file) else {
      report(
        .unreadableFile, at: subflow.path.position,
        "The sub-flow \(quoted(subflow.path.value)) cannot be read",
        "Give the path of a flow document, relative to this one")
      return empty
    }
    guard let document = read(bytes, file) else { return empty }
    openFiles.append(file)
    defer { openFiles.removeLast() }
    let inner = Scope(document, prefix: name + ".", file: file)
    scopes.append(inner)
    let root = document.root
    let planned = PlannedState(
      root.regions.isEmpty ? .compound : .parallel, name, scope, declaration)
    planned.inner = inner
    if root.regions.isEmpty {
      addChildren(of: root, to: planned, inner, isTop: true)
    } else {
      let main = PlannedState(.compound, inner.prefix + "screens", inner, root)
      main.isContainer = true
      addChildren(of: root, to: main, inner, isTop: true)
      planned.add(main)
      addRegions(of: root, to: planned, inner)
    }
    checkOutcomes(subflow, document)
    return planned
  }

  private func checkOutcomes(_ subflow: SubflowDeclaration, _ document: FlowDocument) {
    let given = Set(subflow.outcomes.map(\.name.value))
    for outcome in document.outcomes where !given.contains(outcome.value) {
      report(
        .unhandledOutcome, at: subflow.path.position,
        "The outcome \(quoted(outcome.value)) of the sub-flow leads nowhere",
        "Write `\(outcome.value): STATE` under `outcomes`")
    }
    let known = document.outcomes.map(\.value)
    for (name, _) in subflow.outcomes where !known.contains(name.value) {
      reportUnknown("outcome", name, known: known, in: "the sub-flow's `outcomes`")
    }
    for input in subflow.inputs where !document.inputs.contains(where: { $0.value == input.name.value }) {
      reportUnknown(
        "input", input.name, known: document.inputs.map(\.value), in: "the sub-flow's `inputs`")
    }
  }

  /// Numbers the states in document order and fills the names of each document.
  func number(_ state: PlannedState, part: Int = 0) {
    guard states.count < ChartLimits.states else {
      if states.count == ChartLimits.states {
        report(
          .tooLarge, at: state.scope.start, "The flow has more than \(ChartLimits.states) states",
          "Divide it into flows of their own")
        states.append(state)
      }
      return
    }
    state.id = StateID(states.count)
    state.part = part
    states.append(state)
    if let declaration = state.declaration, !state.isContainer {
      state.scope.states[declaration.name.value] = state.id
    }
    if state.isContainer { state.scope.container = state.id }
    if let inner = state.inner, state.kind == .compound { inner.container = state.id }
    for (index, child) in state.children.enumerated() {
      number(child, part: state.parent == nil ? index : part)
    }
  }

  /// Says that a name is not known, and which one may have been meant.
  func reportUnknown(_ what: String, _ name: Name, known: [String], in place: String) {
    let guess = Suggestion.nearest(to: name.value, among: known)
    let remedy =
      guess.map { "Write `\($0)`, or declare \(quoted(name.value)) in \(place)" }
      ?? "Declare it in \(place)"
    report(
      .unknownName, at: name.position, "There is no \(what) \(quoted(name.value))", remedy)
  }
}
