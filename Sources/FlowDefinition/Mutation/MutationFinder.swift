import FlowMachine

/// Finds where mistakes can be made.
struct MutationFinder {
  private(set) var found: [FlowMutation] = []
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
        noteSent(pair, before: pairs.dropFirst(place + 1).first, under: keys, at: path + [place])
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
    Self.noteAdded(pair, under: keys, add)
  }

  /// The mistakes in what a request sends, but for those of `dropParameter`.
  private mutating func noteSent(
    _ pair: YAMLNode.Pair, before next: YAMLNode.Pair?, under keys: [String], at path: [Int]
  ) {
    let inner = keys.dropFirst(2)
    guard keys.first == "requests", let call = inner.firstIndex(where: Self.calls.contains) else {
      return
    }
    let isHTTP = keys[call] == "http"
    guard !isHTTP || keys.dropFirst(call + 1).first.map(Self.sentMaps.contains) == true else {
      return
    }
    func add(_ kind: FlowMutation.Operator, _ subject: String) {
      found.append(
        FlowMutation(kind: kind, position: pair.key.position, subject: subject, path: path))
    }
    let key = pair.key.value
    if isHTTP { add(.dropSent, pair.value.name.map { "\(key): \($0.value)" } ?? key) }
    if let next, pair.value.pairs == nil, next.value.pairs == nil {
      add(.swapSent, "\(key), \(next.key.value)")
    }
  }

  /// The keys of a request below which is what it sends.
  private static let calls: Set<String> = ["with", "http"]
  /// The keys of `http` with names of the author's choice.
  private static let sentMaps: Set<String> = ["headers", "body"]

  /// The mistakes of the operators that were added. They follow from the tables of keys, so that a new key of an element
  /// has its mistake.
  private static func noteAdded(
    _ pair: YAMLNode.Pair, under keys: [String], _ add: (FlowMutation.Operator) -> Void
  ) {
    let key = pair.key.value
    let parent = keys.last ?? ""
    if keys.dropLast().last == "elements", parent == "-", droppedKeys.contains(key) {
      add(.dropKey)
    }
    if key == "saves", keys.first == "signals" { add(.dropKey) }
    if keys.count == 1, places.contains(parent) { add(.dropEntry) }
    if keys.count == 2, keys[0] == "add", key != "place" { add(.dropAddition) }
    if keys.dropLast(2).last == "elements", mapKeys.contains(parent) { add(.dropEntry) }
    guard let text = pair.value.name?.value else { return }
    if key == "pattern", FlowMutation.changed(pattern: text) != text { add(.changePattern) }
    if ["least", "most"].contains(key), keys.contains("elements"),
      FlowMutation.shifted(bound: text) != nil
    {
      add(.shiftBound)
    }
  }

  private static let elementKeys = ElementKind.allCases.flatMap(\.table.keys)
  /// The optional keys of elements that say more than how they look, and that `properties` does not have. Which view
  /// draws an element is for the app alone: nothing here could notice.
  private static let droppedKeys = Set(
    elementKeys.filter { !$0.isRequired && $0.part?.isMeaning ?? false }.map(\.name)
  ).subtracting(properties)
  /// The keys of elements whose entries are facts or options.
  private static let mapKeys = Set(elementKeys.filter { $0.part?.isMap ?? false }.map(\.name))
  /// Of an extension.
  private static let places: Set<String> = ["before", "flows", "without"]

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
