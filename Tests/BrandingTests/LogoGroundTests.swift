import Branding
import Testing

@Suite("What the logo of a brand stands on")
struct LogoGroundTests {
  private static let orange = "#e8590c"

  private func picture(_ body: String) throws -> BrandPicture {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 10\">\(body)</svg>"
    return try BrandPicture(Array(text.utf8), most: 2_000)
  }

  private func colors(_ body: String) throws -> [String]? {
    try picture(body).colors?.map(\.hex)
  }

  private func brand(_ logo: BrandPicture, dark: BrandPicture? = nil) throws -> Brand {
    var brand = Brand(name: "A", accent: try #require(RGBColor(hex: Self.orange)))
    (brand.logo, brand.logoDark) = (logo, dark)
    return brand
  }

  private func drawn(_ brand: Brand) -> [String] {
    brand.logoGrounds.map { "\($0.appearance) \($0.place): \($0.picture)" }
  }

  @Test(
    "BRD-5: the colours of an SVG are found in attributes, styles and gradients; what names none is black",
    arguments: [
      ("<path fill=\"#E8590C\" d=\"M0 0\"/>", ["#e8590c"]),
      ("<path style=\"fill: #abc; stroke:rgb(1, 2, 3)\"/>", ["#aabbcc", "#010203"]),
      ("<style>.a{fill:#123456cc}</style><path class=\"a\"/>", ["#123456"]),
      (
        "<linearGradient><stop stop-color='red'/></linearGradient><rect fill='url(#a)'/>",
        ["#ff0000"]
      ),
      ("<path d=\"M0 0\"/><circle fill=\"white\"/>", ["#ffffff", "#000000"]),
      ("<g fill=\"navy\"><path d=\"M0 0\"/></g>", ["#000080"]),
      ("<path fill=\"none\" fill-rule=\"evenodd\" stroke=\"currentColor\"/>", ["#000000"]),
      ("<path fill=\"papayawhip\"/>", nil), ("<path fill=\"var(--x)\"/>", nil),
      ("<image href=\"data:,\"/>", nil),
    ] as [(String, [String]?)])
  func colors(_ body: String, _ expected: [String]?) throws {
    #expect(try colors(body) == expected)
  }

  @Test(
    "BRD-5: a logo in the accent stands on a plate on the panel, and one in dark colours on a dark page"
  )
  func plates() throws {
    let accent = try brand(try picture("<path fill=\"\(Self.orange)\" d=\"M0 0\"/>"))
    #expect(
      drawn(accent) == [
        "light page: logo", "light panel: onLightPlate", "dark page: logo", "dark panel: logo",
      ])
    let black = try brand(try picture("<path d=\"M0 0\"/>"))
    #expect(
      drawn(black) == [
        "light page: logo", "light panel: logo", "dark page: onLightPlate",
        "dark panel: onLightPlate",
      ])
    // Each colour has to be clear, or part of the logo would be gone.
    let both = try brand(try picture("<path d=\"M0 0\"/><path fill=\"\(Self.orange)\"/>"))
    #expect(drawn(both).filter { $0.hasSuffix("Plate") }.count == 3)
  }

  @Test("BRD-5: a picture of unknown colours is trusted on a light page only")
  func unknown() throws {
    let png = try BrandPicture(BrandPictureTests.png(width: 2, height: 1), most: 100)
    #expect(
      drawn(try brand(png)) == [
        "light page: logo", "light panel: onLightPlate", "dark page: onLightPlate",
        "dark panel: onLightPlate",
      ])
    #expect(
      drawn(try brand(png, dark: png))[2...] == ["dark page: logoDark", "dark panel: logoDark"])
  }

  @Test("BRD-5: the logo for dark grounds takes the place of the plate where it is clear")
  func dark() throws {
    let black = try picture("<path d=\"M0 0\"/>")
    let white = try picture("<path fill=\"white\" d=\"M0 0\"/>")
    let orange = try picture("<path fill=\"\(Self.orange)\" d=\"M0 0\"/>")
    #expect(
      drawn(try brand(black, dark: white)) == [
        "light page: logo", "light panel: logo", "dark page: logoDark", "dark panel: logoDark",
      ])
    #expect(drawn(try brand(orange, dark: orange))[1] == "light panel: onLightPlate")
  }

  @Test("BRD-5: a logo that is too pale for a light page stands on a dark plate there")
  func pale() throws {
    let pale = try brand(try picture("<path fill=\"#ffe\" d=\"M0 0\"/>"))
    #expect(
      drawn(pale) == [
        "light page: onDarkPlate", "light panel: logo", "dark page: logo", "dark panel: logo",
      ])
    let details = try brand(try picture("<path fill=\"#ffe\"/><path fill=\"#900\"/>"))
    #expect(drawn(details)[0] == "light page: logo")
  }

  @Test("BRD-5: whatever the accent, a logo in it is clear on what it stands on")
  func everyAccent() throws {
    let shades = stride(from: 0, through: 255, by: 51).map { UInt8($0) }
    for red in shades {
      for green in shades {
        for blue in shades {
          let color = RGBColor(red: red, green: green, blue: blue)
          var brand = Brand(name: "A", accent: color)
          brand.logo = try picture("<path fill=\"\(color.hex)\" d=\"M0 0\"/>")
          for ground in brand.logoGrounds {
            let palette = brand.palette(ground.appearance)
            let area =
              switch ground.picture {
              case .onLightPlate: brand.lightPlate
              case .onDarkPlate: brand.darkPlate
              case .logo, .logoDark: ground.place == .page ? palette.surface : palette.panel
              }
            #expect(color.contrast(with: area) >= 3, "\(color.hex) on \(area.hex)")
          }
        }
      }
    }
  }
}
