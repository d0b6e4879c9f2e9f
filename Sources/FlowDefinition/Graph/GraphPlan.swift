import FlowMachine
import Statechart

/// Turns the planned states of a compilation into the nodes of a graph. Its edges are in `GraphPlan+Edges.swift`.
struct GraphPlan {
  let compilation: Compilation
  let language: String?

  init(_ compilation: Compilation, language: String?) {
    self.compilation = compilation
    self.language = language ?? compilation.scopes[0].document.languages.first?.value
  }

  var graph: FlowGraph {
    let document = compilation.scopes[0].document
    let edges = edges
    var root = node(compilation.states[0])
    let drawn = Set(edges.flatMap { [$0.from, $0.to] })
    // Nothing begins at a node of these kinds: it is not there.
    root.remove { [.everywhere, .relaunch].contains($0.kind) && !drawn.contains($0.name) }
    return FlowGraph(
      name: document.name.value, summary: document.summary, root: root, edges: edges)
  }

  // MARK: States

  private func node(_ state: PlannedState) -> FlowGraph.Node {
    var node = FlowGraph.Node(Self.name(of: state), kind(of: state))
    node.badges = badges(of: state)
    node.requests = requests(of: state)
    if let screen = state.declaration?.screen {
      node.title = screen.title.map { text($0.value, state.scope) }
      node.parts = parts(screen.elements, of: state.declaration?.name.value ?? "", state.scope)
    }
    if let inner = state.inner { node.flow = inner.document.name.value }
    // What happens inside a screen happens on it.
    if !state.isScreen { node.children = state.children.map { self.node($0) } }
    if state.kind == .compound, !state.isScreen { node.initial = initial(of: state) }
    if let scope = state.holdsScreensOf { node.children += ownNodes(of: scope, state) }
    if node.kind == .region {
      node.children.insert(FlowGraph.Node(state.name + ".[*]", .start), at: 0)
    }
    return node
  }

  private func kind(of state: PlannedState) -> FlowGraph.Node.Kind {
    if state.inner != nil { return .subflow }
    if state.isContainer || state.declaration == nil { return .container }
    if state.restartsAtLaunch != nil { return .region }
    return switch state.kind {
    case .shallowHistory, .deepHistory: .history
    case .parallel: .group
    case .compound, .atomic, .final:
      state.isScreen ? .screen : state.children.isEmpty ? .state : .group
    }
  }

  private func badges(of state: PlannedState) -> [FlowGraph.Node.Badge] {
    var badges: [FlowGraph.Node.Badge] = []
    if compilation.goals.contains(state.id) { badges.append(.goal) }
    guard let declaration = state.declaration, !state.isContainer else { return badges }
    if declaration.screen?.isProtected ?? false { badges.append(.protected) }
    if declaration.screen?.isModal ?? false { badges.append(.modal) }
    if let outcome = declaration.final {
      badges.append(outcome.value.isEmpty ? .final : .outcome(outcome.value))
    }
    if let target = declaration.restore, target.value == declaration.name.value {
      badges.append(.resumes)
    }
    return badges
  }

  private func requests(of state: PlannedState) -> [String] {
    guard !state.isContainer, state.inner == nil, state.restartsAtLaunch == nil else { return [] }
    let inside = state.isScreen ? state.withDescendants : [state]
    var names: [String] = []
    for action in inside.flatMap({ $0.declaration?.allActions ?? [] }) {
      if let name = action.startedRequest?.value, !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// The whole name of what is entered first.
  func initial(of state: PlannedState) -> String? {
    let scope = state.inner ?? state.scope
    let source = state.inner?.document.root ?? state.declaration
    return source?.initial.flatMap { compilation.state($0, scope)?.name }
  }

  /// What a document has besides its states.
  private func ownNodes(of scope: Scope, _ container: PlannedState) -> [FlowGraph.Node] {
    var nodes: [FlowGraph.Node] = []
    if scope === compilation.scopes[0] { nodes.append(FlowGraph.Node("[*]", .start)) }
    nodes.append(FlowGraph.Node(Self.everywhere(scope), .everywhere))
    nodes.append(FlowGraph.Node(Self.relaunch(scope), .relaunch))
    for overlay in scope.document.overlays {
      var node = FlowGraph.Node(Self.overlay(overlay.name.value, scope), .overlay)
      node.title = overlay.title.map { text($0.value, scope) }
      node.parts = parts(overlay.elements, of: overlay.name.value, scope)
      nodes.append(node)
    }
    return nodes
  }

  // A flow, what holds its screens, and an overlay may each be called as one of its states is; so their nodes have names
  // that no state can have.

  private static func name(of state: PlannedState) -> String {
    if state.isContainer { return state.scope.prefix + "[screens]" }
    return state.declaration == nil ? "[flow]" : state.name
  }

  static func overlay(_ name: String, _ scope: Scope) -> String { scope.prefix + "(\(name))" }
  static func everywhere(_ scope: Scope) -> String { scope.prefix + "[any]" }
  static func relaunch(_ scope: Scope) -> String { scope.prefix + "[relaunch]" }

  // MARK: Elements

  private func parts(
    _ elements: [ElementDeclaration], of owner: String, _ scope: Scope
  ) -> [FlowGraph.Part] {
    let launch = FirstLaunch(scope)
    // An element with several labels has one at a time.
    var known: Set<Position> = []
    return
      elements
      .filter { element in
        // What may be there is said of what a person can use, and not of remarks.
        guard launch.isShown(element) ?? element.kind.takesInput else { return false }
        return !element.kind.takesInput || known.insert(element.id.position).inserted
      }
      .map { element in
        FlowGraph.Part(
          kind: element.kind, text: label(of: element, owner, scope),
          style: element.name("style")?.value)
      }
  }

  /// What stands on an element.
  func label(of element: ElementDeclaration, _ owner: String, _ scope: Scope) -> String {
    let caption = element.table.keys.first { $0.part?.isCaption ?? false }
    if let key = caption.flatMap({ element.name($0.name) }) { return text(key.value, scope) }
    if case .label? = caption?.part { return text("\(owner).\(element.id.value)", scope) }
    return element.id.value
  }

  /// - Returns: the text, or its key where the language has none, as of an image.
  func text(_ key: String, _ scope: Scope) -> String {
    let entry = language.flatMap { scope.texts[$0]?[key] }
    let forms = entry?.forms ?? []
    return (forms.first { $0.category.value == "other" } ?? forms.first)?.template.value ?? key
  }
}

extension FlowGraph.Node {
  /// Removes nodes at any depth.
  fileprivate mutating func remove(where isSuperfluous: (FlowGraph.Node) -> Bool) {
    children.removeAll(where: isSuperfluous)
    for index in children.indices { children[index].remove(where: isSuperfluous) }
  }
}
