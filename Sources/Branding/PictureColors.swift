/// The colours of a picture, as far as its text says them, to tell whether it would be seen on an area.
enum PictureColors {
  /// Those of an SVG.
  ///
  /// - Returns: nil if some are unknown: in a style sheet's variable, a raster picture, or by a name that is not one of those
  ///   below.
  static func of(svg text: String) -> [RGBColor]? {
    let lower = text.lowercased()
    guard !lower.contains("<image"), !lower.contains("var(") else { return nil }
    var colors: [RGBColor] = []
    func add(_ color: RGBColor) {
      if !colors.contains(color) { colors.append(color) }
    }
    for property in ["fill", "stroke", "stop-color"] {
      for value in values(of: property, in: lower) {
        if ["none", "transparent", "inherit"].contains(value) || value.hasPrefix("url(") {
          continue
        }
        guard let color = color(value) else { return nil }
        add(color)
      }
    }
    // What names no fill is black.
    let isInherited = ["<svg", "<g", "<style"].contains { start in
      tags(start, in: lower).contains { $0.contains("fill") || $0.hasPrefix("<style") }
    }
    let shapes = ["<path", "<rect", "<circle", "<ellipse", "<polygon", "<polyline", "<text"]
    let isBlack = shapes.contains { shape in
      tags(shape, in: lower).contains { !$0.contains("fill") && !$0.contains("class=") }
    }
    if isBlack && !isInherited { add(.black) }
    return colors
  }

  /// What a property is set to, as an attribute or in a style.
  private static func values(of property: String, in text: String) -> [String] {
    var found: [String] = []
    var rest = text[...]
    while let range = rest.firstRange(of: property) {
      let before = rest[..<range.lowerBound].last
      rest = rest[range.upperBound...]
      // Neither `fill-rule` nor `data-fill` sets a fill.
      let isWhole = before.map { !$0.isLetter && $0 != "-" } ?? true
      let sign = rest.drop(while: \.isWhitespace)
      guard isWhole, sign.first == "=" || sign.first == ":" else { continue }
      let value = sign.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
      let end: (Character) -> Bool =
        value.hasPrefix("rgb") || value.hasPrefix("url(")
        ? { $0 == ")" } : { $0.isWhitespace || "\"';}!>/".contains($0) }
      found.append(String(value.prefix { !end($0) }))
    }
    return found
  }

  private static func tags(_ start: String, in text: String) -> [Substring] {
    var found: [Substring] = []
    var rest = text[...]
    while let range = rest.firstRange(of: start) {
      let tag = rest[range.lowerBound...].prefix { $0 != ">" }
      rest = rest[range.upperBound...]
      // `<g` is no `<glyph`.
      if rest.first.map({ !$0.isLetter }) ?? true { found.append(tag) }
    }
    return found
  }

  private static func color(_ value: String) -> RGBColor? {
    if value.hasPrefix("#") {
      let digits = value.dropFirst()
      // What shows through is judged as if it did not.
      switch digits.count {
      case 4: return RGBColor(hex: "#\(digits.prefix(3))")
      case 8: return RGBColor(hex: "#\(digits.prefix(6))")
      default: return RGBColor(hex: value)
      }
    }
    if value.hasPrefix("rgb") {
      let parts = value.drop { $0 != "(" }.dropFirst()
        .split { $0 == "," || $0 == " " || $0 == "/" }.prefix(3).compactMap { UInt8($0) }
      return parts.count == 3 ? RGBColor(red: parts[0], green: parts[1], blue: parts[2]) : nil
    }
    return names[value].flatMap { RGBColor(hex: $0) }
  }

  /// The sixteen basic names, `orange`, and that of the text around, which a picture takes for black.
  private static let names = [
    "black": "#000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080", "white": "#fff",
    "maroon": "#800000", "red": "#f00", "purple": "#800080", "fuchsia": "#f0f", "green": "#008000",
    "lime": "#0f0", "olive": "#808000", "yellow": "#ff0", "navy": "#000080", "blue": "#00f",
    "teal": "#008080", "aqua": "#0ff", "orange": "#ffa500", "currentcolor": "#000",
  ]
}
