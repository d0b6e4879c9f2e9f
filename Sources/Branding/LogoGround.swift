/// What the logo of a brand stands on, and what makes it seen there.
///
/// Most logos are drawn for a light ground. Elsewhere another one may take its place, or it stands on a plate: dark letters
/// would vanish in a dark page, and those in the accent on the panel, which has the accent.
package struct LogoGround: Hashable, Sendable {
  package enum Place: String, CaseIterable, Hashable, Sendable {
    /// Above the form.
    case page
    /// Beside the form, on wide screens.
    case panel
  }

  package enum Picture: String, CaseIterable, Hashable, Sendable {
    case logo, logoDark
    /// The logo, on a plate.
    case onLightPlate, onDarkPlate
  }

  package let place: Place
  package let appearance: Palette.Appearance
  package let picture: Picture

  /// As of controls (WCAG 2.2, 1.4.11).
  static let contrast = 3.0
}

extension Brand {
  /// What is drawn at each place, in each appearance that the brand has; empty without a logo.
  package var logoGrounds: [LogoGround] {
    guard let logo else { return [] }
    return appearance.palettes.flatMap { appearance in
      LogoGround.Place.allCases.map { place in
        LogoGround(
          place: place, appearance: appearance,
          picture: picture(of: logo, at: place, in: palette(appearance)))
      }
    }
  }

  package var lightPlate: RGBColor { palette(.light).surface }
  package var darkPlate: RGBColor { palette(.dark).surface }

  private func picture(
    of logo: BrandPicture, at place: LogoGround.Place, in palette: Palette
  ) -> LogoGround.Picture {
    let area = place == .page ? palette.surface : palette.panel
    let text = place == .page ? palette.ink : palette.onPanel
    let isDark = text.luminance > area.luminance
    if isDark, let logoDark, place == .page || logoDark.isClear(on: area) ?? true {
      return .logoDark
    }
    // White details in a dark shape are seen on a light page all the same.
    let isLightPage = place == .page && !isDark
    let isSeen = isLightPage ? logo.isVisible(on: area) ?? true : logo.isClear(on: area) ?? false
    if isSeen { return .logo }
    return logo.isVisible(on: lightPlate) ?? true ? .onLightPlate : .onDarkPlate
  }
}

extension BrandPicture {
  /// Whether each of its colours is clear on an area; nil if they are unknown.
  fileprivate func isClear(on area: RGBColor) -> Bool? {
    colors.map { $0.allSatisfy { $0.contrast(with: area) >= LogoGround.contrast } }
  }

  /// Whether one of them is.
  fileprivate func isVisible(on area: RGBColor) -> Bool? {
    colors.map { colors in
      colors.isEmpty || colors.contains { $0.contrast(with: area) >= LogoGround.contrast }
    }
  }
}
