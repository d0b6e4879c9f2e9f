package import FlowMachine
import Statechart

// What can be said once everything is explored: what can still be reached from each state.

extension Explorer {
  /// Looks at the whole; to be called after `explore`.
  package func conclude() {
    guard partGraph == nil else {
      findPassedOver()
      return findFailing()
    }
    for graph in parts?.actual ?? [] { graph.explorer.conclude() }
    findUnreached()
    findDeadEnds()
    findFailing()
    findPassedOver()
    findUnsent()
    findAbsent()
    findUnprotectedData()
    findIdleButtons()
    findResponseCycles()
    findWishes()
  }

  /// Looks for secrets that could get out.
  package func checkSecrets(origins: [String]) {
    for fact in SecretCheck(flow: flow, origins: Set(origins)).leaks().sorted() {
      violations.add(.leakedSecret, subject: Int(fact), at: .flow)
    }
  }

  private func findUnreached() {
    var isReached = [Bool](repeating: false, count: flow.chart.states.count)
    var isShown = [Bool](repeating: false, count: flow.tables.overlays.count)
    var unseen = UnseenElements(flow)
    let all = withParts
    for explorer in all {
      explorer.forEachState { _, machine in
        unseen.look(at: &machine)
        for state in machine.chartState.activeStates { isReached[Int(state)] = true }
        for overlay in machine.shownOverlays { isShown[Int(overlay)] = true }
      }
    }
    findHidden(unseen, isReached, isShown)
    let isElsewhere = intentions.isElsewhere
    for row in flow.tables.screens
    where !isReached[Int(row.state)] && !isElsewhere.states.contains(Int(row.state)) {
      violations.add(.unreachableScreen, subject: Int(row.state), at: .flow)
    }
    for (overlay, wasShown) in isShown.enumerated()
    where !wasShown && !isElsewhere.overlays.contains(overlay) {
      violations.add(
        .unreachableScreen, subject: flow.chart.states.count + overlay, at: .flow)
    }
    let isTakenAtLaunch = graph.pointee.isTakenAtLaunch
    for (transition, step) in graph.pointee.coverage.enumerated()
    where step == nil && !isTakenAtLaunch[transition]
      && !isElsewhere.transitions.contains(transition)
      && !all.contains(where: { $0.graph.pointee.coverage[transition] != nil })
    {
      violations.add(.unreachableTransition, subject: transition, at: .flow)
    }
  }

  /// The states in which a goal is reached.
  var goals: [Bool] {
    states { machine in intentions.goals.contains { machine.chartState.isActive($0) } }
  }

  private func findDeadEnds() {
    let goals = goals
    let isSafe = reaching(goals)
    findStubborn(goals, isSafe)
    for stuck in isSafe.indices where !isSafe[stuck] {
      guard stuck >= firstMigrated else {
        violations.add(.deadEnd, subject: 0, at: .state(stuck))
        continue
      }
      let version = trace(to: stuck).beginning.snapshot?.version ?? 0
      violations.add(.strandedSnapshot, subject: version, at: .state(stuck))
    }
  }

  /// An outcome that was not looked at when it came has to be looked at later, while it stands,
  /// unless what the flow exists for was reached: what still comes then is nobody's concern.
  private func findPassedOver() {
    // What still comes when a sub-flow is left, is cancelled there or concerns the surrounding flow.
    var isReached = goals
    if let partGraph {
      for view in isReached.indices where !partGraph.isActive(view: view) { isReached[view] = true }
    }
    findUnseen(isReached)
    for (request, row) in flow.tables.requests.enumerated()
    where watch.awaitedSuccess.contains(request) {
      guard (0..<store.count).contains(where: { graph.pointee.isPending(request, at: $0) })
      else { continue }
      var statuses = [Int64](repeating: 0, count: store.count)
      var isLookedAt = [Bool](repeating: false, count: store.count)
      forEachState { index, machine in
        statuses[index] = machine.chartState.cells[Int(row.cell)]
        isLookedAt[index] =
          graph.pointee.isLookedAt(request, at: index)
          && statuses[index] == RequestStatus.succeeded
      }
      // What may be sent at any time brings its success again.
      let isRepeatable = flow.isSafe(RequestID(request))
      let isSafe = reaching(isLookedAt) { from, to in
        statuses[from] == statuses[to]
          || isRepeatable
            && [statuses[from], statuses[to]].allSatisfy {
              $0 == RequestStatus.running || $0 == RequestStatus.succeeded
            }
      }
      for index in 0..<store.count
      where graph.pointee.isPending(request, at: index) && !isSafe[index] && !isReached[index]
        && statuses[index] == RequestStatus.succeeded
      {
        violations.add(.droppedSuccess, subject: request, at: .state(index))
      }
    }
  }

  private func findWishes() {
    for (place, wish) in intentions.properties.enumerated() where wish.kind == .reachable {
      let wanted = states { $0.holds(wish.condition) }
      guard wish.from != noID else {
        if !wanted.contains(true) {
          violations.add(.declared(place), subject: 0, at: .flow)
        }
        continue
      }
      let isSafe = reaching(wanted)
      let begins = states { $0.holds(wish.from) }
      if let index = begins.indices.first(where: { begins[$0] && !isSafe[$0] }) {
        violations.add(.declared(place), subject: 0, at: .state(index))
      }
    }
  }

  // MARK: Over all states

  /// Calls for each state that was found, or each view of a sub-flow while it is active, with a machine that stands
  /// there; for a merged state with some of those that it stands for.
  package func forEachState(_ body: (Int, inout FlowMachine) -> Void) {
    var machine = projection.machine
    for index in 0..<store.count where partGraph?.isActive(view: index) ?? true {
      forSome(index) {
        machine.load(projection, from: $0)
        body(index, &machine)
      }
    }
  }

  private func states(where isWanted: (inout FlowMachine) -> Bool) -> [Bool] {
    var result = [Bool](repeating: false, count: store.count)
    forEachState { result[$0] = isWanted(&$1) }
    return result
  }

  /// The states from which a wanted one can be reached by steps that are ways out.
  ///
  /// Goes over the states from the last found to the first until nothing changes: most steps lead
  /// to states that were found later, so a few rounds are enough.
  ///
  /// - Parameters:
  ///   - isAllowed: whether a step between two states counts.
  ///   - steps: which of the steps are possible; nil for all. Not asked in a sub-flow.
  func reaching(
    _ wanted: [Bool], along isAllowed: (Int, Int) -> Bool = { _, _ in true },
    by steps: PossibleSteps? = nil
  ) -> [Bool] {
    if let partGraph { return partGraph.reaching(wanted, along: isAllowed) }
    if let merged { return reaching(wanted, along: isAllowed, by: steps, in: merged) }
    let (starts, edges) = (graph.pointee.edgeStarts, graph.pointee.edges)
    var result = wanted
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in stride(from: store.count - 1, through: 0, by: -1) where !result[index] {
        for place in starts[index]..<starts[index + 1] {
          let edge = edges[place]
          let target = Int(edge & Graph.target)
          guard edge & Graph.isNoWayOut == 0, isAllowed(index, target) else { continue }
          let leadsOn =
            steps?.isPossible(place, to: target, in: graph.pointee, result) ?? result[target]
          guard leadsOn else { continue }
          result[index] = true
          isSettled = false
          break
        }
      }
    }
    return result
  }
}
