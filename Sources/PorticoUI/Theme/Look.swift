#if canImport(SwiftUI)
public import Portico
public import SwiftUI

extension View {
  /// Draws the flows in it by a brand; without one they look as the system does.
  ///
  /// - Parameter theme: as `portico brand swift` has written it.
  public func porticoTheme(_ theme: PorticoTheme) -> some View {
    environment(\.porticoTheme, theme)
  }
}

extension EnvironmentValues {
  /// The brand of the flows in a view; nil where none was given.
  public var porticoTheme: PorticoTheme? {
    get { self[ThemeKey.self] }
    set { self[ThemeKey.self] = newValue }
  }
}

private struct ThemeKey: EnvironmentKey {
  static let defaultValue: PorticoTheme? = nil
}

extension PorticoTheme {
  /// The colours of an appearance; those of the other one if the brand has only that.
  func colors(_ scheme: ColorScheme) -> Colors? {
    scheme == .dark ? dark ?? light : light ?? dark
  }

  var design: SwiftUI.Font.Design {
    switch font {
    case .classic, .system, .humanist: .default
    case .serif: .serif
    case .rounded: .rounded
    case .mono: .monospaced
    }
  }

  var headingDesign: SwiftUI.Font.Design { font == .classic ? .serif : design }

  /// The appearance that a brand of only one has, whatever the device has.
  var onlyScheme: ColorScheme? {
    switch (light, dark) {
    case (nil, .some): .dark
    case (.some, nil): .light
    default: nil
    }
  }

  var controlSize: ControlSize { controlHeight < 48 ? .regular : .large }
}

extension Color {
  /// - Parameter rgb: `0xRRGGBB`.
  init(rgb: UInt32) {
    let channel = { (shift: UInt32) in Double(rgb >> shift & 0xFF) / 255 }
    self.init(.sRGB, red: channel(16), green: channel(8), blue: channel(0), opacity: 1)
  }
}

/// Draws what is in it by the brand of the environment.
struct Themed<Content: View>: View {
  @Environment(\.porticoTheme) private var theme
  @Environment(\.colorScheme) private var scheme
  private let content: Content

  init(@ViewBuilder content: () -> Content) { self.content = content() }

  var body: some View {
    if let theme, let colors = theme.colors(scheme) {
      content
        .fontDesign(theme.design)
        .foregroundStyle(Color(rgb: colors.ink))
        .tint(Color(rgb: colors.fill))
        .buttonBorderShape(.roundedRectangle(radius: theme.corner))
        .preferredColorScheme(theme.onlyScheme)
    } else {
      content
    }
  }
}
#endif
