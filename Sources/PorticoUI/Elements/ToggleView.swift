#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// A switch, with its problem if it has to be on.
public struct ToggleView: View {
  private let entry: AppEntry
  private let element: Element
  private let isOn: Bool
  @Environment(FormModel.self) private var form: FormModel?

  /// - Parameters:
  ///   - entry: the entry that shows the element.
  ///   - element: as the entry shows it now.
  ///   - isOn: whether it is on.
  public init(entry: AppEntry, element: Element, isOn: Bool) {
    self.entry = entry
    self.element = element
    self.isOn = isOn
  }

  /// The switch.
  public var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Toggle(
        element.text,
        isOn: Binding(
          get: { isOn },
          set: { isOn in
            MainActor.assumeIsolated {
              form?.typed()
              entry.toggle(isOn, element)
            }
          })
      )
      .disabled(!element.isEnabled)
      .accessibilityIdentifier(element.name)
      .takesProblemFocus(element)
      ProblemView(problem: element.problem)
    }
  }
}
#endif
