import FlowMachine
import Statechart

extension Explorer {
  /// Why a transition of a screen is never taken, as the end of a sentence, and what to do.
  ///
  /// Only what is true in each state at rest with the screen is said, and only where that alone keeps the
  /// transition from being taken: a tap is looked at in such a state, and whatever a screen waits for stays
  /// pending under an overlay.
  ///
  /// - Returns: The cause and the remedy; nil if no cause is certain.
  func whyNever(_ transition: Int) -> (cause: String, remedy: String)? {
    let row = flow.chart.transitions[transition]
    let screen = flow.screenOfState[Int(row.source)]
    guard screen != noID else { return nil }
    let isTap =
      row.event == flow.tables.backEvent
      || flow.tables.elements[flow.tables.screens[Int(screen)].elements.indices].contains {
        $0.event == row.event && ($0.kind == .button || $0.kind == .link)
      }
    guard isTap || row.event == noID else { return nil }
    var covering: Set<OverlayID>?
    var missing = isTap ? flow.factsNeeded(by: row.condition) : []
    for explorer in withParts {
      explorer.forEachState { _, machine in
        guard machine.chartState.isActive(row.source) else { return }
        let shown = Set(machine.shownOverlays)
        covering = covering?.intersection(shown) ?? shown
        missing = missing.filter { machine.chartState.cells[Int($0)] == absent }
      }
    }
    // A screen at which nothing ever rests is told as one that is never shown, or has other transitions.
    guard let covering else { return nil }
    let names = FlowNames(flow: flow)
    let source = "'\(names.state(row.source))'"
    if let overlay = covering.min() {
      return (
        ": the overlay '\(names.overlay(Int(overlay)))' always covers \(source)",
        "Hide the overlay first, or show it later"
      )
    }
    guard let fact = missing.min() else { return nil }
    return (
      ": '\(names.fact(fact))' is always absent in \(source)",
      "Set it before, fix the guard, or remove the transition"
    )
  }
}

extension Flow {
  /// Facts of the flow's own without which a guard cannot hold, whatever else does.
  fileprivate func factsNeeded(by condition: UInt16) -> Set<FactID> {
    let asked = guardSteps(of: condition).filter { $0.test == .isAbsent }.map(\.a)
    return Set(
      asked.filter { cell in
        guard Int(cell) < tables.facts.count else { return false }
        let fact = tables.facts[Int(cell)]
        return ![.device, .configuration, .computed].contains(fact.place) && fact.type != .secret
          && !canHold(condition, without: cell)
      })
  }

  /// Whether a guard may hold while a fact is absent; every other test may come out either way.
  private func canHold(_ condition: UInt16, without fact: CellID) -> Bool {
    var open = [condition]
    while let index = open.popLast() {
      guard index != GuardStep.accept else { return true }
      guard index < GuardStep.reject else { continue }
      let step = chart.guards[index]
      let isKnown = step.test == .isAbsent && step.a == fact
      open += isKnown ? [step.ifTrue] : [step.ifTrue, step.ifFalse]
    }
    return false
  }
}
