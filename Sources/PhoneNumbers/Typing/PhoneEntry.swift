/// A number in a field beside a chosen country (PHN-3): what to store of the typed text, what to
/// show of the stored value, and whether it can be sent.
///
/// The stored value is E.164 as soon as the number is valid, before that the typed keys, so that
/// the text survives a kill. What is shown depends only on the stored value and the country.
package struct PhoneEntry: Sendable {
  package let table: PhoneTable

  package init(_ table: PhoneTable) { self.table = table }

  /// - Parameters:
  ///   - typed: the field's whole text, UTF-8, with its formatting.
  ///   - country: ISO 3166-1 alpha-2; anything else means no country.
  /// - Returns: E.164 for a number that is valid in the country, or anywhere if it was typed with
  ///   its calling code; otherwise the keys; or the typed text, if it contains letters. A number
  ///   dialled without its area code is incomplete.
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

  /// Whether the keys are the number itself, possibly with or without its national prefix. If
  /// digits were added (an area code, by a country's rule), the shown text would differ from the
  /// typed one, and the next key would be appended to another number.
  private func isWhole(_ number: PhoneNumber, _ keys: [UInt8]) -> Bool {
    let written = table.nationalFormat(of: number).filter(isDigit)
    guard keys != written else { return true }
    guard keys.hasSuffix(number.national) else { return false }
    // A prefix shown without having been typed is not acceptable if the keys may begin with one.
    let beginsWithPrefix =
      table.mainTerritory(of: number.callingCode).flatMap {
        table.nationalPrefix(of: keys, $0)
      } != nil
    return !beginsWithPrefix && written.hasSuffix(keys) || keys.hasSuffix(written)
      || keys == PhoneNumber.digits(of: number.callingCode) + number.national
  }

  /// - Parameter kept: what `kept` returned, possibly under another country or in an earlier
  ///   version.
  /// - Returns: a valid number in the country's format, a foreign one with its calling code, and an
  ///   incomplete one as it is formatted while typing. `kept` turns it back into the same value.
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

  /// Whether the server accepts the number: valid, of a country, not one that earns from messages.
  package func accepts(_ kept: [UInt8]) -> Bool {
    guard kept.first == UInt8(ascii: "+"), kept.count <= DialledKeys.mostKeys,
      let number = try? table.parse(kept, in: nil), number.e164 == kept
    else { return false }
    return isServed(number)
  }

  /// The region of a valid number in E.164, as ISO 3166-1 alpha-2; empty for anything else.
  package func country(of kept: [UInt8]) -> [UInt8] {
    guard accepts(kept), let number = try? table.parse(kept, in: nil) else { return [] }
    return table.region(of: number)?.text ?? []
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
