package import FlowMachine
import FlowRuntime
import Statechart

/// The result of a user's action.
package enum Outcome: Equatable {
  case done
  case refused(Refusal)
  /// The element does not offer the value.
  case noSuchValue(String)
  /// The channel has received no message.
  case emptyInbox(String)
  case notRunning
  /// The app was killed while it processed the input.
  case died
  /// The provider's page did not lead back to the app, and why.
  case noReturn(String)
}

/// The user of a device, who finds elements by their names on the topmost surface.
package struct Person {
  let device: SimulatedDevice

  package init(device: SimulatedDevice) { self.device = device }

  package func perform(_ action: PlayAction) -> Outcome {
    if case .providerReturn(let trip, let signal) = action { return comeBack(trip, signal) }
    guard let driver = device.driver else { return .notRunning }
    switch action {
    case .tap(let name):
      guard let element = element(name) else { return .refused(.notOnScreen) }
      return give(.tap(element))
    case .type(let fillings): return each(fillings, type)
    case .set(let fillings): return each(fillings, set)
    case .back: return give(.back)
    case .dismiss(let overlay):
      guard driver.machine.shownOverlays.last == overlay else { return .refused(.notOnTop) }
      return give(.dismiss(overlay))
    case .dismissScreen: return give(.dismissScreen)
    case .signal(let signal, let number, let text):
      return give(.signal(signal, number: number, text: text))
    default: return .done
    }
  }

  /// Comes back from a provider's page, which opens the app where that does not run any more (CMP-7). An
  /// app that does not wait for it any more leaves it alone.
  private func comeBack(_ trip: ProviderReturn, _ signal: SignalID) -> Outcome {
    if !device.isRunning {
      device.network.noteLaunch()
      device.launch()
    }
    switch device.comeBack(trip) {
    case .failed(let problem): return .noReturn(problem)
    case .done: return device.isRunning ? .done : .died
    case .simulated: break
    }
    guard !trip.isLost else { return .done }
    for _ in 0..<(trip.isDoubled ? 2 : 1) {
      let outcome = give(.signal(signal, number: absent, text: trip.told))
      guard outcome == .done || outcome == .refused(.unhandled) else { return outcome }
    }
    return .done
  }

  /// Types a text into a field; a secret goes to the driver only.
  func type(_ filling: PlayAction.Filling) -> Outcome {
    guard let element = element(filling.element) else { return .refused(.notOnScreen) }
    guard let text = text(of: filling) else {
      return .emptyInbox(filling.inbox?.string ?? "")
    }
    let fact = device.flow.tables.elements[Int(element)].fact
    guard fact != noID, device.flow.tables.facts[Int(fact)].type == .secret else {
      return give(.type(element, text))
    }
    return outcome(
      device.run { driver throws(Killed) in
        try driver.type(text, into: element)
      })
  }

  private func text(of filling: PlayAction.Filling) -> Text? {
    guard let channel = filling.inbox, let inbox = device.network.inbox else {
      return filling.value
    }
    return inbox(channel)
  }

  package func element(_ name: Text) -> ElementID? {
    guard let machine = device.driver?.machine else { return nil }
    return device.flow.element(named: name, in: machine.topElements)
  }

  /// The name of the topmost surface.
  var surface: Text? {
    guard let machine = device.driver?.machine else { return nil }
    if let overlay = machine.shownOverlays.last {
      return device.flow.blob(device.flow.tables.overlays[Int(overlay)].name)
    }
    return machine.screenState.map { device.flow.stateName($0) }
  }

  private func set(_ filling: PlayAction.Filling) -> Outcome {
    guard let element = element(filling.element) else { return .refused(.notOnScreen) }
    let takesSeveral = device.flow.tables.elements[Int(element)].kind.input == .options
    guard takesSeveral == filling.isOfSeveral else {
      return .noSuchValue(filling.marks.first?.option.string ?? filling.value.string)
    }
    if takesSeveral { return mark(filling, element) }
    guard let value = value(filling.value, of: element) else {
      return .noSuchValue(filling.value.string)
    }
    return give(.set(element, value))
  }

  /// Types or sets, depending on the element.
  func fill(_ filling: PlayAction.Filling) -> Outcome {
    let element = element(filling.element).map { device.flow.tables.elements[Int($0)] }
    return element?.takesText ?? true ? type(filling) : set(filling)
  }

  /// The options that a filling chooses or leaves out.
  package func marks(
    _ filling: PlayAction.Filling, of row: ElementRow
  ) -> [(fact: FactID, mark: PlayAction.Filling.Mark)] {
    device.flow.tables.picks[row.sets.indices].compactMap { pick in
      let name = device.flow.factName(pick.fact)
      if let mark = filling.marks.last(where: { name.isNamed($0.option) }) {
        return (pick.fact, mark)
      }
      return filling.leavesOutOthers
        ? (pick.fact, PlayAction.Filling.Mark(option: name, isChosen: false)) : nil
    }
  }

  /// Changes the options that are not yet as the filling asks.
  private func mark(_ filling: PlayAction.Filling, _ element: ElementID) -> Outcome {
    let flow = device.flow
    let row = flow.tables.elements[Int(element)]
    let facts = flow.tables.picks[row.sets.indices].map(\.fact)
    if let mark = filling.marks.first(where: { mark in
      !facts.contains { flow.factName($0).isNamed(mark.option) }
    }) {
      return .noSuchValue(mark.option.string)
    }
    for (fact, mark) in marks(filling, of: row) {
      let isChosen = device.driver?.machine.value(of: fact) == .number(1)
      guard mark.isChosen != isChosen, let place = facts.firstIndex(of: fact) else { continue }
      let outcome = give(.set(element, .mark(place, mark.isChosen)))
      guard outcome == .done else { return outcome }
    }
    return .done
  }

  /// The value of an element that plays write with a word: the name of a choice, what a picker's row
  /// saves, `true` or `false`.
  package func value(_ word: Text, of element: ElementID) -> InputValue? {
    let flow = device.flow
    let row = flow.tables.elements[Int(element)]
    let names = flow.optionNames(of: row) { device.driver?.machine.value(of: $0) ?? .absent }
    return flow.tables.value(word, of: row, among: names)
  }

  private func each(
    _ fillings: [PlayAction.Filling], _ body: (PlayAction.Filling) -> Outcome
  ) -> Outcome {
    for filling in fillings {
      let outcome = body(filling)
      guard outcome == .done else { return outcome }
    }
    return .done
  }

  private func give(_ input: Input) -> Outcome { outcome(device.send(input)) }

  /// What came of a step; nil: the app was killed in it.
  package func outcome(_ report: StepReport?) -> Outcome {
    guard let report else { return .died }
    return report.refusal.map { .refused($0) } ?? .done
  }
}

extension Text {
  /// Whether a fact has this name in the flow, or in the sub-flow that declares it.
  func isNamed(_ name: Text) -> Bool {
    self == name
      || count > name.count && suffix(name.count).elementsEqual(name)
        && self[count - name.count - 1] == UInt8(ascii: ".")
  }
}
