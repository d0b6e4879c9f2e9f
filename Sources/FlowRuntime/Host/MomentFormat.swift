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
