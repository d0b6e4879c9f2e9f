/// A country as the host names it.
package struct CountryName: Sendable {
  package let region: RegionCode
  /// UTF-8, in the user's language.
  package let name: [UInt8]
  /// Its section, if the host knows better than the first letter (Japanese, Chinese).
  package let section: [UInt8]?

  package init(_ region: RegionCode, _ name: [UInt8], section: [UInt8]? = nil) {
    self.region = region
    self.name = name
    self.section = section
  }
}

/// A row of the country picker (PHN-2).
package struct CountryRow: Hashable, Sendable {
  package let region: RegionCode
  /// May be shared by several countries.
  package let callingCode: UInt16
  /// UTF-8.
  package let name: [UInt8]
  let key: FoldedName

  /// `+44`
  package var dialled: [UInt8] {
    [UInt8(ascii: "+")] + PhoneNumber.digits(of: callingCode)
  }

  /// The flag, in UTF-8: the letters of the region as regional indicators (U+1F1E6 and up).
  package var flag: [UInt8] {
    region.text.flatMap { utf8(0x1F1E6 + UInt32($0 - 0x41)) }
  }
}

/// Rows under one title.
package struct CountrySection: Hashable, Sendable {
  /// A letter, UTF-8; nil for the preferred countries.
  package let title: [UInt8]?
  package let rows: [CountryRow]
}
