import FlowMachine
import Statechart

// What is seen while exploring: in each new state, and by each step.

extension Explorer {
  /// Looks at a new state, which is also what the machine stands in.
  func check(_ index: Int) {
    // What a step leads to beyond a sub-flow is checked in the surrounding flow.
    if let partGraph, !partGraph.isActive(view: index) { return }
    for session in intentions.sessions where !machine.pointee.isPresent(session.fact) {
      if let screen = shownProtected(by: session) {
        violations.add(.unprotectedScreen, subject: Int(screen), at: .state(index))
      }
    }
    for (place, wish) in intentions.properties.enumerated() {
      let isBroken =
        switch wish.kind {
        case .never: machine.pointee.holds(wish.condition)
        case .always: !machine.pointee.holds(wish.condition)
        case .reachable: false
        }
      if isBroken { violations.add(.declared(place), subject: 0, at: .state(index)) }
    }
  }

  private func shownProtected(by session: Intentions.Session) -> StateID? {
    session.screens.first { machine.pointee.chartState.isActive($0) }
  }

  /// Looks at a step, after which the machine stands in `target`.
  func checkStep(
    _ number: Int, _ move: Move, from index: Int, at source: UnsafeRawPointer, to target: Int
  ) {
    switch move {
    case .input(.back): checkBack(number, from: index, at: source)
    case .input(.tap(let element)): noteTap(element, number, from: index, at: source)
    case .input(.signal) where target == index: checkIgnored(number, move, nil, at: index)
    case .relaunch(let surroundings):
      if surroundings.isLocked { checkLocked(number, move, from: index, at: source) }
      if isQuiet(number, at: index) { checkRelaunch(number, from: index, to: target) }
    case .elapse, .input(.told): checkLocked(number, move, from: index, at: source)
    case .input(.answered(let request, _, let outcome)) where outcome.failure != nil:
      checkInterrupted(request, number, from: index, at: source)
    default: break
    }
  }

  // MARK: What leads on

  /// Whether a step counts as progress where it is taken: back only where a button offers it.
  func isWayOut(_ move: Move, from source: UnsafeRawPointer) -> Bool {
    guard case .input(.back) = move else { return watch.isWayOut(move) }
    let screen = screen(at: source)
    return screen != noID && flow.tables.screens[Int(flow.screenOfState[Int(screen)])].hasBack
  }

  /// Notes whether a step that is possible in the expanded state needs nothing of the device.
  func noteLead(_ move: Move) {
    // What only some of the states can do that a merged one stands for, does not help the others.
    let isForAll = merged?.step.isForAll ?? true
    switch move {
    case .input(.told(let fact, _)):
      guard !leadsOn.byItself else { return }
      machine.pointee.forEachTaken { _ in
        // That there is no network, a person knows and can change.
        if fact != network { leadsOn.byDevice = true } else if isForAll { leadsOn.byItself = true }
      }
    case .input(.foreground), .relaunch, .input(.dismiss), .input(.dismissScreen): break
    case .input(.signal): if isForAll, watch.isWayOut(move) { leadsOn.byItself = true }
    default: if isForAll { leadsOn.byItself = true }
    }
  }

  /// Looks whether the expanded state waits for nothing but what the device tells.
  func checkWait(_ index: Int) {
    guard partGraph == nil, leadsOn.byDevice, !leadsOn.byItself else { return }
    machine.pointee.load(projection, from: single(index))
    isLoaded = merged == nil
    guard !intentions.goals.contains(where: { machine.pointee.chartState.isActive($0) }) else {
      return
    }
    violations.add(
      .waitForDevice, subject: Int(machine.pointee.screenState ?? 0), at: .state(index))
  }

  // MARK: A session that cannot be read

