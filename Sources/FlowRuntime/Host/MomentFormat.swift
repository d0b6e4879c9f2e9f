package import FlowMachine

/// How a host writes the moments that a machine has marked in its texts.
package struct MomentFormat: Sendable {
  /// A moment as people read it.
  ///
  /// Called with milliseconds since 1970 within the years 0 to 9999, with whether its time of day
  /// is wanted, and with the language of the text as a BCP 47 tag.
  package var write: @Sendable (_ moment: Int64, _ hasTime: Bool, _ language: String) -> String

  package init(
    _ write: @escaping @Sendable (_ moment: Int64, _ hasTime: Bool, _ language: String) -> String
  ) {
    self.write = write
  }

  /// `2026-01-04` and `2026-01-04 00:00 UTC`: the same everywhere and in every language, for plays
  /// and tests.
  package static let universal = MomentFormat { moment, hasTime, _ in
    let minutes = (moment - floorRemainder(moment, 60_000)) / 60_000
    let minute = floorRemainder(minutes, 1_440)
    let day = date(ofDay: (minutes - minute) / 1_440)
    let words = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
    return hasTime ? "\(words) \(digits(minute / 60, 2)):\(digits(minute % 60, 2)) UTC" : words
  }

  /// A text with its moments written.
  package func text(_ text: Text, language: String) -> Text {
    guard text.contains(where: Self.isMark) else { return text }
    var result: Text = []
    var rest = text[...]
    while let first = rest.firstIndex(where: Self.isMark) {
      result += rest[..<first]
      let mark = rest[first]
      rest = rest[(first + 1)...]
      // The machine writes both marks, or none.
      guard let last = rest.firstIndex(of: mark) else { break }
      result += written(rest[..<last], hasTime: mark == Moment.dateTimeMark, language)
      rest = rest[(last + 1)...]
    }
    return result + rest
  }

  private func written(_ digits: Text.SubSequence, hasTime: Bool, _ language: String) -> Text {
    guard let moment = Int64(String(decoding: digits, as: UTF8.self)), Self.years ~= moment else {
      return Text(digits)
    }
    return Text(write(moment, hasTime, language).utf8)
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == Moment.dateMark || byte == Moment.dateTimeMark
  }

  /// The years 0 to 9999, in which RFC 3339 writes a time.
  private static let years: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

  private static func floorRemainder(_ number: Int64, _ divisor: Int64) -> Int64 {
    let remainder = number % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(count - digits.count, 0)) + digits
  }

  /// The Gregorian date of a day since 1970.
  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // In years that begin in March, from that of the year 0 less one cycle of 400 years.
    var rest = day + 719_468 + 146_097
    let cycle = rest / 146_097
    rest %= 146_097
    let year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    rest -= 365 * year + year / 4 - year / 100
    let month = (5 * rest + 2) / 153
    let isNextYear = month >= 10
    return (
      cycle * 400 - 400 + year + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      rest - (153 * month + 2) / 5 + 1
    )
  }
}

extension ScreenValue {
  /// The screen with the moments in its texts written. What somebody has typed stays as it is.
  package func writing(_ format: MomentFormat, language: String) -> ScreenValue {
    var screen = self
    screen.screen?.write(format, language)
    for index in screen.overlays.indices { screen.overlays[index].write(format, language) }
    return screen
  }
}

extension ScreenValue.Surface {
  fileprivate mutating func write(_ format: MomentFormat, _ language: String) {
    let written = { (text: Text) in format.text(text, language: language) }
    title = written(title)
    for index in elements.indices {
      elements[index].text = written(elements[index].text)
      elements[index].hint = written(elements[index].hint)
      elements[index].problem = written(elements[index].problem)
      for option in elements[index].options.indices {
        elements[index].options[option].text = written(elements[index].options[option].text)
        elements[index].options[option].detail = written(elements[index].options[option].detail)
      }
    }
  }
}

extension Flow {
  /// The BCP 47 tag of one of the flow's languages.
  package func languageTag(_ language: Int) -> String {
    guard language < tables.languages.count else { return "" }
    return String(decoding: blob(tables.languages[language]), as: UTF8.self)
  }
}
