import Observation

/// A screen as a form, shared by the views of its elements: which of them should take the focus, and the outcome of a
/// press.
///
/// What it does with inputs is decided by values (`FormPress`, `TypedText`, `Screen.field(after:)`); it remembers them between
/// two changes of the screen. `PorticoUI` draws by it.
@MainActor @Observable
package final class FormModel {
  /// As the entry showed it last.
  package private(set) var screen: Screen
  /// The id of the element that should take the focus; the element resets it.
  package var wanted: Int?
  /// How often all fields have been asked to show their problems.
  package private(set) var reveals = 0
  @ObservationIgnored private var press = FormPress()
  @ObservationIgnored private let entry: AppEntry
  @ObservationIgnored private let announce: @MainActor (String) -> Void

  /// - Parameter announce: says something to people who cannot see it appear; never an empty text.
  package init(
    _ screen: Screen, of entry: AppEntry, announce: @escaping @MainActor (String) -> Void
  ) {
    self.screen = screen
    self.entry = entry
    self.announce = announce
    wanted = screen.firstFocus?.id
  }

  /// The flow has changed the screen, or taken inputs.
  package func show(_ update: FormUpdate) {
    let news = update.screen.news(since: screen)
    screen = update.screen
    reveal(press.take(screen, after: update.inputsTaken), after: news)
  }

  /// Something was typed or chosen.
  package func typed() { press.type() }

  /// A text was typed, pasted or filled into a field. A code that is complete sends the form if nothing else is asked for.
  package func write(
    _ text: String, into element: Element, _ field: Element.Field, _ typed: inout TypedText
  ) {
    guard let sent = typed.type(text, send: { entry.send($0, into: element) }) else { return }
    self.typed()
    if field.isCode, sent.count == field.length, screen.sendsWhenComplete(element) { send() }
  }

  /// A tap on a button of the form.
  package func tap(_ element: Element) {
    guard element.submits || element.id == screen.submitButton?.id else {
      return entry.tap(element)
    }
    press.press(entry.press(element))
  }

  /// The return key in a field: on to the next one, or the form is sent.
  package func returnKey(in element: Element) {
    if let next = screen.field(after: element.id) {
      wanted = next.id
    } else {
      send()
    }
  }

  /// Sends the form, as a tap on its button does.
  package func send() {
    if let button = screen.submitButton, button.isEnabled || button.submits { tap(button) }
  }

  private func reveal(_ problems: FormPress.Reveal?, after news: String) {
    if let problems {
      wanted = problems.first
      reveals += 1
    }
    // One announcement: a second would cut off the first.
    let words = [news, problems?.announcement ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
    if !words.isEmpty { announce(words) }
  }
}

/// What a form is updated with, as one value.
package struct FormUpdate: Equatable {
  package let screen: Screen
  package let inputsTaken: Int

  package init(screen: Screen, inputsTaken: Int) {
    self.screen = screen
    self.inputsTaken = inputsTaken
  }
}

extension Element {
  /// Whether a press reaches the flow. A button that submits reveals what is missing; the flow ignores taps on a busy one.
  package var takesPress: Bool { isEnabled || isBusy || submits }
}
