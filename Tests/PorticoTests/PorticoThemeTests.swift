import Portico
import Testing

@Suite("The sizes of a theme")
struct PorticoThemeTests {
  @Test(
    "Whatever a brand says, they are numbers that can be drawn",
    arguments: [
      (Double.nan, [12.0, 52, 16]), (-1, [0, 44, 0]), (-.infinity, [0, 44, 0]),
      (.infinity, [1_000, 1_000, 1_000]), (20, [20, 44, 20]), (60, [60, 60, 60]),
    ])
  func sizes(_ points: Double, _ drawn: [Double]) {
    let made = PorticoTheme(name: "", corner: points, controlHeight: points, distance: points)
    var changed = PorticoTheme(name: "")
    (changed.corner, changed.controlHeight, changed.distance) = (points, points, points)
    for theme in [made, changed] {
      #expect([theme.corner, theme.controlHeight, theme.distance] == drawn)
    }
  }
}
