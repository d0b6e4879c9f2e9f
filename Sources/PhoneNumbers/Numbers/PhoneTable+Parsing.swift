extension PhoneTable {
  /// Parses a number as dialled in a region, or with a plus sign anywhere.
  ///
  /// - Parameters:
  ///   - keys: ASCII digits with at most a leading plus sign, as produced by `DialledKeys`; at most
  ///     30 digits.
  ///   - region: where a number without a plus sign is dialled.
  package func parse(
    _ keys: [UInt8], in region: RegionCode?
  ) throws(PhoneProblem) -> PhoneNumber {
    let hasPlus = keys.first == UInt8(ascii: "+")
    let digits = keys.dropFirst(hasPlus ? 1 : 0)
    guard digits.allSatisfy(isDigit), digits.count >= (hasPlus ? 3 : 2) else { throw .notANumber }
    guard digits.count <= DigitMatcher.mostDigits else { throw .tooLong }
    let home = region.flatMap { territory(of: $0) }
    guard hasPlus || home != nil else { throw .unknownCallingCode }
    if hasPlus, let abroad = callingCode(at: digits) {
      return try number(digits.dropFirst(abroad.count), mainTerritory(of: abroad.code))
    }
    // No calling code follows the plus sign, so the plus sign was a mistake.
    return try national(digits, home: home, needsCode: hasPlus)
  }

  private func national(
    _ digits: ArraySlice<UInt8>, home: PhoneTerritory?, needsCode: Bool
  ) throws(PhoneProblem) -> PhoneNumber {
    guard let home else { throw .unknownCallingCode }
    if let behind = behindInternationalPrefix(digits, home) {
      guard behind.count > Self.leastDigits else { throw .tooShort }
      guard let abroad = callingCode(at: behind) else { throw .unknownCallingCode }
      return try number(behind.dropFirst(abroad.count), mainTerritory(of: abroad.code))
    }
    if let rest = behindOwnCode(digits, home) {
      return try number(rest, mainTerritory(of: home.code))
    }
    if needsCode { throw .unknownCallingCode }
    return try number(digits, home)
  }

  /// libphonenumber's bounds of a national number.
  private static let leastDigits = 2
  private static let mostDigits = 17

  private func number(
    _ digits: ArraySlice<UInt8>, _ territory: PhoneTerritory?
  ) throws(PhoneProblem) -> PhoneNumber {
    guard let territory else { throw .unknownCallingCode }
    guard digits.count >= Self.leastDigits else { throw .tooShort }
    var national = Array(digits)
    let stripped = withoutNationalPrefix(digits, territory)
    switch length(of: stripped.count, in: territory) {
    case .possible, .tooLong: national = stripped
    // With its prefix it may be a short number.
    case .tooShort, .localOnly, .between: break
    }
    guard national.count >= Self.leastDigits else { throw .tooShort }
    guard national.count <= Self.mostDigits else { throw .tooLong }
    return PhoneNumber(callingCode: territory.code, national: national)
  }

  /// - Returns: nil if the digits do not begin with the international prefix.
  private func behindInternationalPrefix(
    _ digits: ArraySlice<UInt8>, _ home: PhoneTerritory
  ) -> ArraySlice<UInt8>? {
    guard !home.international.isEmpty else { return nil }
    var matcher = DigitMatcher(bytes, digits)
    guard let count = matcher.longest(home.international) else { return nil }
    let rest = digits.dropFirst(count)
    // No calling code begins with a zero.
    return rest.first == 0x30 ? nil : rest
  }

  /// Removes the country's own code without a plus sign: it is assumed if the digits are not a
  /// number with it but one without it, or too long with it.
  private func behindOwnCode(
    _ digits: ArraySlice<UInt8>, _ home: PhoneTerritory
  ) -> ArraySlice<UInt8>? {
    let code = PhoneNumber.digits(of: home.code)
    guard digits.starts(with: code) else { return nil }
    let rest = withoutNationalPrefix(digits.dropFirst(code.count), home)[...]
    if !isGeneral(digits, in: home), isGeneral(rest, in: home) { return rest }
    return length(of: digits.count, in: home) == .tooLong ? rest : nil
  }
}
