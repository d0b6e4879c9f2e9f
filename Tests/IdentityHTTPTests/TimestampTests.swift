import Foundation
import IdentityDomain
import IdentityHTTP
import TestSupport
import Testing

@Suite("Times on the wire")
struct TimestampTests {
  @Test("Known moments are written as RFC 3339 in UTC with milliseconds")
  func known() {
    let table: [(Int64, String)] = [
      (0, "1970-01-01T00:00:00.000Z"), (1, "1970-01-01T00:00:00.001Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_709_251_199_999, "2024-02-29T23:59:59.999Z"),
      (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ]
    for (milliseconds, text) in table {
      #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }
  }

  @Test("Times outside the years 1970 to 9999 become the first or last moment of that range")
  func clamped() {
    for (milliseconds, text) in [
      (Int64(-1), "1970-01-01T00:00:00.000Z"), (Int64.min, "1970-01-01T00:00:00.000Z"),
      (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (Int64.max, "9999-12-31T23:59:59.999Z"),
    ] {
      #expect(Timestamp(milliseconds: milliseconds).rfc3339 == text)
    }
  }

  @Test("The date of a response matches Foundation's")
  func httpDate() {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    // Some 3000 days, with every kind of year around 2000, 2100 and 2400.
    for seconds in stride(from: Int64(0), to: 14_000_000_000, by: 86_400 * 53 + 4_711) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      #expect(Timestamp(milliseconds: seconds * 1000).httpDate == format.string(from: date))
    }
  }

  @Test("Seconds to wait are rounded up, and at least one")
  func waits() {
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    #expect(now.seconds(until: now + .milliseconds(1001)) == 2)
    #expect(now.seconds(until: now) == 1 && now.seconds(until: now - .hours(1)) == 1)
  }

  @Test("Foundation parses each time: the days around every new year and leap day, and random ones")
  func readBack() throws {
    var random = SeededGenerator(announcing: "TimestampTests.readBack", seed: 7)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let day: Int64 = 86_400_000
    var moments: [Int64] = (0..<2_000).map { _ in Int64(random.next() % 253_402_300_800_000) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for year in 1970...9999 where year % 4 == 0 || year % 100 == 1 {
      let march = try #require(
        calendar.date(from: DateComponents(year: year, month: 3, day: 1)))
      let start = Int64(march.timeIntervalSince1970) * 1000
      moments += [start - 1, start, start - 60 * day, start - 59 * day - 1]
    }
    for moment in moments where moment >= 0 {
      let text = Timestamp(milliseconds: moment).rfc3339
      let read = try style.parse(text)
      #expect(Int64((read.timeIntervalSince1970 * 1000).rounded()) == moment, "\(text)")
    }
  }
}
