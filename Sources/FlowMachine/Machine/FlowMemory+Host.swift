import Statechart

// What the chart's actions and guards ask the machine for, and what the chart reports of a step.

extension FlowMemory: ChartHost {
  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool {
    guard let operation = Operation(rawValue: operation) else { return false }
    guard effects.count <= FlowLimits.effects else {
      hasTooManyEffects = true
      return false
    }
    hasChanged = true
    switch operation {
    case .assign: return assign(flow.rows.assignments[Int(argument)], event, &state)
    case .clear: set(argument, .absent, &state)
    case .clearUser: clearUser(&state)
    case .request: start(argument, &state)
    case .cancelRequest: cancel(argument, &state)
    case .release: release(argument, &state)
    case .show: show(argument, &state)
    case .hide: hide(argument, &state)
    case .startService: startServices(argument)
    case .stopService: stopServices(argument)
    case .toast: append(.toast(argument))
    case .open:
      append(.open(TemplateExpansion.text(of: argument, flow, self, state.cells)))
    case .root:
      root = flow.rows.roots[Int(argument)].state
      showsRootContent = flow.rows.roots[Int(argument)].showsContent
    case .startTimer: startTimer(argument, &state)
    case .stopTimer: stopTimer(argument, &state)
    case .tell:
      let row = flow.rows.tells[Int(argument)]
      let hasBody = row.body != noID
      append(
        .tell(
          row.name,
          hasBody ? TemplateExpansion.text(of: row.body, flow, self, state.cells) : []))
    case .forgetBack: forgetBack()
    }
    return true
  }

  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool {
    switch Question(rawValue: question) {
    case .isValid: return isValid(argument, cells: state.cells)
    case .textEquals:
      let row = flow.tables.textTests[Int(argument)]
      let left = state.cells[Int(row.fact)]
      guard left != absent else { return false }
      let text = texts[Int(flow.rows.facts[Int(row.fact)].slot)]
      if row.isLiteral { return text == flow.blob(row.operand) }
      return state.cells[Int(row.operand)] != absent
        && text == texts[Int(flow.rows.facts[Int(row.operand)].slot)]
    case nil: return false
    }
  }

  mutating func didTake(_ transition: UInt16) {
    hasChanged = true
    if takenCount < takenRows.count {
      takenRows[takenCount] = transition
    } else {
      takenRows.append(transition)
    }
    takenCount += 1
  }

  mutating func didExit(_ state: StateID) {
    if flow.rows.states[state].isBarrier { forgetBack() }
  }

  mutating func didEnter(_ state: StateID) {
    hasChanged = true
    let mark = flow.rows.states[state]
    if mark.isBarrier { forgetBack() }
    if mark.screen != noID { didShow(state) }
  }

  /// Puts the screen that was left on the back stack; if the new screen is already on the stack,
  /// cuts the stack there.
  ///
  /// Nobody sees a screen that is left in the macrostep that enters it, so the next one follows the
  /// screen before it.
  private mutating func didShow(_ state: StateID) {
    if let lastSeen { turn(to: lastSeen) } else { lastSeen = place }
    if screen != noID, screen != state, isScreenKept, !isStepBack,
      flow.rows.screens[flow.rows.states[screen].screen].isBackTarget
    {
      backStack.removeAll { $0 == screen }
      if backStack.count == FlowLimits.backStack { backStack.removeFirst() }
      backStack.append(screen)
    }
    if let place = backStack.firstIndex(of: state) {
      backStack.removeSubrange(place...)
    }
    screen = state
    isScreenKept = true
    revealedForm = noID
  }

  mutating func forgetBack() {
    if !backStack.isEmpty { backStack.removeAll() }
    isScreenKept = false
    if let screen = lastSeen?.screen { lastSeen = SeenPlace(screen: screen) }
  }

  /// Ends a macrostep: the screen from before it stays if those that it entered were left again.
  ///
  /// A protected one does not: without its session nobody sees it, nor goes back to it.
  mutating func settleScreen(_ state: borrowing ChartState) {
    if let lastSeen {
      self.lastSeen = nil
      if !state.isActive(screen) {
        turn(to: lastSeen)
        if isStepBack { isScreenKept = false }
      }
    }
    if screen != noID, !state.isActive(screen), lacksSession(screen, state) { screen = noID }
  }

  /// Whether the session of a protected screen is absent; one that cannot be read is not (CMP-4).
  func lacksSession(_ screen: StateID, _ state: borrowing ChartState) -> Bool {
    let session = flow.rows.screens[flow.rows.states[screen].screen].session
    return session != noID && state.cells[Int(session)] == absent
  }

  private var place: SeenPlace {
    SeenPlace(screen: screen, isKept: isScreenKept, backStack: backStack)
  }

  private mutating func turn(to place: SeenPlace) {
    screen = place.screen
    isScreenKept = place.isKept
    backStack = place.backStack
  }

  /// What a person sees, and the way back from it.
  struct SeenPlace: Sendable {
    var screen: StateID
    var isKept = false
    var backStack: [StateID] = []
  }
}
