/// A node of a YAML document as the language sees it: text, list or map, each with its place.
///
/// Scalars keep their text. What a scalar means is decided by the key it stands under, never by
/// YAML's own rules: `on` is a key and `no` is a word.
package struct YAMLNode: Sendable {
  package enum Style: Sendable {
    case plain
    case quoted
    /// After `|` or `>`.
    case block
  }

  package struct Scalar: Sendable {
    package var text: String
    package var style: Style
    /// Where the text itself begins: inside the quotes.
    package var textPosition: Position
    /// True if the document has the text letter by letter at `textPosition`, so that a place in the
    /// text is a place in the document.
    package var isVerbatim: Bool

    package init(text: String, style: Style, textPosition: Position, isVerbatim: Bool) {
      self.text = text
      self.style = style
      self.textPosition = textPosition
      self.isVerbatim = isVerbatim
    }
  }

  package struct Pair: Sendable {
    package var keyScalar: Scalar
    package var value: YAMLNode

    package init(keyScalar: Scalar, value: YAMLNode) {
      self.keyScalar = keyScalar
      self.value = value
    }

    package var key: Name { keyScalar.name }
  }

  package enum Content: Sendable {
    case scalar(Scalar)
    case sequence([YAMLNode])
    case mapping([Pair])
  }

  package var content: Content
  package var position: Position

  package init(_ content: Content, at position: Position) {
    self.content = content
    self.position = position
  }
}

extension YAMLNode {
  package var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  package var items: [YAMLNode]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  package var pairs: [Pair]? {
    if case .mapping(let pairs) = content { pairs } else { nil }
  }

  /// The value under `key`; nil too if this is no map.
  package subscript(key: String) -> YAMLNode? {
    pairs?.first { $0.key.value == key }?.value
  }

  /// The text of a scalar and where it begins.
  package var name: Name? {
    scalar?.name
  }

  /// True where nothing is written, or one of YAML's words for nothing.
  package var isNull: Bool {
    guard let scalar, scalar.style == .plain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
  }

  /// `true` and `false`, and no other of the words that YAML once took for them.
  package var flag: Bool? {
    guard let scalar, scalar.style == .plain else { return nil }
    return scalar.text == "true" ? true : scalar.text == "false" ? false : nil
  }

  /// A whole number written in digits.
  package var number: Int64? {
    guard let scalar, scalar.style == .plain else { return nil }
    return NumberSyntax.whole(scalar.text)
  }
}

extension YAMLNode.Scalar {
  package var name: Name { Name(text, at: textPosition, isVerbatim: isVerbatim) }

  /// The place of a Unicode scalar of the text, or of the text where they do not correspond.
  package func position(ofOffset offset: Int) -> Position {
    guard isVerbatim else { return textPosition }
    var position = textPosition
    position.column += offset
    return position
  }
}
