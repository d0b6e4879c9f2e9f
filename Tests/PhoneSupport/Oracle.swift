package import PhoneNumbers
import PhoneOracle
package import TestSupport

/// libphonenumber's answers, in our terms.
package enum Oracle {
  package struct Answer: Equatable, CustomStringConvertible {
    package var e164 = ""
    package var length: PhoneLength?
    package var kind: PhoneKind?
    package var isValidForRegion = false
    package var region = ""
    package var national = ""
    package var international = ""

    package var description: String {
      "\(e164) \(length.map { "\($0)" } ?? "-") \(kind.map { "\($0)" } ?? "-")"
        + " \(isValidForRegion) \(region) [\(national)] [\(international)]"
    }
  }

  package struct Region: Sendable {
    package let id: String
    package let code: Int
  }

  package static let regions: [Region] = {
    var regions: [Region] = []
    var letters: [CChar] = [0, 0, 0, 0]
    var code: Int32 = 0
    while oracle_region(Int32(regions.count), &letters, &code) == 1 {
      regions.append(Region(id: text(letters), code: Int(code)))
    }
    return regions
  }()

  package static let codesOfNoCountry = [
    "800", "808", "870", "878", "881", "882", "883", "888", "979",
  ]

  /// The example numbers of all regions and kinds, in E.164.
  package static let examples: [String] = {
    var found: [String] = []
    var e164 = [CChar](repeating: 0, count: 32)
    for region in regions.map(\.id) + codesOfNoCountry {
      for type in 0..<11 where oracle_example(region, Int32(type), &e164) == 1 {
        found.append(text(e164))
      }
    }
    return found
  }()

  /// The example of a type in a region, in E.164; nil if there is none.
  package static func example(in region: String, _ kind: PhoneKind) -> String? {
    var e164 = [CChar](repeating: 0, count: 32)
    let place = kinds.firstIndex(of: kind) ?? kinds.count
    return oracle_example(region, Int32(place), &e164) == 1 ? text(e164) : nil
  }

  /// An invalid number of a region, in E.164.
  package static func invalidExample(in region: String) -> String? {
    var e164 = [CChar](repeating: 0, count: 32)
    return oracle_invalid_example(region, &e164) == 1 ? text(e164) : nil
  }

  package static func regions(ofCode code: Int) -> [String] {
    var found: [String] = []
    var letters: [CChar] = [0, 0, 0, 0]
    while oracle_region_of_code(Int32(code), Int32(found.count), &letters) == 1 {
      found.append(text(letters))
    }
    return found
  }

  /// - Returns: nil if libphonenumber finds no number.
  package static func parse(_ typed: String, in region: String) -> Answer? {
    var number = oracle_number()
    oracle_parse(typed, region, &number)
    guard number.is_number == 1 else { return nil }
    return Answer(
      e164: text(of: number.e164), length: length(number.length), kind: kind(number.type),
      isValidForRegion: number.is_valid_for_region == 1, region: text(of: number.region),
      national: text(of: number.national), international: text(of: number.international))
  }

  /// The text shown after each character.
  package static func type(_ typed: String, in region: String) -> [String] {
    var shown = [CChar](repeating: 0, count: 8192)
    guard oracle_type(typed, region, &shown, Int32(shown.count)) == 1 else { return [] }
    return text(shown).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  private static func length(_ value: Int32) -> PhoneLength? {
    switch value {
    case 0: .possible
    case 1: .localOnly
    case 3: .tooShort
    case 4: .between
    case 5: .tooLong
    default: nil
    }
  }

  /// In the order of `PhoneNumberUtil::PhoneNumberType`.
  private static let kinds: [PhoneKind] = [
    .fixedLine, .mobile, .fixedLineOrMobile, .tollFree, .premiumRate, .sharedCost, .voip,
    .personalNumber, .pager, .companyNumber, .voicemail,
  ]

  private static func kind(_ value: Int32) -> PhoneKind? {
    kinds.indices.contains(Int(value)) ? kinds[Int(value)] : nil
  }

  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The same questions for our table.
package struct Ours {
  package let table: PhoneTable

  package init(table: PhoneTable) { self.table = table }

  package func parse(_ typed: String, in region: String) -> Oracle.Answer? {
    let home = region == "001" ? .world : RegionCode(Array(region.utf8))
    guard let number = try? table.parse(Array(typed.utf8), in: home) else { return nil }
    return Oracle.Answer(
      e164: text(number.e164), length: table.length(of: number), kind: table.kind(of: number),
      isValidForRegion: home.flatMap { table.kind(of: number, in: $0) } != nil,
      region: table.region(of: number).map { text($0.text) } ?? "ZZ",
      national: text(table.nationalFormat(of: number)),
      international: text(table.internationalFormat(of: number)))
  }

  package func type(_ typed: String, in region: String) -> [String] {
    var formatter = AsYouType(table, in: RegionCode(Array(region.utf8)))
    return typed.utf8.map { text(formatter.type($0)) }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Numbers as people type them, valid and invalid.
package struct NumberSource {
  package var random: SeededGenerator

  package init(_ test: String, seed: UInt64) {
    random = SeededGenerator(announcing: test, seed: seed)
  }

  private static let between: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

  package mutating func region() -> Oracle.Region { random.pick(Oracle.regions) }

  /// An example number with small changes, as dialled at home or abroad.
  package mutating func mutated() -> (typed: String, region: String) {
    let example = random.pick(Oracle.examples)
    let home = random.chance(70) ? homes(of: example) : Oracle.regions.map(\.id)
    let region = random.pick(home)
    var digits = Array(example.dropFirst())
    if random.chance(60) { digits.removeFirst(code(of: example)) }
    let isWhole = digits.count == example.count - 1
    for _ in 0..<random.below(4) where !digits.isEmpty {
      let place = random.below(digits.count)
      switch random.below(4) {
      case 0: digits.remove(at: place)
      case 1: digits.insert(random.pick(Self.between), at: place)
      default: digits[place] = random.pick(Self.between)
      }
    }
    var before = ""
    switch random.below(8) {
    case 0...1: before = isWhole ? "+" : "0"
    case 2: before = random.pick(["00", "011", "810", "0011", "1", "8", "06", "01", "44", "15"])
    case 3: before = random.pick(["+", "0", "9", "990", "021", "18", "+0", "+1", "0021", "00490"])
    default: before = isWhole ? "+" : ""
    }
    return (before + String(digits), region)
  }

  /// Random digits.
  package mutating func digits() -> (typed: String, region: String) {
    let count = 1 + random.below(17)
    let text = String((0..<count).map { _ in random.pick(Self.between) })
    return ((random.chance(30) ? "+" : "") + text, region().id)
  }

  /// A number resembling a region's examples: keeps a random number of an example's digits.
  package mutating func nearby() -> (typed: String, region: String) {
    let example = random.pick(Oracle.examples)
    let code = code(of: example)
    var digits = Array(example.dropFirst(1 + code))
    let kept = random.below(digits.count)
    for place in kept..<digits.count { digits[place] = random.pick(Self.between) }
    let isNational = random.chance(50)
    let text = (isNational ? "" : String(example.prefix(1 + code))) + String(digits)
    return (text, random.pick(homes(of: example)))
  }

  private func code(of e164: String) -> Int {
    (1...3).first { !Oracle.regions(ofCode: Int(e164.dropFirst().prefix($0)) ?? 0).isEmpty } ?? 1
  }

  private func homes(of e164: String) -> [String] {
    let code = Int(e164.dropFirst().prefix(code(of: e164))) ?? 0
    return Oracle.regions(ofCode: code)
  }
}
