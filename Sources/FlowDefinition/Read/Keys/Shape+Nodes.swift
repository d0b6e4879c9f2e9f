// What a node of YAML has to be to stand for a shape, as the checker asks.

extension Shape {
  static let sentMap = Shape.map(.text, to: .sent)
  static let formMap = Shape.map(.text, to: .map(.text, to: .template))

  /// What to write where a name stands alone that could stand in a list, beside words that are none of the list:
  /// the word that is nearest to it may mean something else altogether.
  static func listedAlone(_ word: String, _ forms: [Shape]) -> String? {
    var words: [String] = []
    var isList = false
    for form in forms {
      switch form {
      case .scalar(.word(let known)): words += known
      case .list(.scalar(.reference), _), .list(.scalar(.name), _): isList = true
      default: return nil
      }
    }
    guard isList, !words.isEmpty, !words.contains(word), NameSyntax.isReference(word) else {
      return nil
    }
    if word == "all" { return quoted(oneOf: words) }
    return "`[\(word)]`"
  }

  /// The keys that can stand in a map of this shape: of elements those that say what they are.
  var keys: [String] {
    switch self {
    case .object(let kind): kind.table.keys.map(\.name)
    case .tagged(let kinds): kinds.compactMap(\.table.keys.first?.name)
    case .either(let forms): forms.flatMap(\.keys)
    case .scalar, .list, .map, .sent, .body, .json: []
    }
  }

  var takesList: Bool {
    switch self {
    case .list: true
    case .either(let forms): forms.contains(where: \.takesList)
    default: false
    }
  }

  var takesNull: Bool {
    if case .json = self { true } else { false }
  }

  var takesEmptyMap: Bool {
    switch self {
    case .object(let kind):
      kind.table.exactlyOne.isEmpty && kind.table.keys.allSatisfy { !$0.isRequired }
    case .map(_, _, let least): least == 0
    case .either(let forms): forms.contains(where: \.takesEmptyMap)
    default: false
    }
  }

  /// Whether a map stands or should stand here.
  func wantsMap(for node: YAMLNode) -> Bool {
    switch self {
    case .map, .object, .tagged, .body: true
    case .either(let forms):
      forms.contains { $0.wantsMap(for: node) }
        && (node.scalar == nil || !forms.contains { $0.fits(node) })
    default: false
    }
  }

  /// Whether the node is of the YAML kind that this shape wants.
  func fits(_ node: YAMLNode) -> Bool {
    switch (self, node.content) {
    case (.scalar, .scalar), (.list, .sequence), (.map, .mapping), (.object, .mapping),
      (.tagged, .mapping), (.body, .mapping), (.sent, _), (.json, _):
      true
    case (.either(let forms), _): forms.contains { $0.fits(node) }
    default: false
    }
  }

  /// What to write, as the messages say it.
  var wanted: String {
    switch self {
    case .scalar(let shape): shape.wanted
    case .list(let entry, _): "a list in which each entry is \(entry.wanted)"
    case .map, .body: "a map"
    case .object(let kind): "a map with the keys of \(kind.table.title)"
    case .tagged: "an element"
    case .either(let forms): forms.map(\.wanted).joined(separator: " or ")
    case .sent, .json: "a value"
    }
  }
}

extension YAMLNode {
  /// Whether the texts of a flow stand in this map, and not in one of their language.
  var lacksLanguages: Bool {
    let pairs = pairs ?? []
    let texts = pairs.filter { pair in
      guard !NameSyntax.isLanguage(pair.key.value) else { return false }
      let text = pair.value.scalar?.text
      return text.map { !$0.hasSuffix(".yaml") && !$0.hasSuffix(".yml") }
        ?? (pair.value["other"] != nil)
    }
    return 2 * texts.count > pairs.count
  }

  /// The map of `{form: map}`: a body in form encoding.
  var formBody: YAMLNode? {
    guard let pairs, pairs.count == 1, let form = self["form"], form.pairs != nil else {
      return nil
    }
    return form
  }
}
