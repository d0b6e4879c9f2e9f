#if canImport(SwiftUI)
import Accessibility
import Observation
import Portico

/// A screen as a form, shared by the views of its elements: which of them should take the focus, and the outcome of a
/// press.
///
/// It decides nothing (`FormPress`, `Screen.field(after:)`); it moves the focus and speaks to VoiceOver.
@MainActor @Observable
final class FormModel {
  private(set) var screen: Screen
  /// The id of the element that should take the focus; the element resets it.
  var wanted: Int?
  /// How often all fields have been asked to show their problems.
  private(set) var reveals = 0
  @ObservationIgnored private var press = FormPress()
  @ObservationIgnored private let entry: AppEntry

  init(_ screen: Screen, of entry: AppEntry) {
    self.screen = screen
    self.entry = entry
    wanted = screen.firstFocus?.id
  }

  /// The flow has changed the screen, or taken inputs.
  func show(_ update: FormUpdate) {
    let news = update.screen.news(since: screen)
    screen = update.screen
    reveal(press.take(screen, after: update.inputsTaken), after: news)
  }

  /// Something was typed or chosen.
  func typed() { press.type() }

  /// A tap on a button of the form.
  func tap(_ element: Element) {
    guard element.submits || element.id == screen.submitButton?.id else {
      return entry.tap(element)
    }
    press.press(entry.press(element))
  }

  /// The return key in a field: on to the next one, or the form is sent.
  func returnKey(in element: Element) {
    if let next = screen.field(after: element.id) {
      wanted = next.id
    } else {
      send()
    }
  }

  /// Sends the form, as a tap on its button does.
  func send() {
    if let button = screen.submitButton, button.isEnabled || button.submits { tap(button) }
  }

  private func reveal(_ problems: FormPress.Reveal?, after news: String) {
    if let problems {
      wanted = problems.first
      reveals += 1
    }
    // One announcement: a second would cut off the first.
    announce([news, problems?.announcement ?? ""].filter { !$0.isEmpty }.joined(separator: " "))
  }
}

/// What a form is updated with, as one value.
struct FormUpdate: Equatable {
  let screen: Screen
  let inputsTaken: Int
}

/// Announces something to people who cannot see it appear.
@MainActor func announce(_ words: String) {
  if !words.isEmpty { AccessibilityNotification.Announcement(words).post() }
}
#endif
