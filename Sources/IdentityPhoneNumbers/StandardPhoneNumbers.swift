package import IdentityDomain
import PhoneNumbers

/// Telephone numbers by the table that devices have too: valid ones that a person can have.
///
/// Valid and not merely possible: only a valid number has a region, by which countries are served
/// and messages budgeted, and a message to a range that nobody was given costs money. What was
/// given out after the table was made is refused until it is made again.
package struct StandardPhoneNumbers: PhoneNumberParsing {
  /// A test holds that the text which is linked in is a table.
  private static let table = PhoneTable.standard()

  package init() {}

  /// The countries whose numbers are known: ISO 3166-1 codes, in the order of the alphabet.
  package static var regions: [String] { table?.regions.map { text($0.text) } ?? [] }

  /// - Parameters:
  ///   - typed: see `DialledKeys`; anything else is no number.
  ///   - region: where a number without a plus sign is dialled, ISO 3166-1 alpha-2 in any case. What
  ///     is not known counts as no region.
  /// - Returns: nil for numbers that are not valid, are of no country (+800, +881, +883), or make
  ///   money for whoever receives (premium rate, shared cost; SEC "One-time codes").
  package func parse(_ typed: String, region: String?) -> IdentityDomain.PhoneNumber? {
    guard let table = Self.table, let keys = DialledKeys(Array(typed.utf8)),
      let number = try? table.parse(
        keys.bytes, in: region.flatMap { RegionCode(Array($0.utf8)) }),
      let kind = table.kind(of: number), !kind.isPaidForReceiving,
      let region = table.region(of: number)
    else { return nil }
    // "001" of numbers without a country has three characters: PhoneNumber refuses it.
    return IdentityDomain.PhoneNumber(
      e164: Self.text(number.e164), region: Self.text(region.text))
  }

  /// Mobile numbers, and those of plans that do not tell them from fixed lines (such as +1).
  ///
  /// A message to a fixed line is read out to whoever picks up, or paid for and lost; so it is with
  /// numbers that are free or shared in cost, of companies (UAN), pagers and voice mail. A number of
  /// voice over IP or one that follows its owner about (personal numbers) proves no device: NIST
  /// SP 800-63B-4 section 3.1.3.1 rules them out.
  package func takesMessages(_ number: IdentityDomain.PhoneNumber) -> Bool {
    guard let table = Self.table, let read = try? table.parse(Array(number.e164.utf8), in: nil)
    else { return false }
    switch table.kind(of: read) {
    case .mobile, .fixedLineOrMobile: return true
    case .fixedLine, .tollFree, .premiumRate, .sharedCost, .voip, .personalNumber, .pager,
      .companyNumber, .voicemail, nil:
      return false
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
