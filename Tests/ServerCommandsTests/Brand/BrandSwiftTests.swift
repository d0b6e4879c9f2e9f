import Branding
import Foundation
import Portico
import Testing

@testable import ServerCommands

/// A brand as Swift source, which is compiled into these tests.
@Suite struct BrandSwiftTests {
  private static let brand: Brand = {
    var brand = Brand(name: "Café \"Ríos\"", accent: RGBColor(hex: "#E8590C")!)
    brand.tagline = "Coffee, brought by bike"
    brand.font = .humanist
    brand.corner = .pill
    brand.density = .spacious
    return brand
  }()

  @Test("BRD-1: the source is what the command writes for the brand, and compiles")
  func committed() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("CafeTheme.swift")
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == BrandSwiftCommand.source(of: Self.brand, isPublic: false))
  }

  @Test("BRD-1: an app has the same name, sizes and colours as page and mails")
  func same() throws {
    let theme = PorticoTheme.brand
    #expect(theme.name == Self.brand.name && theme.tagline == Self.brand.tagline)
    #expect(theme.corner == 26 && theme.controlHeight == 60 && theme.distance == 20)
    #expect(theme.font == .humanist)
    for (colors, appearance) in [(theme.light, Palette.Appearance.light), (theme.dark, .dark)] {
      let (colors, palette) = (try #require(colors), Self.brand.palette(appearance))
      let pairs = [
        (colors.paper, palette.paper), (colors.surface, palette.surface), (colors.ink, palette.ink),
        (colors.quiet, palette.quiet), (colors.accent, palette.accent), (colors.fill, palette.fill),
        (colors.onFill, palette.onFill),
      ]
      for (number, color) in pairs {
        let digits = String(number, radix: 16)
        #expect("#" + String(repeating: "0", count: 6 - digits.count) + digits == color.hex)
      }
    }
  }

  @Test(
    "BRD-1: a brand of one appearance has no colours of the other",
    arguments: [Brand.Appearance.light, .dark])
  func one(appearance: Brand.Appearance) {
    var brand = Self.brand
    brand.appearance = appearance
    let source = BrandSwiftCommand.source(of: brand, isPublic: true)
    #expect(source.contains("light: Colors(") == (appearance == .light))
    #expect(source.contains("dark: Colors(") == (appearance == .dark))
    #expect(source.contains("public import Portico\n"))
    #expect(source.contains("  public static let brand"))
  }

  @Test("BRD-1: each font of a brand is one of the client's", arguments: Brand.Font.allCases)
  func fonts(font: Brand.Font) {
    #expect(PorticoTheme.Font(rawValue: font.rawValue) != nil)
  }
}
