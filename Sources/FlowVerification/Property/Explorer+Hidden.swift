import FlowMachine
import Statechart

// Elements that nobody ever sees.

/// The elements with a guard that people set to a value, by where they are, until they are seen.
struct UnseenElements {
  private let flow: Flow
  private(set) var all: Set<Int> = []
  /// Those of each screen, and behind them those of each overlay.
  private var byPlace: [[Int]]

  init(_ flow: Flow) {
    self.flow = flow
    byPlace = (flow.tables.screens.map(\.elements) + flow.tables.overlays.map(\.elements)).map {
      $0.indices.filter {
        flow.tables.elements[$0].takesValue && flow.tables.elements[$0].shown != noID
      }
    }
    all = Set(byPlace.joined())
  }

  mutating func look(at machine: inout FlowMachine) {
    guard !all.isEmpty, let place = place(of: machine), !byPlace[place].isEmpty else { return }
    let seen = byPlace[place].filter { machine.isShown(flow.tables.elements[$0]) }
    guard !seen.isEmpty else { return }
    all.subtract(seen)
    byPlace[place].removeAll { seen.contains($0) }
  }

  private func place(of machine: borrowing FlowMachine) -> Int? {
    if let overlay = machine.topOverlay { return flow.tables.screens.count + Int(overlay) }
    guard let screen = machine.screenState, machine.chartState.isActive(screen) else { return nil }
    return Int(flow.screenOfState[Int(screen)])
  }
}

extension Explorer {
  /// Finds elements whose guard never holds, of screens and overlays that are shown.
  ///
  /// Of what people fill in or choose, each state says whether it is shown. What shows words only is left out of states,
  /// so its guard is looked at by itself. A button that is never shown is found by its transition, which is never taken.
  ///
  /// - Parameter unseen: what people fill in or choose that was shown in no state.
  func findHidden(
    _ unseen: UnseenElements, _ isReached: [Bool], _ isOverlayShown: [Bool]
  ) {
    let (tables, isElsewhere) = (flow.tables, intentions.isElsewhere)
    let screens = tables.screens.filter {
      isReached[Int($0.state)] && !isElsewhere.states.contains(Int($0.state))
    }
    let overlays = tables.overlays.indices.filter {
      isOverlayShown[$0] && !isElsewhere.overlays.contains($0)
    }
    let given = flow.unchangingFacts
    let places =
      screens.map { ($0.elements, flow.idleStatuses(in: $0.state)) }
      + overlays.map { (tables.overlays[$0].elements, []) }
    for (index, idle) in places.flatMap({ place in place.0.indices.map { ($0, place.1) } }) {
      let row = tables.elements[index]
      guard row.shown != noID else { continue }
      // What nothing here sets, a surrounding flow may give.
      let read = flow.factsRead(by: row.shown).filter { Int($0) < tables.facts.count }
      let isNeverSeen =
        unseen.all.contains(index) && !isElsewhere.elements.contains(index)
        && given.isDisjoint(with: read.flatMap { flow.sources(of: $0) })
      if isNeverSeen || !flow.canHold(row.shown, idle: idle) {
        violations.add(.hiddenElement, subject: index, at: .flow)
      }
    }
  }
}
