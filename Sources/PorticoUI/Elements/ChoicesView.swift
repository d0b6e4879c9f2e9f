#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// Any number of several options, a switch for each.
public struct ChoicesView: View {
  private let entry: AppEntry
  private let element: Element
  private let choices: Element.Choices
  @Environment(FormModel.self) private var form: FormModel?

  /// - Parameters:
  ///   - entry: the entry that shows the element.
  ///   - element: as the entry shows it now.
  ///   - choices: the choices that it is.
  public init(entry: AppEntry, element: Element, choices: Element.Choices) {
    self.entry = entry
    self.element = element
    self.choices = choices
  }

  /// The options.
  public var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if !element.text.isEmpty {
        Text(element.text).font(.subheadline).foregroundStyle(.secondary)
      }
      ForEach(choices.options.indices, id: \.self) { option(at: $0) }
        .accessibilityIdentifier(element.name)
        .takesProblemFocus(element)
      ProblemView(problem: element.problem)
    }
    .disabled(!element.isEnabled)
  }

  private func option(at place: Int) -> some View {
    Toggle(
      choices.options[place].text,
      isOn: Binding(
        get: { choices.selection.contains(place) },
        set: { isChosen in
          MainActor.assumeIsolated {
            form?.typed()
            entry.mark(place, isChosen, in: element)
          }
        }))
  }
}
#endif
