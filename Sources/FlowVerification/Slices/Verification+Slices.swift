import FlowMachine
import Statechart

extension Explorer {
  /// Explores a flow: as a whole if it is small; else its regions apart where they do not influence
  /// each other, and its sub-flows apart.
  ///
  /// - Parameters:
  ///   - whole: states up to which it is explored as a whole, so that traces are shortest ones.
  ///   - didExplore: is told the states and bytes of a slice that goes on to be kept.
  package static func explored(
    _ domain: Domain, _ intentions: Intentions, whole: Int,
    shouldStop: (Int, Int) -> Bool, didExplore: (Int, Int) -> Void = { _, _ in }
  ) throws(DomainError) -> (explorer: Explorer, isComplete: Bool) {
    let influence = Influence(domain.flow, intentions)
    let slices = influence?.slices ?? []
    let make: () throws(DomainError) -> Explorer = { () throws(DomainError) in
      try Explorer(domain, intentions)
    }
    guard let influence, !slices.isEmpty else {
      return try explored(make, domain.flow, whole: whole, shouldStop: shouldStop)
    }
    let explorer = try make()
    explorer.begin()
    var isTooLarge = false
    let isComplete = explorer.explore { states, bytes in
      isTooLarge = states > whole
      return isTooLarge || shouldStop(states, bytes)
    }
    guard !isComplete, isTooLarge else { return (explorer, isComplete) }
    return try inSlices(
      slices, influence, domain, intentions, whole: whole, shouldStop: shouldStop,
      didExplore: didExplore)
  }

  /// Explores with explorers of one kind: as a whole as far as that is small; else in parts, or with
  /// sets of values.
  private static func explored(
    _ make: () throws(DomainError) -> Explorer, _ flow: Flow, whole: Int,
    shouldStop: (Int, Int) -> Bool
  ) throws(DomainError) -> (explorer: Explorer, isComplete: Bool) {
    let explorer = try make()
    explorer.begin()
    let hasParts = !Part.states(of: flow).isEmpty
    var isTooLarge = false
    let isComplete = explorer.explore { states, bytes in
      isTooLarge = states > whole
      return isTooLarge || shouldStop(states, bytes)
    }
    guard !isComplete, isTooLarge else { return (explorer, isComplete) }
    if hasParts {
      if let inParts = try inParts(make, shouldStop: shouldStop) { return inParts }
    } else {
      let boxed = try make()
      if boxed.holdSets() {
        boxed.begin()
        // With more of them there is little to gain.
        let isProven = boxed.explore { states, bytes in
          states > whole || boxed.transitionCount > 100 * whole || shouldStop(states, bytes)
        }
        if isProven, boxed.isSound, boxed.graph.pointee.circlesOfAnswers().isEmpty {
          return (boxed, true)
        }
      }
    }
    return (explorer, explorer.explore(shouldStop: shouldStop))
  }

  /// Explores slice by slice: the screens with one of the regions that do not influence each other,
  /// then with the next one.
  ///
  /// - Returns: the explorer that speaks for all.
  package static func inSlices(
    _ slices: [Set<Int>], _ influence: Influence, _ domain: Domain, _ intentions: Intentions,
    whole: Int, shouldStop: (Int, Int) -> Bool,
    didExplore: (Int, Int) -> Void = { _, _ in }
  ) throws(DomainError) -> (explorer: Explorer, isComplete: Bool) {
    var explorers: [Explorer] = []
    for regions in slices {
      let (explorer, isComplete) = try exploreSlice(
        regions, influence, domain, intentions, whole: whole, shouldStop: shouldStop)
      explorers.append(explorer)
      if explorers.count > 1 { explorers[0].slices.append(explorer) }
      guard isComplete else { return (explorers[0], false) }
      didExplore(explorer.stateCount, explorer.memory)
    }
    // Where a region never rests, no state of the whole waits for the device alone.
    var resting: Set<Int> = []
    for explorer in explorers { resting.formUnion(explorer.slice?.resting(explorer) ?? []) }
    for (explorer, regions) in zip(explorers, slices) {
      let others = Set(influence.regions.indices).subtracting(regions)
      explorer.isNeverAlone = !others.isSubset(of: resting)
    }
    return (explorers[0], true)
  }

  private static func exploreSlice(
    _ regions: Set<Int>, _ influence: Influence, _ domain: Domain, _ intentions: Intentions,
    whole: Int, shouldStop: (Int, Int) -> Bool
  ) throws(DomainError) -> (explorer: Explorer, isComplete: Bool) {
    let make: () throws(DomainError) -> Explorer = { () throws(DomainError) in
      let explorer = try Explorer(domain, intentions)
      explorer.slice = Slice(regions, influence, explorer)
      return explorer
    }
    return try explored(make, domain.flow, whole: whole, shouldStop: shouldStop)
  }

  /// This explorer, those of its sub-flows, and the same of all other slices.
  package var family: [Explorer] {
    ([self] + slices).flatMap { [$0] + ($0.parts?.graphs ?? []).map(\.explorer) }
  }
}
