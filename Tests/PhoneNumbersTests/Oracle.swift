import PhoneNumbers
import PhoneOracle
import TestSupport

/// libphonenumber's answers, in our words.
enum Oracle {
  struct Answer: Equatable, CustomStringConvertible {
    var e164 = ""
    var length: PhoneLength?
    var kind: PhoneKind?
    var isValidForRegion = false
    var region = ""
    var national = ""
    var international = ""

    var description: String {
      "\(e164) \(length.map { "\($0)" } ?? "-") \(kind.map { "\($0)" } ?? "-")"
        + " \(isValidForRegion) \(region) [\(national)] [\(international)]"
    }
  }

  struct Region: Sendable {
    let id: String
    let code: Int
  }

  static let regions: [Region] = {
    var regions: [Region] = []
    var letters: [CChar] = [0, 0, 0, 0]
    var code: Int32 = 0
    while oracle_region(Int32(regions.count), &letters, &code) == 1 {
      regions.append(Region(id: text(letters), code: Int(code)))
    }
    return regions
  }()

  static let codesOfNoCountry = ["800", "808", "870", "878", "881", "882", "883", "888", "979"]

  /// The example numbers of all regions and kinds, in E.164.
  static let examples: [String] = {
    var found: [String] = []
    var e164 = [CChar](repeating: 0, count: 32)
    for region in regions.map(\.id) + codesOfNoCountry {
      for type in 0..<11 where oracle_example(region, Int32(type), &e164) == 1 {
        found.append(text(e164))
      }
    }
    return found
  }()

  static func regions(ofCode code: Int) -> [String] {
    var found: [String] = []
    var letters: [CChar] = [0, 0, 0, 0]
    while oracle_region_of_code(Int32(code), Int32(found.count), &letters) == 1 {
      found.append(text(letters))
    }
    return found
  }

  /// - Returns: nil where libphonenumber sees no number.
  static func parse(_ typed: String, in region: String) -> Answer? {
    var number = oracle_number()
    oracle_parse(typed, region, &number)
    guard number.is_number == 1 else { return nil }
    return Answer(
      e164: text(of: number.e164), length: length(number.length), kind: kind(number.type),
      isValidForRegion: number.is_valid_for_region == 1, region: text(of: number.region),
      national: text(of: number.national), international: text(of: number.international))
  }

  /// What shows after each character.
  static func type(_ typed: String, in region: String) -> [String] {
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

  private static func kind(_ value: Int32) -> PhoneKind? {
    let kinds: [PhoneKind] = [
      .fixedLine, .mobile, .fixedLineOrMobile, .tollFree, .premiumRate, .sharedCost, .voip,
      .personalNumber, .pager, .companyNumber, .voicemail,
    ]
    return kinds.indices.contains(Int(value)) ? kinds[Int(value)] : nil
  }

  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func text(_ characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The same questions to our table.
struct Ours {
  let table: PhoneTable

  func parse(_ typed: String, in region: String) -> Oracle.Answer? {
    let home = region == "001" ? .world : RegionCode(Array(region.utf8))
    guard let number = try? table.parse(Array(typed.utf8), in: home) else { return nil }
    return Oracle.Answer(
      e164: text(number.e164), length: table.length(of: number), kind: table.kind(of: number),
      isValidForRegion: home.flatMap { table.kind(of: number, in: $0) } != nil,
      region: table.region(of: number).map { text($0.text) } ?? "ZZ",
      national: text(table.nationalFormat(of: number)),
      international: text(table.internationalFormat(of: number)))
  }

  func type(_ typed: String, in region: String) -> [String] {
    var formatter = AsYouType(table, in: RegionCode(Array(region.utf8)))
    return typed.utf8.map { text(formatter.type($0)) }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Numbers as people type them, right and wrong.
struct NumberSource {
  var random: SeededGenerator

  init(_ test: String, seed: UInt64) {
    random = SeededGenerator(announcing: test, seed: seed)
  }

  private static let between: [Character] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

  mutating func region() -> Oracle.Region { random.pick(Oracle.regions) }

  /// An example number that is changed a little, as it is dialled at home or abroad.
  mutating func mutated() -> (typed: String, region: String) {
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

  /// Digits at random.
  mutating func digits() -> (typed: String, region: String) {
    let count = 1 + random.below(17)
    let text = String((0..<count).map { _ in random.pick(Self.between) })
    return ((random.chance(30) ? "+" : "") + text, region().id)
  }

  /// A number of a region's pattern: digits that keep as many of an example's as chance wants.
  mutating func nearby() -> (typed: String, region: String) {
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
