/// The name of a market: a country of ISO 3166-1 and a part of it, such as `MX,CMX` (facts, market
/// sign-in).
package struct MarketHandle: Hashable, Sendable {
  package let text: String

  /// - Returns: nil unless it is two capital letters, a comma, and one to three capital letters or
  ///   digits, as in ISO 3166-2.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 2, parts[0].allSatisfy({ (65...90).contains($0) }),
      (1...3).contains(parts[1].count),
      parts[1].allSatisfy({ (65...90).contains($0) || (48...57).contains($0) })
    else { return nil }
    self.text = text
  }
}

/// A place with its own offers, which people sign in to (MKT-5).
package struct Market: Hashable, Sendable {
  package let handle: MarketHandle
  package let country: String
  package let state: String
  /// The point from which a device's distance is measured.
  package let position: GeoPosition
  /// A closed market is shown with an invitation and refuses logins.
  package let isOpen: Bool
}

/// A market as configured by an operator.
package struct MarketEntry: Hashable, Sendable, Codable {
  /// `MX,CMX`.
  package var handle: String
  /// Country and state as displayed: `México,Ciudad de México`.
  package var name: String
  /// Degrees, WGS 84.
  package var latitude: Double
  package var longitude: Double
  package var open: Bool

  package init(handle: String, name: String, latitude: Double, longitude: Double, open: Bool) {
    self.handle = handle
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    self.open = open
  }
}

/// What is wrong with a list of markets, where, and how to fix it.
package struct MarketFlaw: Error, Hashable, Sendable, CustomStringConvertible {
  /// The position in the list, from 1.
  package let place: Int
  package let field: String
  package let advice: String

  package var description: String { "market \(place), \(field): \(advice)" }
}

extension Market {
  /// - Parameter place: the position in the list, from 1, for the error.
  init(_ entry: MarketEntry, place: Int) throws(MarketFlaw) {
    guard let handle = MarketHandle(entry.handle) else {
      throw MarketFlaw(
        place: place, field: "handle",
        advice: "write the ISO codes of a country and its subdivision, such as MX,CMX")
    }
    let names = entry.name.split(separator: ",", omittingEmptySubsequences: false)
    let isPrintable = !entry.name.unicodeScalars.contains {
      $0.properties.generalCategory == .control
    }
    guard names.count == 2, names.allSatisfy({ $0.contains { !$0.isWhitespace } }), isPrintable,
      entry.name.utf8.count <= SecurityRules.nameBytes
    else {
      throw MarketFlaw(
        place: place, field: "name",
        advice: "write country and state separated by one comma, such as"
          + " México,Ciudad de México, in at most \(SecurityRules.nameBytes) bytes")
    }
    guard (-90...90).contains(entry.latitude) else {
      throw MarketFlaw(
        place: place, field: "latitude", advice: "write degrees from -90 to 90, positive north")
    }
    guard
      let position = GeoPosition(latitude: entry.latitude, longitude: entry.longitude)
    else {
      throw MarketFlaw(
        place: place, field: "longitude", advice: "write degrees from -180 to 180, positive east")
    }
    self.init(
      handle: handle, country: Self.trimmed(names[0]), state: Self.trimmed(names[1]),
      position: position, isOpen: entry.open)
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
  }
}
