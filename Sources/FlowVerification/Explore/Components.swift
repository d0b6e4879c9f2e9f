/// The strongly connected components of a graph (Tarjan's algorithm): nodes that lead to each other. Each component
/// stands behind those that it leads to.
struct Components {
  /// By node the number of its component.
  private(set) var ofNode: [Int32]
  /// By component its nodes.
  private(set) var members: [[Int]] = []

  /// - Parameters:
  ///   - count: the number of nodes.
  ///   - edges: the numbers of the edges that leave a node.
  ///   - target: the node that an edge of a node leads to; nil for an edge that does not count.
  init(count: Int, edges: (Int) -> Range<Int>, target: (_ node: Int, _ edge: Int) -> Int?) {
    ofNode = [Int32](repeating: -1, count: count)
    var order = [Int32](repeating: -1, count: count)
    var low = order
    var open: [Int] = []
    var next: Int32 = 0
    var path: [(node: Int, edge: Int, end: Int)] = []
    for root in 0..<count where order[root] < 0 {
      path.append((root, -1, 0))
      while let (node, place, known) = path.last {
        var (edge, end) = (place, known)
        if edge < 0 {
          let range = edges(node)
          (edge, end) = (range.lowerBound, range.upperBound)
          order[node] = next
          low[node] = next
          next += 1
          open.append(node)
        }
        var isDeeper = false
        while edge < end, !isDeeper {
          let target = target(node, edge)
          edge += 1
          guard let target else { continue }
          if order[target] < 0 {
            isDeeper = true
            path[path.count - 1] = (node, edge, end)
            path.append((target, -1, 0))
          } else if ofNode[target] < 0 {
            low[node] = min(low[node], order[target])
          }
        }
        if isDeeper { continue }
        path.removeLast()
        if let above = path.last?.node { low[above] = min(low[above], low[node]) }
        guard low[node] == order[node] else { continue }
        var component: [Int] = []
        while let member = open.popLast() {
          ofNode[member] = Int32(members.count)
          component.append(member)
          if member == node { break }
        }
        members.append(component)
      }
    }
  }
}
