import Statechart

/// SCXML 1.0, appendix D, word by word over a tree with names: slow and obvious. It shares nothing
/// with the engine.
///
/// Three things are ours. A chart's root may be parallel: then its regions stand where SCXML's
/// children of `scxml` do, and the chart is done when all are. An eventless transition sees no
/// event. A transition to a history behaves as if the states that the history stands for were its
/// targets, as 3.10 says; appendix D would enter states again that a transition from inside the
/// history's parent did not leave, and come to illegal configurations.
final class Reference {
  final class Node: Hashable {
    let state: SketchState
    let order: Int
    unowned let parent: Node?
    var children: [Node] = []
    let arrows: [Arrow]

    init(_ state: SketchState, order: Int, parent: Node?) {
      self.state = state
      self.order = order
      self.parent = parent
      arrows = state.arrows
    }

    static func == (left: Node, right: Node) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(order) }
  }

  struct Transition: Equatable {
    let source: Node
    let place: Int
    var arrow: Arrow { source.arrows[place] }

    static func == (left: Transition, right: Transition) -> Bool {
      left.source === right.source && left.place == right.place
    }
  }

  /// Fewer than the engine's limit: it counts raised events too.
  static let mostMicrosteps = 150

  let sketch: Sketch
  var nodes: [String: Node] = [:]
  let root: Node
  var configuration: Set<Node> = []
  var historyValue: [String: Set<Node>] = [:]
  var internalQueue: [String] = []
  var isRunning = false
  var cells: [String: Int64] = [:]
  /// What came with the event of this microstep.
  var eventValue: Int64?
  var log: [String] = []
  var microsteps = 0
  /// Is shown the transitions of a microstep before those that conflict are removed, in the order in
  /// which they were chosen.
  var look: (([Transition]) -> Void)?

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
    var entries: Set<Node> = []
    addDescendantStatesToEnter(root, &entries)
    enter(entries)
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
    while isRunning, microsteps < Self.mostMicrosteps {
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
        for (place, arrow) in node.arrows.enumerated()
        where arrow.event == event && arrow.condition.map(holds) ?? true {
          let transition = Transition(source: node, place: place)
          if !enabled.contains(transition) { enabled.append(transition) }
          break search
        }
      }
    }
    look?(enabled)
    return removeConflictingTransitions(enabled)
  }

  private func removeConflictingTransitions(_ enabled: [Transition]) -> [Transition] {
    var filtered: [Transition] = []
    for first in enabled {
      var isPreempted = false
      var toRemove: [Transition] = []
      for second in filtered where !exitSet([first]).isDisjoint(with: exitSet([second])) {
        if isDescendant(first.source, of: second.source) {
          toRemove.append(second)
        } else {
          isPreempted = true
          break
        }
      }
      guard !isPreempted else { continue }
      filtered.removeAll { toRemove.contains($0) }
      filtered.append(first)
    }
    return filtered
  }

  // MARK: exitStates

  func exitSet(_ transitions: [Transition]) -> Set<Node> {
    var result: Set<Node> = []
    for transition in transitions {
      guard let domain = transitionDomain(transition) else { continue }
      result.formUnion(configuration.filter { isDescendant($0, of: domain) })
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
      configuration.remove(node)
      log.append("-" + node.state.name)
    }
  }

  // MARK: enterStates

  private func enterStates(_ enabled: [Transition]) {
    enter(computeEntrySet(enabled))
  }

  private func enter(_ states: Set<Node>) {
    for node in inDocumentOrder(states) {
      configuration.insert(node)
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
      node.children.contains { $0.state.kind == .final && configuration.contains($0) }
    case .parallel: node.children.filter { !$0.state.isHistory }.allSatisfy(isInFinalState)
    case .atomic, .final, .shallowHistory, .deepHistory: false
    }
  }
}
