#if canImport(SwiftUI)
import Portico
import SwiftUI

/// Where a person types. The text is the flow's; while it is typed a copy is held here, so that the
/// keyboard never waits.
struct FieldView: View {
  let entry: AppEntry
  let element: Element
  let field: Element.Field
  @State private var typed = ""
  @FocusState private var isFocused: Bool

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(element.text).font(.subheadline).foregroundStyle(.secondary)
      input
        .focused($isFocused)
        .disabled(!element.isEnabled)
        .accessibilityLabel(element.text)
        .accessibilityHint(element.problem.isEmpty ? element.hint : element.problem)
      if !element.problem.isEmpty {
        Text(element.problem).font(.footnote).foregroundStyle(.red)
      } else if !element.hint.isEmpty {
        Text(element.hint).font(.footnote).foregroundStyle(.secondary)
      }
    }
    .onAppear { typed = field.value ?? "" }
    .onChange(of: field.value) { _, value in
      // The flow may have formatted or cleared it.
      if let value, value != typed { typed = value }
    }
    .onChange(of: field.isFilled) { _, isFilled in if !isFilled { typed = "" } }
    .onChange(of: typed) { _, text in
      if text != field.value ?? "" || field.isSecret { entry.type(text, into: element) }
    }
  }

  @ViewBuilder private var input: some View {
    if field.content == .password || field.content == .newPassword {
      SecureField(element.text, text: $typed).textFieldStyle(.roundedBorder).kind(field.content)
    } else {
      TextField(element.text, text: $typed).textFieldStyle(.roundedBorder).kind(field.content)
    }
  }
}

extension View {
  /// The keyboard, and what the system fills in by itself.
  @ViewBuilder fileprivate func kind(_ content: Element.FieldContent) -> some View {
    #if os(iOS) || os(visionOS)
    let quiet = autocorrectionDisabled().textInputAutocapitalization(.never)
    switch content {
    case .text: self
    case .name: textContentType(.name)
    case .email: quiet.textContentType(.emailAddress).keyboardType(.emailAddress)
    case .newEmail: quiet.textContentType(.emailAddress).keyboardType(.emailAddress)
    case .phone: quiet.textContentType(.telephoneNumber).keyboardType(.phonePad)
    case .number: quiet.keyboardType(.numberPad)
    case .password: quiet.textContentType(.password)
    case .newPassword: quiet.textContentType(.newPassword)
    case .code: quiet.textContentType(.oneTimeCode).keyboardType(.numberPad)
    case .country: textContentType(.countryName)
    case .username: quiet.textContentType(.username)
    }
    #else
    autocorrectionDisabled()
    #endif
  }
}
#endif
