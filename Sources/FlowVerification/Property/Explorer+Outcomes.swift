import FlowMachine
import Statechart

// What the answers of requests came to, and whether anything looks at them.

extension Explorer {
  /// What an answer came to, where this exploration is the one that says whether it is looked at:
  /// for the requests of a sub-flow that is its own.
  func outcome(
    of move: Move, _ told: [FactChange], from source: UnsafeRawPointer
  ) -> Watch.Outcome? {
    guard var outcome = watch.outcome(of: move, &machine.pointee) else { return nil }
    if outcome.isFailure, !outcome.isLookedAt {
      outcome.isLookedAt = isSeen(RequestID(outcome.request), told, from: source)
    }
    if outcome.isOver, !outcome.isLookedAt {
      merged?.step.read = .max
      outcome.isLookedAt = hasLeftTrace(RequestID(outcome.request)) || isAtGoal
    }
    return isJudgedHere(outcome.request) ? outcome : nil
  }

  /// Whether this exploration says what becomes of a request: that of a sub-flow does for its own.
  private func isJudgedHere(_ request: Int) -> Bool {
    guard let partGraph else { return parts?.owner(of: request) == nil }
    return partGraph.part.ownRequests.contains(RequestID(request))
      && partGraph.part.isActive(scratch)
  }

  /// What a relaunch has ended without a trace: it fails as `unknown`, and after `restore` it may not even stand
  /// anywhere.
  func lost(
    by move: Move, _ told: [FactChange], from source: UnsafeRawPointer
  ) -> [Watch.Outcome] {
    guard move.isKill else { return [] }
    return watch.unrepeated.compactMap { request in
      let cell = Int(flow.tables.requests[Int(request)].cell)
      let status = machine.pointee.chartState.cells[cell]
      guard status == RequestStatus.idle || status >= RequestStatus.failed,
        isJudgedHere(Int(request))
      else { return nil }
      rival.pointee.load(projection, from: source)
      guard rival.pointee.chartState.cells[cell] == RequestStatus.running,
        rival.pointee.repetition(ofRunning: request) == .never
      else { return nil }
      for change in told { rival.pointee.assume(change) }
      _ = rival.pointee.giveUp(request)
      _ = rival.pointee.perform(move, projection)
      noteSeen()
      let isOver = status == RequestStatus.idle
      guard !(isOver && isAtGoal), !isShown(request), !isOnlyRestored else { return nil }
      return Watch.Outcome(
        request: Int(request), isFailure: true, isLookedAt: false, isOver: isOver)
    }
  }

  /// Whether the machine stands where nothing but `restore` leads: that place is there for what a relaunch ends.
  private var isOnlyRestored: Bool {
    machine.pointee.chartState.activeStates.contains { onlyRestored[Int($0)] }
  }

  /// Whether a step that gave up a failed request at once left any trace of the failure: it told something, it led
  /// elsewhere than the rival, in which the request was given up, it changed what stands in a field, or the next step
  /// shows a difference.
  private func hasLeftTrace(_ request: RequestID) -> Bool {
    var after = machine.pointee
    let isEmpty = { (text: TextID) in
      let isMissing = self.wording.isMissing(text, at: &after)
      return self.wording.languages.contains {
        self.wording.isBlank(text, in: $0) || isMissing && self.wording.isBare(text, in: $0)
      }
    }
    let inputs = flow.inputs(in: machine.pointee.topElements)
    var isTold = false
    machine.pointee.forEachTaken {
      if flow.tells(of: request, by: $0, inputs, isEmpty: isEmpty) { isTold = true }
    }
    if isTold { return true }
    let (one, other) = (machine.pointee.chartState, rival.pointee.chartState)
    return one.active != other.active || machine.pointee.backStack != rival.pointee.backStack
      || isFieldChanged || isShownNext(request)
  }

  private var isAtGoal: Bool {
    intentions.goals.contains { machine.pointee.chartState.isActive($0) }
  }

  /// Notes an outcome that nothing has looked at. One that nothing can look at any more stands in no
  /// state.
  func notePending(_ request: Int, at target: Int, by number: Int, from index: Int) {
    let cell = Int(flow.tables.requests[request].cell)
    let status = machine.pointee.chartState.cells[cell]
    if status >= RequestStatus.failed {
      let row = Unseen(status: status, index: index, step: number, mustShow: mustShow())
      let key = UnseenKey(state: target, request: request)
      if !unseen[key, default: []].contains(where: { $0.status == status }) {
        unseen[key, default: []].append(row)
      }
    }
    graph.pointee.notePending(request, at: target)
    guard let reduction, reduction.isForgotten(CellID(cell), at: reduction.place(of: scratch)),
      !intentions.goals.contains(where: { machine.pointee.chartState.isActive($0) })
    else { return }
    violations.add(
      status == RequestStatus.succeeded ? .droppedSuccess : .unhandledFailure, subject: request,
      at: status == RequestStatus.succeeded ? .state(target) : .move(index, number))
  }
}
