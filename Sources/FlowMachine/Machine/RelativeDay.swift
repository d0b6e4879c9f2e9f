import Statechart

/// A day that is named by its distance from today, as a bound of a date: `today - 18 years`.
package struct RelativeDay: Equatable, Sendable {
  package enum Unit: UInt8, CaseIterable, Sendable { case days, months, years }

  package var count: Int64
  package var unit: Unit

  /// - Returns: nil for a distance of more than 1,000 years.
  package init?(_ count: Int64, _ unit: Unit) {
    guard (-Self.most(unit)...Self.most(unit)).contains(count) else { return nil }
    (self.count, self.unit) = (count, unit)
  }

  /// The longest distance in a unit.
  package static func most(_ unit: Unit) -> Int64 {
    switch unit {
    case .days: 365_000
    case .months: 12_000
    case .years: 1_000
    }
  }

  /// What `value` returned.
  package init?(value: Int64) {
    guard let unit = Unit(rawValue: UInt8(value & 3)) else { return nil }
    self.init(value >> 2, unit)
  }

  /// Count and unit in one number, for a row of the tables.
  package var value: Int64 { count << 2 | Int64(unit.rawValue) }

  /// The number of the day at this distance from a day, as `CalendarDate.number` has it. Months and years lead to
  /// the same day of another month, or to its last day if it is shorter. A day that is out of the calendar's range is the first
  /// or the last of it.
  package func day(from today: Int64) -> Int64 {
    let (year, month, day) = CalendarDate.parts(today)
    guard unit != .days else {
      return CalendarDate.number(
        daysSince1970: InternetTime.daysSince1970(year, month, day) + count)
    }
    let months = year * 12 + month - 1 + (unit == .years ? 12 * count : count)
    if months < 12 { return CalendarDate.first }
    if months >= 120_000 { return CalendarDate.last }
    let (newYear, newMonth) = (months / 12, months % 12 + 1)
    return CalendarDate.number(
      newYear, newMonth, min(day, InternetTime.days(of: newMonth, in: newYear)))
  }
}

extension CalendarDate {
  static let first: Int64 = 1_0101
  static let last: Int64 = 9999_1231

  /// The day of a moment on a device.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970; before the year 1 and after 9999 it is the first or the last day.
  ///   - offset: how many minutes the device's local time is ahead of UTC, at most a day.
  package static func today(at now: Int64, offset: Int64) -> Int64 {
    let longest: Int64 = 400_000_000_000_000
    let local =
      min(max(now, -longest), longest) + min(max(offset, -1_440), 1_440) * 60_000
    let days = local / 86_400_000
    return number(daysSince1970: local < 0 && local % 86_400_000 != 0 ? days - 1 : days)
  }

  /// Counts in years that begin in March, so that the leap day comes last.
  static func number(daysSince1970 days: Int64) -> Int64 {
    // From the first day of the year 1 to the last of 9999.
    guard days >= -719_162 else { return first }
    guard days <= 2_932_896 else { return last }
    let days = days + 719_468
    let (cycle, day) = (days / 146_097, days % 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return number(
      cycle * 400 + year + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1)
  }

  static func number(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    year * 10_000 + month * 100 + day
  }

  static func parts(_ number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    (number / 10_000, number / 100 % 100, number % 100)
  }
}

extension ValidatorRow {
  /// Whether it is the bound of a date that moves with the day: its number is that of a `RelativeDay`, and its fact is the
  /// device's offset from UTC.
  package var isRelativeDay: Bool { (rule == .least || rule == .most) && fact != noID }

  /// The validator as it is on a day: its bound is a day. What a damaged table has in place of a distance counts as none.
  package func on(_ today: Int64) -> ValidatorRow {
    guard isRelativeDay else { return self }
    var row = self
    row.value = RelativeDay(value: value)?.day(from: today) ?? today
    return row
  }
}

extension FlowMemory {
  /// A validator of a date as it is on the device's day.
  func today(_ validator: ValidatorRow, cells: [Int64]) -> ValidatorRow {
    guard validator.isRelativeDay else { return validator }
    // Compiled flows are not checked for this: a first launch would pay for it.
    let offset = Int(validator.fact) < cells.count ? cells[Int(validator.fact)] : absent
    return validator.on(CalendarDate.today(at: now, offset: offset == absent ? 0 : offset))
  }
}
