import FlowMachine
import Statechart

/// Where a step may ask for the value of a cell, whether or not that lets it take a transition.
struct Askers {
  /// By state: whether a step from it may ask.
  private let leads: [Bool]
  /// By state: whether being in it, or entering it, may ask.
  private let asks: [Bool]

  init(of cell: CellID, in flow: Flow) {
    let chart = flow.chart
    func asks(_ condition: UInt16) -> Bool {
      flow.guardSteps(of: condition).contains { $0.test == .cellToConstant && $0.a == cell }
    }
    func asks(_ actions: RowRange) -> Bool {
      actions.indices.contains {
        chart.actions[$0].kind == .skipUnless && asks(chart.actions[$0].a)
      }
    }
    let own = (0..<chart.states.count).map { state in
      let row = chart.states[state]
      return asks(row.enter) || asks(row.exit)
        || row.transitions.indices.contains {
          asks(chart.transitions[$0].condition) || asks(chart.transitions[$0].actions)
        }
    }
    /// Whether entering a state may enter one that asks.
    let entered = (0..<chart.states.count).map { state in
      var parent = StateID(state)
      while parent != noID {
        if own[Int(parent)] { return true }
        parent = chart.states[parent].parent
      }
      return own[state...Int(chart.states[state].last)].contains(true)
    }
    self.asks = entered
    leads = (0..<chart.states.count).map { state in
      own[state]
        || chart.states[state].transitions.indices.contains { index in
          chart.transitions[index].targets.indices.contains { entered[Int(chart.targets[$0])] }
        }
    }
  }

  /// Whether the next step of a machine may ask.
  func mayAsk(_ machine: FlowMachine) -> Bool {
    machine.chartState.activeStates.contains { leads[Int($0)] }
      || machine.backStack.contains { asks[Int($0)] }
  }
}
