#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// One element of a screen, drawn by the app's own view if there is one (`porticoElement`).
public struct ElementView: View {
  private let entry: AppEntry
  private let element: Element
  @Environment(\.porticoElements) private var own
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme
  @Environment(FormModel.self) private var form: FormModel?

  /// - Parameters:
  ///   - entry: the entry that shows the element.
  ///   - element: as the entry shows it now.
  public init(entry: AppEntry, element: Element) {
    self.entry = entry
    self.element = element
  }

  /// The element.
  public var body: some View {
    if let key = element.viewKeys.first(where: { own[$0] != nil }), let view = own[key] {
      // In the app's view, an `ElementView` is the element as we draw it.
      view(entry, element)
        .transformEnvironment(\.porticoElements) { $0[key] = nil }
    } else {
      drawn
    }
  }

  @ViewBuilder private var drawn: some View {
    switch element.kind {
    case .heading:
      Text(element.text).font(.largeTitle.bold()).fontDesign(theme?.headingDesign)
        .accessibilityAddTraits(.isHeader)
    case .text: Text(element.text).foregroundStyle(.secondary)
    case .notice(let tone): NoticeView(text: element.text, tone: tone)
    case .steps(let count, let reached):
      StepsView(text: element.text, count: count, reached: reached)
    case .avatar(let initials): AvatarView(name: element.text, initials: initials)
    case .image(let name): image(name)
    case .progress(.skeleton): SkeletonView(text: element.text)
    case .progress(.bar):
      HStack(spacing: 12) {
        if let percent = element.percent {
          ProgressView(value: Double(percent), total: 100)
        } else {
          ProgressView()
        }
        Text(element.text).foregroundStyle(.secondary)
      }
      .accessibilityElement(children: .combine)
      .accessibilityAddTraits(.updatesFrequently)
    case .field(let field): FieldView(entry: entry, element: element, field: field)
    case .choice(let choice): ChoiceView(entry: entry, element: element, choice: choice)
    case .choices(let choices): ChoicesView(entry: entry, element: element, choices: choices)
    case .toggle(let isOn): ToggleView(entry: entry, element: element, isOn: isOn)
    case .button(let style): ButtonView(element: element, style: style, tap: tap)
    case .secret: SecretView(entry: entry, element: element)
    case .link:
      Button(element.text, action: tap)
        .buttonStyle(.plain).tint(accent).foregroundStyle(.tint).disabled(!element.isEnabled)
        .accessibilityAddTraits(.isLink)
        .accessibilityIdentifier(element.name)
    }
  }

  private func tap() {
    if let form { form.tap(element) } else { entry.tap(element) }
  }

  /// Of text; nil: as the system has it.
  private var accent: Color? { theme?.colors(scheme).map { Color(rgb: $0.accent) } }

  @ViewBuilder private func image(_ name: String) -> some View {
    let image = Self.symbols[name].map { Image(systemName: $0) } ?? Image(name)
    if element.text.isEmpty {
      image.font(.largeTitle).foregroundStyle(.tint).accessibilityHidden(true)
    } else {
      image.font(.largeTitle).foregroundStyle(.tint).accessibilityLabel(element.text)
    }
  }

  /// The images of the shipped flows; any other is the app's own.
  private static let symbols = [
    "checkmark": "checkmark.circle.fill", "exclamation": "exclamationmark.triangle.fill",
  ]
}

/// The problem of an input, shown below it.
struct ProblemView: View {
  let problem: String

  var body: some View {
    if !problem.isEmpty {
      Text(problem).font(.footnote).foregroundStyle(.red)
    }
  }
}
#endif
