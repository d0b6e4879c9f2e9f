import Foundation
import IdentityDomain
import TestSupport
import Testing

@Suite("Positions and the distance between them")
struct GeoPositionTests {
  private static let radius = 6_371.0

  private func place(_ latitude: Double, _ longitude: Double) throws -> GeoPosition {
    try #require(GeoPosition(latitude: latitude, longitude: longitude))
  }

  private func isNear(_ left: Double, _ right: Double) -> Bool { abs(left - right) < 0.001 }

  @Test("A pole is one place, whatever its longitude")
  func poles() throws {
    for pole in [90.0, -90.0] {
      for longitude in stride(from: -180.0, through: 180, by: 7.5) {
        #expect(try isNear(place(pole, 0).distance(to: place(pole, longitude)), 0))
        // From the equator to a pole is a quarter of a great circle.
        #expect(
          try isNear(place(0, 33).distance(to: place(pole, longitude)), .pi / 2 * Self.radius))
      }
    }
    #expect(try isNear(place(90, 12).distance(to: place(-90, -77)), .pi * Self.radius))
  }

  @Test("The date line adds no distance, and has a single representation")
  func dateLine() throws {
    let hundredth = Self.radius * .pi / 18_000
    #expect(try isNear(place(0, 179.99).distance(to: place(0, -179.99)), 2 * hundredth))
    #expect(try place(10, 180) == place(10, -180))
    #expect(try place(10, 179.999) == place(10, -180), "rounding meets the line as well")
    #expect(
      try isNear(
        place(60, 179.5).distance(to: place(60, -179.5)), place(60, 0).distance(to: place(60, 1))))
  }

  @Test("Distances match another formula, are symmetric, and antipodes are far apart")
  func formula() throws {
    var random = SeededGenerator(announcing: "GeoPositionTests.formula", seed: 41)
    for _ in 0..<2_000 {
      let here = try place(
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
      let there = try place(
        Double.random(in: -90...90, using: &random), Double.random(in: -180...180, using: &random))
      let way = here.distance(to: there)
      #expect(isNear(way, Self.byVectors(here, there)))
      #expect(way == there.distance(to: here))
      #expect(here.distance(to: here) == 0)
      let opposite = try place(
        -Double(here.latitudeHundredths) / 100,
        Double(here.longitudeHundredths) / 100 + 180
          - (here.longitudeHundredths > 0 ? 360 : 0))
      #expect(abs(here.distance(to: opposite) - .pi * Self.radius) < 0.01)
    }
  }

  /// The angle between two unit vectors, by cross and scalar product.
  private static func byVectors(_ left: GeoPosition, _ right: GeoPosition) -> Double {
    func vector(_ place: GeoPosition) -> (Double, Double, Double) {
      let north = Double(place.latitudeHundredths) * .pi / 18_000
      let east = Double(place.longitudeHundredths) * .pi / 18_000
      return (cos(north) * cos(east), cos(north) * sin(east), sin(north))
    }
    let (a, b) = (vector(left), vector(right))
    let cross = (
      a.1 * b.2 - a.2 * b.1, a.2 * b.0 - a.0 * b.2, a.0 * b.1 - a.1 * b.0
    )
    let sine = (cross.0 * cross.0 + cross.1 * cross.1 + cross.2 * cross.2).squareRoot()
    return radius * atan2(sine, a.0 * b.0 + a.1 * b.1 + a.2 * b.2)
  }

  @Test("At most a hundredth of a degree is kept, and no description shows it")
  func rounding() throws {
    let found = try #require(GeoPosition(latitude: "19.432608", longitude: "-99.133209"))
    #expect(found.latitudeHundredths == 1_943 && found.longitudeHundredths == -9_913)
    for text in ["\(found)", String(reflecting: found), "\(Optional(found) as Any)"] {
      #expect(!text.contains { $0.isNumber }, "\(text)")
    }
    var dumped = ""
    dump(found, to: &dumped)
    #expect(!dumped.contains("943") && !dumped.contains("913"))
  }

  @Test(
    "An invalid position is refused",
    arguments: [
      "", "-", "+1", "1e1", "nan", "inf", "0x10", "1.", ".5", "1,5", "1.2.3", "1234", "90.01",
      "-90.01", "９", " 1", "1 ", "--1", String(repeating: "0", count: 40),
    ])
  func none(_ text: String) {
    #expect(GeoPosition(latitude: text, longitude: "0") == nil)
    // The same texts; degrees beyond 90 are a longitude up to 180.
    let east = text.replacing("90.01", with: "180.01")
    #expect(GeoPosition(latitude: "0", longitude: east) == nil)
  }
}
