import FlowMachine
import Statechart

extension Explorer {
  /// Why a transition is never taken, as the end of a sentence, and what to do; nil where its state,
  /// what covers that and what its guard reads do not say.
  func whyNever(_ transition: Int) -> (cause: String, remedy: String)? {
    let row = flow.chart.transitions[transition]
    let names = FlowNames(flow: flow)
    var isActive = false
    var holds = false
    var covering: Set<OverlayID>?
    var missing = Set(
      flow.guardSteps(of: row.condition).filter { $0.test == .isAbsent }.map(\.a)
        .filter { Int($0) < flow.tables.facts.count })
    for explorer in [self] + (parts?.graphs ?? []).map(\.explorer) {
      explorer.forEachState { _, machine in
        guard machine.chartState.isActive(row.source) else { return }
        isActive = true
        let shown = Set(machine.shownOverlays)
        covering = covering?.intersection(shown) ?? shown
        holds = holds || row.condition == noID || machine.holds(row.condition)
        missing = missing.filter { machine.chartState.cells[Int($0)] == absent }
      }
    }
    let source = "'\(names.state(row.source))'"
    guard isActive else {
      return (": \(source) is never active", "Lead to the state, or remove it")
    }
    // Eventless transitions wait behind an overlay too.
    if let overlay = covering?.min() {
      return (
        ": the overlay '\(names.overlay(Int(overlay)))' always covers \(source)",
        "Hide the overlay first, or show it later"
      )
    }
    guard !holds, let fact = missing.min() else { return nil }
    return (
      ": '\(names.fact(fact))' is always absent in \(source)",
      "Set it before, fix the guard, or remove the transition"
    )
  }
}
