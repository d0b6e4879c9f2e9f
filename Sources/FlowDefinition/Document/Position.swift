/// A place in a document, for diagnostics.
package struct Position: Hashable, Sendable, Comparable {
  /// The document's path as it was given, or as a sub-flow refers to it.
  package var file: String
  /// Counted from 1.
  package var line: Int
  /// Counted from 1, in characters.
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

/// A value together with the place it was read from.
package struct Located<Value> {
  package var value: Value
  package var position: Position
  /// True if the document has the value's text letter by letter at `position`: then a place in the
  /// text is a place in the document.
  package var isVerbatim: Bool

  package init(_ value: Value, at position: Position, isVerbatim: Bool = true) {
    self.value = value
    self.position = position
    self.isVerbatim = isVerbatim
  }

  /// The place of a Unicode scalar of the text, or of the text where they do not correspond.
  package func position(ofOffset offset: Int) -> Position {
    var place = position
    if isVerbatim { place.column += offset }
    return place
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// A name in the document.
package typealias Name = Located<String>
