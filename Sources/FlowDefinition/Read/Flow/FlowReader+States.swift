extension FlowReader {
  private static let mostStates = 4_096

  /// The state that holds all others; `regions` beside `screens` are its regions.
  mutating func flowRoot(_ node: YAMLNode, at position: Position) -> StateDeclaration {
    var root = StateDeclaration(name: Name("", at: position))
    readChildren(of: &root, node.entries("screens"), node, mayHoldScreens: true)
    root.initial = node.name("initial")
    root.on = handlers(node)
    root.always = transitions(node["always"])
    return root
  }

  private mutating func state(
    _ pair: YAMLNode.Pair, isScreen: Bool, mayHoldScreens: Bool
  ) -> StateDeclaration {
    let (name, node) = (pair.key, pair.value)
    declare(name, in: .state)
    if declared[.state]?.count == FlowReader.mostStates + 1 {
      report(
        .tooMany, at: name.position, "The flow has more than \(FlowReader.mostStates) states",
        "Split it into sub-flows")
    }
    var state = StateDeclaration(name: name)
    // Of `screens` in a screen the checker has said that they do not belong there.
    let screens = isScreen ? [] : node.entries("screens")
    readChildren(of: &state, screens, node, mayHoldScreens: mayHoldScreens && !isScreen)
    state.initial = node.name("initial")
    state.history = node.word("history")
    if state.history != nil, state.initial == nil {
      report(
        .missingKey, at: name.position, "\(quoted(name.value)) is missing the key `initial`",
        "Write `initial:` with the state to enter when there is no history yet")
    }
    state.final = final(node)
    state.enter = actions(node["enter"])
    state.exit = actions(node["exit"])
    state.on = handlers(node)
    state.always = transitions(node["always"])
    state.after = afters(node)
    state.timers = timers(node)
    state.restore = node.name("restore").map {
      $0.value == "here" ? Name(name.value, at: $0.position) : $0
    }
    state.subflow = subflow(node)
    state.screen = isScreen ? screen(node) : nil
    return state
  }

  /// A plain `true` is final without an outcome; a name, also one in quotes, is an outcome.
  private func final(_ node: YAMLNode) -> Name? {
    guard let final = node["final"], let name = final.writtenName else { return nil }
    return final.flag == true ? Name("", at: name.position) : name
  }

  private mutating func readChildren(
    of state: inout StateDeclaration, _ screens: [YAMLNode.Pair], _ node: YAMLNode,
    mayHoldScreens: Bool
  ) {
    if !mayHoldScreens, let screen = screens.first {
      report(
        .misplacedKey, at: screen.key.position,
        "A screen cannot be inside another screen or a region",
        "Move it to the flow's `screens`")
    }
    for pair in screens {
      state.children.append(
        self.state(pair, isScreen: true, mayHoldScreens: mayHoldScreens))
    }
    for pair in node.entries("states") {
      state.children.append(
        self.state(pair, isScreen: false, mayHoldScreens: mayHoldScreens))
    }
    // The two maps may stand in either order, and document order decides between equals.
    state.children.sort { $0.name.position < $1.name.position }
    // An extension begins where its base does.
    if let first = state.children.first, node["initial"] == nil, node["extends"] == nil {
      let owner = state.name.value.isEmpty ? "The flow" : quoted(state.name.value)
      report(
        .missingKey, at: state.name.position, "\(owner) is missing the key `initial`",
        "For example, write `initial: \(first.name.value)`")
    }
    state.regions = node.entries("regions").map { region($0) }
  }

  private mutating func region(_ pair: YAMLNode.Pair) -> RegionDeclaration {
    declare(pair.key, in: .state)
    var state = StateDeclaration(name: pair.key)
    state.initial = pair.value.name("initial")
    for child in pair.value.entries("states") {
      state.children.append(self.state(child, isScreen: false, mayHoldScreens: false))
    }
    return RegionDeclaration(
      restartsAtLaunch: pair.value.name("restart")?.value == "launch", state: state)
  }

  private mutating func subflow(_ node: YAMLNode) -> SubflowDeclaration? {
    guard let path = node.name("flow") else { return nil }
    var inputs: [(name: Name, value: Located<ValueExpression>)] = []
    for pair in node.entries("with") {
      guard let value = pair.value.valueExpression else { continue }
      switch value.value {
      case .literal, .name: inputs.append((pair.key, value))
      case .now, .fromNow, .event, .sum:
        report(
          .badValue, at: value.position, "The input of a sub-flow must be a fact or a literal",
          "Set a fact on entry, and use its name here")
      }
    }
    return SubflowDeclaration(
      path: path,
      inputs: inputs,
      bindings: node.entries("bind").compactMap { pair in
        pair.value.writtenName.map { (inner: pair.key, outer: $0) }
      },
      outcomes: node.entries("outcomes").compactMap { pair in
        transition(pair.value).map { (name: pair.key, target: $0) }
      },
      isBarrier: node.flag("barrier", unlessSaid: true))
  }

  private mutating func screen(_ node: YAMLNode) -> ScreenDeclaration {
    ScreenDeclaration(
      title: node.name("title"),
      elements: elements(node["elements"]),
      view: node.name("view"),
      back: node.flag("back"),
      isBackTarget: node.flag("backTarget", unlessSaid: true),
      isModal: node.flag("modal"),
      isProtected: node.flag("protected"),
      visibleFor: visibility(node))
  }

  private func visibility(_ node: YAMLNode) -> ScreenDeclaration.Visibility? {
    guard let visibility = node["visibleFor"] else { return nil }
    let least = visibility.pairs == nil ? node.length("visibleFor") : visibility.length("for")
    // Only time in which it can be seen counts, and a relaunch shows it again.
    let standard = TimerPolicy(kill: .restart, overlay: .stands, background: .stands)
    return least.map {
      ScreenDeclaration.Visibility(
        least: $0, policy: TimerPolicy(visibility, unlessSaid: standard))
    }
  }
}
