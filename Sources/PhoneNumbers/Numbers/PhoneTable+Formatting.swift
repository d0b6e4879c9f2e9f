extension PhoneTable {
  /// As written in its own country: `(650) 253-0000`, `030 123456`.
  package func nationalFormat(of number: PhoneNumber) -> [UInt8] {
    guard let territory = mainTerritory(of: number.callingCode) else { return number.national }
    return written(number.national, territory.formats, isNational: true)
  }

  /// As written for readers in other countries: `+1 650-253-0000`.
  package func internationalFormat(of number: PhoneNumber) -> [UInt8] {
    guard let territory = mainTerritory(of: number.callingCode) else { return number.e164 }
    let formats =
      territory.internationalFormats.isEmpty ? territory.formats : territory.internationalFormats
    return [UInt8(ascii: "+")] + PhoneNumber.digits(of: number.callingCode) + [0x20]
      + written(number.national, formats, isNational: false)
  }

  private func written(
    _ national: [UInt8], _ formats: [NumberFormat], isNational: Bool
  ) -> [UInt8] {
    for format in formats {
      if let last = format.leading.last {
        var matcher = DigitMatcher(bytes, national[...])
        guard matcher.matchesBeginning(last) else { continue }
      }
      guard let groups = groups(of: format, count: national.count) else { continue }
      let rule = isNational ? rule(of: format) : nil
      return laidOut(format, national, groups, rule: rule?.text ?? [])
    }
    return national
  }

  func rule(of format: NumberFormat) -> PrefixFormatRule? {
    format.rule.flatMap { rules.indices.contains($0) ? rules[$0] : nil }
  }

  func layout(of format: NumberFormat) -> NumberLayout? {
    layouts.indices.contains(format.layout) ? layouts[format.layout] : nil
  }

  /// How many of the digits each group takes; earlier groups take as many as they can.
  /// - Returns: nil if the groups cannot take exactly all digits.
  func groups(of format: NumberFormat, count: Int) -> [Int]? {
    let bounds = bounds(of: format)
    var needed = bounds.reduce(0) { $0 + $1.lowerBound }
    var left = count
    var found: [Int] = []
    for bound in bounds {
      needed -= bound.lowerBound
      let size = min(bound.upperBound, left - needed)
      guard size >= bound.lowerBound else { return nil }
      found.append(size)
      left -= size
    }
    return left == 0 ? found : nil
  }

  func bounds(of format: NumberFormat) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var at = format.groups.lowerBound
    while at < format.groups.upperBound {
      let isRange = bytes[at] == UInt8(ascii: "-") && at + 2 < format.groups.upperBound
      let least = Int(bytes[isRange ? at + 1 : at] & 0x1F)
      let most = isRange ? Int(bytes[at + 2] & 0x1F) : least
      found.append(least...max(least, most))
      at += isRange ? 3 : 1
    }
    return found
  }

  /// - Parameter rule: the form of the first group, with the national prefix.
  func laidOut(
    _ format: NumberFormat, _ digits: [UInt8], _ groups: [Int], rule: [UInt8] = []
  ) -> [UInt8] {
    guard let layout = layout(of: format) else { return digits }
    var starts: [Int] = []
    var start = 0
    for size in groups {
      starts.append(start)
      start += size
    }
    var out: [UInt8] = []
    var isFirst = true
    for byte in layout.text {
      guard NumberLayout.isGroup(byte), groups.indices.contains(Int(byte) - 0x41) else {
        out.append(byte)
        continue
      }
      let group = Int(byte) - 0x41
      let part = digits[starts[group]..<starts[group] + groups[group]]
      if isFirst, !rule.isEmpty {
        for byte in rule {
          if byte == 0x41 { out += part } else { out.append(byte) }
        }
      } else {
        out += part
      }
      isFirst = false
    }
    return out
  }
}
