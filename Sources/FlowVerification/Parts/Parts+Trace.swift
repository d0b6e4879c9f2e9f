import FlowMachine
import Statechart

// Traces through a flow that was explored in parts. The parent's exploration knows of each class of views
// only the representative, so its traces leave out the silent steps between views of one class. A real
// machine has to take them.

extension Parts {
  /// Completes a trace of the parent's exploration with the silent steps that it leaves out.
  ///
  /// - Parameters:
  ///   - steps: the moves of the trace, each with the state that it leads to; nil after a last move whose
  ///     target is not part of the trace.
  ///   - beginning: the machine at the initial state of the trace.
  /// - Returns: all moves, with the stops before, between and after them; nil if a sub-flow cannot make one of the
  ///   steps.
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
    func addStop() {
      machine.project(explorer.projection, into: bytes)
      machine.load(explorer.projection, from: bytes)
      explorer.reduction?.reduce(bytes)
      stops.append(explorer.reduction?.stop(at: bytes) ?? Reduction.Stop())
    }
    func perform(_ move: Int) {
      let step = explorer.step(move)
      for change in step.told { machine.assume(change) }
      _ = machine.perform(explorer.moves.all[step.move], explorer.projection)
      moves.append(move)
      addStop()
    }
    addStop()
    for (move, target) in steps {
      guard let target, let origin = origins[target] else {
        perform(move)
        continue
      }
      guard let trace = graphs[origin.graph].moves(like: move, of: origin.view, from: bytes)
      else { return nil }
      for move in trace { perform(move) }
    }
    return (moves, stops)
  }
}

extension Parts {
  /// The trace to a place in the exploration of a sub-flow: through its parent to where it is entered, and from there
  /// to the view.
  ///
  /// - Returns: nil for the flow as a whole, and for a view that is reached only by a step of the surrounding flow or
  ///   because of what an earlier visit left behind.
  func trace(to place: Violation.Place, in graph: PartGraph) -> Trace? {
    guard let explorer else { return nil }
    var (view, last): (Int, Int?)
    switch place {
    case .state(let index): (view, last) = (index, nil)
    case .move(let index, let move): (view, last) = (index, move)
    case .launch, .flow: return nil
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
  /// The shortest path from a view to a step that is equivalent to a step of another view of its class: silent steps
  /// within the class, then one with the same label into the same class.
  ///
  /// - Parameters:
  ///   - move: the move of the other view.
  ///   - member: the other view.
  ///   - bytes: a projected state, whose view the path begins at.
  /// - Returns: the moves, or nil if there is no such path or the view is unknown.
  func moves(like move: Int, of member: Int, from bytes: UnsafeRawPointer) -> [Int]? {
    guard let start = view(of: bytes) else { return nil }
    if start == member { return [move] }
    let ownClass = classes.ofView[start]
    guard let wanted = edges[member].first(where: { Int($0.move) == move }) else { return nil }
    let targetClass = classes.ofView[Int(wanted.target)]
    var parents: [Int: (view: Int, move: Int)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let view = queue[next]
      next += 1
      if let edge = edges[view].first(where: {
        $0.label == wanted.label && classes.ofView[Int($0.target)] == targetClass
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
      where edge.label == Self.silent && classes.ofView[Int(edge.target)] == ownClass {
        let found = Int(edge.target)
        guard found != start, parents[found] == nil else { continue }
        parents[found] = (view, Int(edge.move))
        queue.append(found)
      }
    }
    return nil
  }
}
