import FlowMachine
import Statechart

// The trace that a real machine takes: between two steps of what stands for a sub-flow lie the steps
// of its own that nothing around it notices.

extension Parts {
  /// - Parameter steps: the moves of a trace in the parent's exploration, each with the state that it
  ///   leads to; nil behind the last one if that leads to no state of its own.
  /// - Returns: all moves with the stops between them, or nil where a step cannot be made.
  func moves(
    _ steps: [(Int, Int?)], from beginning: FlowMachine, by explorer: Explorer
  ) -> (moves: [Int], stops: [Reduction.Stop])? {
    var machine = beginning
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: explorer.store.stride, alignment: 16)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: explorer.store.stride)
    defer { bytes.deallocate() }
    var moves: [Int] = []
    var stops: [Reduction.Stop] = []
    func stand() {
      machine.project(explorer.projection, into: bytes)
      machine.load(explorer.projection, from: bytes)
      explorer.reduction?.reduce(bytes)
      stops.append(explorer.reduction?.stop(at: bytes) ?? Reduction.Stop())
    }
    func make(_ move: Int) {
      let step = explorer.step(move)
      for change in step.told { machine.assume(change) }
      _ = machine.perform(explorer.moves.all[step.move], explorer.projection)
      moves.append(move)
      stand()
    }
    stand()
    for (move, target) in steps {
      guard let target, let origin = origins[target] else {
        make(move)
        continue
      }
      guard let trace = graphs[origin.graph].moves(like: move, of: origin.view, from: bytes)
      else { return nil }
      for move in trace { make(move) }
    }
    return (moves, stops)
  }
}

extension Parts {
  /// The trace to a view of a sub-flow: to where it is entered, and on in it. Nil for a view
  /// that the sub-flow comes to only by what an earlier visit left, or by what is around it.
  func trace(to place: Violation.Place, in graph: PartGraph) -> Trace? {
    guard let explorer else { return nil }
    var (view, last): (Int, Int?)
    switch place {
    case .state(let index): (view, last) = (index, nil)
    case .move(let index, let move): (view, last) = (index, move)
    case .flow: return nil
    }
    let own = graph.explorer.graph.pointee
    var steps: [Int] = last.map { [$0] } ?? []
    while graph.entry(of: view) == nil {
      guard own.parents[view] != UInt32(view), !graph.isFoundOutside.contains(view) else {
        return nil
      }
      steps.append(Int(own.parentMoves[view]))
      view = Int(own.parents[view])
    }
    guard let entry = graph.entry(of: view) else { return nil }
    var trace =
      entry.move.map { explorer.trace(to: entry.state, then: $0) }
      ?? explorer.trace(to: entry.state)
    trace.moves += steps.reversed()
    return trace
  }
}

extension PartGraph {
  /// Silent steps within a class, and then one like that of another view of it.
  func moves(like move: Int, of member: Int, from bytes: UnsafeRawPointer) -> [Int]? {
    guard let start = view(of: bytes) else { return nil }
    if start == member { return [move] }
    let place = classes.ofView[start]
    let wanted = edges[member].first { Int($0.move) == move }
    guard let wanted else { return nil }
    let target = classes.ofView[Int(wanted.target)]
    var parents: [Int: (view: Int, move: Int)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let view = queue[next]
      next += 1
      if let edge = edges[view].first(where: {
        $0.label == wanted.label && classes.ofView[Int($0.target)] == target
      }) {
        var trace = [Int(edge.move)]
        var at = view
        while at != start, let parent = parents[at] {
          trace.append(parent.move)
          at = parent.view
        }
        return trace.reversed()
      }
      for edge in edges[view]
      where edge.label == Self.silent && classes.ofView[Int(edge.target)] == place {
        let found = Int(edge.target)
        guard found != start, parents[found] == nil else { continue }
        parents[found] = (view, Int(edge.move))
        queue.append(found)
      }
    }
    return nil
  }
}
