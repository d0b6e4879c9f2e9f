extension AsYouType {
  /// - Returns: whether the number begins with a plus sign or an international prefix.
  mutating func extractInternationalPrefix() -> Bool {
    var count: Int?
    if keys.first == UInt8(ascii: "+") {
      count = 1
    } else if let territory {
      // Codes without a country have no such prefix: the empty prefix matches.
      var matcher = DigitMatcher(table.bytes, keys.prefix(DigitMatcher.mostDigits))
      count = matcher.longest(territory.international)
    }
    guard let count else { return false }
    isWhole = true
    national = Array(keys.dropFirst(count))
    prefix = Array(keys.prefix(count))
    if keys.first != UInt8(ascii: "+") { prefix.append(0x20) }
    return true
  }

  mutating func extractCallingCode() -> Bool {
    guard let found = table.callingCode(at: national[...]) else { return false }
    national.removeFirst(found.count)
    let main = table.mainTerritory(of: found.code)
    if main?.region == .world || main?.region != home {
      territory = main
    }
    prefix += PhoneNumber.digits(of: found.code) + [0x20]
    nationalPrefix = []
    return true
  }

  mutating func takeNationalPrefix() -> [UInt8] {
    var count = 0
    if isOneBeforeNorthAmerican {
      count = 1
      prefix += [0x31, 0x20]
      isWhole = true
    } else if let territory,
      let match = table.nationalPrefix(
        of: Array(national.prefix(DigitMatcher.mostDigits)), territory), match.count > 0
    {
      count = match.count
      isWhole = true
      prefix += national.prefix(count)
    }
    let taken = Array(national.prefix(count))
    national.removeFirst(count)
    return taken
  }

  /// No area code begins with 0 or 1, so a 1 before another digit is the prefix; 10 and 11 begin
  /// short numbers.
  private var isOneBeforeNorthAmerican: Bool {
    guard territory?.code == 1, national.first == 0x31 else { return false }
    return national.count < 2 || national[1] > 0x31
  }

  /// Some prefixes are the beginning of others.
  mutating func takesLongerNationalPrefix() -> Bool {
    if !nationalPrefix.isEmpty {
      national = nationalPrefix + national
      if let last = prefix.lastIndex(where: { nationalPrefix.contains($0) }) {
        prefix.removeSubrange(last...)
      }
    }
    return takeNationalPrefix() != nationalPrefix
  }
}
