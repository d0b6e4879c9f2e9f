import Testing

@testable import Branding

@Suite("Colours and their contrast")
struct RGBColorTests {
  @Test(
    "A colour is written as #rgb or #rrggbb",
    arguments: [
      ("#0d5c4a", "#0d5c4a"), ("#FFF", "#ffffff"), ("#A1b", "#aa11bb"), ("0d5c4a", nil), ("#", nil),
      ("#12345", nil), ("#1234567", nil), ("#12 456", nil), ("green", nil), ("", nil),
      ("#0d5c4g", nil), ("#0d5c4a80", nil),
    ] as [(String, String?)])
  func hex(text: String, expected: String?) {
    #expect(RGBColor(hex: text)?.hex == expected)
  }

  @Test(
    "Contrast is that of WCAG 2.2, by figures that others publish",
    arguments: [
      ("#000000", "#ffffff", 21.00), ("#ffffff", "#ffffff", 1.00), ("#777777", "#ffffff", 4.48),
      ("#767676", "#ffffff", 4.54), ("#ff0000", "#ffffff", 4.00), ("#0000ff", "#ffffff", 8.59),
      ("#00ff00", "#ffffff", 1.37), ("#949494", "#ffffff", 3.03),
    ])
  func contrast(one: String, two: String, expected: Double) throws {
    let (one, two) = (try #require(RGBColor(hex: one)), try #require(RGBColor(hex: two)))
    #expect((one.contrast(with: two) * 100).rounded() / 100 == expected)
    #expect(one.contrast(with: two) == two.contrast(with: one))
  }

  @Test("A colour survives the conversion to the perceptual space and back")
  func perceived() {
    for red in stride(from: 0, through: 255, by: 15) {
      for green in stride(from: 0, through: 255, by: 15) {
        for blue in stride(from: 0, through: 255, by: 15) {
          let color = RGBColor(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
          #expect(PerceivedColor(color).color == color)
        }
      }
    }
  }
}
