package import Statechart
import WireText

extension FlowMachine {
  /// Takes one input; returns the reason if it changes nothing.
  mutating func take(_ input: Input, _ report: inout StepReport) -> Refusal? {
    switch input {
    case .tap(let element): return tap(element, &report)
    case .type, .typeSecret, .set: return fill(input, &report)
    case .back: return back(&report)
    case .dismiss(let overlay):
      guard memory.topOverlay(chartState) == overlay else { return .notOnTop }
      dismiss(overlay, &report)
      return nil
    case .dismissScreen:
      guard canDismissScreen else { return .notOnScreen }
      return send(ChartEvent(flow.tables.dismissEvent), &report) ? nil : .unhandled
    case .answered(let request, let ticket, let outcome):
      guard Int(request) < flow.rows.requests.count else { return .late }
      let refusal = memory.finish(request, ticket: ticket, outcome, &chartState)
      if refusal == nil { send(.none, &report) }
      return refusal
    case .signal(let signal, let number, let text):
      return take(signal, number, text, &report)
    case .told(let fact, let value):
      guard Int(fact) < flow.rows.facts.count,
        flow.rows.facts[Int(fact)].place == .device, memory.fits(value, fact)
      else { return .wrongValue }
      tell(fact, value, &report)
      return nil
    case .foreground(let isInForeground):
      memory.hasChanged = memory.hasChanged || memory.isInForeground != isInForeground
      memory.isInForeground = isInForeground
      guard flow.foregroundFact != noID else { return nil }
      tell(flow.foregroundFact, .number(isInForeground ? 1 : 0), &report)
      return nil
    case .secretsReadable(let stored):
      memory.learnSecrets(stored, &chartState)
      send(.none, &report)
      return nil
    case .wake: return nil
    }
  }

  /// The host reported a fact; a changed value is an event.
  private mutating func tell(_ fact: FactID, _ value: FactValue, _ report: inout StepReport) {
    let event = flow.rows.facts[Int(fact)].changedEvent
    let hasChanged = memory.value(of: fact, cells: chartState.cells) != value
    memory.set(fact, value, &chartState)
    let isTaken = hasChanged && event != noID && send(ChartEvent(event), &report)
    if !isTaken { send(.none, &report) }
  }

  /// The elements of the topmost surface: the last overlay, or the screen.
  package var topElements: RowRange {
    if let overlay = memory.topOverlay(chartState) {
      return flow.rows.overlays[Int(overlay)].elements
    }
    // Between two screens the last one may still be visible, but it takes no input.
    guard memory.screen != noID, chartState.isActive(memory.screen) else { return RowRange() }
    return flow.rows.screens[Int(flow.screenOfState[Int(memory.screen)])].elements
  }

  /// Why an element cannot be used now, or nil if it can.
  private mutating func refusal(of element: ElementID) -> Refusal? {
    guard topElements.indices.contains(Int(element)) else { return .notOnScreen }
    let row = flow.tables.elements[Int(element)]
    guard memory.holds(row.shown, chartState) else { return .notOnScreen }
    guard memory.isEnabled(row, chartState) else { return .disabled }
    return memory.isComplete(row, within: topElements, chartState) ? nil : .incomplete
  }

  /// The row of an element that takes the input: one with several labels has a row for each, and a button can stand in
  /// several places.
  private mutating func row(of element: ElementID) -> ElementID {
    guard topElements.indices.contains(Int(element)) else { return element }
    let id = flow.tables.elements[Int(element)].id
    var result = element
    for index in topElements.indices.reversed() {
      let row = flow.tables.elements[index]
      guard row.id == id, memory.holds(row.shown, chartState) else { continue }
      if memory.isEnabled(row, chartState) { return UInt16(index) }
      result = UInt16(index)
    }
    return result
  }

  private mutating func tap(_ named: ElementID, _ report: inout StepReport) -> Refusal? {
    let element = row(of: named)
    if let refusal = refusal(of: element) {
      if refusal == .incomplete { memory.revealedForm = topElements.start }
      return refusal
    }
    let row = flow.tables.elements[Int(element)]
    guard row.kind.input == .tap else { return .wrongValue }
    if row.submits { memory.revealedForm = noID }
    if let overlay = memory.topOverlay(chartState), flow.blob(row.id) == Names.dismiss {
      dismiss(overlay, &report)
      return nil
    }
    if row.url != noID {
      memory.append(
        .open(TemplateExpansion.text(of: row.url, flow, memory, chartState.cells)))
      if row.event != noID { send(ChartEvent(row.event), &report) }
      return nil
    }
    guard row.event != noID, send(ChartEvent(row.event), &report) else { return .unhandled }
    return nil
  }

  private mutating func dismiss(_ overlay: OverlayID, _ report: inout StepReport) {
    memory.hasChanged = true
    memory.dismiss(overlay, &chartState)
    let event = flow.rows.overlays[Int(overlay)].dismissedEvent
    if event == noID || !send(ChartEvent(event), &report) { send(.none, &report) }
  }

