import FlowMachine
import Statechart

/// The sub-flows of a flow, each explored for itself, and what stands for them in the exploration
/// of the flow around them.
///
/// There, every view of a sub-flow is the one that stands for all that are like it. Its own steps
/// are made from one of the views that can take them, by the machine, with all that is around it.
final class Parts {
  let graphs: [PartGraph]
  /// By state that such a step has found: the view from which it was made.
  private(set) var origins: [Int: (graph: Int, view: Int)] = [:]
  /// Steps of a sub-flow that led elsewhere than in its own exploration: it cannot stand apart.
  private(set) var mismatchCount = 0
  private var taken: [UInt64] = []
  private var origin: (graph: Int, view: Int)?
  private var expected: Int32 = -1
  /// The class of the active sub-flow where a step begins.
  private var place: Int32?

  /// - Parameter make: makes an explorer of the same flow.
  init(_ explorer: Explorer, make: () throws(DomainError) -> Explorer) throws(DomainError) {
    var graphs: [PartGraph] = []
    for state in Part.states(of: explorer.flow) {
      let own = try make()
      own.environmentInputs = explorer.environmentInputs
      graphs.append(PartGraph(Part(state, own), own))
    }
    self.graphs = graphs
    self.explorer = explorer
    for graph in graphs { graph.parent = self }
  }

  /// The explorer of the surrounding flow.
  weak var explorer: Explorer?

  /// For another exploration of the surrounding flow.
  func restart(_ explorer: Explorer) {
    self.explorer = explorer
    explorer.environmentInputs = graphs[0].explorer.environmentInputs
    for graph in graphs {
      graph.entries = [:]
      graph.occurrences = []
      graph.beginnings = []
      graph.isOutdated = false
    }
    origins = [:]
    mismatchCount = 0
  }

  /// Whether a sub-flow has other representatives than when the surrounding flow was explored.
  var isOutdated: Bool { graphs.contains { $0.isOutdated } }

  func settleAll(shouldStop: (Int, Int) -> Bool) -> Bool {
    graphs.allSatisfy { $0.settleAll(shouldStop: shouldStop) }
  }

  /// The sub-flow that is active in a state.
  func active(in bytes: UnsafeRawPointer) -> Int? {
    graphs.firstIndex { $0.part.isActive(bytes) }
  }

  /// Whether a transition belongs to a sub-flow.
  func isInside(_ transition: UInt16) -> Bool {
    graphs.contains { $0.part.isInside[Int(transition)] }
  }

  func owner(of request: Int) -> PartGraph? {
    graphs.first { $0.part.ownRequests.contains(RequestID(request)) }
  }

  // MARK: Steps

