/// A colour of the sRGB space, with 8 bits a channel.
package struct RGBColor: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package static let white = RGBColor(red: 255, green: 255, blue: 255)
  package static let black = RGBColor(red: 0, green: 0, blue: 0)

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// - Parameter text: `#rgb` or `#rrggbb`, in either case.
  package init?(hex text: String) {
    var bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#") else { return nil }
    bytes.removeFirst()
    let digits = bytes.compactMap { byte -> UInt8? in
      switch byte {
      case 48...57: byte - 48
      case 65...70: byte - 55
      case 97...102: byte - 87
      default: nil
      }
    }
    guard digits.count == bytes.count else { return nil }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6:
      self.init(
        red: digits[0] << 4 | digits[1], green: digits[2] << 4 | digits[3],
        blue: digits[4] << 4 | digits[5])
    default: return nil
    }
  }

  /// `#rrggbb`
  package var hex: String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = "#"
    for channel in [red, green, blue] {
      text.unicodeScalars.append(digits[Int(channel >> 4)])
      text.unicodeScalars.append(digits[Int(channel & 15)])
    }
    return text
  }

  /// Relative luminance (WCAG 2.2), from 0 for black to 1 for white.
  package var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)]
      + 0.0722 * Self.linear[Int(blue)]
  }

  /// Contrast ratio (WCAG 2.2), from 1 to 21.
  package func contrast(with other: RGBColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}

extension RGBColor {
  /// The light of each channel value (IEC 61966-2-1).
  static let linear: [Double] = (0...255).map { value in
    let share = Double(value) / 255
    guard share > 0.04045 else { return share / 12.92 }
    let base = (share + 0.055) / 1.055
    // The power of 2.4, without a mathematical library.
    return base * base * root(5, of: base * base)
  }

  /// The channel value for an amount of light from 0 to 1.
  static func channel(_ light: Double) -> UInt8 {
    let light = min(1, max(0, light))
    guard light > 0.003_130_8 else { return UInt8((light * 12.92 * 255).rounded()) }
    // The power of 5/12: the cube root of the power of 5/4.
    let power = root(3, of: light * light.squareRoot().squareRoot())
    return UInt8(((1.055 * power - 0.055) * 255).rounded())
  }

  /// By Newton's method, from above.
  /// - Parameter value: from 0 to 1; a negative one has a root where the degree is odd.
  static func root(_ degree: Int, of value: Double) -> Double {
    guard value != 0 else { return 0 }
    let amount = value.magnitude
    var guess = max(1, amount)
    for _ in 0..<200 {
      var power = 1.0
      for _ in 1..<degree { power *= guess }
      let next = (Double(degree - 1) * guess + amount / power) / Double(degree)
      if guess - next <= 1e-15 * guess { break }
      guess = next
    }
    return value < 0 ? -guess : guess
  }
}
