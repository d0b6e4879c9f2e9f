import Statechart

// The operations and questions that the chart passes to the machine.

extension FlowCheck {
  /// The operations that the chart's actions and guards name.
  var hasSoundOperations: Bool {
    for action in chart.actions.rows {
      switch action.kind {
      // A flow changes cells only through the machine, which knows their valid values.
      case .setConstant, .setCell, .setEvent, .add: return false
      case .raise, .schedule, .cancelDelayed, .skipUnless: continue
      case .host: break
      }
      guard let operation = Operation(rawValue: action.a),
        isKnown(action.b, "JF.RRROOiiTPDZZL.", Int(operation.rawValue))
      else { return false }
    }
    for step in chart.guards.rows where step.test == .host {
      guard let question = Question(rawValue: step.a),
        isKnown(step.b, "F^", Int(question.rawValue))
      else { return false }
    }
    return true
  }
}