  /// What a step from a state with an active sub-flow does beside what stands for that.
  func expand(
    _ index: Int, _ graph: Int, possible: [Range<Int>], by explorer: Explorer
  ) {
    let own = graphs[graph]
    let view = own.view(of: explorer.store[index])
    place = view.map { own.classes.ofView[$0] }
    defer { place = nil }
    for range in possible {
      for move in range where !own.part.isOwnMove[move] && !explorer.isIdle(move) {
        explorer.attempt(move, from: index, at: explorer.store[index])
      }
    }
    explorer.kill(index)
    guard let view, let place else { return }
    let stride = explorer.store.stride
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride, alignment: 16)
    defer { bytes.deallocate() }
    var killed: Set<Int> = []
    for (member, edge) in own.classes.steps[Int(place)] {
      var step = Int(edge.move)
      if edge.outside != PartGraph.none { step = own.outside[Int(edge.outside)].move }
      let move = explorer.step(step).move
      let isKill = explorer.moves.kills.contains(move)
      if edge.outside != PartGraph.none, !isKill, !possible.contains(where: { $0.contains(move) }) {
        continue
      }
      if !own.part.isOwnMove[move], member == view { continue }
      bytes.copyMemory(from: explorer.store[index], byteCount: stride)
      own.part.own.take(into: bytes, from: own.explorer.store[member])
      own.part.place.take(into: bytes, from: own.explorer.store[member])
      origin = (graph, member)
      if edge.outside == PartGraph.none, own.part.isOwnMove[move] {
        expected = own.classes.ofView[Int(edge.target)]
      }
      if let kind = explorer.killKind(of: move) {
        // By each kind of kill all that can be told apart from here is tried.
        if killed.insert(member << 8 | kind).inserted { explorer.kill(index, at: bytes, kind) }
      } else {
        explorer.attempt(step, from: index, at: bytes)
      }
      origin = nil
      expected = -1
    }
  }

  struct Step {
    var move: Int
    var index: Int
    /// The state, or one that stands in for it.
    var from: UnsafeRawPointer
  }

  /// Puts into a state what stands for the views of the sub-flows, and notes what concerns them.
  ///
  /// - Parameter step: the step that led there, by the explorer's machine.
  func settle(
    _ bytes: UnsafeMutableRawPointer, step: Step?, by explorer: Explorer
  ) {
    taken.removeAll(keepingCapacity: true)
    if step != nil { explorer.machine.pointee.forEachTaken { taken.append(UInt64($0)) } }
    if let step {
      for graph in graphs { note(step, to: bytes, graph, explorer) }
    }
    let wanted = expected
    for graph in graphs {
      let part = graph.part
      let isActive = part.isActive(bytes)
      // Nothing of it has changed, so what stands there stands for its like already.
      if wanted < 0, let step, isActive == part.isActive(step.from),
        part.own.isSame(bytes, step.from),
        !isActive
          || part.place.isSame(bytes, step.from)
            && part.shared.isSame(bytes, step.from)
      {
        continue
      }
      guard let view = graph.view(of: bytes) else { continue }
      if step == nil { graph.beginnings.insert(view) }
      let own = graph.classes.ofView[view]
      if isActive, graph.entries[view] == nil, let step, !part.isActive(step.from) {
        graph.entries[view] = (step.index, step.move)
      }
      if isActive, wanted >= 0, own != wanted, taken.allSatisfy({ part.isInside[Int($0)] }) {
        mismatchCount += 1
      }
      let representative = graph.classes.representative[Int(own)]
      guard representative != view else { continue }
      part.own.take(into: bytes, from: graph.explorer.store[representative])
      if isActive { part.place.take(into: bytes, from: graph.explorer.store[representative]) }
    }
  }

  /// Whether it is noted what a readable secure storage means for each sub-flow that is not active.
  var areReadablesNoted: Bool {
    graphs.allSatisfy { graph in
      [0, 1].allSatisfy { graph.knows([PartGraph.OutsideKind.readableSecrets, $0]) }
    }
  }

  func add(_ index: Int) {
    if let origin { origins[index] = origin }
  }

  // MARK: What concerns a sub-flow

  /// Which effect a step of the surrounding flow has on an active sub-flow.
  static func key(of move: Int, _ taken: [UInt64], _ part: Part) -> [UInt64] {
    let main = part.flow.tables.main
    let last = part.flow.chart.states[main].last
    return [PartGraph.OutsideKind.whileActive, UInt64(move)]
      + taken.filter {
        guard !part.isInside[Int($0)] else { return false }
        let source = part.flow.chart.transitions[Int($0)].source
        return part.reachesIn[Int($0)] || source == 0 || source >= main && source <= last
      }
  }

  private func note(
    _ step: Step, to bytes: UnsafeRawPointer, _ graph: PartGraph,
    _ explorer: Explorer
  ) {
    let part = graph.part
    let (was, isNow) = (part.isActive(step.from), part.isActive(bytes))
    let move = explorer.step(step.move).move
    let isKill = explorer.moves.kills.contains(move)
    let isTouched = taken.contains { part.reachesIn[Int($0)] }
    let isEntry = !was && (isNow || taken.contains { part.isInside[Int($0)] })
    if !was, !isEntry, !isTouched, !isKill, !part.isOwnMove[move], !part.isSecretsMove[move] {
      return
    }
    if !was, !isNow, !isTouched, isKill, !graph.isNewKill(move) { return }
    let touching = isTouched ? taken.filter { part.reachesIn[Int($0)] } : []
    if was {
      guard !part.isOwnMove[move] else { return }
      let isToAll = isKill || explorer.moves.always.contains(move)
      let key = Self.key(of: step.move, taken, part)
      if let place, !isKill, key.count > 2 || !isToAll {
        graph.happens(
          [PartGraph.OutsideKind.whileActive, UInt64(move)] + key.dropFirst(2), in: place)
      }
      let isReached = key.count > 2 && (!isNow || !touching.isEmpty)
      if isToAll {
        if isReached { graph.note(key, step.from, step.move) }
        return
      }
      let isHeard = taken.contains { part.isInside[Int($0)] }
      let isChanged =
        !part.own.isSame(step.from, bytes)
        || !part.place.isSame(step.from, bytes)
      if isReached || isHeard || isChanged { graph.note(key, step.from, step.move) }
      return
    }
    func noteWhere(_ key: [UInt64]) {
      if let place = graph.place(of: step.from) { graph.happens(key, in: place) }
      graph.note(key, step.from, step.move)
    }
    if isNow {
      return noteWhere(
        [PartGraph.OutsideKind.entry] + taken + [.max] + part.place.words(of: bytes)
          + part.shared.words(of: bytes))
    }
    if part.isOwnMove[move] {
      graph.note(
        [PartGraph.OutsideKind.ownMove, UInt64(step.move)] + touching, step.from, step.move)
    } else if isKill {
      guard case .relaunch(let surroundings) = explorer.moves.all[move] else { return }
      graph.note(
        [PartGraph.OutsideKind.kill, surroundings.isLocked ? 1 : 0] + touching, step.from, step.move
      )
    } else if case .input(.secretsReadable(let facts)) = explorer.moves.all[move] {
      graph.note(
        [PartGraph.OutsideKind.readableSecrets, facts.isEmpty ? 0 : 1] + touching, step.from,
        step.move)
    } else if isEntry {
      noteWhere([PartGraph.OutsideKind.entry] + taken)
    } else if !touching.isEmpty {
      noteWhere([PartGraph.OutsideKind.change] + touching)
    }
  }
}
