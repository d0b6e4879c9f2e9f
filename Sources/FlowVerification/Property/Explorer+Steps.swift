import FlowMachine
import Statechart

// What is seen while exploring: in each new state, and by each step.

extension Explorer {
  /// Looks at a new state, which is also what the machine stands in.
  func check(_ index: Int) {
    // What a step leads to beyond a sub-flow is looked at in what is around it.
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
    case .input(.signal) where target == index: checkIgnored(number, move, at: index)
    case .relaunch where isQuiet(number, at: index):
      checkRelaunch(number, from: index, to: target)
    default: break
    }
  }

  /// Looks at a step that changed nothing: the server has said that there is no session any more.
  func checkIgnored(_ number: Int, _ move: Move, at index: Int) {
    guard case .input(.signal(let signal, _, _)) = move, signal == expiry else { return }
    for session in intentions.sessions {
      if let screen = shownProtected(by: session) {
        violations.add(.unprotectedScreen, subject: Int(screen), at: .move(index, number))
      }
    }
  }

  private func checkBack(_ number: Int, from index: Int, at source: UnsafeRawPointer) {
    guard let screen = machine.pointee.screenState else { return }
    if watch.isBefore(screen, source + projection.stride) {
      violations.add(.backOverFinal, subject: Int(screen), at: .move(index, number))
    }
    if machine.pointee.topOverlay != nil {
      violations.add(.backToOverlay, subject: Int(screen), at: .move(index, number))
    }
  }
}
