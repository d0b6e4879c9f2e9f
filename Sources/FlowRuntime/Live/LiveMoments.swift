package import Foundation

extension MomentFormat {
  /// `2026-01-04` and `2026-01-04 00:00 UTC`: the same everywhere and in every language, for plays
  /// and tests.
  package static let universal = MomentFormat { moment, hasTime, _ in
    let text = Date(timeIntervalSince1970: TimeInterval(moment) / 1000).ISO8601Format()
    return hasTime
      ? "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC" : String(text.prefix(10))
  }

  /// As people write moments in the language of the text, in the time zone of the device.
  ///
  /// A person's own tag of that language counts, where the device knows one: `en-GB` writes the day
  /// first. Digits are those in which the machine writes every other number.
  package static func live() -> MomentFormat {
    live(languages: { Locale.preferredLanguages }, zone: { .autoupdatingCurrent })
  }

  /// - Parameters:
  ///   - languages: the person's own, as BCP 47 tags, the preferred one first.
  ///   - zone: the time zone of the device, asked for each moment.
  package static func live(
    languages: @escaping @Sendable () -> [String], zone: @escaping @Sendable () -> TimeZone
  ) -> MomentFormat {
    MomentFormat { moment, hasTime, language in
      let own = languages().first { primary($0) == primary(language) }
      var parts = Locale.Components(identifier: own ?? language)
      parts.numberingSystem = "latn"
      let style = Date.FormatStyle(
        date: .long, time: hasTime ? .shortened : .omitted, locale: Locale(components: parts),
        calendar: Locale(components: parts).calendar, timeZone: zone())
      return Date(timeIntervalSince1970: TimeInterval(moment) / 1000).formatted(style)
    }
  }

  private static func primary(_ tag: String) -> Substring {
    tag.prefix { $0 != "-" && $0 != "_" }
  }
}
