import FlowMachine
import Statechart

// Steps of merged states: each is made for as many of the states that one stands for as it makes no difference to.

extension Explorer {
  /// Whether states can be merged here.
  package var isMerging: Bool { merged != nil }

  /// Explores a flow with merged states, and looks at the whole. If nothing is found, it is proven; what is found may
  /// not be there for every value.
  ///
  /// - Parameters:
  ///   - make: makes an explorer that merges states.
  ///   - migration: the earlier versions whose snapshots it takes.
  ///   - most: states after which it is given up, since merging helps too little.
  /// - Returns: nil where there is nothing to merge, or not all was explored.
  package static func merging(
    _ make: () throws(DomainError) -> Explorer, _ migration: Migration, most: Int,
    shouldStop: (Int, Int) -> Bool
  ) throws(DomainError) -> Explorer? {
    let explorer = try make()
    guard explorer.merged != nil else { return nil }
    let stop: (Int, Int) -> Bool = { states, bytes in states > most || shouldStop(states, bytes) }
    explorer.begin()
    guard explorer.explore(shouldStop: stop), try migration.goOn(explorer, shouldStop: stop),
      explorer.runaway == nil
    else { return nil }
    explorer.conclude()
    return explorer
  }

  /// Leads from a state to a wider one that covers it.
  ///
  /// - Returns: whether there is one; then it has all steps of this one.
  func passOn(_ index: Int) -> Bool {
    guard let cover = merged?.cover(of: index) else { return false }
    graph.pointee.addEdge(
      to: cover, isWayOut: true, automatic: Graph.isShortTimer, assumption: 0, arrival: 0,
      ends: (0, merged?.landing(of: store[index], in: store[cover]) ?? 0))
    return true
  }

  /// Calls with states that stand for all that a state does, as far as a step is concerned.
  ///
  /// Where a step has read a fact of which there are several values, it holds for the first one, and is made again
  /// with each other one.
  func forEach(_ index: Int, before move: Move, _ body: (UnsafeRawPointer) -> Void) {
    guard let merged else { return body(store[index]) }
    let sets = merged.sets
    let whole = sets.several(at: store[index])
    defer { merged.step = MergedStep() }
    guard whole != 0 else { return body(store[index]) }
    var open = [sets.facts.indices.map { sets.code($0, at: store[index]) }]
    var count = 0
    while let codes = open.popLast(), !merged.isTooWide {
      count += 1
      // What a step asks for all at once, multiplies: there is no telling how long it would take.
      if count > Self.mostKinds { merged.isTooWide = true }
      let several = merged.stand(store[index], with: codes, store.stride)
      machine.pointee.load(projection, from: merged.source)
      isLoaded = false
      if several != 0, let row = merged.reads.first(of: several, by: move, &machine.pointee) {
        for code in ValueSets.single(codes[row]).reversed() {
          var one = codes
          one[row] = code
          open.append(one)
        }
        continue
      }
      merged.step = MergedStep(several: several, decided: whole & ~several)
      body(merged.source)
      open += merged.rest(of: codes)
    }
    isLoaded = false
  }

  /// Notes what the step that was just made has read of the facts of which there are several values.
  func noteReads(by move: Move) {
    guard let merged, merged.step.several != 0 else { return }
    merged.step.written = merged.reads.written(by: move)
    let reads = merged.reads
    machine.pointee.forEachTaken {
      merged.step.read |= reads.afterTransition[Int($0)]
      merged.step.written |= reads.written[Int($0)]
    }
  }

  /// The same of a step that another machine has made to compare.
  func noteReads(behind other: inout FlowMachine) {
    guard let merged, merged.step.several != 0 else { return }
    let reads = merged.reads
    other.forEachTaken {
      merged.step.read |= reads.afterTransition[Int($0)] | reads.written[Int($0)]
    }
  }

  /// Notes that it matters what is to be seen where the machine and the rival stand.
  func noteSeen() {
    guard let merged, merged.step.several != 0 else { return }
    merged.step.read |= merged.reads.seen(machine.pointee) | merged.reads.seen(rival.pointee)
    noteReads(behind: &rival.pointee)
  }

