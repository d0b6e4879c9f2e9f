// One step from the state that is being expanded.

import FlowMachine
import Statechart

extension Explorer {
  func tryAll(_ range: Range<Int>, from index: Int) {
    for move in range where !isIdle(move) {
      forEach(index, before: moves.all[step(move).move]) { attempt(move, from: index, at: $0) }
    }
  }

  /// Whether a move is one that the device tells what nothing reads here.
  func isIdle(_ move: Int) -> Bool {
    if moves.readables.contains(move) { return areSecretsKnown }
    if case .input(.signal(let signal, _, _)) = moves.all[move] {
      return reduction?.isPassedOver(signal, at: place) ?? false
    }
    if moves.foregrounds.contains(move) { return !isForegroundRead }
    let fact = moves.toldFacts[move]
    guard fact != noID, let reduction else { return false }
    return !reduction.isTold(fact, at: place)
  }

  /// Whether each secret of a state is known to be there or not, so that a readable secure storage
  /// changes nothing. What that means for left sub-flows has to be noted before.
  func areSecretsKnown(at bytes: UnsafeRawPointer) -> Bool {
    parts?.areReadablesNoted != false
      && !secretPlaces.contains {
        projection.code($0, at: bytes) == UInt8(SecretStatus.unreadable)
      }
  }

  /// Makes one step.
  func make(_ number: Int, from index: Int, at source: UnsafeRawPointer) {
    let (plain, told) = step(number)
    let move = moves.all[plain]
    // A merged state is stood in for by one of its own.
    let isOther = merged == nil && source != UnsafeRawPointer(store[index])
    if !isLoaded || isOther { machine.pointee.load(projection, from: source) }
    for change in told { machine.pointee.assume(change) }
    let before =
      watch.isCrossable(move)
      ? machine.pointee.backStack + [machine.pointee.screenState ?? noID] : []
    let report = perform(move)
    let isRefused = report.refusal != nil && !machine.pointee.didChange()
    isLoaded = isRefused && !isOther && told.isEmpty
    guard !isRefused else { return checkIgnored(number, move, report.refusal, at: index) }
    if let partGraph, !partGraph.happens(step: number, from: index) { return }
    noteReads(by: move)
    noteLead(move)
    noteWay(move, from: index)
    // A request that runs in a loaded state has a ticket below all that a step draws.
    checkSends(
      by: move, above: UInt32(flow.tables.requests.count), at: .move(index, number))
    transitionCount += 1
    checkBounds()
    machine.pointee.project(projection, into: scratch)
    merged?.checkUnread(scratch)
    reduction?.dropPassing(scratch)
    let observed = watch.observe(
      move, before: before, on: screen(at: source), from: source, projection,
      to: scratch + projection.stride, &machine.pointee)
    for row in observed {
      violations.add(row.property, subject: row.subject, at: .move(index, number))
    }
    let assumption = assumption(number, move, told, from: index, at: source)
    let label = partGraph?.willAdd(scratch, number, assumption, from: index) ?? 0
    reduction?.reduce(scratch)
    if report.isEndless { violations.add(.endlessLoop, subject: 0, at: .move(index, number)) }
    let outcome = outcome(of: move, told, from: source)
    let lost = lost(by: move, told, from: source)
    note(number, from: index)
    if let outcome, outcome.isLookedAt, merged?.step.isForAll != false {
      graph.pointee.noteLookedAt(outcome.request, at: index)
    }
    parts?.settle(
      scratch, step: Parts.Step(move: number, index: index, from: source), by: self)
    partGraph?.settle(scratch)
    let condition = merged?.condition()
    carryUnread()
    let (target, isNew) = insert()
    let landing = merged?.landing(in: store[target])
    if isNew {
      graph.pointee.add(from: index, by: number)
      parts?.add(target)
    }
    partGraph?.add(label, number, from: index, to: target, isNew: isNew)
    for outcome in lost + [outcome].compactMap({ $0 }) where !outcome.isLookedAt {
      if outcome.isOver {
        violations.add(.unhandledFailure, subject: outcome.request, at: .move(index, number))
      } else {
        notePending(outcome.request, at: target, by: number, from: index)
      }
    }
    checkStep(number, move, from: index, at: source, to: target)
    let automatic = automatic(move, isOther: isOther)
    let arrival = arrivals.number(arrival(by: move))
    if target == index {
      if arrival != 0 { returning[arrival, default: []].append(index) }
      if automatic == Graph.isAnswer, case .input(.answered(let request, _, _)) = move {
        noteResponseCycle(of: Int(request), at: index)
      }
      // Of a merged state it may lead from one part to another.
      if landing ?? 0 == 0 { return }
    }
    // Kills are no ways out: nothing asks for where they lead.
    if !move.isKill {
      graph.pointee.addEdge(
        to: target, isWayOut: isWayOut(move, from: source), automatic: automatic,
        assumption: assumption, arrival: arrival,
        ends: merged.map { _ in (condition ?? 0, landing ?? 0) })
    }
    if isNew { check(target) }
  }

