extension FlowReader {
  /// What an extension says about its base; nil for any other flow.
  mutating func extends(_ root: YAMLNode) -> ExtensionDeclaration? {
    guard let base = root.name("extends") else { return nil }
    let removedLanguages = root.names("withoutLanguages")
    requireDistinct(removedLanguages.map { Name($0.value.lowercased(), at: $0.position) })
    return ExtensionDeclaration(
      base: base,
      insertions: root.entries("before").compactMap { pair in
        pair.value.writtenName.map { (place: pair.key, state: $0) }
      },
      removals: root.entries("without").compactMap { pair in
        pair.value.writtenName.map { (state: pair.key, next: $0) }
      },
      additions: root.entries("add").map { addition($0) },
      replacements: root.entries("flows").compactMap { pair in
        pair.value.writtenName.map { (state: pair.key, flow: $0) }
      }, removedLanguages: removedLanguages)
  }

  private mutating func addition(_ pair: YAMLNode.Pair) -> ExtensionDeclaration.Addition {
    let node = pair.value
    return ExtensionDeclaration.Addition(
      state: pair.key, elements: elements(node["elements"]), place: node.name("place"),
      enter: actions(node["enter"]), on: handlers(node), always: transitions(node["always"]))
  }
}