  /// Gives the state that a step has led to all values of what it has neither read nor written.
  func carryUnread() {
    guard let merged else { return }
    if merged.step.several != 0 {
      merged.carry(into: scratch)
      reduction?.reduce(scratch)
    }
    merged.note(image: scratch)
  }

  // MARK: What is said of merged states

  /// A state that a machine can stand in: the first one that a merged state stands for.
  func single(_ index: Int) -> UnsafeRawPointer {
    guard let merged, merged.sets.several(at: store[index]) != 0 else {
      return UnsafeRawPointer(store[index])
    }
    merged.reading.copyMemory(from: store[index], byteCount: store.stride)
    merged.sets.single(merged.reading)
    return UnsafeRawPointer(merged.reading)
  }

  /// Whether something holds for each state that a merged one stands for; no, where they are too many to be asked.
  func holdsForEach(_ index: Int, _ body: (UnsafeRawPointer) -> Bool) -> Bool {
    guard let merged, merged.sets.several(at: store[index]) != 0 else { return body(store[index]) }
    return merged.sets.combinations(at: store[index], most: Self.mostSingles)?.allSatisfy { codes in
      body(merged.read(store[index], with: codes, store.stride))
    } ?? false
  }

  /// Calls with states that a merged one stands for: all of them, or if they are too many, those that differ from the
  /// first one in a single fact.
  func forSome(_ index: Int, _ body: (UnsafeRawPointer) -> Void) {
    guard let merged, merged.sets.several(at: store[index]) != 0 else { return body(store[index]) }
    let all =
      merged.sets.combinations(at: store[index], most: Self.mostSingles)
      ?? merged.sets.variations(at: store[index])
    for codes in all { body(merged.read(store[index], with: codes, store.stride)) }
  }

  /// States that are looked at where something is asked of all that a merged one stands for.
  private static let mostSingles = 64
  /// Kinds of states that are tried for one step. A step that asks for one fact after the other needs few of them.
  private static let mostKinds = 4_096

  /// The states from which a wanted one can be reached, with merged ones: each of those that one stands for has to have
  /// a way, which may lead through other parts of the same.
  ///
  /// - Parameters: as those of `reaching`.
  func reaching(
    _ wanted: [Bool], along isAllowed: (Int, Int) -> Bool, by steps: PossibleSteps?,
    in merged: MergedStates
  ) -> [Bool] {
    let graph = graph.pointee
    var whole = wanted
    var parts = [[[MergedStates.Condition]]](repeating: [], count: store.count)
    for _ in 0..<Self.mostRounds {
      var isSettled = true
      for index in stride(from: store.count - 1, through: 0, by: -1) where !whole[index] {
        var found: [[MergedStates.Condition]] = []
        func add(_ part: [MergedStates.Condition]) {
          guard !found.contains(where: { $0.allSatisfy(part.contains) }) else { return }
          found.append(part)
        }
        let edges = (graph.edgeStarts[index]..<graph.edgeStarts[index + 1]).filter {
          graph.edges[$0] & Graph.isNoWayOut == 0
            && isAllowed(index, Int(graph.edges[$0] & Graph.target))
        }
        for edge in edges {
          let target = Int(graph.edges[edge] & Graph.target)
          if steps?.isPossible(edge, to: target, in: graph, whole) ?? whole[target] {
            add(merged.conditions[Int(graph.conditions[edge])])
          }
        }
        // Only what leads through parts of others needs to be remembered in parts.
        for edge in edges {
          let target = Int(graph.edges[edge] & Graph.target)
          let assumption = Int(graph.assumptions[edge])
          guard !whole[target], steps.map({ $0.possibilities[assumption] == .yes }) ?? true
          else { continue }
          for part in parts[target] where found.count < Self.mostParts {
            merged.origin(
              of: part, merged.conditions[Int(graph.landings[edge])],
              merged.conditions[Int(graph.conditions[edge])]
            ).map(add)
          }
        }
        whole[index] = merged.isCovered(store[index], by: found)
        if whole[index] || found != parts[index] { isSettled = false }
        parts[index] = found
      }
      if isSettled { break }
    }
    return whole
  }

  /// Parts of a merged state that are remembered at most.
  private static let mostParts = 64
  /// So often all states are gone over at most.
  private static let mostRounds = 1_000
}
