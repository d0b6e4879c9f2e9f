import FlowMachine

// How far relative days lie from today. A month has 28 to 31 days, so that depends on the day that is today.

extension RelativeDay {
  /// The fewest and the most days from today to this day, over all days that can be today.
  var distances: ClosedRange<Int64> {
    guard let months else { return count...count }
    var (least, most) = (Int64.max, Int64.min)
    for start in 0..<MonthCycle.count {
      let days = MonthCycle.daysBefore(start + months) - MonthCycle.daysBefore(start)
      // From the first of a month it is as many days. From its last days it is fewer, where the other month is shorter.
      most = max(most, days)
      least = min(
        least, days + min(0, MonthCycle.length(start + months) - MonthCycle.length(start)))
    }
    return least...most
  }

  /// The months that lead to this day; nil where days do.
  private var months: Int64? {
    switch unit {
    case .days: nil
    case .months: count
    case .years: 12 * count
    }
  }

  /// Whether this day is later than another one, whatever day it is today.
  func isAlways(after other: RelativeDay) -> Bool {
    if let months, let others = other.months { return months > others }
    return distances.lowerBound > other.distances.upperBound
  }

  /// Whether there are days on which it is later than another one.
  func isEver(after other: RelativeDay) -> Bool {
    if let months, let others = other.months { return months > others }
    return distances.upperBound > other.distances.lowerBound
  }
}

/// The months of 400 years, after which the calendar repeats itself, counted from January 2000.
private enum MonthCycle {
  static let count: Int64 = 4_800
  private static let days: Int64 = 146_097

  private static let lengths: [Int64] = (0..<count).map { month -> Int64 in
    let (year, place) = (2_000 + month / 12, Int(month % 12))
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return place == 1 && isLeap ? 29 : [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][place]
  }

  private static let starts: [Int64] = {
    var day: Int64 = 0
    return lengths.map { length -> Int64 in
      defer { day += length }
      return day
    }
  }()

  /// - Parameter month: any, also before the first one of the cycle.
  static func length(_ month: Int64) -> Int64 { lengths[place(of: month)] }

  /// How many days lie before a month, from the first one of the cycle.
  static func daysBefore(_ month: Int64) -> Int64 {
    let place = place(of: month)
    return starts[place] + (month - Int64(place)) / count * days
  }

  private static func place(of month: Int64) -> Int {
    let rest = month % count
    return Int(rest < 0 ? rest + count : rest)
  }
}
