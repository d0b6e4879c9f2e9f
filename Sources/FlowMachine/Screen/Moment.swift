import WireText

/// Moments in texts. How people write a day is data of a platform, which a machine does not have: it
/// hands a moment on between two marks, and the host writes it in their place.
///
/// The text of a moment is its mark, the milliseconds since 1970 in decimal digits, and the mark
/// again. What comes from outside is shown without these two control characters, so that nobody
/// but the flow's texts can have one written.
package enum Moment {
  /// U+0001: the day alone.
  package static let dateMark: UInt8 = 1
  /// U+0002: the day and the time.
  package static let dateTimeMark: UInt8 = 2

  /// A fact's value as a text shows it.
  ///
  /// - Parameter kind: how the text names it; what is not a moment is shown as it came.
  static func marked(_ value: Text, _ kind: SegmentKind, _ type: FactType) -> Text {
    let value = unmarked(value)
    guard kind == .date || kind == .dateTime, !value.isEmpty else { return value }
    var digits = value
    if type != .time {
      guard let moment = InternetTime.milliseconds(value) else { return value }
      digits = Decimal.text(moment)
    }
    let mark = [kind == .date ? dateMark : dateTimeMark]
    return mark + digits + mark
  }

  static func unmarked(_ value: Text) -> Text {
    var clean: Text = []
    for byte in value where byte > dateTimeMark { clean.append(byte) }
    return clean
  }
}
