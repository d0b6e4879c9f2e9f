import FlowMachine
import Statechart

/// A flow as a picture: its states in their nesting, and what leads where.
package struct FlowGraph: Sendable {
  package struct Node: Sendable {
    package enum Shape: Sendable { case state, screen, overlay, initial, final, history }
    package var name: String
    package var shape: Shape
    package var children: [Node]
    /// Regions of a parallel state lie side by side.
    package var isParallel: Bool
    /// The child that is entered.
    package var initial: String?
  }

  package struct Edge: Sendable {
    package var from: String
    package var to: String
    /// Event, guard and the requests that it starts.
    package var label: String
  }

  package var name: String
  package var root: Node
  package var overlays: [String]
  package var edges: [Edge]

  /// Draws a flow.
  ///
  /// - Returns: the picture, or what is wrong with the document.
  package static func make(
    file: String, files: @escaping FlowCompiler.Files
  ) -> (graph: FlowGraph?, diagnostics: [Diagnostic]) {
    let compilation = Compilation(files: files)
    guard compilation.run(file) != nil, compilation.diagnostics.isEmpty else {
      return (nil, compilation.diagnostics.sorted)
    }
    return (compilation.graph, [])
  }
}

extension Compilation {
  fileprivate var graph: FlowGraph {
    FlowGraph(
      name: scopes[0].document.name.value, root: node(states[0]),
      overlays: scopes.flatMap { scope in
        scope.document.overlays.map { scope.prefix + $0.name.value }
      },
      edges: states.flatMap { edges(from: $0) } + failureEdges)
  }

  private func node(_ state: PlannedState) -> FlowGraph.Node {
    let shape: FlowGraph.Node.Shape =
      switch state.kind {
      case .final: .final
      case .shallowHistory, .deepHistory: .history
      case .atomic, .compound, .parallel: state.isScreen ? .screen : .state
      }
    let source = state.inner?.document.root ?? state.declaration
    let prefix = state.inner?.prefix ?? state.scope.prefix
    return FlowGraph.Node(
      name: state.name, shape: shape, children: state.children.map { node($0) },
      isParallel: state.kind == .parallel,
      initial: state.kind == .compound ? source?.initial.map { prefix + $0.value } : nil)
  }

  private func edges(from state: PlannedState) -> [FlowGraph.Edge] {
    guard let declaration = state.declaration else { return [] }
    var edges: [FlowGraph.Edge] = []
    if let inner = state.inner, state.kind == .compound {
      edges += self.edges(of: inner.document.root, from: state, inner)
    }
    edges += self.edges(of: declaration, from: state, state.scope)
    for (name, transition) in declaration.subflow?.outcomes ?? [] {
      edges += edge(transition, name.value, state, state.scope).map { [$0] } ?? []
    }
    return edges
  }

  private func edges(
    of declaration: StateDeclaration, from state: PlannedState, _ scope: Scope
  ) -> [FlowGraph.Edge] {
    var edges: [FlowGraph.Edge] = []
    for handler in declaration.on {
      edges += handler.transitions.compactMap { edge($0, handler.event.value, state, scope) }
    }
    for after in declaration.after {
      let text = "after \(after.written.value)"
      edges += edge(after.transition, text, state, scope).map { [$0] } ?? []
    }
    return edges + declaration.always.compactMap { edge($0, "", state, scope) }
  }

  private func edge(
    _ transition: TransitionDeclaration, _ event: String, _ state: PlannedState, _ scope: Scope
  ) -> FlowGraph.Edge? {
    let requests = startedRequests(transition.actions, scope).map {
      String(
        decoding: builder.tables.blobs[Int(builder.tables.requests[Int($0)].name)], as: UTF8.self)
    }
    guard transition.target != nil || !requests.isEmpty else { return nil }
    var parts: [String] = event.isEmpty ? [] : [event]
    if let condition = transition.condition { parts.append("[\(condition.value)]") }
    if !requests.isEmpty { parts.append("/ " + requests.joined(separator: ", ")) }
    let target = transition.target.map { scope.prefix + $0.value } ?? state.name
    return FlowGraph.Edge(
      from: state.name, to: target, label: parts.joined(separator: " "))
  }

  /// Which request shows which overlay when it fails: from every state that starts it.
  private var failureEdges: [FlowGraph.Edge] {
    var edges: [FlowGraph.Edge] = []
    for scope in scopes {
      for request in scope.document.requests {
        guard let overlay = request.failure.show else { continue }
        for state in states where state.scope === scope && starts(request.name.value, state) {
          edges.append(
            FlowGraph.Edge(
              from: state.name, to: scope.prefix + overlay.value,
              label: request.name.value + ".failed"))
        }
      }
    }
    return edges
  }

  private func starts(_ request: String, _ state: PlannedState) -> Bool {
    (state.declaration?.allActions ?? []).contains { $0.startedRequest?.value == request }
  }
}
