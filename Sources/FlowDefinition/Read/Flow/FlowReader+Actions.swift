extension FlowReader {
  mutating func actions(_ node: YAMLNode?) -> [ActionDeclaration] {
    (node?.items ?? []).flatMap { actions(of: $0) }
  }

  private mutating func actions(of item: YAMLNode) -> [ActionDeclaration] {
    guard let pair = item.pairs?.first(where: { $0.key.value != "when" }),
      let part = ObjectTable.action.row(pair.key.value)?.action
    else { return [] }
    let condition = item.guardExpression("when")
    let node = pair.value
    guard case .assign = part else {
      requireDistinct(node.items?.compactMap(\.writtenName) ?? [])
      let name = node.writtenName ?? node.name("screen") ?? node.name("name")
      return [
        ActionDeclaration(
          pair.key.value, part, node, name: name, condition: condition, at: pair.key.position)
      ]
    }
    // A `set` of several facts is several actions, in the order of the document.
    let sets = node.pairs ?? []
    if condition != nil, sets.count > 1 {
      // The first one could make the guard fail for the second.
      report(
        .exactlyOne, at: sets[1].key.position, "A conditional `set` may set only one fact",
        "Write a separate action for each")
    }
    return sets.map {
      ActionDeclaration(
        pair.key.value, part, $0.value, name: $0.key, condition: condition, at: pair.key.position)
    }
  }
}
