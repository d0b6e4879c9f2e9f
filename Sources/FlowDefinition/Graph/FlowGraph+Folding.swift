// What nobody asked to see is closed, and what leads the same way becomes one edge.

extension FlowGraph {
  /// Which sub-flows are drawn open.
  package enum Opening: Sendable {
    case all
    /// Each by its whole name, its last part or the name of its flow, with those around it.
    case named([String])
  }

  /// - Returns: the names that fit no sub-flow.
  package func unknown(_ names: [String]) -> [String] {
    names.filter { name in !nodes.contains { $0.kind == .subflow && $0.answers(to: name) } }
  }

  /// The graph as it is drawn: the happy path is marked and comes first, and each other pair of states has at most
  /// one edge of a kind.
  package func folded(opening: Opening) -> FlowGraph {
    var graph = self
    var places: [String: String] = [:]
    graph.root = Self.fold(root, opening, &places)
    graph.edges = merged(
      graph.edges.compactMap { edge in
        var edge = edge
        edge.from = places[edge.from] ?? edge.from
        edge.to = places[edge.to] ?? edge.to
        return edge.from == edge.to ? nil : edge
      })
    let happy = happyEdges(in: graph, places)
    for index in happy { graph.edges[index].kind = .happy }
    graph.edges = happy.map { graph.edges[$0] } + graph.edges.filter { $0.kind != .happy }
    graph.noteFailures()
    graph.root.removeIdle(keeping: Set(graph.edges.flatMap { [$0.from, $0.to] }))
    return graph
  }

  /// The edges of a folded graph that the happy path takes, in its order.
  ///
  /// - Parameter places: what is drawn in place of each state of a closed sub-flow.
  private func happyEdges(in folded: FlowGraph, _ places: [String: String]) -> [Int] {
    var happy: [Int] = []
    for edge in HappyPath(self).edges.map({ edges[$0] }) {
      let (from, to) = (places[edge.from] ?? edge.from, places[edge.to] ?? edge.to)
      let index = folded.edges.firstIndex {
        $0.from == from && $0.to == to && $0.kind == edge.kind
      }
      if let index, !happy.contains(index) { happy.append(index) }
    }
    return happy
  }

  /// - Parameter places: what is drawn in place of each state of a closed sub-flow.
  private static func fold(
    _ node: Node, _ opening: Opening, _ places: inout [String: String]
  ) -> Node {
    var node = node
    if node.kind == .subflow, !node.isOpen(opening) {
      let inside = node.children.flatMap(\.withDescendants)
      for hidden in inside { places[hidden.name] = node.name }
      node.foldedScreens = inside.count { $0.kind == .screen }
      if inside.contains(where: { $0.badges.contains(.goal) }) { node.badges.append(.goal) }
      node.children = []
      node.initial = nil
    }
    node.children = node.children.map { fold($0, opening, &places) }
    return node
  }

  private func merged(_ edges: [Edge]) -> [Edge] {
    var merged: [Edge] = []
    var places: [[String]: Int] = [:]
    for edge in edges {
      let key = [edge.from, edge.to, edge.kind.rawValue]
      guard let index = places[key] else {
        places[key] = merged.count
        merged.append(edge)
        continue
      }
      let labels = edge.labels.filter { !merged[index].labels.contains($0) }
      // The likeliest one first.
      let isLikelier = edge.cost.total(Knowledge()) < merged[index].cost.total(Knowledge())
      merged[index].labels.insert(
        contentsOf: labels, at: isLikelier ? 0 : merged[index].labels.count)
      merged[index].requests += edge.requests.filter { !merged[index].requests.contains($0) }
      if isLikelier { merged[index].cost = edge.cost }
      merged[index].returns = merged[index].returns || edge.returns
    }
    return merged
  }
}

extension FlowGraph {
  /// How many states may lead to one overlay by edges.
  private static let mostSources = 3

  /// An alert that many states show is said in those states: edges from everywhere to one place hide the rest.
  private mutating func noteFailures() {
    let nodes = Dictionary(uniqueKeysWithValues: nodes.map { ($0.name, $0) })
    let failures = edges.indices.filter { index in
      edges[index].kind == .failure && nodes[edges[index].to]?.kind == .overlay
        && [.screen, .state].contains(nodes[edges[index].from]?.kind)
    }
    for (overlay, indices) in Dictionary(grouping: failures, by: { edges[$0].to })
    where indices.count > Self.mostSources {
      for index in indices {
        edges[index].isNoted = true
        let note =
          "\(nodes[overlay]?.shortName ?? ""): "
          + edges[index].requests.joined(separator: ", ")
        root.change(edges[index].from) { $0.notes.append(note) }
      }
    }
  }
}

extension FlowGraph.Node {
  fileprivate mutating func change(_ name: String, _ body: (inout FlowGraph.Node) -> Void) {
    if self.name == name { return body(&self) }
    for index in children.indices { children[index].change(name, body) }
  }

  fileprivate func answers(to name: String) -> Bool {
    [self.name, shortName, flow].contains(name)
  }

  fileprivate func isOpen(_ opening: FlowGraph.Opening) -> Bool {
    switch opening {
    case .all: true
    case .named(let names):
      names.contains { wanted in
        answers(to: wanted)
          || children.flatMap(\.withDescendants).contains { inner in
            inner.kind == .subflow && inner.answers(to: wanted)
          }
      }
    }
  }

  /// What stands for a document, and has no edge any more, is not drawn.
  fileprivate mutating func removeIdle(keeping used: Set<String>) {
    children.removeAll { [.everywhere, .relaunch].contains($0.kind) && !used.contains($0.name) }
    for index in children.indices { children[index].removeIdle(keeping: used) }
  }
}
