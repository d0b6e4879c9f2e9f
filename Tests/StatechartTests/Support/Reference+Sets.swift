import Statechart

extension Reference {
  // MARK: computeEntrySet, addDescendantStatesToEnter, addAncestorStatesToEnter

  func computeEntrySet(_ transitions: [Transition]) -> Set<Node> {
    var entries: Set<Node> = []
    for transition in transitions where !transition.arrow.targets.isEmpty {
      // Ours: effective targets here too, see the head of this class.
      for target in effectiveTargetStates(transition.arrow.targets) {
        addDescendantStatesToEnter(target, &entries)
      }
      let ancestor = transitionDomain(transition)
      for target in effectiveTargetStates(transition.arrow.targets) {
        addAncestorStatesToEnter(target, ancestor, &entries)
      }
      // Ours: the regions of a parallel root were left with all that is active.
      if ancestor === root, root.state.kind == .parallel { addRegions(of: root, &entries) }
    }
    return entries
  }

  func addDescendantStatesToEnter(_ state: Node, _ entries: inout Set<Node>) {
    if state.state.isHistory {
      let targets = effectiveTargetStates([state.state.name])
      for target in targets { addDescendantStatesToEnter(target, &entries) }
      for target in targets { addAncestorStatesToEnter(target, state.parent, &entries) }
      return
    }
    entries.insert(state)
    switch state.state.kind {
    case .compound:
      let targets = state.state.initial.map(node)
      for target in targets { addDescendantStatesToEnter(target, &entries) }
      for target in targets { addAncestorStatesToEnter(target, state, &entries) }
    case .parallel: addRegions(of: state, &entries)
    case .atomic, .final, .shallowHistory, .deepHistory: break
    }
  }

  private func addRegions(of state: Node, _ entries: inout Set<Node>) {
    for child in state.children where !child.state.isHistory {
      if !entries.contains(where: { isDescendant($0, of: child) }) {
        addDescendantStatesToEnter(child, &entries)
      }
    }
  }

  private func addAncestorStatesToEnter(
    _ state: Node, _ ancestor: Node?, _ entries: inout Set<Node>
  ) {
    for next in properAncestors(of: state, upTo: ancestor) {
      entries.insert(next)
      if next.state.kind == .parallel { addRegions(of: next, &entries) }
    }
  }

  // MARK: getTransitionDomain, findLCCA, getEffectiveTargetStates, getProperAncestors

  func transitionDomain(_ transition: Transition) -> Node? {
    let targets = effectiveTargetStates(transition.arrow.targets)
    let source = transition.source
    guard !targets.isEmpty else { return nil }
    if transition.arrow.isInternal, source.state.kind == .compound,
      targets.allSatisfy({ isDescendant($0, of: source) })
    {
      return source
    }
    return leastCommonCompoundAncestor([source] + targets)
  }

  private func leastCommonCompoundAncestor(_ states: [Node]) -> Node {
    for ancestor in properAncestors(of: states[0], upTo: nil)
    where ancestor.state.kind == .compound || ancestor === root {
      if states.dropFirst().allSatisfy({ isDescendant($0, of: ancestor) }) { return ancestor }
    }
    return root
  }

  private func effectiveTargetStates(_ targets: [String]) -> [Node] {
    targets.map(node).flatMap { target in
      guard target.state.isHistory else { return [target] }
      return historyValue[target.state.name].map(inDocumentOrder)
        ?? effectiveTargetStates(target.state.initial)
    }
  }

  func properAncestors(of state: Node, upTo end: Node?) -> [Node] {
    var result: [Node] = []
    var next = state.parent
    while let ancestor = next, ancestor !== end {
      result.append(ancestor)
      next = ancestor.parent
    }
    return result
  }

  func isDescendant(_ state: Node, of ancestor: Node) -> Bool {
    var next = state.parent
    while let parent = next, parent !== ancestor { next = parent.parent }
    return next != nil
  }

  func isAtomicState(_ state: Node) -> Bool {
    state.state.kind == .atomic || state.state.kind == .final
  }

  func inDocumentOrder(_ states: Set<Node>) -> [Node] { states.sorted { $0.order < $1.order } }

  private func node(_ name: String) -> Node { nodes[name] ?? root }

  // MARK: Executable content and conditions over the cells

  /// Performs a block: the first step that fails ends it and raises `error`.
  func perform(_ steps: [Step]) {
    guard !performAll(steps), let error = sketch.errorEvent else { return }
    internalQueue.append(error)
  }

  private func performAll(_ steps: [Step]) -> Bool {
    for step in steps {
      switch step {
      case .note(let text): log.append(text)
      case .set(let name, let value): cells[name] = value
      case .copy(let name, let source): cells[name] = cells[source]
      case .setToEvent(let name): cells[name] = eventValue
      case .add(let name, let value):
        guard let old = cells[name], !old.addingReportingOverflow(value).overflow else {
          return false
        }
        cells[name] = old + value
      case .raise(let event): internalQueue.append(event)
      case .schedule(let delay): log.append("schedule \(delay)")
      case .cancel(let delay): log.append("cancel \(delay)")
      case .fails: return false
      case .when(let condition, let inner):
        if holds(condition), !performAll(inner) { return false }
      }
    }
    return true
  }

  func holds(_ condition: Condition) -> Bool {
    switch condition {
    case .cell(let name, let comparison, let value): compare(cells[name], comparison, value)
    case .cells(let name, let comparison, let other):
      compare(cells[name], comparison, cells[other])
    case .event(let comparison, let value): compare(eventValue, comparison, value)
    case .absent(let name): cells[name] == nil
    case .active(let name): configuration.contains { $0.state.name == name }
    case .asked(let answer): answer
    case .not(let inner): !holds(inner)
    case .and(let left, let right): holds(left) && holds(right)
    case .or(let left, let right): holds(left) || holds(right)
    }
  }

  private func compare(_ left: Int64?, _ comparison: Comparison, _ right: Int64?) -> Bool {
    guard let left, let right else { return comparison == .notEqual }
    return switch comparison {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
