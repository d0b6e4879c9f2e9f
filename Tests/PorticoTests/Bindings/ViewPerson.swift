import FlowMachine
import FlowRuntime
import FlowSimulation
import Portico
import Statechart

/// A person who uses the screens that `PorticoUI` draws: each step goes through what its views are bound to, and through an
/// `AppEntry`, to the flow on a simulated device.
@MainActor final class ViewPerson {
  /// The steps that no view offers, by the reason; the host or the device does them.
  private(set) var outside: [String] = []
  /// What was announced to people who cannot see it.
  private(set) var announced: [String] = []

  private let device: SimulatedDevice
  private let flow: AppFlow
  private var entry: AppEntry
  /// As `PorticoView` and `PathView` keep it.
  private var path = ScreenPath()
  /// As `ElementForm` and each `FieldView` keep them, while their surface is shown.
  private var form: FormModel?
  private var fields: [Int: TypedText] = [:]
  private var launches = -1
  private var outcome = Outcome.done
  /// The button that a complete code has pressed.
  private var pressed: String?

  init(_ device: SimulatedDevice, _ flow: AppFlow) {
    self.device = device
    self.flow = flow
    entry = AppEntry.showing(EntryScene())
  }

  /// Performs a step as a view does; nil if no view offers it.
  func perform(_ action: PlayAction, before next: PlayAction?) -> Outcome? {
    let already = pressed
    pressed = nil
    guard device.driver != nil else { return nil }
    follow()
    outcome = .done
    switch action {
    case .tap(let name):
      // Sent as soon as it was complete; nobody presses the button again.
      if let already, already == name.string { return .done }
      guard tap(name) else { return nil }
    case .type(let fillings):
      for filling in fillings where outcome == .done {
        if let other = type(filling, next) { return other }
      }
    case .set(let fillings):
      for filling in fillings where outcome == .done {
        if let problem = set(filling) { return problem }
      }
    case .back:
      guard goBack() else { return unoffered("a way back that is not there") }
    case .dismiss(let overlay):
      let name = device.flow.blob(device.flow.tables.overlays[Int(overlay)].name).string
      guard let top = entry.scene.presented.last, top.isDismissable, top.screen.name == name,
        !top.isModal
      else { return unoffered("the gesture on something else than a sheet") }
      entry.dismiss()
    case .dismissScreen:
      guard entry.scene.overlays.isEmpty, entry.scene.screen?.isDismissable == true else {
        return unoffered("the gesture on something else than a sheet")
      }
      entry.dismiss()
    case .signal(let signal, let number, let text):
      let name = device.flow.blob(device.flow.tables.signals[Int(signal)].name).string
      let value = text.map { JSONValue.text($0.string) }
      let other = number == absent ? JSONValue.null : .number(number)
      entry.signal(SignalName(rawValue: name), value ?? other)
    default: return unoffered("the device's")
    }
    return outcome
  }

  // MARK: Seeing

  /// What SwiftUI does with each new scene.
  func follow() {
    guard let driver = device.driver else { return }
    if launches != device.killCount { begin() }
    let screen = driver.machine.screen(at: device.now, language: driver.language)
    let scene = EntryScene(screen.writing(.universal, language: ""))
    entry.show(scene, language: "en")
    if let screen = scene.screen { path.show(screen) }
    guard let surface = scene.top else { return form = nil }
    if let form, form.screen.name == surface.name {
      form.show(FormUpdate(screen: surface, inputsTaken: entry.inputsTaken))
    } else {
      form = FormModel(surface, of: entry) { [weak self] in self?.announced.append($0) }
      fields = [:]
    }
    let shown = Set(surface.elements.map(\.id))
    fields = fields.filter { shown.contains($0.key) }
    for element in surface.elements {
      guard case .field(let field) = element.kind else { continue }
      fields[element.id, default: TypedText(field)].take(field, after: entry.inputsTaken)
    }
  }

