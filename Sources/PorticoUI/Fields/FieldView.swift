#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// A field of a screen: its label, what is typed or chosen, its hint, and what is wrong with it.
///
/// The text belongs to the flow; a copy is held here during typing, so that the keyboard never waits (`TypedText`).
public struct FieldView: View {
  private let entry: AppEntry
  private let element: Element
  private let field: Element.Field
  @State private var typed: TypedText
  @State private var problem: ProblemDisplay
  /// Of a new password (CTR-4).
  @State private var strength: PasswordStrength?
  @FocusState private var isFocused: Bool
  @Environment(FormModel.self) private var form: FormModel?
  @Environment(\.porticoWords) private var words

  /// - Parameters:
  ///   - entry: the entry that shows the element.
  ///   - element: as the entry shows it now.
  ///   - field: the field that it is.
  public init(entry: AppEntry, element: Element, field: Element.Field) {
    self.entry = entry
    self.element = element
    self.field = field
    _typed = State(wrappedValue: TypedText(field))
    _problem = State(wrappedValue: ProblemDisplay(element.problem))
  }

  /// The field.
  public var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      // The input says it too.
      Text(element.text).font(.subheadline).foregroundStyle(.secondary).accessibilityHidden(true)
      input
        .disabled(!element.isEnabled)
        .submitLabel(form?.screen.field(after: element.id) == nil ? .go : .next)
        .onSubmit { form?.returnKey(in: element) }
      ProblemView(problem: problem.shown)
      if problem.shown.isEmpty, !element.hint.isEmpty {
        Text(element.hint).font(.footnote).foregroundStyle(.secondary)
      }
      if let strength {
        Text(words.strengths[strength.rawValue]).font(.footnote).foregroundStyle(.secondary)
      }
    }
    .task(id: typed.text) { await rate() }
    .onChange(of: FieldUpdate(field: field, inputsTaken: entry.inputsTaken)) { _, update in
      typed.take(update.field, after: update.inputsTaken)
    }
    .onChange(of: element.problem) { _, words in problem.take(words) }
    .onChange(of: isFocused) { _, isFocused in if isFocused { problem.focus() } else { leave() } }
    .onChange(of: form?.wanted, initial: true) { _, wanted in takeFocus(wanted) }
    .onChange(of: form?.reveals) { _, _ in problem.reveal() }
  }

  @ViewBuilder private var input: some View {
    switch field.content {
    case .date: DayField(element: element, day: text, least: field.least, most: field.most)
    case .country: CountryField(element: element, region: text, look: look)
    case .password, .newPassword:
      PasswordInput(element: element, text: text, field: field, focus: $isFocused, look: look)
    case .code where field.isCode:
      CodeInput(
        element: element, text: text,
        code: CodeEntry(
          typed.text, length: field.length, isStored: field.isSecret && field.isFilled),
        focus: $isFocused, look: look)
    default:
      TextInput(
        element: element, text: text, content: field.content, focus: $isFocused,
        look: look)
    }
  }

  private var look: InputLook {
    InputLook(hasFocus: isFocused, isWrong: !problem.shown.isEmpty)
  }

  /// Writes reach the flow; what the flow writes is not sent back to it.
  private var text: Binding<String> {
    Binding(
      get: { MainActor.assumeIsolated { typed.text } },
      set: { text in MainActor.assumeIsolated { write(text) } })
  }

  private func write(_ text: String) {
    if let form {
      form.write(text, into: element, field, &typed)
    } else {
      typed.type(text) { entry.send($0, into: element) }
    }
  }

  private func leave() {
    typed.leave()
    if let words = problem.leave() { announce("\(element.text): \(words)") }
  }

  private func takeFocus(_ wanted: Int?) {
    guard element.isTyped, wanted == element.id else { return }
    form?.wanted = nil
    isFocused = true
  }

  /// Once typing pauses. Another key cancels it.
  private func rate() async {
    if typed.text.isEmpty { strength = nil }
    guard field.content == .newPassword, !typed.text.isEmpty,
      (try? await Task.sleep(for: .milliseconds(400))) != nil
    else { return }
    let rated = await entry.strength(of: typed.text, in: element)
    if Task.isCancelled { return }
    strength = rated
    if let rated { announce(words.strengths[rated.rawValue]) }
  }
}

/// What a field is updated with, as one value.
private struct FieldUpdate: Equatable {
  let field: Element.Field
  let inputsTaken: Int
}
#endif
