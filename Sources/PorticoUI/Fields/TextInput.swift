#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A line that is typed into.
struct TextInput: View {
  let element: Element
  @Binding var text: String
  let content: Element.FieldContent
  let focus: FocusState<Bool>.Binding
  let look: InputLook

  var body: some View {
    // The label is above; a placeholder would repeat it.
    TextField(
      element.text, text: $text, prompt: Text(""),
      axis: content == .multiline ? .vertical : .horizontal
    )
    .focused(focus)
    .lineLimit(content == .multiline ? 4...12 : 1...1)
    .textFieldStyle(.plain)
    .kind(content)
    .accessibilityLabel(element.text)
    .accessibilityIdentifier(element.name)
    .runsLeftToRight(content.isLeftToRight)
    .inputBox(look)
  }
}

/// A password, which can be shown while it is typed.
struct PasswordInput: View {
  let element: Element
  @Binding var text: String
  let field: Element.Field
  let focus: FocusState<Bool>.Binding
  let look: InputLook
  @State private var isRevealed = false
  @Environment(\.dynamicTypeSize) private var size
  @Environment(\.porticoWords) private var words

  var body: some View {
    let layout =
      size.isAccessibilitySize
      ? AnyLayout(VStackLayout(alignment: .leading, spacing: 8))
      : AnyLayout(HStackLayout(spacing: 8))
    layout {
      input
        .textFieldStyle(.plain)
        .kind(field.content)
        .focused(focus)
        .accessibilityLabel(element.text)
        .accessibilityIdentifier(element.name)
        .runsLeftToRight(true)
      Button(isRevealed ? words.hide : words.show) {
        isRevealed.toggle()
        // The other field takes over, so that the keyboard stays.
        focus.wrappedValue = true
      }
      .buttonStyle(.plain).foregroundStyle(.tint)
      // There may be two of them on a screen.
      .accessibilityLabel("\(isRevealed ? words.hide : words.show), \(element.text)")
    }
    .inputBox(look)
  }

  @ViewBuilder private var input: some View {
    // A secret that was stored is not to be seen, only that it is there.
    let dots = Text(field.isFilled ? String(repeating: "•", count: 8) : "")
    if isRevealed {
      TextField(element.text, text: $text, prompt: dots)
    } else {
      SecureField(element.text, text: $text, prompt: dots)
    }
  }
}

extension View {
  /// Digits and addresses run from left to right in every language.
  @ViewBuilder func runsLeftToRight(_ isForeign: Bool) -> some View {
    if isForeign {
      environment(\.layoutDirection, .leftToRight)
    } else {
      self
    }
  }

  /// The keyboard, and what the system fills in.
  @ViewBuilder func kind(_ content: Element.FieldContent) -> some View {
    #if os(iOS) || os(visionOS)
    let quiet = autocorrectionDisabled().textInputAutocapitalization(.never)
    switch content {
    case .text, .date, .multiline: self
    case .name: textContentType(.name)
    // A known user: filled in from the saved passwords, together with the password.
    case .email: quiet.textContentType(.username).keyboardType(.emailAddress)
    case .newEmail: quiet.textContentType(.emailAddress).keyboardType(.emailAddress)
    case .phone: quiet.textContentType(.telephoneNumber).keyboardType(.phonePad)
    case .number: quiet.keyboardType(.numberPad)
    case .password: quiet.textContentType(.password)
    case .newPassword: quiet.textContentType(.newPassword)
    // Without a known length it may have letters, such as a recovery code.
    case .code: quiet.textContentType(.oneTimeCode)
    case .country: textContentType(.countryName)
    case .username: quiet.textContentType(.username).keyboardType(.emailAddress)
    case .givenName: textContentType(.givenName)
    case .familyName: textContentType(.familyName)
    }
    #else
    autocorrectionDisabled()
    #endif
  }
}
#endif
