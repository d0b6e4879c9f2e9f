extension AsYouType {
  mutating func findFormats() {
    guard let territory else { return }
    let isAbroad = isWhole && nationalPrefix.isEmpty
    let formats =
      isAbroad && !territory.internationalFormats.isEmpty
      ? territory.internationalFormats : territory.formats
    for format in formats {
      let rule = table.rule(of: format)
      let isGroupOnly = rule?.isGroupOnly ?? true
      let isOptional = rule?.isOptional ?? false
      if !nationalPrefix.isEmpty {
        // A prefix was typed, so formats without one do not apply. It may be a carrier code
        // instead.
        if isGroupOnly, !isOptional, !(rule?.hasCarrierForm ?? false) { continue }
      } else if !isWhole, !isGroupOnly, !isOptional {
        continue
      }
      if table.layout(of: format)?.isForTyping == true { possible.append(format) }
    }
    narrow()
  }

  /// Keeps the formats whose leading digits match.
  mutating func narrow() {
    let place = national.count - Self.leastDigits
    let table = table.bytes
    let national = national[...]
    possible.removeAll { format in
      guard !format.leading.isEmpty else { return false }
      var matcher = DigitMatcher(table, national.prefix(DigitMatcher.mostDigits))
      let pattern = format.leading[max(0, min(place, format.leading.count - 1))]
      return !matcher.matchesBeginning(pattern)
    }
  }

  /// The number in the first format that takes all of it, if that shows exactly what was typed.
  mutating func completeNumber() -> [UInt8]? {
    for format in possible {
      guard let groups = table.groups(of: format, count: national.count) else { continue }
      hasSpaceBehindPrefix = table.rule(of: format)?.separates ?? false
      let text = behindPrefix(table.laidOut(format, national, groups))
      if text.filter({ isDigit($0) || $0 == UInt8(ascii: "+") }) == keys { return text }
    }
    return nil
  }

  /// - Returns: whether there is a new one. Without a new or earlier one, nothing is formatted.
  mutating func makeTemplate() -> Bool {
    for format in possible {
      let groups = Array(table.bytes[format.groups])
      if groups == templateGroups { return false }
      template = newTemplate(format) ?? []
      guard !template.isEmpty else { continue }
      templateGroups = groups
      hasSpaceBehindPrefix = table.rule(of: format)?.separates ?? false
      lastPlace = 0
      return true
    }
    canFormat = false
    return false
  }

  /// The longest number to format.
  private static let longest = 15

  private func newTemplate(_ format: NumberFormat) -> [UInt8]? {
    let most = table.bounds(of: format).reduce(0) { $0 + $1.upperBound }
    let count = min(most, Self.longest)
    guard count >= national.count, let groups = table.groups(of: format, count: count) else {
      return nil
    }
    return table.laidOut(format, [UInt8](repeating: Self.open, count: count), groups)
  }

  /// Puts a digit into the template. If it has no room, the typed text is the result.
  mutating func fill(_ digit: UInt8) -> [UInt8] {
    if lastPlace < template.count, template[lastPlace...].contains(Self.open),
      let place = template.firstIndex(of: Self.open)
    {
      template[place] = digit
      lastPlace = place
      return Array(template[...place])
    }
    if possible.count == 1 { canFormat = false }
    templateGroups = []
    return typed
  }

  mutating func fillAll() -> [UInt8] {
    guard !national.isEmpty else { return prefix }
    var text: [UInt8] = []
    for digit in national { text = fill(digit) }
    return canFormat ? behindPrefix(text) : typed
  }
}
