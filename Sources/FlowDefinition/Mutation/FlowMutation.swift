/// One small mistake in a flow document, as a person could make it.
///
/// The operators are fixed: a score is only worth something beside one of another day if both were
/// taken with the same mistakes.
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
      if isLast {
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
    case .negateGuard, .swapAndOr, .swapArithmetic, .swapDismissal, .weakenRepeat: false
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

/// Finds where mistakes can be made.
private struct MutationFinder {
  var found: [FlowMutation] = []
  /// Whether the value that is looked at is a guard.
  private var computesFlag = false

  private static let guards: Set<String> = ["when", "enabled", "unless"]
  private static let properties: Set<String> = [
    "protected", "survives", "once", "final", "modal", "back", "backTarget", "restorable", "held",
    "submits", "restore", "visibleFor", "restart", "required", "least", "most", "append",
    "bearer",
  ]
  private static let actionLists: Set<String> = ["enter", "exit", "do"]
  /// What a mistake in would change nothing of the flow's own.
  private static let skipped: Set<String> = [
    "texts", "properties", "simulated", "migrate", "configuration", "summary",
  ]

  mutating func visit(_ node: YAMLNode, under keys: [String], at path: [Int]) {
    switch node.content {
    case .mapping(let pairs):
      for (place, pair) in pairs.enumerated() {
        let key = pair.key.value
        if keys.isEmpty, key == "facts" {
          visit(computedIn: pair.value, at: path + [place])
          continue
        }
        if keys.isEmpty, Self.skipped.contains(key) { continue }
        note(pair, under: keys, at: path + [place])
        guard key != "simulated" else { continue }
        visit(pair.value, under: keys + [key], at: path + [place])
      }
    case .sequence(let items):
      for (place, item) in items.enumerated() {
        note(item, of: items.count, under: keys, at: path + [place])
        visit(item, under: keys + ["-"], at: path + [place])
      }
    case .scalar: break
    }
  }

  /// Of a fact only what it is computed from: the rest changes nothing, or is refused.
  private mutating func visit(computedIn facts: YAMLNode, at path: [Int]) {
    for (place, fact) in (facts.pairs ?? []).enumerated() {
      for (inner, pair) in (fact.value.pairs ?? []).enumerated() where pair.key.value == "value" {
        let path = path + [place, inner]
        computesFlag = fact.value["type"]?.name?.value == "flag"
        note(pair, under: ["facts", fact.key.value], at: path)
        visit(pair.value, under: ["facts", fact.key.value, "value"], at: path)
      }
    }
  }

  private mutating func note(_ pair: YAMLNode.Pair, under keys: [String], at path: [Int]) {
    let key = pair.key.value
    let parent = keys.last ?? ""
    func add(_ kind: FlowMutation.Operator) {
      found.append(
        FlowMutation(
          kind: kind, position: pair.key.position,
          subject: pair.value.name.map { "\(key): \($0.value)" } ?? key, path: path))
    }
    if Self.guards.contains(key), let text = pair.value.name?.value {
      add(.dropGuard)
      add(.negateGuard)
      if text.contains(" and ") || text.contains(" or ") { add(.swapAndOr) }
    }
    if key == "value", keys.first == "facts", let text = pair.value.name?.value {
      if computesFlag {
        add(.negateGuard)
        if text.contains(" and ") || text.contains(" or ") { add(.swapAndOr) }
      } else if FlowMutation.swapped(text) != text {
        add(.swapArithmetic)
      }
    }
    // A validator is dropped whole.
    let isValidator = keys.dropLast().last == "validate"
    if Self.properties.contains(key), !keys.isEmpty, parent != "on", !isValidator {
      add(.dropProperty)
    }
    if parent == "on" || parent == "after" { add(.dropTransition) }
    if parent == "with" { add(.dropParameter) }
    if parent == "save" { add(.dropSave) }
    if key == "failure", keys.first == "requests" { add(.dropFailure) }
    if key == "dismissal" { add(.swapDismissal) }
    if key == "repeat", ["keyed", "never"].contains(pair.value.name?.value) { add(.weakenRepeat) }
  }

  private mutating func note(
    _ item: YAMLNode, of count: Int, under keys: [String], at path: [Int]
  ) {
    let key = keys.last ?? ""
    let grand = keys.dropLast().last ?? ""
    let kind: FlowMutation.Operator
    switch key {
    case "always": kind = .dropTransition
    case "elements": kind = .dropElement
    // Several texts of one element.
    case "heading", "text", "progress", "label": kind = .dropElement
    case "validate": kind = .dropValidator
    case "value": kind = .dropValue
    case _ where Self.actionLists.contains(key): kind = .dropAction
    // Several transitions of one event.
    case _ where grand == "on": kind = .dropTransition
    default: return
    }
    let subject =
      item.name?.value
      ?? item.pairs?.prefix(2).map { pair in
        pair.value.name.map { "\(pair.key.value): \($0.value)" } ?? pair.key.value
      }.joined(separator: ", ") ?? ""
    found.append(FlowMutation(kind: kind, position: item.position, subject: subject, path: path))
  }
}
