#if canImport(SwiftUI)
public import Portico
public import SwiftUI

/// A button of a screen, in its prominence and the colours of the brand.
public struct ButtonView: View {
  private let element: Element
  private let style: Element.ButtonStyle
  private let tap: @MainActor () -> Void
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme

  /// - Parameters:
  ///   - element: as the entry shows it now.
  ///   - style: its prominence.
  ///   - tap: what a tap does, such as `entry.tap(element)`. Called on the main actor.
  public init(
    element: Element, style: Element.ButtonStyle, tap: @escaping @MainActor () -> Void
  ) {
    self.element = element
    self.style = style
    self.tap = tap
  }

  /// The button.
  public var body: some View {
    styled
      .controlSize(theme?.controlSize ?? .large)
      // A busy one keeps VoiceOver's focus.
      .disabled(!element.takesPress)
      .accessibilityIdentifier(element.name)
  }

  @ViewBuilder private var styled: some View {
    switch style {
    case .primary:
      let button = Button(action: tap) { label }.buttonStyle(.borderedProminent)
      if let colors { button.foregroundStyle(Color(rgb: colors.onFill)) } else { button }
    case .plain:
      Button(action: tap) { label }
        .buttonStyle(.bordered).tint(colors.map { Color(rgb: $0.accent) })
    case .destructive:
      Button(role: .destructive, action: tap) { label }.buttonStyle(.bordered)
    }
  }

  private var colors: PorticoTheme.Colors? { theme?.colors(scheme) }

  private var label: some View {
    HStack(spacing: 8) {
      if element.isBusy { ProgressView() }
      Text(element.text).multilineTextAlignment(.center)
    }
    .frame(maxWidth: .infinity)
  }
}
#endif
