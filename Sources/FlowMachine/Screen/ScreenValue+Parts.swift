import Statechart

/// How many steps there are, and the one that has been reached, as a row of an element stores them.
package struct StepNumbers: Equatable, Sendable {
  /// 2 to 20.
  package var count: UInt16
  /// From 1 on, at most `count`.
  package var reached: UInt16

  package init(stored: UInt16) {
    count = stored & 0xFF
    reached = stored >> 8
  }

  package var stored: UInt16 { reached << 8 | count & 0xFF }
}

extension ScreenValue.Element {
  /// Of steps.
  package var steps: StepNumbers { StepNumbers(stored: length) }

  /// Of an avatar.
  package var initials: Text { Self.initials(of: text) }

  /// The first letters of the first and the last word of a name; empty for a name that does not begin with a letter, such
  /// as a telephone number.
  package static func initials(of name: Text) -> Text {
    let words = name.split(separator: UInt8(ascii: " "))
    guard let first = words.first.flatMap(letter) else { return [] }
    guard words.count > 1, let last = letter(words[words.count - 1]) else { return first }
    return first + last
  }

  private static func letter(_ word: Text.SubSequence) -> Text? {
    var rest = word
    // General punctuation, such as the isolates around what a text from right to left inserts.
    while rest.starts(with: [0xE2, 0x80]) || rest.starts(with: [0xE2, 0x81]) {
      rest = rest.dropFirst(3)
    }
    guard let byte = rest.first else { return nil }
    guard byte < 0x80 else { return [byte] + rest.dropFirst().prefix { $0 & 0xC0 == 0x80 } }
    let upper = byte & 0xDF
    return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(upper) ? [upper] : nil
  }
}
