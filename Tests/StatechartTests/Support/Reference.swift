import Statechart

/// SCXML 1.0, appendix D, word by word over a tree with names: slow and obvious. It shares nothing with the engine.
///
/// Three things are ours. A chart's root may be parallel: then its regions stand where SCXML's children of `scxml` do, and
/// the chart is done when all are. An eventless transition sees no event. A transition to a history behaves as if the
/// states that the history stands for were its targets, as 3.10 says; appendix D would enter states again that a
/// transition from inside the history's parent did not leave, and come to illegal configurations.
final class Reference {
  final class Node {
    let state: SketchState
    let order: Int
    unowned let parent: Node?
    var children: [Node] = []

    init(_ state: SketchState, order: Int, parent: Node?) {
      self.state = state
      self.order = order
      self.parent = parent
    }
  }

  struct Transition {
    let source: Node
    let place: Int
    var arrow: Arrow { source.state.arrows[place] }
  }

  let sketch: Sketch
  var nodes: [String: Node] = [:]
  let root: Node
  var configuration: [Node] = []
  var historyValue: [String: [Node]] = [:]
  var internalQueue: [String] = []
  var isRunning = false
  var cells: [String: Int64] = [:]
  /// What came with the event of this microstep.
  var eventValue: Int64?
  var log: [String] = []
  var microsteps = 0

  init(_ sketch: Sketch) {
    self.sketch = sketch
    var order = 0
    var nodes: [String: Node] = [:]
    root = Self.link(sketch.root, nil, &order, &nodes)
    self.nodes = nodes
    for cell in sketch.cells { cells[cell.name] = cell.initial }
  }

  private static func link(
    _ state: SketchState, _ parent: Node?, _ order: inout Int, _ nodes: inout [String: Node]
  ) -> Node {
    let node = Node(state, order: order, parent: parent)
    order += 1
    nodes[state.name] = node
    node.children = state.children.map { link($0, node, &order, &nodes) }
    return node
  }

  var active: [String] { inDocumentOrder(configuration).map(\.state.name) }

  // MARK: interpret, mainEventLoop

  func start() {
    isRunning = true
    var entries = EntrySet()
    addDescendantStatesToEnter(root, &entries)
    enter(entries.states)
    macrostep()
  }

  func send(_ event: String, value: Int64?) {
    guard isRunning else { return }
    eventValue = value
    let enabled = selectTransitions(event)
    guard !enabled.isEmpty else { return }
    microstep(enabled)
    macrostep()
  }

  private func macrostep() {
    while isRunning, microsteps < 2 * ChartLimits.microsteps {
      eventValue = nil
      var enabled = selectTransitions(nil)
      if enabled.isEmpty {
        guard !internalQueue.isEmpty else { return }
        enabled = selectTransitions(internalQueue.removeFirst())
      }
      if !enabled.isEmpty { microstep(enabled) }
    }
    internalQueue = []
  }

  private func microstep(_ enabled: [Transition]) {
    microsteps += 1
    exitStates(enabled)
    for transition in enabled {
      log.append("\(transition.source.state.name)#\(transition.place)")
      perform(transition.arrow.steps)
    }
    enterStates(enabled)
  }

  // MARK: selectTransitions, removeConflictingTransitions

  private func selectTransitions(_ event: String?) -> [Transition] {
    var enabled: [Transition] = []
    for state in inDocumentOrder(configuration).filter(isAtomicState) {
      search: for node in [state] + properAncestors(of: state, upTo: nil) {
        for (place, arrow) in node.state.arrows.enumerated()
        where arrow.event == event && arrow.condition.map(holds) ?? true {
          let isThere = enabled.contains { $0.source === node && $0.place == place }
          if !isThere { enabled.append(Transition(source: node, place: place)) }
          break search
        }
      }
    }
    return removeConflictingTransitions(enabled)
  }

  private func removeConflictingTransitions(_ enabled: [Transition]) -> [Transition] {
    var filtered: [Transition] = []
    for first in enabled {
      var isPreempted = false
      var toRemove: [Transition] = []
      for second in filtered {
        let common = exitSet([first]).filter { node in
          exitSet([second]).contains { $0 === node }
        }
        guard !common.isEmpty else { continue }
        if isDescendant(first.source, of: second.source) {
          toRemove.append(second)
        } else {
          isPreempted = true
          break
        }
      }
      guard !isPreempted else { continue }
      filtered.removeAll { old in
        toRemove.contains { $0.source === old.source && $0.place == old.place }
      }
      filtered.append(first)
    }
    return filtered
  }

  // MARK: exitStates

  func exitSet(_ transitions: [Transition]) -> [Node] {
    var result: [Node] = []
    for transition in transitions {
      guard let domain = transitionDomain(transition) else { continue }
      for node in configuration where isDescendant(node, of: domain) {
        if !result.contains(where: { $0 === node }) { result.append(node) }
      }
    }
    return result
  }

  private func exitStates(_ enabled: [Transition]) {
    let leaving = inDocumentOrder(exitSet(enabled)).reversed()
    for node in leaving {
      for history in node.children where history.state.isHistory {
        historyValue[history.state.name] = configuration.filter {
          history.state.kind == .deepHistory
            ? isAtomicState($0) && isDescendant($0, of: node) : $0.parent === node
        }
      }
    }
    for node in leaving {
      perform(node.state.exit)
      configuration.removeAll { $0 === node }
      log.append("-" + node.state.name)
    }
  }

  // MARK: enterStates

  private func enterStates(_ enabled: [Transition]) {
    enter(computeEntrySet(enabled).states)
  }

  private func enter(_ states: [Node]) {
    for node in inDocumentOrder(states) {
      if !configuration.contains(where: { $0 === node }) { configuration.append(node) }
      log.append("+" + node.state.name)
      perform(node.state.enter)
      guard node.state.kind == .final, let parent = node.parent else { continue }
      guard let grandparent = parent.parent else {
        isRunning = false
        continue
      }
      if let done = parent.state.done { internalQueue.append(done) }
      guard grandparent.state.kind == .parallel,
        grandparent.children.filter({ !$0.state.isHistory }).allSatisfy(isInFinalState)
      else { continue }
      if grandparent === root {
        isRunning = false
      } else if let done = grandparent.state.done {
        internalQueue.append(done)
      }
    }
  }

  private func isInFinalState(_ node: Node) -> Bool {
    switch node.state.kind {
    case .compound:
      node.children.contains { child in
        child.state.kind == .final && configuration.contains { $0 === child }
      }
    case .parallel: node.children.filter { !$0.state.isHistory }.allSatisfy(isInFinalState)
    case .atomic, .final, .shallowHistory, .deepHistory: false
    }
  }
}
