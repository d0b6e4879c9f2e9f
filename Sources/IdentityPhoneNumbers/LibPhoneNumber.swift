import CPhoneNumber
package import IdentityDomain

/// Telephone numbers by libphonenumber: valid ones that a person can have.
///
/// Valid and not merely possible: only a valid number has a region, by which countries are served
/// and messages budgeted, and a message to a range that nobody was given costs money. What was
/// given out after the library's data were made is refused until the library is updated.
package struct LibPhoneNumber: PhoneNumberParsing {
  package init() {}

  /// The countries whose numbers are known: ISO 3166-1 codes, in the order of the alphabet.
  package static let regions: [String] = {
    var regions: [String] = []
    var region: [CChar] = [0, 0, 0, 0]
    while portico_phone_region(regions.count, &region) == 1 {
      regions.append(
        String(decoding: region.prefix(2).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    return regions
  }()

  /// - Parameters:
  ///   - typed: see `DialledDigits`; anything else is no number.
  ///   - region: where a number without a plus sign is dialled, ISO 3166-1 alpha-2 in any case. What
  ///     is not known to libphonenumber counts as no region.
  /// - Returns: nil for numbers that are not valid, are of no country (+800, +881, +883), or make
  ///   money for whoever receives (premium rate, shared cost).
  package func parse(_ typed: String, region: String?) -> PhoneNumber? {
    guard let digits = DialledDigits(typed) else { return nil }
    let from = region.flatMap { Self.region($0) }
    guard digits.isInternational || from != nil, let found = Self.found(digits.text, from),
      !Self.isPaidForReceiving(found.type)
    else { return nil }
    // "001" of numbers without a country has three characters: PhoneNumber refuses it.
    return PhoneNumber(
      e164: Self.text(of: found.e164), region: Self.text(of: found.region))
  }

  /// Mobile numbers, and those of plans that do not tell them from fixed lines (such as +1).
  ///
  /// A message to a fixed line is read out to whoever picks up, or paid for and lost; so it is with
  /// numbers that are free or shared in cost, of companies (UAN), pagers and voice mail. A number of
  /// voice over IP or one that follows its owner about (personal numbers) proves no device: NIST
  /// SP 800-63B-4 section 3.1.3.1 rules them out.
  package func takesMessages(_ number: PhoneNumber) -> Bool {
    guard let found = Self.found(number.e164, nil) else { return false }
    return found.type == Int32(PORTICO_PHONE_MOBILE.rawValue)
      || found.type == Int32(PORTICO_PHONE_FIXED_LINE_OR_MOBILE.rawValue)
  }

  /// - Parameters:
  ///   - digits: as the keys of a telephone.
  ///   - region: two capital letters, or nil for digits with a plus sign.
  /// - Returns: nil when it is no valid number.
  private static func found(_ digits: String, _ region: String?) -> portico_phone_number? {
    var found = portico_phone_number()
    var text = digits
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        characters.baseAddress.map {
          portico_phone_parse($0, characters.count, region, &found)
        }
      }
    }
    return status == 1 ? found : nil
  }

  /// SEC "One-time codes": whoever owns such a number earns from each message that is asked for.
  private static func isPaidForReceiving(_ type: Int32) -> Bool {
    type == Int32(PORTICO_PHONE_PREMIUM_RATE.rawValue)
      || type == Int32(PORTICO_PHONE_SHARED_COST.rawValue)
  }

  private static func region(_ text: String) -> String? {
    let letters = text.utf8.map { (97...122).contains($0) ? $0 - 32 : $0 }
    guard letters.count == 2, letters.allSatisfy({ (65...90).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }

  /// The text in an array of C, which is a tuple here, up to its NUL.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