  /// A new process of the app.
  private func begin() {
    launches = device.killCount
    let person = Person(device: device)
    entry = AppEntry(
      flow,
      to: EntryInputs(
        send: { [unowned self] in outcome = person.outcome(device.send($0)) },
        type: { [unowned self] text, element in
          outcome = person.outcome(
            device.run { driver throws(Killed) in try driver.type(text, into: element) })
        }))
    (path, form, fields) = (ScreenPath(), nil, [:])
  }

  private func enabled(_ name: Text) -> Element? {
    guard let top = entry.scene.top, top.isActive else { return nil }
    return top.elements.first { $0.name == name.string && $0.isEnabled }
  }

  private func unoffered(_ reason: String) -> Outcome? {
    outside.append(reason)
    return nil
  }

  // MARK: Doing

  private func tap(_ name: Text) -> Bool {
    guard let top = entry.scene.top, top.isActive,
      let element = top.elements.first(where: { $0.name == name.string })
    else { return unoffered("a button that is not there") != nil }
    switch element.kind {
    case .button where element.takesPress, .link where element.isEnabled: break
    default: return unoffered("a button that is disabled") != nil
    }
    if entry.scene.presented.last?.style == .alert {
      _ = entry.press(element)
    } else {
      form?.tap(element)
    }
    return true
  }

  /// - Returns: nil once it was typed.
  private func type(_ filling: PlayAction.Filling, _ next: PlayAction?) -> Outcome? {
    guard let element = enabled(filling.element), case .field(let field) = element.kind,
      var typed = fields[element.id]
    else { return typed(filling, because: "a field that is disabled or not there") }
    let value = field.taken(filling.value.string)
    guard value != typed.text else {
      return self.typed(filling, because: "a text that the field shows already")
    }
    guard value.utf8.elementsEqual(filling.value) else {
      return self.typed(filling, because: "a text that the field does not take")
    }
    if field.isCode, value.count == field.length, form?.screen.sendsWhenComplete(element) == true {
      // It is sent at once.
      guard let button = form?.screen.submitButton?.name, case .tap(let name)? = next,
        name.string == button
      else { return self.typed(filling, because: "a complete code that is not sent at once") }
      pressed = button
    }
    form?.write(filling.value.string, into: element, field, &typed)
    fields[element.id] = typed
    if outcome == .done { follow() }
    return nil
  }

  private func typed(_ filling: PlayAction.Filling, because reason: String) -> Outcome? {
    outside.append(reason)
    let outcome = Person(device: device).perform(.type([filling]))
    return outcome == .done ? nil : outcome
  }

  /// - Returns: nil once it was set.
  private func set(_ filling: PlayAction.Filling) -> Outcome? {
    let person = Person(device: device)
    guard let element = enabled(filling.element), let row = person.element(filling.element) else {
      outside.append("a choice that is disabled or not there")
      return person.perform(.set([filling]))
    }
    switch element.kind {
    case .choices(let choices):
      let facts = device.flow.tables.picks[device.flow.tables.elements[Int(row)].sets.indices]
        .map(\.fact)
      for (fact, mark) in person.marks(filling, of: device.flow.tables.elements[Int(row)]) {
        guard let place = facts.firstIndex(of: fact),
          choices.selection.contains(place) != mark.isChosen
        else { continue }
        form?.typed()
        entry.mark(place, mark.isChosen, in: element)
      }
    case .toggle:
      form?.typed()
      entry.toggle(filling.value == "true".bytes, element)
    default:
      guard let place = person.value(filling.value, of: row)?.option else {
        return .noSuchValue(filling.value.string)
      }
      form?.typed()
      entry.choose(place, in: element)
    }
    return nil
  }

  private func goBack() -> Bool {
    guard entry.scene.overlays.isEmpty, entry.scene.screen?.hasBack == true else { return false }
    guard !path.pushed.isEmpty else {
      entry.back()
      return true
    }
    for _ in 0..<path.pop(to: path.names.count - 1) { entry.back() }
    return true
  }
}
