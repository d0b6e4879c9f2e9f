/// A picture of a brand: an SVG without scripts, or a PNG.
package struct BrandPicture: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case svg, png

    package var mediaType: String { self == .svg ? "image/svg+xml" : "image/png" }
  }

  package let kind: Kind
  package let bytes: [UInt8]
  package let width: Double
  package let height: Double
  /// Nil where they are unknown, as those of a PNG.
  package let colors: [RGBColor]?

  /// Why a picture is refused, and what to do.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
  }

  /// Every visitor loads it.
  package static let mostLogoBytes = 32 << 10
  package static let mostFaviconBytes = 16 << 10

  /// - Parameter most: how many bytes it may have.
  package init(_ bytes: [UInt8], most: Int) throws(Refusal) {
    guard bytes.count <= most else {
      throw Refusal(
        description: "has \(bytes.count) bytes, and may have \(most); export a smaller one")
    }
    self.bytes = bytes
    if let size = Self.pngSize(bytes) {
      guard bytes.suffix(8).starts(with: "IEND".utf8) else {
        throw Refusal(description: "is a PNG whose end is missing; export it again")
      }
      kind = .png
      colors = nil
      (width, height) = size
      guard width > 0, height > 0, width <= 4_096, height <= 4_096 else {
        throw Refusal(description: "is not 1 to 4096 pixels wide and high; export a smaller one")
      }
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self), text.contains("<svg") else {
      throw Refusal(description: "is neither an SVG nor a PNG; export it as one of them")
    }
    kind = .svg
    colors = PictureColors.of(svg: text)
    (width, height) = try Self.svgSize(text)
  }

  /// Width and height over each other.
  package var aspect: Double { width / height }

  /// PNG 3rd edition, 5.2 and 11.2.1: the signature, then the chunk IHDR with both as 32 bits.
  private static func pngSize(_ bytes: [UInt8]) -> (Double, Double)? {
    guard bytes.count >= 33, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { return nil }
    func number(_ start: Int) -> Double {
      Double(bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    return (number(16), number(20))
  }

  private static func svgSize(_ text: String) throws(Refusal) -> (Double, Double) {
    let lower = text.lowercased()
    // A browser runs none of it in a picture; what has it was not made to be one.
    for word in ["<!doctype", "<!entity", "<script", "<foreignobject", "javascript:"]
    where lower.contains(word) {
      throw Refusal(description: "contains '\(word)'; export it as a plain SVG")
    }
    guard let start = text.firstRange(of: "<svg")?.upperBound else {
      throw Refusal(description: "has no svg element; export it as a plain SVG")
    }
    let tag = text[start...].prefix { $0 != ">" }
    guard let range = tag.firstRange(of: "viewBox="),
      let quote = tag[range.upperBound...].first, quote == "\"" || quote == "'"
    else {
      throw Refusal(
        description: "has no viewBox, so its size is unknown; add viewBox=\"0 0 WIDTH HEIGHT\"")
    }
    let value = tag[range.upperBound...].dropFirst().prefix { $0 != quote }
    let numbers = value.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "\t" }
      .compactMap { Double($0) }
    guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers.allSatisfy(\.isFinite) else {
      throw Refusal(
        description: "has the viewBox '\(value.prefix(40))'; write viewBox=\"0 0 WIDTH HEIGHT\"")
    }
    return (numbers[2], numbers[3])
  }
}
