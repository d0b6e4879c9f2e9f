import PhoneNumbers
import PhoneTestSupport
import TestSupport
import Testing

/// Equal to libphonenumber, whose metadata the table is made of.
@Suite("Numbers as libphonenumber reads and writes them")
struct AgreementTests {
  private let ours: Ours

  init() throws { ours = Ours(table: try #require(PhoneTable.standard())) }

  private static let rounds = 8_000 * max(1, (wantedRounds ?? 0) / 10)

  @Test("PHN-2: the countries and territories with a calling code are libphonenumber's")
  func regions() {
    let table = ours.table
    #expect(
      table.regions.map { String(decoding: $0.text, as: UTF8.self) } == Oracle.regions.map(\.id))
    for region in Oracle.regions {
      let id = RegionCode(Array(region.id.utf8))
      #expect(id.flatMap { table.callingCode(of: $0) } == UInt16(region.code))
    }
    for code in 0...1100 {
      let found = table.regions(of: UInt16(code)).map { String(decoding: $0.text, as: UTF8.self) }
      #expect(found == Oracle.regions(ofCode: code), "+\(code)")
    }
  }

  @Test("PHN-3: the example of every kind in every region: read, checked and written alike")
  func examples() {
    #expect(Oracle.examples.count > 1000)
    for example in Oracle.examples {
      compare(example, "ZZ")
      for region in Oracle.regions where random(example, region.id) { compare(example, region.id) }
      guard let number = Oracle.parse(example, in: "ZZ") else { continue }
      for region in [number.region, "US", "DE"] {
        compare(number.national.filter(\.isNumber), region)
        compare(String(number.e164.dropFirst()), region)
      }
    }
  }

  @Test("PHN-3: numbers that are wrong in a few digits: the same verdict and the same forms")
  func mutated() {
    var source = NumberSource("AgreementTests.mutated", seed: 11)
    var valid = 0
    for _ in 0..<Self.rounds {
      let (typed, region) = source.mutated()
      if compare(typed, region)?.kind != nil { valid += 1 }
    }
    #expect(valid > Self.rounds / 20, "\(valid)")
    #expect(valid < Self.rounds / 2, "\(valid)")
  }

  @Test("PHN-3: numbers near the examples: the same verdict and the same forms")
  func nearby() {
    var source = NumberSource("AgreementTests.nearby", seed: 12)
    var valid = 0
    for _ in 0..<Self.rounds {
      let (typed, region) = source.nearby()
      if compare(typed, region)?.kind != nil { valid += 1 }
    }
    #expect(valid > Self.rounds / 4, "\(valid)")
  }

  @Test("PHN-3: digits at random: the same verdict and the same forms")
  func digits() {
    var source = NumberSource("AgreementTests.digits", seed: 13)
    for _ in 0..<Self.rounds {
      let (typed, region) = source.digits()
      compare(typed, region)
    }
  }

  /// One in twenty, always the same ones.
  private func random(_ example: String, _ region: String) -> Bool {
    (example + region).utf8.reduce(UInt64(7)) { ($0 &* 31) ^ UInt64($1) } % 20 == 0
  }

  @discardableResult
  private func compare(_ typed: String, _ region: String) -> Oracle.Answer? {
    let expected = Oracle.parse(typed, in: region)
    let found = ours.parse(typed, in: region)
    #expect(found == expected, "\(typed) in \(region)")
    return found
  }
}
