/// The colours of one appearance, derived from an accent so that text has a contrast of at least 4.5:1 and controls one of
/// 3:1 (WCAG 2.2, success criteria 1.4.3 and 1.4.11), whatever the accent is.
///
/// The hue of the accent is kept everywhere. What cannot be as it was asked for gets darker or lighter, as little as
/// is needed.
package struct Palette: Hashable, Sendable {
  package enum Appearance: String, CaseIterable, Hashable, Sendable {
    case light, dark
  }

  /// Behind everything.
  package let paper: RGBColor
  /// Of a card.
  package let surface: RGBColor
  /// Of an input.
  package let field: RGBColor
  /// Behind what is chosen, or pointed at.
  package let tint: RGBColor
  package let ink: RGBColor
  /// Of text that matters less.
  package let quiet: RGBColor
  /// Between areas; says nothing by itself.
  package let line: RGBColor
  /// Of a control.
  package let edge: RGBColor
  /// The accent as text, and as the ring of the focus.
  package let accent: RGBColor
  /// On an area of `accent`.
  package let onAccent: RGBColor
  /// The accent as the area of a button: nearer to what was asked for.
  package let fill: RGBColor
  package let onFill: RGBColor
  package let fillHovered: RGBColor
  /// The accent as a large area, which fades into `panelEnd`.
  package let panel: RGBColor
  package let panelEnd: RGBColor
  package let onPanel: RGBColor

  static let textContrast = 4.5
  static let controlContrast = 3.0

  package init(accent: RGBColor, appearance: Appearance) {
    let asked = PerceivedColor(accent)
    let isDark = appearance == .dark
    // A greyish accent has greyish neighbours.
    let strength = min(1, asked.chroma / 0.1)
    func neutral(_ lightness: Double, _ chroma: Double) -> RGBColor {
      asked.with(lightness: lightness, chroma: chroma * strength).color
    }
    paper = isDark ? neutral(0.185, 0.012) : neutral(0.962, 0.008)
    surface = isDark ? neutral(0.225, 0.014) : neutral(0.995, 0.002)
    field = isDark ? neutral(0.19, 0.012) : .white
    tint = isDark ? neutral(0.29, 0.03) : neutral(0.94, 0.025)
    ink = isDark ? neutral(0.95, 0.008) : neutral(0.25, 0.02)
    quiet = isDark ? neutral(0.74, 0.016) : neutral(0.48, 0.02)
    line = isDark ? neutral(0.345, 0.016) : neutral(0.88, 0.012)
    edge = isDark ? neutral(0.59, 0.018) : neutral(0.6, 0.018)

    let areas = [paper, surface, field, tint]
    func legible(_ contrast: Double, on areas: [RGBColor]) -> PerceivedColor {
      Self.moved(asked, towards: isDark ? 1 : 0) { color in
        areas.allSatisfy { color.contrast(with: $0) >= contrast }
      }
    }
    self.accent = legible(Self.textContrast, on: areas).color
    onAccent = Self.text(on: self.accent, hue: asked)
    let fill = legible(Self.controlContrast, on: [paper, surface, field])
    self.fill = fill.color
    onFill = Self.text(on: fill.color, hue: asked)
    fillHovered = Self.away(fill, from: onFill, by: 0.05)

    let panel =
      isDark
      ? asked.with(lightness: min(asked.lightness, 0.3), chroma: min(asked.chroma, 0.07)) : asked
    self.panel = panel.color
    onPanel = Self.text(on: panel.color, hue: asked)
    panelEnd = Self.away(panel, from: onPanel, by: 0.07)
  }

  /// The first step towards black or white that is good enough. Both ends are, for every area that this is asked
  /// about.
  private static func moved(
    _ color: PerceivedColor, towards end: Double, until isGood: (RGBColor) -> Bool
  ) -> PerceivedColor {
    let steps = 256
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      let next = color.with(lightness: color.lightness + (end - color.lightness) * share)
      if isGood(next.color) { return next }
    }
    return color.with(lightness: end, chroma: 0)
  }

  /// White, or a dark colour of the hue; black where that is not dark enough. One of white and black always has 4.58:1.
  private static func text(on area: RGBColor, hue: PerceivedColor) -> RGBColor {
    let strength = min(1, hue.chroma / 0.1)
    let dark = hue.with(lightness: 0.2, chroma: 0.03 * strength).color
    return [.white, dark].first { $0.contrast(with: area) >= textContrast } ?? .black
  }

  /// Another step of an area that makes what stands on it clearer.
  private static func away(
    _ area: PerceivedColor, from text: RGBColor, by step: Double
  ) -> RGBColor {
    let change = text == .white ? -step : step
    return area.with(lightness: min(1, max(0, area.lightness + change))).color
  }
}

extension Palette {
  /// Two colours that meet, and how clear they have to be.
  package struct Pair: Hashable, Sendable {
    /// For people: what stands where.
    package let name: String
    package let front: RGBColor
    package let back: RGBColor
    package let least: Double

    package var contrast: Double { front.contrast(with: back) }
    package var isHeld: Bool { contrast >= least }
  }

  /// Everything that meets on a screen or in a mail.
  package var pairs: [Pair] {
    let areas = [("paper", paper), ("surface", surface), ("field", field), ("tint", tint)]
    var pairs: [Pair] = []
    for (name, front) in [("text", ink), ("quiet text", quiet), ("accent", accent)] {
      pairs += areas.map {
        Pair(name: "\(name) on \($0.0)", front: front, back: $0.1, least: Self.textContrast)
      }
    }
    for (name, front) in [("button", fill), ("edge of a control", edge)] {
      pairs += areas.dropLast().map {
        Pair(name: "\(name) on \($0.0)", front: front, back: $0.1, least: Self.controlContrast)
      }
    }
    let texts = [
      ("text on accent", onAccent, accent), ("text on button", onFill, fill),
      ("text on button under the pointer", onFill, fillHovered),
      ("text on panel", onPanel, panel), ("text on the end of the panel", onPanel, panelEnd),
    ]
    pairs += texts.map { Pair(name: $0.0, front: $0.1, back: $0.2, least: Self.textContrast) }
    return pairs
  }
}
