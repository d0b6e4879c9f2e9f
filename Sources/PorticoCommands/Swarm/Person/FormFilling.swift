import FlowMachine
import Statechart

/// What to put into the elements of a form: what the machine itself finds valid, tried on a copy of it.
struct FormFilling {
  let persona: Persona
  let machine: FlowMachine
  let now: Int64

  /// - Returns: nil where nothing is missing.
  func act(for element: ScreenValue.Element, _ random: inout DeviceRandom) -> VirtualPerson.Act? {
    switch element.kind.input {
    case .text:
      guard element.value == .none || !element.problem.isEmpty && !element.isSecret else {
        return nil
      }
      return text(for: element).map { .type($0, element.id) }
    case .none, .tap: return nil
    default:
      guard element.value == .none || machine.hasProblem(element.id) else { return nil }
      let value = additions(to: element).randomElement(using: &random)
      return value.map { .input(.set(element.id, $0)) }
    }
  }

  /// The values by which something is chosen or turned on that is not yet.
  private func additions(to element: ScreenValue.Element) -> [InputValue] {
    let tables = machine.flow.tables
    let row = tables.elements[Int(element.id)]
    return tables.values(of: row, rows: element.options.count).filter { value in
      guard value.isOn != false else { return false }
      guard let change = tables.change(by: value, row) else { return true }
      return machine.value(of: change.fact) != change.value
    }
  }

  /// The first text that the document accepts.
  private func text(for element: ScreenValue.Element) -> Text? {
    let texts = persona.texts(
      for: element.styleName, least: String(decoding: element.least, as: UTF8.self),
      most: String(decoding: element.most, as: UTF8.self)
    ).map { Text($0.utf8) }
    return texts.first { accepts($0, element) }
  }

  private func accepts(_ text: Text, _ element: ScreenValue.Element) -> Bool {
    guard !element.isSecret else { return machine.validity(of: text, in: element.id) == true }
    var tried = machine
    guard tried.step(.type(element.id, text), at: now, entropy: 0).refusal == nil else {
      return false
    }
    let screen = tried.screen(at: now, language: 0)
    let typed = (screen.overlays.last ?? screen.screen)?.elements.first { $0.id == element.id }
    guard let typed else { return true }
    // A text about the field that was there before says nothing of this one.
    return typed.value != .none
      && (typed.problem.isEmpty || typed.problem == element.problem && element.value == .none)
  }
}
