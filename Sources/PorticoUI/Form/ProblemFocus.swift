#if canImport(SwiftUI)
import Portico
import SwiftUI

extension View {
  /// Moves VoiceOver's focus to an element without a text field if it has the first problem of a form.
  func takesProblemFocus(_ element: Element) -> some View { modifier(ProblemFocus(id: element.id)) }
}

private struct ProblemFocus: ViewModifier {
  let id: Int
  @AccessibilityFocusState private var isFocused: Bool
  @Environment(FormModel.self) private var form: FormModel?

  func body(content: Content) -> some View {
    content
      .accessibilityFocused($isFocused)
      .onChange(of: form?.wanted) { _, wanted in
        guard wanted == id else { return }
        form?.wanted = nil
        isFocused = true
      }
  }
}
#endif
