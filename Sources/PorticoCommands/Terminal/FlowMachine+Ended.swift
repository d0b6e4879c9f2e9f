import FlowMachine
import Statechart

extension FlowMachine {
  /// Whether nothing leads on from here but a signal of the system, such as the end of a session: no active
  /// state has a transition, and the screen has nothing to tap.
  ///
  /// - Parameter now: in milliseconds; what is shown can depend on it.
  func hasEnded(at now: Int64) -> Bool {
    let signals = Set(flow.tables.signals.map(\.event))
    let transitions = flow.chart.transitions
    let leadsOn = (0..<transitions.count).contains {
      chartState.isActive(transitions[$0].source) && !signals.contains(transitions[$0].event)
    }
    let screen = screen(at: now, language: 0)
    guard !leadsOn, screen.overlays.isEmpty, let surface = screen.screen else { return false }
    guard surface.isActive else { return true }
    return !surface.hasBack
      && !surface.elements.contains { $0.kind.input != .none && $0.isEnabled }
  }
}
