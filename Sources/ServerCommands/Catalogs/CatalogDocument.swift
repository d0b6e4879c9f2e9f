import FlowDefinition

/// A file that is a list of maps, such as markets or experiments, or one map, as YAML or JSON (which is YAML).
///
/// Collects all that is wrong, each with its line.
struct CatalogDocument {
  let path: String
  private(set) var entries: [YAMLNode] = []
  private(set) var refusals: [ServeRefusal] = []

  /// - Parameter thing: what an entry is, for messages.
  init(_ file: ReadableFile, of thing: String) {
    path = file.path
    let (root, diagnostics) = YAMLTree.read(bytes: file.bytes, file: file.path)
    refusals = diagnostics.sorted().map { ServeRefusal($0) }
    guard let root else { return }
    guard let items = root.items else {
      refuse(root, "the file is a list; write each \(thing) as `- key: value` lines")
      return
    }
    entries = items.filter { item in
      if item.pairs == nil { refuse(item, "a \(thing) is a map; write `key: value` lines") }
      return item.pairs != nil
    }
  }

  /// A file that is a single map becomes the only entry. A file of any other shape has none, and is refused.
  init(map file: ReadableFile, of thing: String) {
    path = file.path
    let (root, diagnostics) = YAMLTree.read(bytes: file.bytes, file: file.path)
    refusals = diagnostics.sorted().map { ServeRefusal($0) }
    guard let root else { return }
    guard root.pairs != nil else {
      refuse(root, "a \(thing) is a map; write `key: value` lines")
      return
    }
    entries = [root]
  }

  mutating func refuse(_ refusal: ServeRefusal) { refusals.append(refusal) }

  mutating func refuse(_ node: YAMLNode, _ what: String) { refuse(node.position, what) }

  mutating func refuse(_ position: Position, _ what: String) {
    refusals.append(ServeRefusal("\(position.text): \(what)"))
  }

  /// Refuses keys that are not known: a misspelt one would mean its opposite, or nothing.
  mutating func checkKeys(of node: YAMLNode, among known: [String]) {
    for pair in node.pairs ?? [] where !known.contains(pair.key.value) {
      let guess = Suggestion.nearest(to: pair.key.value, among: known).map { quoted($0) }
      refuse(
        pair.key.position,
        "unknown key \(quoted(pair.key.value)); write "
          + (guess ?? "one of \(known.joined(separator: ", "))") + ", or remove it")
    }
  }

  /// What stands under a key, read; nil when it is missing or of another kind, which is told where
  /// it is needed.
  mutating func value<Value>(
    _ key: String, of node: YAMLNode, isNeeded: Bool = true, _ kind: String,
    _ read: (YAMLNode) -> Value?
  ) -> Value? {
    guard let found = node[key], !found.isNull else {
      if isNeeded { refuse(node, "\(quoted(key)) is missing; add \(kind)") }
      return nil
    }
    guard let value = read(found) else {
      refuse(found, "\(quoted(key)) must be \(kind)")
      return nil
    }
    return value
  }

  mutating func text(_ key: String, of node: YAMLNode, isNeeded: Bool = true) -> String? {
    value(key, of: node, isNeeded: isNeeded, "a text") { $0.scalar?.text }
  }

  /// - Throws: `ServeRefusals`, if anything was refused.
  func check() throws {
    guard refusals.isEmpty else { throw ServeRefusals(refusals) }
  }
}

extension YAMLNode {
  /// A list of texts.
  var texts: [String]? {
    guard let items else { return nil }
    let texts = items.compactMap { $0.isNull ? nil : $0.scalar?.text }
    return texts.count == items.count ? texts : nil
  }

  /// Digits with a point: `19.43`, `-99`.
  var decimal: Double? {
    guard let text = scalar?.text, !text.isEmpty,
      text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 })
    else { return nil }
    return Double(text)
  }
}
