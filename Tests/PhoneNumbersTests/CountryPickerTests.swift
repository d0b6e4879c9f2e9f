import Foundation
import PhoneNumbers
import PhoneTestSupport
import TestSupport
import Testing

@Suite("The country picker")
struct CountryPickerTests {
  private let table: PhoneTable

  init() throws { table = try #require(PhoneTable.standard()) }

  private static let languages = [
    "en", "de", "ar", "fr", "es", "pt", "tr", "pl", "cs", "sv", "da", "vi", "ro", "el", "ru", "fa",
    "ja",
  ]

  /// As a host does it: Foundation's names, in its order.
  private func names(_ language: String) -> [CountryName] {
    let locale = Locale(identifier: language)
    let named: [(RegionCode, String)] = table.regions.map { region in
      let code = String(decoding: region.text, as: UTF8.self)
      return (region, locale.localizedString(forRegionCode: code) ?? code)
    }
    let sorted = named.sorted {
      $0.1.compare($1.1, options: [], range: nil, locale: locale) == .orderedAscending
    }
    return sorted.map { CountryName($0.0, Array($0.1.utf8)) }
  }

  private func picker(
    _ language: String, preferred: [String] = [], device: String? = nil
  ) -> CountryPicker {
    CountryPicker(
      table, names: names(language), preferred: preferred.compactMap(region),
      device: device.flatMap(region))
  }

  private func region(_ text: String) -> RegionCode? { RegionCode(Array(text.utf8)) }

  private func found(_ text: String, _ picker: CountryPicker) -> [String] {
    picker.rows(matching: Array(text.utf8)).map { String(decoding: $0.region.text, as: UTF8.self) }
  }

  @Test("PHN-2: every country with a calling code has one row, with name, flag and code")
  func rows() throws {
    let picker = picker("en")
    #expect(picker.rows.count == 245)
    #expect(Set(picker.rows.map(\.region)).count == 245)
    let germany = try #require(region("DE").flatMap { picker.row(of: $0) })
    #expect(String(decoding: germany.name, as: UTF8.self) == "Germany")
    #expect(String(decoding: germany.flag, as: UTF8.self) == "🇩🇪")
    #expect(String(decoding: germany.dialled, as: UTF8.self) == "+49")
    for row in picker.rows {
      let flag = String(decoding: row.flag, as: UTF8.self)
      #expect(flag.count == 1 && flag.unicodeScalars.count == 2)
    }
  }

  @Test("PHN-2: several countries that share a calling code are rows of their own")
  func sharedCodes() {
    let picker = picker("en")
    for code in [1, 7, 44, 47, 61, 64, 262, 358, 500, 590, 672] {
      let sharing = Set(Oracle.regions(ofCode: code))
      let rows = Set(found("+\(code)", picker))
      #expect(sharing.isSubset(of: rows), "+\(code)")
      // +1 also finds what begins so; there is none behind a code of three digits.
      if code > 99 { #expect(rows == sharing) }
    }
  }

  @Test(
    "PHN-2: every name is found by any part of it, with and without accents", arguments: languages)
  func anywhere(language: String) {
    var random = SeededGenerator(announcing: "CountryPickerTests.anywhere \(language)", seed: 21)
    let picker = picker(language)
    for _ in 0..<20 * max(1, (wantedRounds ?? 0) / 10) {
      let row = random.pick(picker.rows)
      let name = String(decoding: row.name, as: UTF8.self)
      let letters = Array(name)
      let start = random.below(letters.count)
      let count = 1 + random.below(letters.count - start)
      let part = String(letters[start..<start + count])
      let plain = part.folding(
        options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en"))
      for text in [
        part, part.uppercased(), part.lowercased(), plain,
        part.decomposedStringWithCanonicalMapping,
      ]
      where text.contains(where: { $0.isLetter }) {
        // Foundation takes more from Cyrillic and Japanese letters than people leave out.
        if text == plain, ["ru", "ja", "el"].contains(language) { continue }
        // One letter that is two in capitals (ß) is found by both.
        let rows = picker.rows(matching: Array(text.utf8))
        #expect(rows.contains(row), "\(name): \(text)")
      }
    }
  }

  @Test(
    "PHN-2: accents, case, hyphens and apostrophes do not matter",
    arguments: [
      ("de", "agypten", "EG"), ("de", "aegypten", "EG"), ("de", "ÄGYPTEN", "EG"),
      ("de", "oesterreich", "AT"), ("de", "osterreich", "AT"), ("de", "tuerkei", "TR"),
      ("de", "cote divoire", "CI"), ("de", "Côte d'Ivoire", "CI"),
      ("de", "guinea bissau", "GW"), ("de", "rumanien", "RO"),
      ("en", "cote d’ivoire", "CI"), ("en", "curacao", "CW"), ("en", "aland", "AX"),
      ("en", "sao tome", "ST"), ("en", "turkiye", "TR"), ("en", "st lucia", "LC"),
      ("en", "reunion", "RE"), ("en", "bosnia herzegovina", "BA"), ("fr", "egypte", "EG"),
      ("fr", "iles feroe", "FO"), ("tr", "misir", "EG"), ("tr", "mısır", "EG"),
      ("vi", "duc", "DE"), ("vi", "tho nhi ky", "TR"), ("pl", "wlochy", "IT"),
      ("da", "ostrig", "AT"), ("da", "oestrig", "AT"),
      ("ar", "المانيا", "DE"), ("ar", "ألمانيا", "DE"), ("ar", "مصر", "EG"),
      ("ar", "السعوديه", "SA"), ("ar", "الإمارات", "AE"), ("ar", "الامارات", "AE"),
      ("ar", "مِصر", "EG"), ("el", "αιγυπτος", "EG"),
      ("ja", "ドイツ", "DE"),
    ])
  func accents(language: String, text: String, code: String) {
    let rows = found(text, picker(language))
    #expect(rows.contains(code), "\(text): \(rows)")
  }

  @Test("PHN-2: an ISO code finds its country first, in both cases")
  func isoCode() {
    let picker = picker("en")
    for region in Oracle.regions {
      for text in [region.id, " \(region.id.lowercased()) "] {
        #expect(found(text, picker).first == region.id)
      }
    }
  }

  @Test("PHN-2: a calling code finds its countries, with or without plus, in any digits")
  func callingCode() {
    let picker = picker("ar")
    for region in Oracle.regions {
      let code = "\(region.code)"
      for text in ["+\(code)", code, " +\(code) ", "＋\(code)"] {
        #expect(found(text, picker).contains(region.id), "\(text)")
      }
      for length in 1...code.count {
        #expect(found(String(code.prefix(length)), picker).contains(region.id))
      }
    }
    #expect(found("٩٦٦", picker) == ["SA"])
    #expect(found("+1242", picker) == ["BS"])
    #expect(found("1 8", picker).contains("JM"))
    #expect(found("+210", picker).isEmpty)
    #expect(found("+0", picker).isEmpty)
  }

  @Test("PHN-2: sections follow the letters, and hold every country once", arguments: languages)
  func sections(language: String) {
    let picker = picker(language)
    let places = Dictionary(uniqueKeysWithValues: zip(picker.rows, picker.rows.indices))
    let listed = picker.sections.map { $0.rows.compactMap { places[$0] } }
    #expect(listed.flatMap { $0 }.sorted() == Array(picker.rows.indices))
    for rows in listed { #expect(rows == rows.sorted()) }
    let titles = picker.sections.compactMap(\.title)
    #expect(titles.count == picker.sections.count)
    #expect(
      Set(titles).count == titles.count, "\(titles.map { String(decoding: $0, as: UTF8.self) })")
    for title in titles { #expect(String(decoding: title, as: UTF8.self).count == 1) }
  }

  @Test("PHN-2: German umlauts stand among their letters, Swedish ones at the end")
  func umlauts() {
    func titles(_ language: String) -> [String] {
      picker(language).sections.map { String(decoding: $0.title ?? [], as: UTF8.self) }
    }
    #expect(titles("de").first == "A")
    #expect(!titles("de").contains("Ä") && !titles("de").contains("Ö"))
    #expect(titles("sv").suffix(2) == ["Å", "Ö"])
  }

  @Test(
    "PHN-2: preferred countries stand on top in their order; the device's region is preselected")
  func preferred() {
    let picker = picker("en", preferred: ["SA", "DE", "XX", "AE"], device: "DE")
    #expect(picker.sections.first?.title == nil)
    #expect(picker.sections.first?.rows.map(\.region) == ["SA", "DE", "AE"].compactMap(region))
    #expect(Set(picker.sections.dropFirst().flatMap(\.rows)) == Set(picker.rows))
    #expect(picker.preselected == region("DE"))
    #expect(self.picker("en", preferred: ["SA"], device: "AQ").preselected == region("SA"))
    #expect(self.picker("en", device: nil).preselected == nil)
    #expect(self.picker("en", device: "zz").preselected == nil)
  }

  @Test("PHN-2: a country without a name shows its code, and one that is named twice counts once")
  func incomplete() {
    let names = [
      CountryName(RegionCode(ascii: "FR") ?? .world, Array("France".utf8)),
      CountryName(RegionCode(ascii: "FR") ?? .world, Array("Frankreich".utf8)),
      CountryName(RegionCode(ascii: "AQ") ?? .world, Array("Antarctica".utf8)),
      CountryName(.world, Array("World".utf8)),
    ]
    let picker = CountryPicker(table, names: names)
    #expect(picker.rows.count == 245)
    #expect(picker.rows.first?.name == Array("France".utf8))
    #expect(picker.rows.last?.name == Array("ZW".utf8))
  }

  @Test("PHN-2: every search ends, and finds rows of the list in the order of their rank")
  func anything() {
    var random = SeededGenerator(announcing: "CountryPickerTests.anything", seed: 22)
    let picker = picker("de")
    #expect(picker.rows(matching: []) == picker.rows)
    #expect(picker.rows(matching: Array("  ".utf8)) == picker.rows)
    for _ in 0..<300 {
      let bytes = (0..<random.below(12)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      let found = picker.rows(matching: bytes)
      #expect(Set(found).count == found.count && Set(found).isSubset(of: Set(picker.rows)))
    }
    #expect(picker.rows(matching: [UInt8](repeating: 0x41, count: 1_000_000)).isEmpty)
  }
}
