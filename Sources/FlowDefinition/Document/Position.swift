/// A line and column of a document, for diagnostics. Ordered by file, then line, then column.
package struct Position: Hashable, Sendable, Comparable {
  /// The path as it was given; that of a sub-flow is joined to the folder of the document that
  /// refers to it.
  package var file: String
  /// Counted from 1.
  package var line: Int
  /// Counted from 1, in Unicode scalars, as libYAML counts.
  package var column: Int

  package init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  package static func < (left: Position, right: Position) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

/// A value and where it was read.
package struct Located<Value> {
  package var value: Value
  /// Where it begins; quoted text that is verbatim begins after the quote.
  package var position: Position
  /// Whether the document has the value's text unchanged at `position` (no escapes, no folded
  /// lines), so that an offset in the text is an offset in the document.
  package var isVerbatim: Bool

  package init(_ value: Value, at position: Position, isVerbatim: Bool = true) {
    self.value = value
    self.position = position
    self.isVerbatim = isVerbatim
  }

  /// Where a part of the text stands, such as a name in a guard; where the text begins if it is not
  /// verbatim.
  ///
  /// - Parameter offset: in Unicode scalars from the beginning of the text.
  package func position(ofOffset offset: Int) -> Position {
    var place = position
    if isVerbatim { place.column += offset }
    return place
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// A name in a document, or another text, and where it was read.
package typealias Name = Located<String>
