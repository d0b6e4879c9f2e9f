import Foundation

/// A device's position, as coarse as the market needs it.
///
/// Rounded to 0.01 degrees (about a kilometre) as soon as it is read, so no later code can keep
/// more. It is never stored or logged, and therefore neither `Codable` nor printable (SEC
/// "Privacy").
package struct GeoPosition: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// -9000 at the south pole to 9000 at the north pole.
  package let latitudeHundredths: Int
  /// -18000...17999, positive to the east: the date line has a single representation.
  package let longitudeHundredths: Int

  /// - Parameters: degrees, in WGS 84.
  /// - Returns: nil beyond -90...90 and -180...180, and for NaN.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    latitudeHundredths = Int((latitude * 100).rounded())
    let east = Int((longitude * 100).rounded())
    longitudeHundredths = east == 18_000 ? -18_000 : east
  }

  /// Reads degrees as `-?d{1,3}(.d*)?`: no exponents, no "nan", no comma of some languages.
  package init?(latitude: String, longitude: String) {
    guard let latitude = Self.degrees(latitude), let longitude = Self.degrees(longitude) else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  private static func degrees(_ text: String) -> Double? {
    let bytes = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard text.utf8.count <= SecurityRules.coordinateBytes, (1...2).contains(parts.count),
      (1...3).contains(parts[0].count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (48...57).contains($0) } })
    else { return nil }
    return Double(text)
  }

  /// The distance along the surface of the earth, taken as a sphere: accurate to half a percent.
  ///
  /// - Returns: kilometres. By the haversine formula, which stays precise for small distances; at
  ///   antipodes rounding could exceed the range of the arcsine, so its argument is clamped.
  package func distance(to other: GeoPosition) -> Double {
    let meanRadius = 6_371.0
    let latitude = Self.radians(latitudeHundredths)
    let otherLatitude = Self.radians(other.latitudeHundredths)
    let north = sin((otherLatitude - latitude) / 2)
    let east = sin(Self.radians(other.longitudeHundredths - longitudeHundredths) / 2)
    let square = north * north + cos(latitude) * cos(otherLatitude) * east * east
    return 2 * meanRadius * asin(min(1, square.squareRoot()))
  }

  private static func radians(_ hundredths: Int) -> Double { Double(hundredths) * .pi / 18_000 }

  package var description: String { "<GeoPosition, hidden>" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
