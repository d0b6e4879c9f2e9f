/// The id of a market: a country by ISO 3166-1 and a subdivision of it by ISO 3166-2, such as
/// `MX,CMX` (facts, market sign-in).
package struct MarketHandle: Hashable, Sendable {
  package let text: String

  /// Checks the form only, not whether there is such a country or subdivision.
  ///
  /// - Returns: nil unless `text` is two capital letters, a comma, and one to three capital letters
  ///   or digits.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count == 2, parts[0].allSatisfy({ (65...90).contains($0) }),
      (1...3).contains(parts[1].count),
      parts[1].allSatisfy({ (65...90).contains($0) || (48...57).contains($0) })
    else { return nil }
    self.text = text
  }
}

/// A region with its own offers. Users choose the one that they sign in to (MKT-5).
package struct Market: Hashable, Sendable {
  package let handle: MarketHandle
  /// The name as displayed, such as `México`.
  package let country: String
  /// The name as displayed, such as `Ciudad de México`.
  package let state: String
  /// The point from which a device's distance is measured.
  package let position: GeoPosition
  /// A closed market is shown with an invitation and refuses logins.
  package let isOpen: Bool
}

/// A market as configured by an operator, not checked yet; `Market.init` checks it.
package struct MarketEntry: Hashable, Sendable, Codable {
  /// See `MarketHandle`.
  package var handle: String
  /// Country and state as displayed: `México,Ciudad de México`.
  package var name: String
  /// Degrees in WGS 84: -90 to 90, positive to the north.
  package var latitude: Double
  /// Degrees in WGS 84: -180 to 180, positive to the east.
  package var longitude: Double
  /// See `Market.isOpen`.
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
  /// The key of the entry that is wrong.
  package let field: String
  /// What to write instead, without a full stop.
  package let advice: String

  package var description: String { "market \(place), \(field): \(advice)" }
}

extension Market {
  /// - Parameter place: the position in the list, from 1, for the error.
  /// - Throws: the first flaw.
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
    // The latitude is in range by now, so only the longitude can be wrong.
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

  /// Removes white space at both ends.
  private static func trimmed(_ text: Substring) -> String {
    var rest = text.drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
