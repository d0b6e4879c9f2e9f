import CPhoneNumber

/// libphonenumber's own numbers.
struct Example: Hashable, Sendable, CustomStringConvertible {
  let asked: String
  let e164: String
  let region: String
  let type: portico_phone_type

  var description: String { "\(asked) \(e164) type \(type.rawValue)" }

  static let types: [portico_phone_type] = [
    PORTICO_PHONE_FIXED_LINE, PORTICO_PHONE_MOBILE, PORTICO_PHONE_TOLL_FREE,
    PORTICO_PHONE_PREMIUM_RATE, PORTICO_PHONE_SHARED_COST, PORTICO_PHONE_VOIP,
    PORTICO_PHONE_PERSONAL_NUMBER, PORTICO_PHONE_PAGER, PORTICO_PHONE_UAN, PORTICO_PHONE_VOICEMAIL,
  ]

  /// All regions that the library knows.
  static let regions: [String] = {
    var regions: [String] = []
    var letters: [CChar] = [0, 0, 0, 0]
    while portico_phone_region(regions.count, &letters) == 1 {
      regions.append(text(letters))
    }
    return regions
  }()

  /// An example of each type in each region.
  static let all: [Example] = regions.flatMap { region in
    types.compactMap { Example(region, $0) }
  }

  init?(_ region: String, _ type: portico_phone_type) {
    var number = portico_phone_number()
    guard portico_phone_example(region, Int32(type.rawValue), &number) == 1 else { return nil }
    self.init(region, number)
  }

  private init(_ asked: String, _ number: portico_phone_number) {
    self.asked = asked
    e164 = Self.text(number.e164)
    region = Self.text(number.region)
    type = portico_phone_type(UInt32(number.type))
  }

  static func invalid(in region: String) -> Example? {
    var number = portico_phone_number()
    guard portico_phone_invalid_example(region, &number) == 1 else { return nil }
    return Example(region, number)
  }

  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(
      decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
