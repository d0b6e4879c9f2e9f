#if canImport(SwiftUI)
import Portico
import SwiftUI

/// The elements of a screen from top to bottom, in a scrolling column.
struct ElementList: View {
  let entry: AppEntry
  let screen: Portico.Screen
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme

  var body: some View {
    let list = ScrollView {
      VStack(alignment: .leading, spacing: theme?.distance ?? 16) {
        ForEach(screen.elements) { ElementView(entry: entry, element: $0) }
      }
      .frame(maxWidth: 480)
      .padding(24)
    }
    .onSubmit(submit)
    if let paper = theme?.colors(scheme)?.paper {
      list.background(Color(rgb: paper))
    } else {
      list
    }
  }

  /// What the return key does: it triggers the primary button.
  private func submit() {
    let main = screen.elements.first { $0.kind == .button(.primary) && $0.isEnabled }
    if let main { entry.tap(main) }
  }
}

/// What is wrong with an input, below it.
struct ProblemView: View {
  let element: Element

  var body: some View {
    if !element.problem.isEmpty {
      Text(element.problem).font(.footnote).foregroundStyle(.red)
    }
  }
}

/// One element.
struct ElementView: View {
  let entry: AppEntry
  let element: Element
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme

  private var colors: PorticoTheme.Colors? { theme?.colors(scheme) }

  var body: some View {
    switch element.kind {
    case .heading:
      Text(element.text).font(.largeTitle.bold()).fontDesign(theme?.headingDesign)
        .accessibilityAddTraits(.isHeader)
    case .text: Text(element.text)
    case .image(let name): image(name)
    case .progress:
      HStack(spacing: 12) {
        ProgressView()
        Text(element.text).foregroundStyle(.secondary)
      }
    case .field(let field): FieldView(entry: entry, element: element, field: field)
    case .choice(let choice): ChoiceView(entry: entry, element: element, choice: choice)
    case .choices(let choices): ChoicesView(entry: entry, element: element, choices: choices)
    case .toggle(let isOn):
      VStack(alignment: .leading, spacing: 4) {
        Toggle(
          element.text,
          isOn: Binding(
            get: { isOn },
            set: { isOn in MainActor.assumeIsolated { entry.toggle(isOn, element) } })
        )
        .disabled(!element.isEnabled)
        ProblemView(element: element)
      }
    case .button(let style): button(style)
    case .secret: SecretView(entry: entry, element: element)
    case .link:
      Button(element.text) { entry.tap(element) }
        .buttonStyle(.plain).tint(accent).foregroundStyle(.tint).disabled(!element.isEnabled)
    }
  }

  /// Of text; nil: as the system has it.
  private var accent: Color? { colors.map { Color(rgb: $0.accent) } }

  @ViewBuilder private func image(_ name: String) -> some View {
    if element.text.isEmpty {
      Image(name).accessibilityHidden(true)
    } else {
      Image(name).accessibilityLabel(element.text)
    }
  }

  @ViewBuilder private func button(_ style: Element.ButtonStyle) -> some View {
    let tap: @MainActor @Sendable () -> Void = { entry.tap(element) }
    let label = HStack(spacing: 8) {
      if element.isBusy { ProgressView() }
      Text(element.text)
    }
    .frame(maxWidth: .infinity)
    let size = theme?.controlSize ?? .large
    switch style {
    case .primary:
      let button = Button(action: tap) { label }
        .buttonStyle(.borderedProminent).controlSize(size).disabled(!element.isEnabled)
      if let colors { button.foregroundStyle(Color(rgb: colors.onFill)) } else { button }
    case .plain:
      Button(action: tap) { label }
        .buttonStyle(.bordered).tint(accent).controlSize(size).disabled(!element.isEnabled)
    case .destructive:
      Button(role: .destructive, action: tap) { label }
        .buttonStyle(.bordered).controlSize(size).disabled(!element.isEnabled)
    }
  }
}
#endif
