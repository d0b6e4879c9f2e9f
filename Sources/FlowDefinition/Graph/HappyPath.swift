/// The way from the beginning to each goal that is taken if all goes well: the cheapest one (`FlowGraph.Edge.cost`),
/// by Dijkstra's algorithm.
struct HappyPath {
  /// The indices of its edges, from the beginning on.
  let edges: [Int]

  init(_ graph: FlowGraph) {
    // What holds in every state leads away from a way more often than along it.
    let way = Self.ways(graph, fromEverywhere: false)
    edges = way.isEmpty ? Self.ways(graph, fromEverywhere: true) : way
  }

  private static func ways(_ graph: FlowGraph, fromEverywhere: Bool) -> [Int] {
    let tree = Tree(graph.root, fromEverywhere: fromEverywhere)
    var outgoing: [String: [Int]] = [:]
    for (index, edge) in graph.edges.enumerated() where edge.kind.canBeHappy {
      outgoing[edge.from, default: []].append(index)
    }
    var costs = ["[*]": 0]
    var arrivals: [String: (edge: Int, leaf: String)] = [:]
    var open: Set<String> = ["[*]"]
    // A flow has few states: the next one is found by looking at all that are open.
    while let leaf = open.min(by: { (costs[$0] ?? 0, $0) < (costs[$1] ?? 0, $1) }) {
      open.remove(leaf)
      for source in tree.sources(of: leaf) {
        for index in outgoing[source] ?? [] {
          let edge = graph.edges[index]
          let next = tree.entered(edge.to)
          let cost = (costs[leaf] ?? 0) + edge.cost
          guard cost < costs[next] ?? .max else { continue }
          costs[next] = cost
          arrivals[next] = (index, leaf)
          open.insert(next)
        }
      }
    }
    var edges: [Int] = []
    for goal in graph.nodes where goal.badges.contains(.goal) {
      var way: [Int] = []
      var leaf = tree.entered(goal.name)
      while let arrival = arrivals[leaf] {
        way.insert(arrival.edge, at: 0)
        leaf = arrival.leaf
      }
      edges += way.filter { !edges.contains($0) }
    }
    return edges
  }
}

extension FlowGraph.Edge.Kind {
  fileprivate var canBeHappy: Bool {
    switch self {
    case .step, .happy, .dismissal, .failure: true
    case .overlay, .restore: false
    }
  }
}

/// The nesting of a graph's nodes.
private struct Tree {
  private var nodes: [String: FlowGraph.Node] = [:]
  private var parents: [String: FlowGraph.Node] = [:]

  private let fromEverywhere: Bool

  init(_ root: FlowGraph.Node, fromEverywhere: Bool) {
    self.fromEverywhere = fromEverywhere
    for node in root.withDescendants {
      nodes[node.name] = node
      for child in node.children { parents[child.name] = node }
    }
  }

  /// The innermost state that is entered with this one.
  func entered(_ name: String) -> String {
    var name = name
    while let node = nodes[name], let initial = node.initial ?? node.children.first?.name {
      name = initial
    }
    return name
  }

  /// Whose steps can be taken in a state: its own, and those of the states that contain it.
  func sources(of leaf: String) -> [String] {
    var sources = [leaf]
    var next = parents[leaf]
    while let node = next {
      sources.append(node.name)
      if fromEverywhere {
        sources += node.children.filter { $0.kind == .everywhere }.map(\.name)
      }
      next = parents[node.name]
    }
    return sources
  }
}
