import WireText

/// Days of the Gregorian calendar, from the year 1 to 9999, in the form used by documents and
/// facts: `2026-02-28`.
package enum CalendarDate {
  /// The day as an ordered number, such as 20260228; nil if the text is not a day.
  package static func number(_ text: Text) -> Int64? {
    var time = text
    time.append(ascii: "T00:00:00Z")
    guard text.count == 10, InternetTime.milliseconds(time) != nil else { return nil }
    var number: Int64 = 0
    for byte in text where byte != UInt8(ascii: "-") { number = number * 10 + Int64(byte) - 48 }
    return number > 10_000 ? number : nil
  }

  /// The text of a number that `number` returned.
  package static func text(_ number: Int64) -> Text {
    var text: Text = []
    var rest = number
    for place in 0..<10 {
      if place == 2 || place == 5 {
        text.append(UInt8(ascii: "-"))
      } else {
        text.append(48 + UInt8(truncatingIfNeeded: rest % 10))
        rest /= 10
      }
    }
    text.reverse()
    return text
  }
}
