import FlowMachine
import Statechart

extension Compilation {
  static let mostSubflowLevels = 16

  /// A state that stands for a sub-flow holds the states of that.
  func plan(
    _ subflow: SubflowDeclaration, _ declaration: StateDeclaration, _ name: String, _ scope: Scope,
    level: Int
  ) -> PlannedState {
    // An extension and its base may lie in different folders.
    let file = Paths.join(Paths.folder(of: subflow.path.position.file), subflow.path.value)
    guard let source = source(of: subflow, in: file) else {
      // It stands there, so that what leads to it is not wrong too.
      return PlannedState(.atomic, name, scope, declaration)
    }
    openFiles.append(file)
    defer { openFiles.removeLast() }
    let inner = Scope(source, prefix: name + ".", file: file, reference: subflow, in: scope)
    scopes.append(inner)
    let root = source.document.root
    let planned = PlannedState(
      root.regions.isEmpty ? .compound : .parallel, name, scope, declaration)
    planned.inner = inner
    if root.regions.isEmpty {
      addChildren(of: root, to: planned, inner, level: level + 1)
    } else {
      let main = PlannedState(.compound, inner.prefix + "screens", inner, root)
      main.isContainer = true
      plannedCount += 1
      addChildren(of: root, to: main, inner, level: level + 2)
      planned.add(main)
      addRegions(of: root, to: planned, inner, level: level + 1)
    }
    checkReference(subflow, source.document)
    return planned
  }

  private func source(of subflow: SubflowDeclaration, in file: String) -> ReadDocument? {
    let path = subflow.path
    guard !openFiles.contains(file) else {
      let way = (openFiles.drop { $0 != file } + [file]).map { quoted(Paths.name(of: $0)) }
      report(
        .cyclicSubflow, at: path.position,
        "The flow contains itself: \(way.joined(separator: " uses "))",
        "Remove one of these references")
      return nil
    }
    guard openFiles.count < Self.mostSubflowLevels else {
      report(
        .tooDeep, at: path.position,
        "Sub-flows are nested deeper than \(Self.mostSubflowLevels) levels", "Use fewer levels")
      return nil
    }
    if let known = documents[file] { return known }
    guard let bytes = files(file) else {
      report(
        .unreadableFile, at: path.position, "The sub-flow \(quoted(path.value)) cannot be read",
        "Check the path of the flow document; it is relative to this one", unreadable: file)
      return nil
    }
    guard let source = read(bytes, file) else { return nil }
    guard !source.document.root.children.isEmpty else {
      report(
        .missingKey, at: path.position,
        "The sub-flow \(quoted(path.value)) has neither `screens` nor `states`",
        "Use a flow that has some")
      return nil
    }
    return source
  }

  private func checkReference(_ subflow: SubflowDeclaration, _ document: FlowDocument) {
    let given = Set(subflow.outcomes.map(\.name.value))
    for outcome in document.outcomes where !given.contains(outcome.value) {
      report(
        .unhandledOutcome, at: subflow.path.position,
        "The outcome \(quoted(outcome.value)) of the sub-flow is not handled",
        "Add `\(outcome.value): STATE` to `outcomes`")
    }
    let outcomes = document.outcomes.map(\.value)
    for (name, _) in subflow.outcomes where !outcomes.contains(name.value) {
      reportUnknown("outcome", name, known: outcomes, in: "the sub-flow's `outcomes`")
    }
    let inputs = document.inputs.map(\.value)
    for (name, _) in subflow.inputs where !inputs.contains(name.value) {
      reportUnknown("input", name, known: inputs, in: "the sub-flow's `inputs`")
    }
  }

  // MARK: What a sub-flow adds to the chart

  func outcomeEvent(_ outcome: String, of inner: Scope) -> EventID {
    builder.event("outcome." + inner.prefix + outcome)
  }

  /// Entry gives the inputs their values.
  func inputs(of state: PlannedState) -> [ActionRow] {
    guard let inner = state.inner, let subflow = state.declaration?.subflow else { return [] }
    let known = inner.document.inputs.map(\.value)
    return subflow.inputs.filter { known.contains($0.name.value) }.compactMap { name, value in
      assignment(name, value, inner, sourceScope: state.scope)
    }
  }

  /// Exit takes away what the sub-flow has laid over the screens.
  func hidings(of state: PlannedState) -> [ActionRow] {
    guard let inner = state.inner else { return [] }
    return inner.overlays.values.sorted().map {
      ActionRow(.host, a: Operation.hide.rawValue, b: $0)
    }
  }
}