  /// Takes a typed or set value.
  private mutating func fill(_ input: Input, _ report: inout StepReport) -> Refusal? {
    guard let named = input.filledElement else { return .wrongValue }
    let element = row(of: named)
    if let refusal = refusal(of: element) { return refusal }
    let row = flow.tables.elements[Int(element)]
    let changes = FieldInput(flow: flow, memory: memory, cells: chartState.cells)
      .changes(by: input, row)
    guard let changes else { return .wrongValue }
    for change in changes {
      guard memory.fits(change.value, change.fact) else { return .wrongValue }
    }
    let numbers = memory.numbers(beside: changes, cells: chartState.cells)
    for change in changes { memory.set(change.fact, change.value, &chartState) }
    for (row, text) in numbers {
      let again = FieldInput(flow: flow, memory: memory, cells: chartState.cells)
      for change in again.changes(by: .type(element, text), row) ?? []
      where memory.fits(change.value, change.fact) {
        memory.set(change.fact, change.value, &chartState)
      }
    }
    if case .typeSecret(_, let isValid, let isRepeated) = input {
      memory.type(secret: row.fact, isValid: isValid, isRepeated: isRepeated, &chartState)
    }
    send(.none, &report)
    return nil
  }

  private mutating func back(_ report: inout StepReport) -> Refusal? {
    guard memory.topOverlay(chartState) == nil else { return .noBack }
    if flow.tables.backEvent != noID, send(ChartEvent(flow.tables.backEvent), &report) {
      return nil
    }
    guard canGoBack, let target = memory.backStack.last else { return .noBack }
    memory.backStack.removeLast()
    memory.isStepBack = true
    memory.hasChanged = true
    let result = flow.chart.move(
      from: memory.screen, to: target, on: &chartState, host: &memory)
    memory.settleScreen(chartState)
    memory.isStepBack = false
    if result.isEndless { report.isEndless = true }
    return nil
  }

  /// Whether the screen offers a way back.
  package var canGoBack: Bool {
    guard memory.screen != noID, chartState.isActive(memory.screen) else { return false }
    return flow.rows.screens[Int(flow.screenOfState[Int(memory.screen)])].hasBack
      && !memory.backStack.isEmpty
  }

  /// Whether the platform's gesture can dismiss the screen; if not, a host disables the gesture.
  package var canDismissScreen: Bool {
    guard memory.screen != noID, chartState.isActive(memory.screen),
      memory.topOverlay(chartState) == nil
    else { return false }
    return flow.rows.screens[Int(flow.screenOfState[Int(memory.screen)])].isDismissable
  }

  private mutating func take(
    _ signal: SignalID, _ number: Int64, _ text: Text?, _ report: inout StepReport
  ) -> Refusal? {
    guard Int(signal) < flow.rows.signals.count else { return .unhandled }
    let row = flow.rows.signals[Int(signal)]
    let signal = FlowMemory.HeldSignal(
      signal: signal, number: number, text: row.fact == noID ? nil : text)
    guard canSave(signal, in: row.fact) else { return .wrongValue }
    if row.isHeld {
      memory.heldSignals.removeAll { $0.signal == signal.signal }
      if !deliverHeld(signal, &report) {
        memory.heldSignals.append(signal)
        memory.hasChanged = true
      }
      return nil
    }
    save(signal)
    if deliver(signal.signal, number, &report) { return nil }
    send(.none, &report)
    // A value that was saved is not lost, whether or not a transition takes the signal.
    return row.fact == noID ? .unhandled : nil
  }

  private mutating func save(_ signal: FlowMemory.HeldSignal) {
    let fact = flow.rows.signals[Int(signal.signal)].fact
    guard fact != noID else { return }
    if flow.rows.facts[Int(fact)].type == .secret {
      memory.didStoreSecret(fact, &chartState)
    } else {
      memory.set(fact, signal.value, &chartState)
    }
  }

  /// One that saves its value has one. For a secret, the machine is told only that the host has stored it.
  private func canSave(_ signal: FlowMemory.HeldSignal, in fact: FactID) -> Bool {
    guard fact != noID else { return true }
    if signal.value == .absent { return false }
    guard flow.rows.facts[Int(fact)].type == .secret else {
      return memory.fits(signal.value, fact)
    }
    return signal.value == .number(SecretStatus.stored)
  }

  /// Delivers a signal, which is held if no transition takes it. Its value is saved only when it is
  /// taken: a link that is held for home must not change the screen before it.
  private mutating func deliverHeld(
    _ signal: FlowMemory.HeldSignal, _ report: inout StepReport
  ) -> Bool {
    let before = (chartState, memory, report)
    save(signal)
    if deliver(signal.signal, signal.number, &report) { return true }
    (chartState, memory, report) = before
    return false
  }

  /// Delivers a signal, regardless of overlays. If it leads to another screen, the overlays of the
  /// old one are dismissed.
  private mutating func deliver(
    _ signal: SignalID, _ number: Int64, _ report: inout StepReport
  ) -> Bool {
    let screen = memory.screen
    let isCovered = chartState.cells[flow.rows.overlayCountCell] > 0
    let shown = isCovered ? memory.shownOverlays(chartState) : []
    let event = ChartEvent(flow.rows.signals[Int(signal)].event, value: number)
    guard send(event, &report) else { return false }
    if memory.screen != screen {
      for overlay in shown { memory.hide(overlay, &chartState) }
      send(.none, &report)
    }
    return true
  }

  /// Tries held signals again after a step that changed something.
  mutating func releaseHeldSignals(_ report: inout StepReport) {
    guard memory.hasChanged, !memory.heldSignals.isEmpty else { return }
    for held in memory.heldSignals where deliverHeld(held, &report) {
      memory.heldSignals.removeAll { $0.signal == held.signal }
    }
  }
}

extension FlowMemory.HeldSignal {
  fileprivate var value: FactValue {
    text.map { .text($0) } ?? (number == absent ? .absent : .number(number))
  }
}

/// Names with a predefined meaning.
package enum Names {
  package static let dismiss: Text = Text(ascii: "dismiss")
  package static let foreground: Text = Text(ascii: "foreground")
  package static let launch: Text = Text(ascii: "launch")
}
