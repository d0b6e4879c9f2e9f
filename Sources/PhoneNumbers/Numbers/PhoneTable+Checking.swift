extension PhoneTable {
  /// The region of a number by its digits; for an invalid number only if its calling code has a
  /// single region.
  package func region(of number: PhoneNumber) -> RegionCode? {
    let territories = territories(of: number.callingCode)
    guard territories.count != 1 else { return territories.first?.region }
    for territory in territories {
      if territory.leading.isEmpty {
        if kind(of: number.national, in: territory) != nil { return territory.region }
      } else {
        var matcher = DigitMatcher(bytes, number.national[...])
        if matcher.matchesBeginning(territory.leading) { return territory.region }
      }
    }
    return nil
  }

  /// The type of a number in its region.
  /// - Returns: nil for an invalid number.
  package func kind(of number: PhoneNumber) -> PhoneKind? {
    region(of: number).flatMap { kind(of: number, in: $0) }
  }

  /// The type of a number, if it is valid in a region.
  package func kind(of number: PhoneNumber, in region: RegionCode) -> PhoneKind? {
    territories(of: number.callingCode).first { $0.region == region }.flatMap {
      kind(of: number.national, in: $0)
    }
  }

  package func isValid(_ number: PhoneNumber) -> Bool { kind(of: number) != nil }

  /// Whether a number has a length that is possible in its country, whatever its digits are.
  package func length(of number: PhoneNumber) -> PhoneLength {
    guard let territory = mainTerritory(of: number.callingCode) else { return .between }
    return length(of: number.national.count, in: territory)
  }

  func length(of count: Int, in territory: PhoneTerritory) -> PhoneLength {
    guard count < 31 else { return .tooLong }
    let bit: UInt32 = 1 << UInt32(count)
    if territory.localLengths & bit != 0 { return .localOnly }
    if territory.lengths & bit != 0 { return .possible }
    if territory.lengths & (bit - 1) == 0 { return .tooShort }
    return territory.lengths < bit ? .tooLong : .between
  }

  /// Whether the digits match the territory's general pattern, regardless of length.
  func isGeneral(_ national: ArraySlice<UInt8>, in territory: PhoneTerritory) -> Bool {
    var matcher = DigitMatcher(bytes, national)
    return matcher.matchesAll(territory.general)
  }

  func kind(of national: [UInt8], in territory: PhoneTerritory) -> PhoneKind? {
    guard national.count <= DigitMatcher.mostDigits else { return nil }
    let bit: UInt32 = 1 << UInt32(national.count)
    guard territory.lengths & bit != 0, isGeneral(national[...], in: territory) else { return nil }
    var found: PhoneKind?
    for row in territory.kinds where row.lengths == 0 || row.lengths & bit != 0 {
      guard let kind = PhoneKind(letter: row.letter) else { continue }
      // Fixed lines and mobiles come last: only there a second type matters.
      if found != nil, kind != .mobile { continue }
      var matcher = DigitMatcher(bytes, national[...])
      guard matcher.matchesAll(row.pattern) else { continue }
      if kind == .mobile, found == .fixedLine { return .fixedLineOrMobile }
      if found == nil { found = kind }
      if found != .fixedLine { return found }
    }
    return found
  }
}
