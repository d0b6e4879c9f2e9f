/// A colour in OKLab (Björn Ottosson, 2020): equal steps of lightness look equal, and the hue stays while it changes.
struct PerceivedColor: Hashable, Sendable {
  /// From 0 for black to 1 for white.
  var lightness: Double
  /// Hue and chroma, as a vector.
  var a: Double
  var b: Double

  init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  init(_ color: RGBColor) {
    let (red, green, blue) = (
      RGBColor.linear[Int(color.red)], RGBColor.linear[Int(color.green)],
      RGBColor.linear[Int(color.blue)]
    )
    let l = RGBColor.root(
      3, of: 0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue)
    let m = RGBColor.root(
      3, of: 0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue)
    let s = RGBColor.root(
      3, of: 0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue)
    lightness = 0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s
    a = 1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s
    b = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s
  }

  var chroma: Double { (a * a + b * b).squareRoot() }

  /// The same hue with another lightness, and another chroma where one is given.
  func with(lightness: Double, chroma wanted: Double? = nil) -> PerceivedColor {
    // A grey has no hue to be stronger in.
    let factor = wanted.map { chroma > 0.002 ? $0 / chroma : 0 } ?? 1
    return PerceivedColor(lightness: lightness, a: a * factor, b: b * factor)
  }

  /// The nearest one that a screen shows: of the same lightness and hue, with less chroma where needed.
  var color: RGBColor {
    if isShown { return shown }
    var (least, most) = (0.0, 1.0)
    for _ in 0..<16 {
      let middle = (least + most) / 2
      if fading(by: middle).isShown { least = middle } else { most = middle }
    }
    return fading(by: least).shown
  }

  private func fading(by factor: Double) -> PerceivedColor {
    PerceivedColor(lightness: lightness, a: a * factor, b: b * factor)
  }

  private var light: [Double] {
    let l = lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b
    let m = lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b
    let s = lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b
    let (l3, m3, s3) = (l * l * l, m * m * m, s * s * s)
    return [
      4.076_741_662_1 * l3 - 3.307_711_591_3 * m3 + 0.230_969_929_2 * s3,
      -1.268_438_004_6 * l3 + 2.609_757_401_1 * m3 - 0.341_319_396_5 * s3,
      -0.004_196_086_3 * l3 - 0.703_418_614_7 * m3 + 1.707_614_701_0 * s3,
    ]
  }

  private var isShown: Bool { light.allSatisfy { -0.000_5 <= $0 && $0 <= 1.000_5 } }

  private var shown: RGBColor {
    let channels = light.map { RGBColor.channel($0) }
    return RGBColor(red: channels[0], green: channels[1], blue: channels[2])
  }
}
