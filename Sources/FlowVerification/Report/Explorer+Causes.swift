import FlowMachine
import Statechart

extension Explorer {
  /// Why a transition of a screen is never taken, as the end of a sentence, and what to do.
  ///
  /// Only what is true in each state at rest with the screen is said, and only where that alone keeps the
  /// transition from being taken: a tap is looked at in such a state, and whatever a screen waits for stays
  /// pending under an overlay.
  ///
  /// - Returns: The cause and the remedy; nil if no cause is certain.
  func whyNever(_ transition: Int) -> (cause: String, remedy: String)? {
    let row = flow.chart.transitions[transition]
    let screen = flow.screenOfState[Int(row.source)]
    guard screen != noID else { return nil }
    let isTap =
      row.event == flow.tables.backEvent
      || flow.tables.elements[flow.tables.screens[Int(screen)].elements.indices].contains {
        $0.event == row.event && ($0.kind == .button || $0.kind == .link)
      }
    guard isTap || row.event == noID else { return nil }
    var covering: Set<OverlayID>?
    var missing = isTap ? flow.factsNeeded(by: row.condition) : []
    for explorer in withParts {
      explorer.forEachState { _, machine in
        guard machine.chartState.isActive(row.source) else { return }
        let shown = Set(machine.shownOverlays)
        covering = covering?.intersection(shown) ?? shown
        missing = missing.filter { machine.chartState.cells[Int($0)] == absent }
      }
    }
    // A screen at which nothing ever rests is told as one that is never shown, or has other transitions.
    guard let covering else { return nil }
    let names = FlowNames(flow: flow)
    let source = "'\(names.state(row.source))'"
    if let overlay = covering.min() {
      return (
        ": the overlay '\(names.overlay(Int(overlay)))' always covers \(source)",
        "Hide the overlay first, or show it later"
      )
    }
    guard let fact = missing.min() else { return isTap ? whyNeverTapped(row, source) : nil }
    return (
      ": '\(names.fact(fact))' is always absent in \(source)",
      "Set it before, fix the guard, or remove the transition"
    )
  }
}

extension Explorer {
  /// Why no tap ever takes a transition of a screen.
  private func whyNeverTapped(_ row: TransitionRow, _ source: String) -> (
    cause: String, remedy: String
  )? {
    let screen = flow.tables.screens[Int(flow.screenOfState[Int(row.source)])]
    let buttons = screen.elements.indices.map { ElementID($0) }.filter {
      flow.tables.elements[Int($0)].event == row.event && flow.tables.elements[Int($0)].takesInput
    }
    guard !buttons.isEmpty, let why = whyUnusable(buttons, on: row.source) else { return nil }
    return (": \(why.cause) in \(source)", "\(why.remedy), or remove the transition")
  }

  /// Why nothing leads out of the screen of a dead end: of all its buttons, the first that never works.
  ///
  /// - Returns: nil if some button works there in some state, or there is none.
  func whyStuck(on state: StateID) -> (cause: String, remedy: String)? {
    let screen = flow.screenOfState[Int(state)]
    guard screen != noID else { return nil }
    let buttons = flow.tables.screens[Int(screen)].elements.indices.map { ElementID($0) }.filter {
      let row = flow.tables.elements[Int($0)]
      return row.kind.input == .tap && row.takesInput
    }
    return buttons.isEmpty ? nil : whyUnusable(buttons, on: state)
  }

  /// Why none of some buttons can be used in any state at rest with a screen.
  private func whyUnusable(
    _ buttons: [ElementID], on state: StateID
  ) -> (cause: String, remedy: String)? {
    // Of each button, how far it came: 0 not shown, 1 shown, 2 enabled, 3 with all fields valid.
    var reached = [Int](repeating: 0, count: buttons.count)
    // Whether its fields were all valid, enabled or not.
    var wasValid = [Bool](repeating: false, count: buttons.count)
    for explorer in withParts {
      explorer.forEachState { _, machine in
        guard machine.chartState.isActive(state), machine.topOverlay == nil else { return }
        for (place, button) in buttons.enumerated() where reached[place] < 3 {
          let row = flow.tables.elements[Int(button)]
          guard machine.isShown(row) else { continue }
          let isEnabled = row.enabled == noID || machine.holds(row.enabled)
          let step = machine.isUsable(row) ? 3 : isEnabled ? 2 : 1
          if !isEnabled {
            var free = row
            free.enabled = noID
            wasValid[place] = wasValid[place] || machine.isUsable(free)
          }
          reached[place] = max(reached[place], step)
        }
      }
    }
    guard !reached.contains(3), let place = reached.indices.max(by: { reached[$0] < reached[$1] })
    else { return nil }
    let names = FlowNames(flow: flow)
    let row = flow.tables.elements[Int(buttons[place])]
    let name = "'\(names.element(buttons[place]))'"
    switch reached[place] {
    case 0: return ("\(name) is never shown", "Fix the guard in its `when`")
    case 1: return ("\(name) is never enabled", "Fix the guard in its `enabled`")
    default:
      guard row.submits else { return nil }
      guard !wasValid[place] else {
        return (
          "\(name) is never enabled while its fields are valid", "Fix the guard in its `enabled`"
        )
      }
      let screen = flow.tables.screens[Int(flow.screenOfState[Int(state)])]
      let fields = screen.elements.indices.map { ElementID($0) }.filter {
        flow.tables.elements[Int($0)].takesValue
          && flow.tables.elements[Int($0)].validators.count > 0
      }.map { "'\(names.element($0))'" }
      guard let first = fields.first else { return nil }
      let kinds = Set(
        screen.elements.indices.filter {
          flow.tables.elements[$0].takesValue && flow.tables.elements[$0].validators.count > 0
        }.map { flow.tables.elements[$0].kind })
      if kinds.isDisjoint(with: [.field]) {
        return (
          "\(fields.joined(separator: ", ")) \(fields.count == 1 ? "is" : "are") never valid\(fields.count == 1 ? "" : " together")",
          "Fix \(fields.count == 1 ? "its" : "their") `required`, `least` or `most`"
        )
      }
      return fields.count == 1
        ? ("the field \(first) is never valid", "Fix its `validate` or its `length`")
        : (
          "the fields \(fields.joined(separator: ", ")) are never valid together",
          "Fix their `validate` or their `length`"
        )
    }
  }
}

extension Flow {
  /// Facts of the flow's own without which a guard cannot hold, whatever else does.
  fileprivate func factsNeeded(by condition: UInt16) -> Set<FactID> {
    let asked = guardSteps(of: condition).filter { $0.test == .isAbsent }.map(\.a)
    return Set(
      asked.filter { cell in
        guard Int(cell) < tables.facts.count else { return false }
        let fact = tables.facts[Int(cell)]
        return ![.device, .configuration, .computed].contains(fact.place) && fact.type != .secret
          && !canHold(condition, without: cell)
      })
  }

  /// Whether a guard may hold while a fact is absent; every other test may come out either way.
  private func canHold(_ condition: UInt16, without fact: CellID) -> Bool {
    var open = [condition]
    while let index = open.popLast() {
      guard index != GuardStep.accept else { return true }
      guard index < GuardStep.reject else { continue }
      let step = chart.guards[index]
      let isKnown = step.test == .isAbsent && step.a == fact
      open += isKnown ? [step.ifTrue] : [step.ifTrue, step.ifFalse]
    }
    return false
  }
}
