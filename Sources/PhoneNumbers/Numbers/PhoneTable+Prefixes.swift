extension PhoneTable {
  /// A national prefix that was found.
  struct PrefixMatch {
    let count: Int
    /// The part that a transform keeps.
    let kept: Range<Int>?
  }

  /// The digits without the national prefix, transformed if the country's rule says so; all of them
  /// if only they match the country's general pattern, and not the rest.
  func withoutNationalPrefix(
    _ digits: ArraySlice<UInt8>, _ territory: PhoneTerritory
  ) -> [UInt8] {
    let all = Array(digits)
    guard !all.isEmpty, let match = nationalPrefix(of: all, territory) else { return all }
    var rest = Array(all.dropFirst(match.count))
    if let transform = territory.transform, let kept = match.kept {
      rest = Array(bytes[transform]) + all[kept] + rest
    }
    let isLost =
      isGeneral(all[...], in: territory) && !isGeneral(rest[...], in: territory)
    return isLost ? all : rest
  }

  /// The first matching rule applies, with its longest match. In a rule, `<` and `>` enclose what a
  /// transform keeps; `$` is the end of the number.
  func nationalPrefix(of digits: [UInt8], _ territory: PhoneTerritory) -> PrefixMatch? {
    guard !territory.prefixRules.isEmpty else { return nil }
    for rule in Self.fields(bytes, territory.prefixRules, by: UInt8(ascii: "/")) {
      if let match = match(rule, digits) { return match }
    }
    return nil
  }

  private func match(_ rule: Range<Int>, _ digits: [UInt8]) -> PrefixMatch? {
    var matcher = DigitMatcher(bytes, digits[...])
    let isToEnd = bytes[rule].last == UInt8(ascii: "$")
    let body = isToEnd ? rule.dropLast() : rule
    guard let open = bytes[body].firstIndex(of: UInt8(ascii: "<")),
      let close = bytes[body].firstIndex(of: UInt8(ascii: ">"))
    else {
      let ends = matcher.ends(of: body, from: 1)
      return Self.places(ends, isToEnd, digits.count).first.map {
        PrefixMatch(count: $0, kept: nil)
      }
    }
    for start in Self.places(matcher.ends(of: body.lowerBound..<open, from: 1)) {
      for end in Self.places(matcher.ends(of: open + 1..<close, from: 1 << UInt32(start))) {
        let ends = matcher.ends(of: close + 1..<body.upperBound, from: 1 << UInt32(end))
        if let count = Self.places(ends, isToEnd, digits.count).first {
          return PrefixMatch(count: count, kept: start..<end)
        }
      }
    }
    return nil
  }

  /// The positions of a set, last one first.
  private static func places(
    _ set: UInt32, _ isToEnd: Bool = false, _ count: Int = 0
  ) -> [Int] {
    let places = (0..<32).reversed().filter { set & (1 << UInt32($0)) != 0 }
    return isToEnd ? places.filter { $0 == count } : places
  }
}
