package import FlowMachine
import Statechart

/// One thing that can happen to a flow.
package enum Move: Sendable {
  case input(Input)
  /// The fields of a form, one after the other.
  case fill([Input])
  /// A timer ends before all others.
  case elapse(TimerID)
  /// The app is killed and started again, with what its surroundings are by then.
  case relaunch(Surroundings)

  package var isKill: Bool {
    if case .relaunch = self { true } else { false }
  }
}

/// What can be different around an app when it starts.
package struct Surroundings: Equatable, Sendable {
  /// Facts of place `device` whose values are others than before.
  package var changes: [FactChange]
  /// Secure storage cannot be read.
  package var isLocked: Bool

  package init(changes: [FactChange] = [], isLocked: Bool = false) {
    self.changes = changes
    self.isLocked = isLocked
  }
}
