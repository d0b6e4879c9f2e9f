/// A number in a field beside a chosen country (PHN-3): what is kept of what was typed, what shows of
/// what is kept, and whether it can be sent.
///
/// What is kept is E.164 as soon as the number is valid, before that the keys that were typed, so
/// that the text survives a kill. What shows follows from what is kept and the country alone.
package struct PhoneEntry: Sendable {
  package let table: PhoneTable

  package init(_ table: PhoneTable) { self.table = table }

  /// - Parameters:
  ///   - typed: the field's whole text, UTF-8, with whatever formatting shows in it.
  ///   - country: ISO 3166-1 alpha-2; anything else is no country.
  /// - Returns: E.164 for a number that is valid in the country, or anywhere if it was typed with its
  ///   calling code; else the keys; else, where letters are among them, what was typed. A number that
  ///   is dialled without its area code is not complete.
  package func kept(_ typed: [UInt8], country: [UInt8]) -> [UInt8] {
    guard let keys = DialledKeys(typed), !keys.bytes.isEmpty else { return typed }
    let region = RegionCode(country)
    guard let number = try? table.parse(keys.bytes, in: region), isServed(number) else {
      return keys.bytes
    }
    if keys.hasPlus || number.callingCode != region.flatMap(callingCode) { return number.e164 }
    let isValid = region.flatMap { table.kind(of: number, in: $0) } != nil
    return isValid && isWhole(number, keys.bytes) ? number.e164 : keys.bytes
  }

  /// Whether the keys are the number itself, perhaps without its national prefix or with one that is
  /// not written. Where digits were added (an area code, by a country's rule), what shows would no
  /// longer be what was typed, and the next key would come behind another number.
  private func isWhole(_ number: PhoneNumber, _ keys: [UInt8]) -> Bool {
    let written = table.nationalFormat(of: number).filter(isDigit)
    guard keys != written else { return true }
    guard keys.hasSuffix(number.national) else { return false }
    // A prefix that shows without having been typed: not where the keys may begin with one.
    let beginsWithPrefix =
      table.mainTerritory(of: number.callingCode).flatMap {
        table.nationalPrefix(of: keys, $0)
      } != nil
    return !beginsWithPrefix && written.hasSuffix(keys) || keys.hasSuffix(written)
      || keys == PhoneNumber.digits(of: number.callingCode) + number.national
  }

  /// - Parameter kept: what `kept` returned, perhaps under another country or in an earlier version.
  /// - Returns: a valid number as the country writes it, one of another country with its calling code,
  ///   and before that the keys as they are formatted while typing. `kept` makes the same of it again.
  package func shown(_ kept: [UInt8], country: [UInt8]) -> [UInt8] {
    guard let keys = DialledKeys(kept), !keys.bytes.isEmpty else { return kept }
    let region = RegionCode(country)
    if keys.hasPlus, let number = try? table.parse(keys.bytes, in: region), number.e164 == kept,
      isServed(number)
    {
      let forms = [table.nationalFormat(of: number), table.internationalFormat(of: number)]
      let isHome = region.flatMap(callingCode) == number.callingCode
      for form in forms.dropFirst(isHome ? 0 : 1)
      where self.kept(form, country: country) == kept { return form }
    }
    var text = AsYouType.text(of: keys.bytes, table, in: region)
    while text.last == 0x20 { text.removeLast() }
    return text
  }

  /// Whether it is a number that the server takes: valid, of a country, not one that earns from
  /// messages.
  package func accepts(_ kept: [UInt8]) -> Bool {
    guard kept.first == UInt8(ascii: "+"), kept.count <= DialledKeys.mostKeys,
      let number = try? table.parse(kept, in: nil), number.e164 == kept
    else { return false }
    return isServed(number)
  }

  private func isServed(_ number: PhoneNumber) -> Bool {
    guard let region = table.region(of: number), region != .world,
      let kind = table.kind(of: number, in: region)
    else { return false }
    return !kind.isPaidForReceiving
  }

  private func callingCode(_ region: RegionCode) -> UInt16? { table.callingCode(of: region) }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ other: [UInt8]) -> Bool { suffix(other.count).elementsEqual(other) }
}
