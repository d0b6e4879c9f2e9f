/// How a service looks: what its page and its mails are drawn from.
package struct Brand: Hashable, Sendable {
  package let name: String
  /// Below the name, where there is room.
  package var tagline: String?
  package var logo: BrandPicture?
  /// The logo for dark grounds; without it, the other one stands on a plate there.
  package var logoDark: BrandPicture?
  /// Of the browser's tab.
  package var favicon: BrandPicture?
  package let accent: RGBColor
  package var font = Font.classic
  package var corner = Corner.round
  package var density = Density.regular
  package var appearance = Appearance.both

  package init(name: String, accent: RGBColor) {
    self.name = name
    self.accent = accent
  }

  /// That of a service without a brand of its own.
  package static let standard = Brand(
    name: "Portico", accent: RGBColor(red: 0x0d, green: 0x5c, blue: 0x4a))

  /// In characters.
  package static let mostNameLength = 40
  package static let mostTaglineLength = 80

  /// Whether a text can be the name of a service: 1 to 40 characters on one line. A line break would inject headers into
  /// a mail.
  package static func isName(_ text: String) -> Bool { isLine(text, most: mostNameLength) }

  package static func isTagline(_ text: String) -> Bool { isLine(text, most: mostTaglineLength) }

  private static func isLine(_ text: String, most: Int) -> Bool {
    (1...most).contains(text.count) && text.utf8.count <= 4 * most
      && text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
      }
  }

  package func palette(_ appearance: Palette.Appearance) -> Palette {
    Palette(accent: accent, appearance: appearance)
  }
}

extension Brand {
  /// Which of light and dark there is; with both, the device says.
  package enum Appearance: String, CaseIterable, Hashable, Sendable {
    case both, light, dark

    package var palettes: [Palette.Appearance] {
      switch self {
      case .both: [.light, .dark]
      case .light: [.light]
      case .dark: [.dark]
      }
    }
  }

  /// Only fonts that devices have: nothing is downloaded for them.
  package enum Font: String, CaseIterable, Hashable, Sendable {
    /// The system's, with serifs in headings.
    case classic
    case system, serif, rounded, humanist, mono

    /// Families of CSS, in the order of preference.
    package var text: String {
      switch self {
      case .classic, .system: "system-ui, sans-serif"
      case .serif: Self.serifs
      case .rounded:
        "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, 'Arial Rounded MT Bold', Nunito, system-ui, sans-serif"
      case .humanist:
        "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'Noto Sans', 'DejaVu Sans', system-ui, sans-serif"
      case .mono:
        "ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace"
      }
    }

    package var heading: String { self == .classic ? Self.serifs : text }

    private static let serifs =
      "ui-serif, 'Iowan Old Style', Charter, Georgia, 'Noto Serif', serif"
  }

  package enum Corner: String, CaseIterable, Hashable, Sendable {
    case square, slight, round, pill

    /// Of controls, in rem.
    package var control: Double {
      switch self {
      case .square: 0
      case .slight: 0.375
      case .round: 0.75
      case .pill: 1.625
      }
    }

    /// Of cards, in rem.
    package var card: Double {
      switch self {
      case .square: 0
      case .slight: 0.5
      case .round: 1.5
      case .pill: 2
      }
    }
  }

  package enum Density: String, CaseIterable, Hashable, Sendable {
    case compact, regular, spacious

    /// The height of a control in rem; never below the 2.75 that a finger needs.
    package var control: Double {
      switch self {
      case .compact: 2.75
      case .regular: 3.25
      case .spacious: 3.75
      }
    }

    /// What distances are multiplied by.
    package var distance: Double {
      switch self {
      case .compact: 0.75
      case .regular: 1
      case .spacious: 1.25
      }
    }
  }
}
