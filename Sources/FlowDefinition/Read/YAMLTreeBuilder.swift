import Yams

/// Turns Yams' tree into ours, within the limits, and says what the language leaves out of YAML.
struct YAMLTreeBuilder {
  let file: String
  let limits: YAMLTree.Limits
  private(set) var diagnostics: [Diagnostic] = []
  private let masks: [Position: String]
  private var cursor: SourceCursor
  private var nodeCount = 0

  init(source: SourceText, masks: [KeyMask], file: String, limits: YAMLTree.Limits) {
    self.file = file
    self.limits = limits
    self.masks = Dictionary(masks.map { ($0.position, $0.key) }) { first, _ in first }
    cursor = SourceCursor(source.written, file: file)
  }

  mutating func node(_ node: Node, level: Int) throws(YAMLRefusal) -> YAMLNode {
    let position = position(node.mark)
    nodeCount += 1
    guard nodeCount <= limits.nodes else {
      throw YAMLRefusal(
        .tooManyNodes, at: position,
        "The file has more than \(limits.nodes) keys, values and lists",
        "Split the flow into sub-flows")
    }
    guard level <= limits.levels else {
      throw YAMLRefusal(
        .tooDeep, at: position, "The file is nested deeper than \(limits.levels) levels here",
        "Move the inner states to a sub-flow")
    }
    switch node {
    case .scalar(let scalar):
      return YAMLNode(.scalar(self.scalar(scalar, at: position)), at: position)
    case .sequence(let sequence):
      var items: [YAMLNode] = []
      for item in sequence { items.append(try self.node(item, level: level + 1)) }
      return YAMLNode(.sequence(items), at: position)
    case .mapping(let mapping):
      return YAMLNode(.mapping(try pairs(mapping, level: level)), at: position)
    case .alias:
      preconditionFailure("Yams saw no alias")
    }
  }

  private mutating func pairs(
    _ mapping: Node.Mapping, level: Int
  ) throws(YAMLRefusal) -> [YAMLNode.Pair] {
    var pairs: [YAMLNode.Pair] = []
    var lines: [String: Int] = [:]
    for (key, value) in mapping {
      let keyNode = try node(key, level: level + 1)
      let valueNode = try node(value, level: level + 1)
      guard let scalar = keyNode.scalar else {
        report(.complexKey, keyNode.position, "A key cannot be a list or a map", "Write a name")
        continue
      }
      if scalar.style == .plain, scalar.text == "<<" {
        report(
          .mergeKey, keyNode.position, "`<<` (merge) is not supported",
          "Write out the keys")
        continue
      }
      if let first = lines[scalar.text] {
        report(
          .duplicateKey, keyNode.position,
          "The key \(quoted(scalar.text)) is already on line \(first)",
          "Remove one of the two, or rename this one")
        continue
      }
      lines[scalar.text] = keyNode.position.line
      pairs.append(YAMLNode.Pair(keyScalar: scalar, value: valueNode))
    }
    return pairs
  }

  private mutating func scalar(_ scalar: Node.Scalar, at position: Position) -> YAMLNode.Scalar {
    var style = YAMLNode.Style.plain
    switch scalar.style {
    case .any, .plain: break
    case .singleQuoted, .doubleQuoted: style = .quoted
    case .literal, .folded: style = .block
    }
    if style == .plain, let letter = SourceText.letter(behind: scalar.string.unicodeScalars.first) {
      diagnostics.append(YAMLWording.leftOut(letter, at: position))
    }
    let text = SourceText.restored(masks[position] ?? scalar.string)
    var textPosition = position
    if style == .quoted { textPosition.column += 1 }
    let isVerbatim = style != .block && cursor.finds(text, at: textPosition)
    return YAMLNode.Scalar(
      text: text, style: style, textPosition: isVerbatim ? textPosition : position,
      isVerbatim: isVerbatim)
  }

  private func position(_ mark: Mark?) -> Position {
    Position(file: file, line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  private mutating func report(
    _ code: DiagnosticCode, _ position: Position, _ problem: String, _ remedy: String
  ) {
    diagnostics.append(Diagnostic(code, at: position, problem, remedy))
  }
}

/// Walks once through the text beside the nodes, which come in its order; to look each position up
/// from the start would cost the square of the size.
private struct SourceCursor {
  private let text: String.UnicodeScalarView
  private var index: String.UnicodeScalarView.Index
  private var counter: LineCounter

  init(_ text: String.UnicodeScalarView, file: String) {
    self.text = text
    index = text.startIndex
    counter = LineCounter(file: file)
  }

  /// Whether the document has `wanted`, letter by letter, at `position`.
  mutating func finds(_ wanted: String, at position: Position) -> Bool {
    while index < text.endIndex, counter.position < position {
      counter.advance(over: text[index])
      text.formIndex(after: &index)
    }
    return counter.position == position && text[index...].starts(with: wanted.unicodeScalars)
  }
}
