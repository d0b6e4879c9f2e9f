import TestSupport
import Testing

@testable import Branding

@Suite("Palettes from one accent")
struct PaletteTests {
  /// Each step of the cube of colours, its greys, and some that are drawn.
  private static func accents() -> [RGBColor] {
    var random = SeededGenerator(announcing: "PaletteTests", seed: 33)
    let steps = stride(from: 0, through: 255, by: 17).map { UInt8($0) }
    var accents = steps.flatMap { red in
      steps.flatMap { green in steps.map { RGBColor(red: red, green: green, blue: $0) } }
    }
    accents += (0...255).map { RGBColor(red: UInt8($0), green: UInt8($0), blue: UInt8($0)) }
    accents += (0..<4_000).map { _ in
      RGBColor(
        red: UInt8(random.below(256)), green: UInt8(random.below(256)),
        blue: UInt8(random.below(256)))
    }
    return accents
  }

  @Test(
    "BRD-2: text has a contrast of 4.5:1 and controls one of 3:1, whatever the accent is",
    arguments: Palette.Appearance.allCases)
  func contrast(appearance: Palette.Appearance) {
    var broken: [String] = []
    for accent in Self.accents() {
      let palette = Palette(accent: accent, appearance: appearance)
      broken += palette.pairs.filter { !$0.isHeld }.map {
        "\(accent.hex): \($0.name) has \($0.contrast)"
      }
    }
    #expect(broken.isEmpty, "\(broken.count): \(broken.prefix(5))")
  }

  @Test("A colour with enough contrast stays as requested")
  func kept() throws {
    for hex in ["#0d5c4a", "#b3261e", "#1a56db", "#5b21b6"] {
      let accent = try #require(RGBColor(hex: hex))
      let palette = Palette(accent: accent, appearance: .light)
      #expect(palette.accent == accent && palette.fill == accent && palette.panel == accent)
      #expect(palette.onFill == .white)
    }
    // Too pale for text, clear enough for a button with dark text.
    let orange = try #require(RGBColor(hex: "#e8590c"))
    let palette = Palette(accent: orange, appearance: .light)
    #expect(palette.fill == orange && palette.accent != orange && palette.onFill != .white)
  }

  @Test(
    "The page's error colour stays legible on every background",
    arguments: Palette.Appearance.allCases)
  func problem(appearance: Palette.Appearance) throws {
    // Web/host/page.css, `--problem`, which no brand changes.
    let problem = try #require(RGBColor(hex: appearance == .light ? "#a5251d" : "#ffaa9e"))
    for accent in Self.accents() {
      let palette = Palette(accent: accent, appearance: appearance)
      for area in [palette.paper, palette.surface, palette.field] {
        #expect(problem.contrast(with: area) >= 4.5)
      }
    }
  }

  @Test("The check detects a palette with too little contrast")
  func noticed() {
    let pair = Palette.Pair(
      name: "grey on white", front: RGBColor(red: 0x77, green: 0x77, blue: 0x77), back: .white,
      least: 4.5)
    #expect(!pair.isHeld)
  }

  @Test("A grey accent gives grey colours: no hue is invented")
  func grey() {
    let palette = Palette(accent: RGBColor(red: 90, green: 90, blue: 90), appearance: .light)
    for color in [palette.paper, palette.tint, palette.ink, palette.accent, palette.edge] {
      let channels = [color.red, color.green, color.blue].map(Int.init)
      #expect(channels.max()! - channels.min()! <= 1, "\(color.hex)")
    }
  }
}
