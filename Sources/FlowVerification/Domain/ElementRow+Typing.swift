import FlowMachine
import Statechart

// What hosts let a person type into a field. The machine takes any text; both hosts cut one that is longer than
// `length`, and of a code with a length they let digits through only.

extension ElementRow {
  /// Whether a person can type a text, as the machine comes to hold it.
  func lets(_ text: Text) -> Bool {
    // Of a number with its country, another form is kept than was typed.
    guard takesText, length > 0, country == noID else { return true }
    if isCode, !text.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
    return text.count { $0 & 0xC0 != 0x80 } <= Int(length)
  }

  /// Whether it lets the same texts through as another field.
  func isLimited(like other: ElementRow) -> Bool {
    length == other.length && (length == 0 || isCode == other.isCode)
  }

  /// The numbers that can be typed: a minus counts as a character.
  var typedNumbers: ClosedRange<Int64> {
    guard length > 0, length < 20 else { return (.min + 1)...(.max) }
    let greatest = Self.greatest(digits: Int(length))
    return (isCode ? 0 : -Self.greatest(digits: Int(length) - 1))...greatest
  }

  private static func greatest(digits: Int) -> Int64 {
    digits > 18 ? .max : (0..<digits).reduce(0) { number, _ in number * 10 + 9 }
  }

  /// A code with a length is drawn as cells, one for each digit.
  private var isCode: Bool {
    kind == .field && style < kind.styles.count && "\(kind.styles[Int(style)])" == "code"
  }
}
