package import IdentityDomain
import PhoneNumbers

/// Phone numbers validated by the table that devices have too, limited to those that a person can
/// have.
///
/// Valid and not merely possible: only a valid number has a region, on which service areas and
/// message budgets depend, and a message to an unassigned range costs money. Numbers assigned after
/// the table was generated are refused until it is generated again.
package struct StandardPhoneNumbers: PhoneNumberParsing {
  /// A test checks that the linked text is a valid table.
  private static let table = PhoneTable.standard()

  package init() {}

  /// The countries whose numbers are known: ISO 3166-1 codes, in alphabetical order.
  package static var regions: [String] { table?.regions.map { text($0.text) } ?? [] }

  /// - Parameters:
  ///   - typed: see `DialledKeys`; anything else is not a number.
  ///   - region: where a number without a plus sign is dialled, ISO 3166-1 alpha-2 in any case. An
  ///     unknown one counts as none.
  /// - Returns: nil for numbers that are invalid, belong to no country (+800, +881, +883), or earn
  ///   money for their owner (premium rate, shared cost; SEC "One-time codes").
  package func parse(_ typed: String, region: String?) -> IdentityDomain.PhoneNumber? {
    guard let table = Self.table, let keys = DialledKeys(Array(typed.utf8)),
      let number = try? table.parse(
        keys.bytes, in: region.flatMap { RegionCode(Array($0.utf8)) }),
      let kind = table.kind(of: number), !kind.isPaidForReceiving,
      let region = table.region(of: number)
    else { return nil }
    // "001", for numbers without a country, has three characters: PhoneNumber refuses it.
    return IdentityDomain.PhoneNumber(
      e164: Self.text(number.e164), region: Self.text(region.text))
  }

  /// Mobile numbers, and those of plans that do not distinguish them from fixed lines (such as +1).
  ///
  /// A message to a fixed line is read out to whoever answers, or paid for and lost; the same
  /// applies to toll-free and shared-cost numbers, company numbers (UAN), pagers and voice mail. A
  /// VoIP number or a personal number, which follows its owner, proves no device: NIST SP 800-63B-4
  /// section 3.1.3.1 rules them out.
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
