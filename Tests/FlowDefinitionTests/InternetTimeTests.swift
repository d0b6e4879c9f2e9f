import FlowMachine
import Foundation
import Testing

@Suite struct InternetTimeTests {
  static let right: [(String, Int64)] = [
    ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01Z", 1_000),
    ("1969-12-31T23:59:59Z", -1_000), ("1985-04-12T23:20:50.52Z", 482_196_050_520),
    ("1996-12-19T16:39:57-08:00", 851_042_397_000), ("1990-12-31T23:59:60Z", 662_688_000_000),
    ("1990-12-31T15:59:60-08:00", 662_688_000_000),
    ("1937-01-01T12:00:27.87+00:20", -1_041_337_172_130),
    ("2000-02-29t00:00:00z", 951_782_400_000), ("2000-03-01 00:00:00+00:00", 951_868_800_000),
    ("2024-02-29T12:00:00.1239Z", 1_709_208_000_123),
    ("2026-03-01T12:00:00.000000001Z", 1_772_366_400_000),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ("2026-03-01T12:00:00-00:00", 1_772_366_400_000),
  ]

  @Test("A time in RFC 3339 is its milliseconds since 1970", arguments: right)
  func reads(text: String, milliseconds: Int64) {
    #expect(InternetTime.milliseconds(Array(text.utf8)) == milliseconds)
  }

  static let wrong = [
    "", "now", "2026", "2026-03-01", "2026-03-01T12:00:00", "2026-03-01T12:00Z",
    "2026-3-1T12:00:00Z",
    "2026-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "2026-13-01T12:00:00Z", "2026-00-01T12:00:00Z",
    "2026-04-31T12:00:00Z", "2026-03-00T12:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T12:60:00Z",
    "2026-03-01T12:00:61Z", "2026-03-01T12:00:00.Z", "2026-03-01T12:00:00+1:00",
    "2026-03-01T12:00:00+24:00",
    "2026-03-01T12:00:00+01:60", "2026-03-01T12:00:00ZZ", " 2026-03-01T12:00:00Z",
    "+026-03-01T12:00:00Z",
    "2026-03-01T12:00:00,5Z", "20260301T120000Z", "2026-03-01T12:00:00+0100",
  ]

  @Test("A text that is not a time in RFC 3339 is refused", arguments: wrong)
  func refuses(text: String) {
    #expect(InternetTime.milliseconds(Array(text.utf8)) == nil)
  }

  @Test("Every day from 1600 to 2400 is one day after the day before")
  func days() throws {
    var expected: Int64 = -11_676_096_000_000
    for year in 1600...2400 {
      for month in 1...12 {
        for day in 1...31 {
          let text = String(format: "%04d-%02d-%02dT00:00:00Z", year, month, day)
          guard let found = InternetTime.milliseconds(Array(text.utf8)) else {
            #expect(day > 28)
            continue
          }
          #expect(found == expected)
          expected += 86_400_000
        }
      }
    }
  }

  @Test("A long text costs no more than its length")
  func linear() {
    let digits = String(repeating: "1", count: 1_000_000)
    #expect(
      InternetTime.milliseconds(Array("2026-03-01T12:00:00.\(digits)Z".utf8)) == 1_772_366_400_111)
  }
}
