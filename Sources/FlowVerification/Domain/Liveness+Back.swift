import FlowMachine
import Statechart

// The back stack as if it were a cell: a screen that offers back reads it, and what empties it writes
// it. What is pushed in between lies on top, and is read or emptied with the rest.

extension Liveness {
  /// Stands for the back stack, behind the cells.
  var back: CellID { CellID(flow.chart.initialCells.count) }

  /// Whether the back stack counts everywhere: what lay on it at the success of a `final` request must
  /// not be come to by a transition on `back`.
  var isBackPinned: Bool {
    flow.tables.backEvent != noID && flow.tables.requests.contains { $0.isFinal }
  }

  /// Whether a screen takes a person back to what lies on the stack.
  func offersBack(_ screen: UInt16) -> Bool {
    screen != noID && flow.tables.screens[Int(screen)].hasBack
  }

  /// Whether a transition leaves or enters a sub-flow at whose border the back stack is emptied.
  func crossesBarrier(from source: StateID, to target: StateID) -> Bool {
    func isWithin(_ state: StateID, _ barrier: StateID) -> Bool {
      state == barrier || isInside(state, barrier)
    }
    return flow.tables.barriers.contains { isWithin(source, $0) != isWithin(target, $0) }
  }

  /// Whether anything may still ask for what lies on the back stack, from a state on.
  func readsBack(_ state: StateID) -> Bool {
    pinned.contains(back) || live[Int(state)].contains(back)
  }
}
