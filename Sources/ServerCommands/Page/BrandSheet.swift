import Branding

/// What a brand changes of `Web/host/page.css`: its tokens, and what does not follow from these. The browser loads it
/// after that sheet.
struct BrandSheet: Sendable {
  let text: String

  init(_ brand: Brand) {
    let light = brand.palette(.light)
    let dark = brand.palette(.dark)
    func color(_ part: KeyPath<Palette, RGBColor>) -> String {
      switch brand.appearance {
      case .both: "light-dark(\(light[keyPath: part].hex), \(dark[keyPath: part].hex))"
      case .light: light[keyPath: part].hex
      case .dark: dark[keyPath: part].hex
      }
    }
    let colors: [(String, KeyPath<Palette, RGBColor>)] = [
      ("paper", \.paper), ("surface", \.surface), ("field", \.field), ("ink", \.ink),
      ("quiet", \.quiet), ("line", \.line), ("edge", \.edge), ("tint", \.tint),
      ("accent-text", \.accent), ("on-accent", \.onAccent), ("brand", \.panel),
      ("brand-deep", \.panelEnd), ("on-brand", \.onPanel),
    ]
    var tokens = colors.map { "  --\($0): \(color($1));" }
    tokens.append("  --accent: var(--accent-text);")
    if brand.appearance != .both {
      tokens.append("  color-scheme: \(brand.appearance.rawValue);")
    }
    if brand.font != .classic {
      tokens.append("  --font: \(brand.font.text);")
      tokens.append("  --font-heading: \(brand.font.heading);")
    }
    if brand.corner != .round {
      tokens.append("  --radius-s: \(Self.rem(brand.corner.control));")
      tokens.append("  --radius-l: \(Self.rem(brand.corner.card));")
    }
    if brand.density != .regular {
      tokens.append("  --control: \(Self.rem(brand.density.control));")
      // The larger distances of the page's own scale; the small ones are within a line.
      for (name, distance) in [("3", 0.75), ("4", 1), ("5", 1.5), ("6", 2.5)] {
        tokens.append("  --space-\(name): \(Self.rem(distance * brand.density.distance));")
      }
    }
    let second = "form button[data-style=\"primary\"] ~ button[data-style=\"primary\"]"
    var rules = [
      ":root {\n\(tokens.joined(separator: "\n"))\n}",
      """
      /* An area of the accent is nearer to it than text in it can be. */
      form button[data-style="primary"],
      .toggle input:checked,
      .note:is([data-note="life"], [data-note="owner"]) button {
        --accent: \(color(\.fill));
        --on-accent: \(color(\.onFill));
      }

      \(second) {
        --accent: var(--accent-text);
      }

      @media (hover: hover) {
        form button[data-style="primary"]:enabled:hover {
          background: \(color(\.fillHovered));
        }

        \(second):enabled:hover {
          background: var(--tint);
        }
      }
      """,
      """
      /* The colonnade is Portico's. */
      #app::after {
        content: none;
      }

      .tagline {
        display: none;
      }
      """,
    ]
    let grounds = Dictionary(grouping: brand.logoGrounds, by: \.place)
    if let logo = brand.logo {
      rules.append(Self.logo(logo, brand, at: grounds[.page] ?? []))
    }
    rules.append(
      """
      @container page (min-width: 60rem) {
        #app::after {
          content: none;
        }

        #brand {
          flex-wrap: wrap;
          inline-size: calc(38% - 2 * var(--space-6));
        }

        .tagline {
          display: block;
          flex: 0 0 100%;
          font-size: var(--size-m);
          font-weight: 400;
          text-align: -webkit-match-parent;
          text-align: match-parent;
          text-wrap: balance;
          overflow-wrap: anywhere;
        }
      }

      """)
    if brand.logo != nil {
      rules.append(Self.logo(brand, at: grounds[.panel] ?? []))
    }
    text = rules.joined(separator: "\n\n")
  }

  private static func logo(
    _ logo: BrandPicture, _ brand: Brand, at grounds: [LogoGround]
  ) -> String {
    """
    .logo {
      flex: none;
      block-size: 2rem;
      aspect-ratio: \(number(logo.aspect));
      max-inline-size: 12rem;
      background: center / contain no-repeat content-box;
      border-radius: var(--radius-s);
    }

    \(drawn(grounds, brand))
    """
  }

  private static func logo(_ brand: Brand, at grounds: [LogoGround]) -> String {
    """
    @container page (min-width: 60rem) {
    \(drawn(grounds, brand))
    }

    """
  }

  /// What is drawn in the appearances of a place; the last one where the device says that it is dark.
  private static func drawn(_ grounds: [LogoGround], _ brand: Brand) -> String {
    let rules = grounds.map { ground in
      let picture = ground.picture == .logoDark ? "--logo-dark" : "--logo"
      let plate: RGBColor? =
        switch ground.picture {
        case .logo, .logoDark: nil
        case .onLightPlate: brand.lightPlate
        case .onDarkPlate: brand.darkPlate
        }
      return """
        .logo {
          background-image: var(\(picture));
          background-color: \(plate?.hex ?? "#0000");
          box-shadow: 0 0 0 \(plate.map { "0.375rem \($0.hex)" } ?? "0 #0000");
          margin: \(plate == nil ? "0" : "0.375rem");
        }
        """
    }
    guard rules.count == 2, rules[0] != rules[1] else { return rules.first ?? "" }
    return "\(rules[0])\n\n@media (prefers-color-scheme: dark) {\n\(rules[1])\n}"
  }

  private static func rem(_ value: Double) -> String {
    value == 0 ? "0rem" : "\(number(value))rem"
  }

  /// At most four decimals, never with an exponent.
  private static func number(_ value: Double) -> String {
    let whole = Int((value * 10_000).rounded())
    let decimals = String(10_000 + whole % 10_000).dropFirst()
    return "\(whole / 10_000).\(decimals)"
  }
}
