package import IdentityDomain

extension Timestamp {
  /// RFC 3339 section 5.6 in UTC with milliseconds, such as `2026-11-21T08:30:00.000Z`. What lies
  /// outside of the years 1970 to 9999 becomes the first or last moment of them: the form has four
  /// digits for a year.
  package var rfc3339: String {
    let last: Int64 = 253_402_300_799_999
    let whole = min(max(milliseconds, 0), last)
    let (days, rest) = whole.quotientAndRemainder(dividingBy: 86_400_000)
    // Days since 0000-03-01, so that a leap day is the last of its year; in eras of 400 years.
    let shifted = days + 719_468
    let era = shifted / 146_097
    let day = shifted % 146_097
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    // Months from March on have 153 days in every five.
    let marchMonth = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let civilYear = year + era * 400 + (month <= 2 ? 1 : 0)

    let date = [(civilYear, 4), (month, 2), (dayOfMonth, 2)].map(Self.padded)
    let clock = [
      (rest / 3_600_000, 2), (rest / 60_000 % 60, 2), (rest / 1_000 % 60, 2),
    ].map(Self.padded)
    return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
      + Self.padded(rest % 1_000, 3) + "Z"
  }

  private static func padded(_ number: Int64, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
