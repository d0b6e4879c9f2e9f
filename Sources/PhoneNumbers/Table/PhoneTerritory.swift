/// One line of the table, split into fields.
///
/// `region and code;lengths local lengths;IDD;prefix rules;transform;leading digits;all numbers`,
/// then one field per type (`M` lengths `:` pattern), then, for the main territory of a calling
/// code, the formats: `#` layout, prefix rule, groups, and `,` leading digits; `+` layout and the
/// index of the national format that it replaces internationally; `*` an international one of its
/// own.
struct PhoneTerritory: Sendable {
  let region: RegionCode
  let code: UInt16
  /// One bit per possible length of a number, and of one dialled only within an area.
  let lengths: UInt32
  let localLengths: UInt32
  /// What is dialled before the calling code of another country.
  let international: Range<Int>
  let prefixRules: Range<Int>
  /// What precedes the part that a prefix rule keeps; nil if the rules only remove digits.
  let transform: Range<Int>?
  /// Among the territories that share its code, numbers beginning with these digits belong to it.
  let leading: Range<Int>
  let general: Range<Int>
  let kinds: [KindRow]
  let formats: [NumberFormat]
  let internationalFormats: [NumberFormat]

  struct KindRow: Sendable {
    let letter: UInt8
    /// 0: all lengths of the territory.
    let lengths: UInt32
    let pattern: Range<Int>
  }

  /// - Returns: nil if the line does not have this format.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    let fields = PhoneTable.fields(bytes, line)
    guard fields.count >= 7, let (region, code) = Self.name(bytes, fields[0]) else { return nil }
    self.region = region
    self.code = code
    let both = PhoneTable.fields(bytes, fields[1], by: UInt8(ascii: " "))
    lengths = Self.lengths(bytes, both[0])
    localLengths = both.count > 1 ? Self.lengths(bytes, both[1]) : 0
    international = fields[2]
    prefixRules = fields[3]
    transform = fields[4].isEmpty ? nil : fields[4].dropFirst()
    leading = fields[5]
    general = fields[6]
    var kinds: [KindRow] = []
    var formats: [NumberFormat] = []
    var abroad: [NumberFormat] = []
    for field in fields.dropFirst(7) {
      guard let sign = bytes[field].first else { continue }
      switch sign {
      case UInt8(ascii: "#"): formats.append(NumberFormat(bytes, field.dropFirst()))
      case UInt8(ascii: "*"): abroad.append(NumberFormat(bytes, field.dropFirst()))
      case UInt8(ascii: "+"):
        guard field.count == 3 else { continue }
        let place = Int(bytes[field.lowerBound + 2]) - 0x40
        guard formats.indices.contains(place) else { continue }
        abroad.append(formats[place].abroad(layout: bytes[field.lowerBound + 1]))
      default:
        guard let colon = bytes[field].firstIndex(of: UInt8(ascii: ":")) else { continue }
        kinds.append(
          KindRow(
            letter: sign, lengths: Self.lengths(bytes, field.lowerBound + 1..<colon),
            pattern: colon + 1..<field.upperBound))
      }
    }
    self.kinds = kinds
    self.formats = formats
    internationalFormats = abroad
  }

  /// Region and calling code: `US1`, `001800`.
  private static func name(_ bytes: [UInt8], _ field: Range<Int>) -> (RegionCode, UInt16)? {
    guard field.count > 2 else { return nil }
    let isWorld = bytes[field.lowerBound] == 0x30
    let letters = field.prefix(isWorld ? 3 : 2)
    guard let region = isWorld ? .world : RegionCode(Array(bytes[letters])) else { return nil }
    var code: UInt16 = 0
    for byte in bytes[letters.upperBound..<field.upperBound] {
      guard isDigit(byte), code < 100 else { return nil }
      code = code * 10 + UInt16(byte - 0x30)
    }
    return code == 0 ? nil : (region, code)
  }

  private static func lengths(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    bytes[range].reduce(0) { $0 | 1 << UInt32($1 & 0x1F) }
  }
}
