import FlowMachine
import Statechart

// What really happens in a sub-flow. A step of the surrounding flow is first tried in every view, so that what
// stands for the sub-flow is soon complete; many views never meet it. Once that is settled, the sub-flow is
// explored again with the steps of the surrounding flow only where they happen.

extension Parts {
  /// What really happens in each sub-flow.
  var actual: [PartGraph] { graphs.map { $0.actual ?? $0 } }

  /// Explores each sub-flow again, with what the last exploration of the surrounding flow has met.
  ///
  /// - Returns: whether there was time and room.
  func lookAgain(
    _ make: () throws(DomainError) -> Explorer, shouldStop: (Int, Int) -> Bool
  ) throws(DomainError) -> Bool {
    for graph in graphs {
      let own = try make()
      own.environmentInputs = graph.explorer.environmentInputs
      let actual = PartGraph(graph, own)
      actual.parent = self
      guard actual.exploreViews(shouldStop: shouldStop) else { return false }
      graph.actual = actual
    }
    return true
  }

  /// Whether something holds in a state with one of the views of an active sub-flow that the view in it
  /// stands for. Of those that differ in neither the screen nor in what is going on one is asked.
  func contains(
    _ graph: Int, likeThat bytes: UnsafeRawPointer, where holds: (UnsafeRawPointer) -> Bool
  ) -> Bool {
    let graph = graphs[graph]
    guard let actual = graph.actual, let place = graph.place(of: bytes) else { return holds(bytes) }
    let copy = UnsafeMutableRawPointer.allocate(
      byteCount: graph.explorer.store.stride, alignment: 16)
    defer { copy.deallocate() }
    copy.copyMemory(from: bytes, byteCount: graph.explorer.store.stride)
    return actual.differing[place, default: []].contains { view in
      graph.part.own.take(into: copy, from: actual.explorer.store[view])
      graph.part.place.take(into: copy, from: actual.explorer.store[view])
      return holds(copy)
    }
  }
}

extension PartGraph {
  /// Notes in which of its classes a step of the surrounding flow happens.
  func happens(_ occurrence: [UInt64], in place: Int32) {
    occurrences.insert(occurrence + [UInt64(place)])
  }

  /// Whether a step of the surrounding flow happens in a view, as far as that is looked at.
  func happens(_ row: Outside, at view: Int) -> Bool {
    guard let limits else { return true }
    let (move, _) = explorer.step(row.move)
    guard !explorer.moves.kills.contains(move) else { return true }
    switch row.key[0] {
    case OutsideKind.whileActive:
      return happens(
        [OutsideKind.whileActive, UInt64(move)] + row.key.dropFirst(2), at: view, limits)
    case OutsideKind.entry, OutsideKind.change: return happens(row.key, at: view, limits)
    default: return true
    }
  }

  /// Whether the step that the explorer's machine has made happens in a view, as far as that is looked at:
  /// the rest of a view is that of one state only.
  func happens(step: Int, from view: Int) -> Bool {
    guard let limits, part.isActive(explorer.store[view]) else { return true }
    let (move, _) = explorer.step(step)
    guard !part.isOwnMove[move], !explorer.moves.kills.contains(move) else { return true }
    var taken: [UInt64] = []
    var isHeard = false
    explorer.machine.pointee.forEachTaken {
      taken.append(UInt64($0))
      if part.isInside[Int($0)], explorer.flow.chart.transitions[Int($0)].event != noID {
        isHeard = true
      }
    }
    let isToAll = explorer.moves.always.contains(move)
    let key = Parts.key(of: move, taken, part)
    // What comes anywhere is heard in the sub-flow whatever is around it.
    return isToAll && (isHeard || key.count == 2) || happens(key, at: view, limits)
  }

  private func happens(_ occurrence: [UInt64], at view: Int, _ limits: PartGraph) -> Bool {
    guard let place = limits.place(of: explorer.store[view]) else { return true }
    return limits.occurrences.contains(occurrence + [UInt64(place)])
  }

  /// Views that differ in the screen, what covers it or what is going on, by the class that they have in
  /// the whole.
  func findDiffering() -> [Int32: [Int]] {
    guard let limits else { return [:] }
    var found: [Int32: [Int]] = [:]
    var known: Set<[UInt64]> = []
    explorer.forEachState { view, machine in
      guard let place = limits.place(of: explorer.store[view]) else { return }
      let running = Appearance.running(machine).map { UInt64($0) }
      let overlays = machine.shownOverlays.map { UInt64($0) }
      let key =
        [UInt64(place), UInt64(machine.screenState ?? noID), UInt64(overlays.count)] + overlays
        + running
      if known.insert(key).inserted { found[place, default: []].append(view) }
    }
    return found
  }

  /// Where the surrounding flow enters the sub-flow with a view.
  func entry(of view: Int) -> (state: Int, move: Int?)? {
    guard let limits else { return entries[view] }
    return limits.view(of: explorer.store[view]).flatMap { limits.entries[$0] }
  }

  /// The class of a view.
  func place(of bytes: UnsafeRawPointer) -> Int32? {
    view(of: bytes).map { classes.ofView[$0] }
  }
}
