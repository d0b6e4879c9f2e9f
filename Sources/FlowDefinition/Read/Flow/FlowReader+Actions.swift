extension FlowReader {
  mutating func actions(_ node: YAMLNode?) -> [Located<ActionDeclaration>] {
    (node?.items ?? []).flatMap { item in
      guard let pair = item.pairs?.first(where: { $0.key.value != "when" }) else {
        return [Located<ActionDeclaration>]()
      }
      let declarations =
        pair.key.value == "set"
        ? sets(pair.value) : action(pair.key.value, pair.value).map { [$0] } ?? []
      let condition = item.guardExpression("when")
      if condition != nil, declarations.count > 1, let second = pair.value.pairs?[1] {
        // The first `set` could make the guard fail for the second.
        report(
          .exactlyOne, at: second.key.position, "Beside `when` a `set` has one fact",
          "Write an action for each")
      }
      return declarations.map { declaration in
        Located(
          condition.map { .conditional($0, declaration) } ?? declaration, at: pair.key.position)
      }
    }
  }

  /// A `set` of several facts is several actions, in the order of the document.
  private func sets(_ node: YAMLNode) -> [ActionDeclaration] {
    (node.pairs ?? []).compactMap { pair in
      pair.value.valueExpression.map { .set(pair.key, $0) }
    }
  }

  private mutating func action(_ kind: String, _ node: YAMLNode) -> ActionDeclaration? {
    let name = node.writtenName
    switch kind {
    case "clear": return node.items == nil ? .clearUser : .clear(distinctNames(node))
    case "request": return name.map { .request($0) }
    case "cancel": return name.map { .cancel($0) }
    case "show": return name.map { .show($0) }
    case "hide": return name.map { .hide($0) }
    case "start": return .start(services(node))
    case "stop": return .stop(services(node))
    case "toast": return name.map { .toast($0) }
    case "open": return name.map { .open($0) }
    case "root":
      let screen = name ?? node.name("screen")
      return screen.map { .root($0, showsContent: node.flag("content", unlessSaid: true)) }
    case "raise": return name.map { .raise($0) }
    case "startTimer": return name.map { .startTimer($0) }
    case "stopTimer": return name.map { .stopTimer($0) }
    case "perform":
      return (name ?? node.name("name")).map { .perform($0, with: entries(node["with"])) }
    case "forget": return .forgetBack
    default: return nil
    }
  }

  private mutating func distinctNames(_ node: YAMLNode) -> [Name] {
    let names = node.items?.compactMap(\.writtenName) ?? []
    requireDistinct(names)
    return names
  }

  /// The services that `start` or `stop` names; none stands for all.
  private mutating func services(_ node: YAMLNode) -> [Name] {
    guard let name = node.writtenName else { return distinctNames(node) }
    return name.value == "all" ? [] : [name]
  }
}
