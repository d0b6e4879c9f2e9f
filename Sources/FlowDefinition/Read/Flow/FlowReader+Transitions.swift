extension FlowReader {
  mutating func handlers(_ node: YAMLNode) -> [EventHandler] {
    node.entries("on").map { pair in
      EventHandler(
        event: pair.key,
        transitions: pair.value.items == nil
          ? transition(pair.value).map { [$0] } ?? [] : transitions(pair.value))
    }
  }

  mutating func transitions(_ node: YAMLNode?) -> [TransitionDeclaration] {
    node?.items?.compactMap { transition($0) } ?? []
  }

  /// A transition: the name of its target, or a map.
  mutating func transition(_ node: YAMLNode) -> TransitionDeclaration? {
    if let target = node.writtenName {
      return TransitionDeclaration(
        target: target, condition: nil, actions: [], isInternal: false,
        position: target.position)
    }
    guard node.pairs != nil else { return nil }
    return TransitionDeclaration(
      target: node.name("to"), condition: node.guardExpression("when"),
      actions: actions(node["do"]), isInternal: node.flag("internal"), position: node.position)
  }

  mutating func afters(_ node: YAMLNode) -> [AfterDeclaration] {
    var written: [DurationDeclaration: Name] = [:]
    return node.entries("after").compactMap { pair in
      guard let duration = DurationDeclaration(pair.key),
        let transition = transition(pair.value)
      else { return nil }
      if let first = written[duration] {
        report(
          .duplicateName, at: pair.key.position,
          "`\(pair.key.value)` is the same time as `\(first.value)` on line \(first.position.line)",
          "Merge the two transitions")
      }
      written[duration] = pair.key
      return AfterDeclaration(duration: duration, written: pair.key, transition: transition)
    }
  }

  mutating func timers(_ node: YAMLNode) -> [TimerDeclaration] {
    node.entries("timers").compactMap { pair in
      declare(pair.key, in: .value)
      let length: TimerDeclaration.Length
      if let fact = pair.value.name("until") {
        length = .until(fact)
      } else if let duration = pair.value.length("after") {
        length = .after(duration)
      } else {
        return nil
      }
      let standard = TimerPolicy(kill: .deadline, overlay: .runs, background: .runs)
      return TimerDeclaration(
        name: pair.key, length: length, policy: TimerPolicy(pair.value, unlessSaid: standard))
    }
  }
}

extension TimerPolicy {
  /// The policy that the keys of a timer say.
  init(_ node: YAMLNode, unlessSaid standard: TimerPolicy) {
    self.init(
      kill: node.word("kill") ?? standard.kill,
      overlay: node.word("overlay") ?? standard.overlay,
      background: node.word("background") ?? standard.background)
  }
}
