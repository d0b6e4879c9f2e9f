/// The way from the beginning to each goal that is taken if all goes well: the cheapest one (`FlowGraph.Edge.cost`),
/// by Dijkstra's algorithm over states and what the way to them has set.
struct HappyPath {
  /// Where a way has come to.
  private struct Place: Hashable {
    var leaf: String
    var known = Knowledge()
  }

  /// How many ways go on from one state: those that have set something else and are dearer lead nowhere new.
  private static let mostWays = 4

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
    let start = Place(leaf: "[*]")
    // With the number in which each was found first, so that equal ones come in the same order each time.
    var found = [start: (cost: 0, number: 0)]
    var arrivals: [Place: (edge: Int, from: Place)] = [:]
    var open: Set<Place> = [start]
    var taken: [String: Int] = [:]
    var nearest: [String: Place] = [:]
    // A flow has few states: the next one is found by looking at all that are open.
    while let place = open.min(by: { found[$0] ?? (0, 0) < found[$1] ?? (0, 0) }) {
      open.remove(place)
      guard taken[place.leaf, default: 0] < mostWays else { continue }
      taken[place.leaf, default: 0] += 1
      if nearest[place.leaf] == nil { nearest[place.leaf] = place }
      let before = found[place]?.cost ?? 0
      for source in tree.sources(of: place.leaf) {
        for index in outgoing[source] ?? [] {
          let edge = graph.edges[index]
          let next = Place(leaf: tree.entered(edge.to), known: edge.cost.after(place.known))
          let cost = before + edge.cost.total(place.known)
          guard cost < found[next]?.cost ?? .max else { continue }
          found[next] = (cost, found[next]?.number ?? found.count)
          arrivals[next] = (index, place)
          open.insert(next)
        }
      }
    }
    var edges: [Int] = []
    for goal in graph.nodes where goal.badges.contains(.goal) {
      var way: [Int] = []
      var place = nearest[tree.entered(goal.name)]
      while let arrival = place.flatMap({ arrivals[$0] }) {
        way.insert(arrival.edge, at: 0)
        place = arrival.from
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
