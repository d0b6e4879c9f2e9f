import FlowMachine

/// One small mistake in a flow document, as a person could make it.
///
/// The first operators are fixed: a score is only worth something beside one of another day if both were
/// taken with the same mistakes. What was added since is drawn and counted by itself (`isAdded`).
package struct FlowMutation: Sendable {
  package enum Operator: String, CaseIterable, Sendable {
    case dropTransition = "drop-transition"
    case dropGuard = "drop-guard"
    case negateGuard = "negate-guard"
    case swapAndOr = "swap-and-or"
    /// Of a computed number: another operation.
    case swapArithmetic = "swap-arithmetic"
    /// Of a computed fact with several values.
    case dropValue = "drop-value"
    case dropAction = "drop-action"
    case dropElement = "drop-element"
    /// `protected`, `survives`, `once`, `final` and the like.
    case dropProperty = "drop-property"
    case dropParameter = "drop-parameter"
    case dropSave = "drop-save"
    case dropFailure = "drop-failure"
    case dropValidator = "drop-validator"
    case swapDismissal = "swap-dismissal"
    case weakenRepeat = "weaken-repeat"
    /// A key of an element that no other operator drops, the fact of a signal, a place of an extension.
    case dropKey = "drop-key"
    /// One of the facts or options of an element, or of the places of an extension.
    case dropEntry = "drop-entry"
    /// What is added to a state of a base.
    case dropAddition = "drop-addition"
    case changePattern = "change-pattern"
    /// `least` and `most`: one less, one more, the day after.
    case shiftBound = "shift-bound"
    /// Of an HTTP call: a header, or a member of the body.
    case dropSent = "drop-sent"
    /// What a request sends under two names, the one beside the other.
    case swapSent = "swap-sent"

    /// Whether it was added after the operators whose score is published.
    package var isAdded: Bool {
      switch self {
      case .dropKey, .dropEntry, .dropAddition, .changePattern, .shiftBound, .dropSent, .swapSent:
        true
      default: false
      }
    }
  }

  package var kind: Operator
  /// Where it is made, in the document as it is.
  package var position: Position
  /// What stands there.
  package var subject: String
  /// From the root: the place of a pair in its map, or of an item in its list.
  let path: [Int]
}

extension FlowMutation {
  /// All mistakes that can be made in a document, in its order.
  package static func all(in root: YAMLNode) -> [FlowMutation] {
    var finder = MutationFinder()
    finder.visit(root, under: [], at: [])
    return finder.found
  }

  /// The document with the mistake.
  package func made(in root: YAMLNode) -> YAMLNode { made(in: root, path[...]) }

  private func made(in node: YAMLNode, _ path: ArraySlice<Int>) -> YAMLNode {
    guard let place = path.first else { return changed(node) }
    var node = node
    let isLast = path.count == 1 && isRemoval
    switch node.content {
    case .mapping(var pairs):
      if kind == .swapSent, path.count == 1 {
        let value = pairs[place].value
        pairs[place].value = pairs[place + 1].value
        pairs[place + 1].value = value
      } else if isLast {
        pairs.remove(at: place)
      } else {
        pairs[place].value = made(in: pairs[place].value, path.dropFirst())
      }
      node.content = .mapping(pairs)
    case .sequence(var items):
      if isLast {
        items.remove(at: place)
      } else {
        items[place] = made(in: items[place], path.dropFirst())
      }
      node.content = .sequence(items)
    case .scalar: break
    }
    return node
  }

  private var isRemoval: Bool {
    switch kind {
    case .negateGuard, .swapAndOr, .swapArithmetic, .swapDismissal, .weakenRepeat, .changePattern,
      .shiftBound, .swapSent:
      false
    default: true
    }
  }

  private func changed(_ node: YAMLNode) -> YAMLNode {
    guard case .scalar(var scalar) = node.content else { return node }
    switch kind {
    case .negateGuard: scalar.text = "not (\(scalar.text))"
    case .swapAndOr:
      scalar.text =
        scalar.text.contains(" and ")
        ? scalar.text.replacing(" and ", with: " or ")
        : scalar.text.replacing(" or ", with: " and ")
    case .swapArithmetic: scalar.text = Self.swapped(scalar.text)
    case .swapDismissal: scalar.text = scalar.text == "retry" ? "stay" : "retry"
    case .weakenRepeat: scalar.text = scalar.text == "never" ? "keyed" : "safe"
    case .changePattern: scalar.text = Self.changed(pattern: scalar.text)
    case .shiftBound: scalar.text = Self.shifted(bound: scalar.text) ?? scalar.text
    default: break
    }
    var node = node
    node.content = .scalar(scalar)
    return node
  }
}

extension FlowMutation {
  /// The expression with its first operation exchanged; the text itself if it has none.
  static func swapped(_ text: String) -> String {
    let pairs = [
      (" + ", " - "), (" - ", " + "), (" * ", " + "), (" / ", " * "), ("min(", "max("),
      ("max(", "min("),
    ]
    let found = pairs.compactMap { sign, other in
      text.firstRange(of: sign).map { (range: $0, other: other) }
    }
    guard let first = found.min(by: { $0.range.lowerBound < $1.range.lowerBound }) else {
      return text
    }
    var text = text
    text.replaceSubrange(first.range, with: first.other)
    return text
  }
}

extension FlowMutation {
  /// Other texts match: one character more or less, or one that is not needed.
  static func changed(pattern: String) -> String {
    if let match = pattern.firstMatch(of: /\{([0-9]+)/), let number = Int(match.1) {
      return pattern.replacingCharacters(
        in: match.range, with: "{\(number > 1 ? number - 1 : number + 1)")
    }
    let pairs = [("+", "*"), ("*", "+"), ("?", "")]
    for (sign, other) in pairs {
      if let range = pattern.firstRange(of: sign), !pattern[..<range.lowerBound].hasSuffix("\\"),
        !pattern[..<range.lowerBound].hasSuffix("(")
      {
        return pattern.replacingCharacters(in: range, with: other)
      }
    }
    return "(\(pattern))?"
  }

  /// The next number, the next day, or a bound that moves with the day by one more of its unit; nil for what is neither.
  static func shifted(bound: String) -> String? {
    if let number = Int64(bound) { return number < .max ? String(number + 1) : nil }
    if let day = RelativeDay(spelled: bound) { return day.next?.spelled }
    guard let day = CalendarDate.number(Array(bound.utf8)) else { return nil }
    return (1...8_870).lazy.map { CalendarDate.text(day + $0) }
      .first { CalendarDate.number($0) != nil }.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
    var text = self
    text.replaceSubrange(range, with: other)
    return text
  }
}
