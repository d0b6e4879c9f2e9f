import FlowMachine
import Statechart

extension Explorer {
  /// Explores a flow with its sub-flows apart: each for itself, for all that the flow around it
  /// can enter it with, and then the flow with what stands for them.
  ///
  /// What each can be entered with is found by the exploration of the surrounding flow, so the two take
  /// turns until neither finds anything new.
  ///
  /// - Parameters:
  ///   - make: makes an explorer of the flow.
  ///   - migration: the earlier versions whose snapshots it takes.
  /// - Returns: nil where a sub-flow cannot stand apart; else the explorer, and whether all was
  ///   explored.
  package static func inParts(
    _ make: () throws(DomainError) -> Explorer, _ migration: Migration,
    shouldStop: (Int, Int) -> Bool
  ) throws(DomainError) -> (explorer: Explorer, isComplete: Bool)? {
    var explorer = try make()
    guard !Part.states(of: explorer.flow).isEmpty else { return nil }
    let parts = try Parts(explorer, make: make)
    guard !parts.graphs.contains(where: { $0.part.isLeftRunning }) else { return nil }
    var isExplored = false
    while true {
      guard parts.settleAll(shouldStop: shouldStop) else { return (explorer, false) }
      // Steps that changed nothing of what stands for the sub-flows.
      if isExplored, !parts.isOutdated { break }
      explorer = try make()
      explorer.parts = parts
      parts.restart(explorer)
      // A turn that meets something new has to be repeated, unless the same still stands for the
      // sub-flows: the sooner the better, but not for each thing alone.
      var isFutile = false
      var next = Self.firstLook
      let stop: (Int, Int) -> Bool = { states, bytes in
        if states >= next {
          next *= 2
          isFutile = !parts.settleAll(shouldStop: shouldStop) || parts.isOutdated
        }
        return isFutile || shouldStop(states + parts.stateCount, bytes + parts.memory)
      }
      explorer.begin(.pairs)
      isExplored = explorer.explore(shouldStop: stop)
      if isExplored { isExplored = try migration.goOn(explorer, shouldStop: stop) }
      guard isExplored || isFutile else { return (explorer, false) }
    }
    guard parts.mismatchCount == 0 else { return nil }
    return (explorer, try parts.lookAgain(make, shouldStop: shouldStop))
  }
}

extension Explorer {
  /// States of a turn after which is asked first whether it has met something new.
  private static let firstLook = 1_000
}

extension Parts {
  var stateCount: Int { graphs.reduce(0) { $0 + $1.explorer.stateCount } }
  var stepCount: Int { graphs.reduce(0) { $0 + $1.explorer.transitionCount } }
  var memory: Int { (graphs + graphs.compactMap(\.actual)).reduce(0) { $0 + $1.memory } }
}

extension PartGraph {
  /// Bytes that its states and steps take.
  var memory: Int {
    explorer.memory + edgeCapacity * MemoryLayout<Edge>.stride
  }
}

extension Explorer {
  /// It, and those of the sub-flows that are explored for themselves.
  var withParts: [Explorer] { [self] + (parts?.actual ?? []).map(\.explorer) }

  /// What was found, in the sub-flows too.
  package var allFound: [Violation] { withParts.flatMap(\.found) }

  /// How many states each sub-flow has, and how many of them can be told apart from outside.
  package var partCounts: [Verification.PartCount] {
    (parts?.graphs ?? []).map {
      Verification.PartCount(
        name: FlowNames(flow: flow).state($0.part.state), views: $0.explorer.stateCount,
        classes: $0.classes.classCount)
    }
  }
}
