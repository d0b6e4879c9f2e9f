package import IdentityDomain

/// Moments as the wire writes them, in UTC.
package enum WireTime {
  /// RFC 3339, in whole seconds; rounded up, so that whoever waits until then waits long enough.
  package static func rfc3339(_ moment: Timestamp) -> String {
    let parts = civil(ceilingSeconds(moment))
    return "\(four(parts.year))-\(two(parts.month))-\(two(parts.day))T\(clock(parts))Z"
  }

  /// The `Date` of an answer (RFC 9110 section 5.6.7).
  package static func httpDate(_ moment: Timestamp) -> String {
    let parts = civil(moment.milliseconds / 1000)
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(days[parts.weekday]), \(two(parts.day)) \(months[parts.month - 1]) "
      + "\(four(parts.year)) \(clock(parts)) GMT"
  }

  /// Whole seconds from now until then, at least one.
  package static func seconds(from now: Timestamp, until then: Timestamp) -> Int64 {
    max(1, (then.milliseconds - now.milliseconds + 999) / 1000)
  }

  private static func ceilingSeconds(_ moment: Timestamp) -> Int64 {
    (moment.milliseconds + 999) / 1000
  }

  private struct Civil {
    var year = 0
    var month = 0
    var day = 0
    /// From Thursday on, the first of January 1970.
    var weekday = 0
    var second = 0
  }

  /// The proleptic Gregorian calendar, counted in eras of 400 years that begin in March.
  private static func civil(_ seconds: Int64) -> Civil {
    let seconds = Int(max(0, seconds))
    let days = seconds / 86_400
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return Civil(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, weekday: days % 7,
      second: seconds % 86_400)
  }

  private static func clock(_ parts: Civil) -> String {
    "\(two(parts.second / 3600)):\(two(parts.second / 60 % 60)):\(two(parts.second % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func four(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 4 - "\(number)".utf8.count)) + "\(number)"
  }
}
