/// A one-time code while it is typed: what of the text counts, and what each cell shows.
///
/// People type or paste a code as the message has it, with spaces, dashes or words around it, and in the digits of their
/// keyboard. Only digits count, and no more of them than the code has.
package struct CodeEntry: Equatable, Sendable {
  /// In ASCII, at most `length` of them.
  package let digits: String
  /// How many digits the code has.
  package let length: Int

  /// - Parameters:
  ///   - typed: the whole text of the field.
  ///   - length: from 1.
  package init(_ typed: String, length: Int) {
    let digits = typed.unicodeScalars.compactMap { scalar -> Character? in
      // Decimal digits of every script; a fraction or a Roman numeral is none.
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
      else { return nil }
      return Character(String(Int(value)))
    }
    self.digits = String(digits.prefix(max(length, 0)))
    self.length = max(length, 0)
  }

  /// One for each digit of the code, from the first; nil while it is empty.
  package var cells: [Character?] {
    let typed = digits.map(Optional.some)
    return typed + [Character?](repeating: nil, count: length - typed.count)
  }

  /// The cell that the next digit goes to; nil once the code is complete.
  package var next: Int? { isComplete ? nil : digits.count }

  /// Whether all digits are there.
  package var isComplete: Bool { digits.count == length }
}
