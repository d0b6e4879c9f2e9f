#if canImport(SwiftUI)
import Portico
import SwiftUI

/// A text field. The text belongs to the flow; a copy is held here during typing, so that the
/// keyboard never waits.
struct FieldView: View {
  let entry: AppEntry
  let element: Element
  let field: Element.Field
  @State private var typed = ""
  /// Of a new password (CTR-4).
  @State private var strength: PasswordStrength?
  @FocusState private var isFocused: Bool

  var body: some View {
    VStack(alignment: .leading, spacing: 4) {
      Text(element.text).font(.subheadline).foregroundStyle(.secondary)
      input
        .focused($isFocused)
        .disabled(!element.isEnabled)
        .accessibilityLabel(element.text)
        .accessibilityHint(element.problem.isEmpty ? element.hint : element.problem)
      ProblemView(element: element)
      if element.problem.isEmpty, !element.hint.isEmpty {
        Text(element.hint).font(.footnote).foregroundStyle(.secondary)
      }
      if let strength {
        Text(Words.strengths[strength.rawValue]).font(.footnote).foregroundStyle(.secondary)
      }
    }
    .task(id: typed) { await rate() }
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

  /// Once typing pauses. Another key cancels it.
  private func rate() async {
    if typed.isEmpty { strength = nil }
    guard field.content == .newPassword, !typed.isEmpty,
      (try? await Task.sleep(for: .milliseconds(400))) != nil
    else { return }
    let rated = await entry.strength(of: typed, in: element)
    if !Task.isCancelled { strength = rated }
  }

  @ViewBuilder private var input: some View {
    if field.content == .date {
      DayPicker(label: element.text, day: $typed, least: field.least, most: field.most)
    } else if field.content == .password || field.content == .newPassword {
      SecureField(element.text, text: $typed).textFieldStyle(.roundedBorder).kind(field.content)
    } else {
      TextField(element.text, text: $typed).textFieldStyle(.roundedBorder).kind(field.content)
    }
  }
}

/// A calendar day, as text `1990-12-31`. None is chosen at first.
private struct DayPicker: View {
  let label: String
  @Binding var day: String
  let least: String
  let most: String

  var body: some View {
    if let date = Self.date(day) {
      DatePicker(
        label,
        selection: Binding(
          get: { date },
          set: { chosen in MainActor.assumeIsolated { day = Self.text(chosen) } }),
        in: range, displayedComponents: .date
      )
      .labelsHidden()
    } else {
      Button {
        // The picker opens at the last valid day, if there is one.
        day = [most, least, "2000-01-01"].first { !$0.isEmpty } ?? ""
      } label: {
        Image(systemName: "calendar").frame(maxWidth: .infinity)
      }
      .buttonStyle(.bordered)
    }
  }

  private var range: ClosedRange<Date> {
    let first = Self.date(least) ?? .distantPast
    return first...max(Self.date(most) ?? .distantFuture, first)
  }

  /// Days begin in the user's time zone, as the picker counts them.
  private nonisolated static var calendar: Calendar { Calendar(identifier: .gregorian) }

  private nonisolated static func date(_ day: String) -> Date? {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3 else { return nil }
    return calendar.date(
      from: DateComponents(year: parts[0], month: parts[1], day: parts[2]))
  }

  private nonisolated static func text(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let numbers = [(parts.year ?? 1, 4), (parts.month ?? 1, 2), (parts.day ?? 1, 2)]
    return numbers.map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }
}

extension View {
  /// The keyboard, and what the system fills in.
  @ViewBuilder fileprivate func kind(_ content: Element.FieldContent) -> some View {
    #if os(iOS) || os(visionOS)
    let quiet = autocorrectionDisabled().textInputAutocapitalization(.never)
    switch content {
    case .text, .date: self
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
    case .givenName: textContentType(.givenName)
    case .familyName: textContentType(.familyName)
    }
    #else
    autocorrectionDisabled()
    #endif
  }
}
#endif