  /// Looks whether a step has erased a session for no other reason than that secure storage was
  /// locked.
  private func checkLocked(
    _ number: Int, _ move: Move, from index: Int, at source: UnsafeRawPointer
  ) {
    for session in intentions.sessions where !machine.pointee.isPresent(session.fact) {
      guard let place = projection.kept.firstIndex(where: { $0.cell == session.fact }) else {
        continue
      }
      let before = projection.code(place, at: source)
      merged?.step.read = .max
      var readable = projection.machine
      readable.load(projection, from: source)
      if case .relaunch(var surroundings) = move {
        // Stored, or not readable even before.
        guard before == 1 || before == 2 else { continue }
        surroundings.isLocked = false
        _ = readable.perform(.relaunch(surroundings), projection)
      } else {
        guard before == 2 else { continue }
        _ = readable.step(
          .secretsReadable(domain.storable), at: FlowMachine.explorationTime, entropy: 0)
        guard readable.isPresent(session.fact) else { continue }
        _ = readable.perform(move, projection)
      }
      guard readable.isPresent(session.fact) else { continue }
      violations.add(.erasedSession, subject: Int(session.fact), at: .move(index, number))
    }
  }

  /// The same of an update.
  func checkLocked(_ beginning: InitialState, at place: Violation.Place) {
    guard beginning.isLocked, beginning.snapshot != nil else { return }
    var unlocked = beginning
    unlocked.isLocked = false
    for session in intentions.sessions
    where !machine.pointee.isPresent(session.fact)
      && begun(unlocked)?.0.isPresent(session.fact) ?? false
    {
      violations.add(.erasedSession, subject: Int(session.fact), at: place)
    }
  }

  /// Looks whether a request that could not read a session has led to its erasure.
  private func checkInterrupted(
    _ request: RequestID, _ number: Int, from index: Int, at source: UnsafeRawPointer
  ) {
    for session in intentions.sessions where !machine.pointee.isPresent(session.fact) {
      guard let place = projection.kept.firstIndex(where: { $0.cell == session.fact }),
        projection.code(place, at: source) == 2,
        flow.tables.calls[flow.tables.requests[Int(request)].calls.indices].contains(where: {
          $0.secrets(in: flow).contains(session.fact)
        })
      else { continue }
      violations.add(.erasedSession, subject: Int(session.fact), at: .move(index, number))
    }
  }

  /// Looks at a step that changed nothing: the server has said that there is no session any more.
  func checkIgnored(_ number: Int, _ move: Move, _ refusal: Refusal?, at index: Int) {
    if case .input(.tap(let element)) = move, refusal == .unhandled {
      violations.add(.deadButton, subject: Int(element), at: .move(index, number))
    }
    guard case .input(.signal(let signal, _, _)) = move, signal == expiry else { return }
    for session in intentions.sessions {
      if let screen = shownProtected(by: session) {
        violations.add(.unprotectedScreen, subject: Int(screen), at: .move(index, number))
      }
    }
  }

  /// Whether the document itself says what back does here, if that is not to lead to another screen, from which the
  /// same step has come back.
  private func isKeptOnBack(on screen: StateID) -> Bool {
    let back = flow.tables.backEvent
    guard back != noID else { return false }
    var isKept = false
    machine.pointee.forEachTaken {
      let row = flow.chart.transitions[Int($0)]
      guard row.event == back else { return }
      isKept = row.targets.indices.allSatisfy {
        let target = flow.chart.targets[$0]
        return target == screen || flow.chart.isDescendant(target, of: screen)
          || flow.chart.isDescendant(screen, of: target)
      }
    }
    return isKept
  }

  /// The screen in a state, or `noID`.
  func screen(at source: UnsafeRawPointer) -> StateID {
    source.loadUnaligned(fromByteOffset: projection.screenOffset, as: UInt16.self).littleEndian
  }

  private func checkBack(_ number: Int, from index: Int, at source: UnsafeRawPointer) {
    guard let screen = machine.pointee.screenState else { return }
    if screen == self.screen(at: source), !isKeptOnBack(on: screen) {
      violations.add(.backBounces, subject: Int(screen), at: .move(index, number))
    }
    if watch.isBefore(screen, source + projection.stride) {
      violations.add(.backOverFinal, subject: Int(screen), at: .move(index, number))
    }
    if machine.pointee.topOverlay != nil {
      violations.add(.backToOverlay, subject: Int(screen), at: .move(index, number))
    }
  }
}
