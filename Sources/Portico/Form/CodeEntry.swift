/// A one-time code while it is typed: which characters count, and what each cell shows.
///
/// People type or paste a code as it stands in the message, with spaces, dashes or words around it, and with the digits of
/// their own script. Only digits count, and no more than the code has.
package struct CodeEntry: Equatable, Sendable {
  /// In ASCII, at most `length` of them.
  package let digits: String
  /// How many digits the code has.
  package let length: Int
  private let isStored: Bool

  /// - Parameters:
  ///   - typed: the whole text of the field.
  ///   - length: from 1.
  ///   - isStored: whether the flow has a code that is a secret, which never comes back to the field.
  package init(_ typed: String, length: Int, isStored: Bool = false) {
    let digits = typed.unicodeScalars.compactMap { scalar -> Character? in
      // Decimal digits of any script, but no fractions or Roman numerals.
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
      else { return nil }
      return Character(String(Int(value)))
    }
    self.digits = String(digits.prefix(max(length, 0)))
    self.length = max(length, 0)
    self.isStored = isStored
  }

  /// One for each digit of the code; nil while it is empty. A stored code is shown as dots.
  package var cells: [Character?] {
    if digits.isEmpty, isStored { return [Character?](repeating: "•", count: length) }
    let typed = digits.map(Optional.some)
    return typed + [Character?](repeating: nil, count: length - typed.count)
  }

  /// The cell that the next digit goes to; nil once the code is complete.
  package var next: Int? { isComplete ? nil : digits.count }

  /// Whether all digits are there.
  package var isComplete: Bool { digits.count == length }
}
