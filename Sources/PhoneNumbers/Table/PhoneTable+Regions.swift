extension PhoneTable {
  /// All countries and territories with a calling code, in alphabetical order.
  package var regions: [RegionCode] {
    var regions: [RegionCode] = []
    for territory in territories where territory.region != .world {
      let place = regions.firstIndex { territory.region < $0 } ?? regions.count
      regions.insert(territory.region, at: place)
    }
    return regions
  }

  /// - Returns: nil for an unknown region.
  package func callingCode(of region: RegionCode) -> UInt16? { territory(of: region)?.code }

  /// The regions of a calling code, the main one first; empty for an unknown code.
  package func regions(of code: UInt16) -> [RegionCode] { territories(of: code).map { $0.region } }

  func territories(of code: UInt16) -> ArraySlice<PhoneTerritory> {
    // Calling codes ascend.
    var low = 0
    var high = territories.count
    while low < high {
      let middle = (low + high) / 2
      if territories[middle].code < code { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < territories.count, territories[end].code == code { end += 1 }
    return territories[low..<end]
  }

  /// The territory of a region, for validation.
  func territory(of region: RegionCode) -> PhoneTerritory? {
    region == .world ? nil : territories.first { $0.region == region }
  }

  /// The main territory of a calling code, which determines the format of its numbers.
  func mainTerritory(of code: UInt16) -> PhoneTerritory? { territories(of: code).first }

  /// The calling code at the beginning of digits: no code is a prefix of another.
  /// - Returns: nil if there is none, otherwise the code and its number of digits.
  func callingCode(at digits: ArraySlice<UInt8>) -> (code: UInt16, count: Int)? {
    guard let first = digits.first, first != 0x30 else { return nil }
    var code: UInt16 = 0
    for (place, digit) in digits.prefix(3).enumerated() {
      code = code * 10 + UInt16(digit - 0x30)
      if !territories(of: code).isEmpty { return (code, place + 1) }
    }
    return nil
  }
}
