#if canImport(SwiftUI)
import Portico
import SwiftUI

/// Any number of several options.
struct ChoicesView: View {
  let entry: AppEntry
  let element: Element
  let choices: Element.Choices

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      if !element.text.isEmpty { Text(element.text).font(.subheadline) }
      ForEach(choices.options.indices, id: \.self) { place in
        Toggle(
          choices.options[place].text,
          isOn: Binding(
            get: { choices.selection.contains(place) },
            set: { isOn in
              MainActor.assumeIsolated { entry.mark(place, isOn, in: element) }
            }))
      }
      ProblemView(element: element)
    }
    .disabled(!element.isEnabled)
  }
}
#endif
