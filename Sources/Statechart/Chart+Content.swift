extension Chart {
  /// Whether a guard holds. `first` is its first step, or `noID` for a transition without a guard.
  @inlinable public func holds<Host: ChartHost>(
    _ first: UInt16, event: ChartEvent, in state: borrowing ChartState, host: inout Host
  ) -> Bool {
    var next = first
    guard next != noID else { return true }
    while next < GuardStep.reject {
      let step = guards[next]
      let result: Bool
      switch step.test {
      case .cellToConstant:
        result = compare(
          state.cells[Int(step.a)], step.comparison, constants[step.b])
      case .cellToCell:
        result = compare(
          state.cells[Int(step.a)], step.comparison, state.cells[Int(step.b)])
      case .eventToConstant:
        result = compare(event.value, step.comparison, constants[step.b])
      case .isAbsent: result = state.cells[Int(step.a)] == absent
      case .isActive: result = state.isActive(step.a)
      case .host: result = host.holds(step.a, step.b, event: event, in: state)
      }
      next = result ? step.ifTrue : step.ifFalse
    }
    return next == GuardStep.accept
  }

  /// Compares two numbers. An absent number compares only as unequal.
  @inlinable public func compare(
    _ left: Int64, _ comparison: Comparison, _ right: Int64
  ) -> Bool {
    guard left != absent, right != absent else { return comparison == .notEqual }
    return switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// Performs a block of actions. The first action that fails ends the block and raises `error`
  /// (SCXML 5.9.1 and 4).
  @inlinable public func perform<Host: ChartHost>(
    _ block: RowRange, event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    var index = Int(block.start)
    let end = index &+ Int(block.count)
    while index < end {
      let action = actions[index]
      index &+= 1
      switch action.kind {
      case .setConstant: state.cells[Int(action.a)] = constants[action.b]
      case .setCell: state.cells[Int(action.a)] = state.cells[Int(action.b)]
      case .setEvent: state.cells[Int(action.a)] = event.value
      case .add:
        let (sum, overflow) = state.cells[Int(action.a)].addingReportingOverflow(
          constants[action.b])
        guard state.cells[Int(action.a)] != absent, !overflow, sum != absent else {
          return fail(&state)
        }
        state.cells[Int(action.a)] = sum
      case .raise: state.raised.append(action.a)
      case .skipUnless:
        if !holds(action.a, event: event, in: state, host: &host) { index &+= Int(action.b) }
      case .schedule: host.schedule(action.a)
      case .cancelDelayed: host.cancel(action.a)
      case .host:
        guard host.perform(action.a, action.b, event: event, on: &state) else {
          return fail(&state)
        }
      }
    }
  }

  /// Raises the error event, if the chart has one.
  @inlinable public func fail(_ state: inout ChartState) {
    if errorEvent != noID { state.raised.append(errorEvent) }
  }
}
