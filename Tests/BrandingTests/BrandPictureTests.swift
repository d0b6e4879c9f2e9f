import Branding
import Testing

@Suite("Names and pictures of a brand")
struct BrandPictureTests {
  private func picture(_ text: String, most: Int = 1_000) throws -> BrandPicture {
    try BrandPicture(Array(text.utf8), most: most)
  }

  private func refusal(_ work: () throws -> BrandPicture) -> String {
    do {
      _ = try work()
      return "accepted"
    } catch { return "\(error)" }
  }

  static func png(width: UInt32, height: UInt32) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + Array("IHDR".utf8)
      + bytes(width) + bytes(height) + [8, 6, 0, 0, 0] + bytes(0)
      + bytes(0) + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
  }

  @Test("An SVG has the size of its viewBox, a PNG that of its header")
  func sizes() throws {
    let svg = try picture(
      "<?xml version='1.0'?><!-- x --><svg viewBox=\"0 0 96, 24\"><path/></svg>")
    #expect(svg.kind == .svg && svg.aspect == 4)
    let png = try BrandPicture(Self.png(width: 64, height: 32), most: 100)
    #expect(png.kind == .png && png.aspect == 2 && png.kind.mediaType == "image/png")
    let torn = refusal {
      try BrandPicture(Array(Self.png(width: 64, height: 32).dropLast()), most: 100)
    }
    #expect(torn == "is a PNG whose end is missing; export it again")
  }

  @Test(
    "A file that cannot be a brand's picture is refused with a remedy",
    arguments: [
      ("GIF89a", "is neither an SVG nor a PNG; export it as one of them"),
      ("", "is neither an SVG nor a PNG; export it as one of them"),
      ("<html>", "is neither an SVG nor a PNG; export it as one of them"),
      (
        "<svg width='10' height='10'/>",
        "has no viewBox, so its size is unknown; add viewBox=\"0 0 WIDTH HEIGHT\""
      ),
      (
        "<svg viewBox='0 0 0 10'/>",
        "has the viewBox '0 0 0 10'; write viewBox=\"0 0 WIDTH HEIGHT\""
      ),
      (
        "<svg viewBox='0 0 nan 10'/>",
        "has the viewBox '0 0 nan 10'; write viewBox=\"0 0 WIDTH HEIGHT\""
      ),
      (
        "<svg viewBox='0 0 1 1'><SCRIPT>alert(1)</SCRIPT></svg>",
        "contains '<script'; export it as a plain SVG"
      ),
      (
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg viewBox='0 0 1 1'/>",
        "contains '<!doctype'; export it as a plain SVG"
      ),
      (
        "<svg viewBox='0 0 1 1'><foreignObject/></svg>",
        "contains '<foreignobject'; export it as a plain SVG"
      ),
    ])
  func refused(text: String, expected: String) {
    #expect(refusal { try picture(text) } == expected)
  }

  @Test("A picture that is too large, which every visitor would wait for, is refused")
  func large() {
    let said = refusal { try BrandPicture([UInt8](repeating: 32, count: 101), most: 100) }
    #expect(said == "has 101 bytes, and may have 100; export a smaller one")
    let wide = refusal { try BrandPicture(Self.png(width: 5_000, height: 1), most: 100) }
    #expect(wide == "is not 1 to 4096 pixels wide and high; export a smaller one")
    #expect(refusal { try BrandPicture(Self.png(width: 0, height: 1), most: 100) }.contains("1 to"))
  }

  @Test("A name is one line of at most 40 characters")
  func names() {
    for name in ["A", "Café Ríos", "متجر", String(repeating: "x", count: 40), "👩‍👩‍👧"] {
      #expect(Brand.isName(name))
    }
    for name in ["", "a\nb", "a\r\nBcc: x", "a\u{2028}b", "a\0", String(repeating: "x", count: 41)]
    {
      #expect(!Brand.isName(name))
    }
  }
}
