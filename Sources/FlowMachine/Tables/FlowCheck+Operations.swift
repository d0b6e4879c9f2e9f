import Statechart

// What the chart asks the machine to do and to answer.

extension FlowCheck {
  /// The operations that the chart's actions and guards name.
  func checkOperations() throws(FlowError) {
    for action in chart.actions.rows {
      switch action.kind {
      // A flow changes cells through the machine only, which knows what may stand in them.
      case .setConstant, .setCell, .setEvent, .add:
        throw .wildReference(table: FlowTable.operations)
      case .raise, .schedule, .cancelDelayed, .skipUnless: continue
      case .host: break
      }
      guard let operation = Operation(rawValue: action.a) else {
        throw .wildReference(table: FlowTable.operations)
      }
      let argument = Int(action.b)
      let isSound =
        switch operation {
        case .assign: argument < tables.assignments.count
        case .clear: argument < tables.facts.count
        case .clearUser, .forgetBack: true
        case .request, .cancelRequest, .release: argument < tables.requests.count
        case .show, .hide: argument < tables.overlays.count
        case .startService, .stopService: action.b == noID || argument < tables.services.count
        case .toast: isText(action.b)
        case .open: isTemplate(action.b)
        case .root: argument < tables.roots.count
        case .startTimer, .stopTimer: argument < tables.timers.count
        case .tell: argument < tables.tells.count
        }
      try require(isSound, FlowTable.operations)
    }
    for step in chart.guards.rows where step.test == .host {
      let isSound =
        switch Question(rawValue: step.a) {
        case .isValid: isFact(step.b)
        case .textEquals: Int(step.b) < tables.textTests.count
        case nil: false
        }
      try require(isSound, FlowTable.operations)
    }
  }
}
