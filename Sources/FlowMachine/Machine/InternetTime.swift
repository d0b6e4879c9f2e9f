/// Times in the format of RFC 3339: `2026-03-01T12:00:00Z`, `2026-03-01t13:00:00.25+01:00`.
package enum InternetTime {
  /// The milliseconds since 1970, or nil if the text is not such a time. Examines each byte once.
  ///
  /// Fractions of a millisecond are truncated. A leap second counts as the second after it, since
  /// Unix time has none.
  package static func milliseconds(_ text: Text) -> Int64? {
    var reader = Digits(text)
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let day = reader.number(2),
      reader.take("T") || reader.take("t") || reader.take(" "),
      let hour = reader.number(2), reader.take(":"), let minute = reader.number(2),
      reader.take(":"), let second = reader.number(2),
      let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd,
      (1...12).contains(month), day >= 1, day <= days(of: month, in: year),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    let seconds = daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second
    return (seconds - offset) * 1_000 + fraction
  }

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func days(of month: Int64, in year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts in years that begin in March, so that the leap day comes last.
  static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // A year before 0 would need a division that rounds down; 400 years have 146,097 days.
    let years = (month > 2 ? year : year - 1) + 400
    let months = month > 2 ? month - 3 : month + 9
    let daysBeforeMonth = (153 * months + 2) / 5
    let days = years * 365 + years / 4 - years / 100 + years / 400 + daysBeforeMonth + day - 1
    return days - 146_097 - 719_468
  }

  private struct Digits {
    private let text: Text
    private var index = 0

    init(_ text: Text) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    mutating func take(_ letter: Unicode.Scalar) -> Bool {
      guard index < text.count, UInt32(text[index]) == letter.value else { return false }
      index += 1
      return true
    }

    mutating func number(_ count: Int) -> Int64? {
      guard index + count <= text.count else { return nil }
      var number: Int64 = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        number = number * 10 + digit
      }
      return number
    }

    private mutating func digit() -> Int64? {
      guard index < text.count, text[index] >= 48, text[index] <= 57 else { return nil }
      defer { index += 1 }
      return Int64(text[index]) - 48
    }

    /// The milliseconds of a fraction of a second, 0 without a fraction.
    mutating func fraction() -> Int64? {
      guard take(".") else { return 0 }
      var milliseconds: Int64 = 0
      var scale: Int64 = 100
      var isEmpty = true
      while let digit = digit() {
        milliseconds += digit * scale
        scale /= 10
        isEmpty = false
      }
      return isEmpty ? nil : milliseconds
    }

    /// The UTC offset in seconds.
    mutating func offset() -> Int64? {
      if take("Z") || take("z") { return 0 }
      let sign: Int64 = take("-") ? -1 : 1
      guard sign < 0 || take("+"), let hours = number(2), take(":"), let minutes = number(2),
        hours < 24, minutes < 60
      else { return nil }
      return sign * (hours * 3_600 + minutes * 60)
    }
  }
}
