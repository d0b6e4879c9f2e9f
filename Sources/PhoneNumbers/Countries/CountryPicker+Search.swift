extension CountryPicker {
  /// Longer than any name or number; the rest is cut off.
  private static let mostBytes = 128
  /// The rank of a row that does not match.
  private static let none = 4

  /// The rows that match a search: first the country with that ISO code, then names that begin with
  /// the text, names with a word that begins with it, and names that contain it; each in the list's
  /// order.
  ///
  /// Digits, with or without a plus sign, find the calling codes that begin with them; with more
  /// digits than the code has, the countries whose numbers begin with them (`+1 242`: the Bahamas).
  ///
  /// - Parameter text: UTF-8 as typed. Spaces only match everything.
  package func rows(matching text: [UInt8]) -> [CountryRow] {
    let text = Array(text.prefix(Self.mostBytes))
    if let keys = DialledKeys(text), !keys.bytes.isEmpty { return rows(dialled: keys) }
    let term = FoldedName(text).scalars
    guard !term.isEmpty else { return rows }
    let ranks = rows.map { Self.rank(of: $0, term) }
    var found: [CountryRow] = []
    for rank in 0..<Self.none {
      for (row, own) in zip(rows, ranks) where own == rank { found.append(row) }
    }
    return found
  }

  private func rows(dialled keys: DialledKeys) -> [CountryRow] {
    let digits = keys.bytes.drop { $0 == UInt8(ascii: "+") }
    let shown = rows.filter { PhoneNumber.digits(of: $0.callingCode).starts(with: digits) }
    guard shown.isEmpty, let code = table.callingCode(at: digits) else { return shown }
    let own = table.territories(of: code.code).filter {
      var matcher = DigitMatcher(table.bytes, digits.dropFirst(code.count))
      guard !$0.leading.isEmpty else { return false }
      return matcher.matchesBeginning($0.leading) || matcher.hasMetEnd
    }
    let sharing = rows.filter { $0.callingCode == code.code }
    let found = sharing.filter { row in own.contains { $0.region == row.region } }
    return found.isEmpty ? sharing : found
  }

  private static func rank(of row: CountryRow, _ term: [UInt32]) -> Int {
    if row.region.text.elementsEqual(term, by: { UInt32($0 | 0x20) == $1 }) { return 0 }
    return min(rank(in: row.key.scalars, term), rank(in: row.key.spelledOut ?? [], term))
  }

  private static func rank(in name: [UInt32], _ term: [UInt32]) -> Int {
    guard term.count <= name.count else { return none }
    var found = none
    for start in 0...(name.count - term.count)
    where name[start] == term[0] && name[start..<start + term.count].elementsEqual(term) {
      if start == 0 { return 1 }
      if name[start - 1] == 0x20 { return 2 }
      found = 3
    }
    return found
  }
}