  /// Makes a move, and notes what each step of it may have read once it had taken a transition.
  private func perform(_ move: Move) -> StepReport {
    guard case .fill(let inputs) = move else {
      let report = machine.pointee.perform(move, projection)
      noteAsked()
      return report
    }
    var report = StepReport()
    for input in inputs {
      let isEndless = report.isEndless
      report = machine.pointee.perform(.input(input), projection)
      report.isEndless = report.isEndless || isEndless
      noteAsked()
      // What is filled in may lead on before all is filled in.
      noteReads(behind: &machine.pointee)
    }
    return report
  }

  /// Notes what of what the device tells the last step may have read.
  private func noteAsked() {
    guard surroundings.isLazy else { return }
    machine.pointee.forEachTaken {
      if !surroundings.afterTransition[Int($0)].isEmpty {
        asked += surroundings.afterTransition[Int($0)]
      }
    }
  }

  /// Whether a step is an answer or the end of a timer that comes in the very state without a pause, and what it
  /// leads to is all there is: not so where a view of a sub-flow stands in, or where most of the state is left out.
  private func automatic(_ move: Move, isOther: Bool) -> UInt32 {
    guard !isOther else { return 0 }
    if case .elapse(let timer) = move { return flow.isNoPause(timer) ? Graph.isShortTimer : 0 }
    guard case .input(.answered(let request, _, _)) = move else { return 0 }
    let isOwn =
      partGraph.map { $0.part.ownRequests.contains(request) && $0.part.isActive(scratch) } ?? true
    return isOwn ? Graph.isAnswer : 0
  }

  /// Notes a number that has left what can be explored.
  func checkBounds() {
    guard !domain.bounds.isEmpty, runaway == nil else { return }
    for row in domain.bounds {
      let value = machine.pointee.chartState.cells[Int(row.cell)]
      if value != absent, !row.holds(value) {
        runaway = .runaway(row.cell, value)
      }
    }
  }

  /// A view of a sub-flow, as a beginning.
  ///
  /// - Parameter isChecked: whether it is a state of the machine.
  func addView(_ bytes: UnsafeRawPointer, isChecked: Bool) -> (index: Int, isNew: Bool) {
    let (index, isNew) = store.insert(bytes)
    guard isNew else { return (index, false) }
    graph.pointee.add(from: index, by: 0)
    if isChecked {
      machine.pointee.load(projection, from: store[index])
      isLoaded = false
      check(index)
    }
    return (index, true)
  }

  /// Notes the transitions that the step took, and the requests that they look at.
  private func note(_ number: Int, from index: Int) {
    machine.pointee.forEachTaken { transition in
      // What a sub-flow takes is told by its own exploration: here a view stands in for its like.
      guard parts?.isInside(transition) != true else { return }
      graph.pointee.note(
        taken: Int(transition), from: index, by: number, reading: watch.readBy,
        isForAll: merged?.step.isForAll ?? true)
    }
  }
}
