/// A time in the calendar (proleptic Gregorian), in UTC. Before 1970 and after 9999 it is the first or the last moment
/// between them.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  /// From 1.
  package let month: Int
  /// From 1.
  package let day: Int
  package let daysSince1970: Int
  package let millisecond: Int
  /// Within the day.
  package let second: Int

  package init(_ moment: Timestamp) {
    let last = 253_402_300_799_999
    let whole = min(max(Int(clamping: moment.milliseconds), 0), last)
    daysSince1970 = whole / 86_400_000
    // Days since 0000-03-01, so that a leap day is the last of its year; in eras of 400 years.
    let shifted = daysSince1970 + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    // From March on, every five months have 153 days.
    let marchMonth = (5 * dayOfYear + 2) / 153
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    second = whole / 1000 % 86_400
    millisecond = whole % 1000
  }
}
