import FlowMachine
import Statechart

/// Looks for states from which nothing that a person can do is reached while something keeps failing.
struct FailingSearch {
  let explorer: Explorer
  /// By state whether nothing is asked of it: a goal, one outside of the sub-flow, or one in which a sub-flow that is
  /// explored for itself is active.
  private let isFine: [Bool]
  /// By state whether a goal or such a state can be reached at all; if not, that is said of it already.
  private let isSafe: [Bool]
  /// By state what a person can do there, or where only their own steps, timers and the device lead.
  private let ways: [PersonsWay]

  init(_ explorer: Explorer) {
    self.explorer = explorer
    let goals = explorer.goals
    let count = explorer.store.count
    var isReached = goals
    if let partGraph = explorer.partGraph {
      for view in 0..<count where !partGraph.isActive(view: view) { isReached[view] = true }
    }
    isSafe = explorer.reaching(isReached)
    let parts = explorer.parts
    let first = explorer.firstMigrated
    isFine = (0..<count).map { index in
      isReached[index] || index >= first || parts?.active(in: explorer.store[index]) != nil
    }
    var ways = (0..<count).map { index in
      index < explorer.graph.pointee.ways.count ? explorer.graph.pointee.ways[index] : .nothing
    }
    for index in 0..<count where isReached[index] { ways[index] = .anything }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in stride(from: count - 1, through: 0, by: -1) where ways[index] != .anything {
        let before = ways[index]
        explorer.forEachLead(from: index, forAll: true) { target, arrival in
          if arrival == 0 { ways[index].join(ways[target]) }
        }
        if ways[index] != before { isSettled = false }
      }
    }
    self.ways = ways
  }

  /// By failure the states that it leads to and in which it has to be asked what leads on.
  func states(after failings: [FailingRequest?]) -> [Set<Int>] {
    var states = [Set<Int>](repeating: [], count: failings.count)
    func note(_ number: UInt16, _ state: Int) {
      guard Int(number) < failings.count, let failing = failings[Int(number)], isSafe[state],
        !isFine[state]
      else { return }
      let way = ways[state]
      guard failing.isLasting ? !way.isMore(than: failing.request) : way == .nothing else { return }
      states[Int(number)].insert(state)
    }
    for (number, returning) in explorer.returning {
      for state in returning { note(number, state) }
    }
    for index in 0..<explorer.store.count {
      explorer.forEachLead(from: index, forAll: false) { target, arrival in
        if arrival != 0 { note(arrival, target) }
      }
    }
    return states
  }

  /// The first of some states that is stuck while a request keeps failing.
  func firstStuck(of states: Set<Int>, _ failing: FailingRequest) -> Int? {
    guard !states.isEmpty else { return nil }
    let sent = failing.isLasting ? explorer.sentFacts(of: failing.request) : []
    return states.sorted().first { isStuck($0, failing, sent) }
  }

  /// - Parameter sent: the facts that it sends, where one of them can be changed.
  private func isStuck(_ start: Int, _ failing: FailingRequest, _ sent: Set<FactID>) -> Bool {
    var met: Set<Int> = [start]
    var open = [start]
    while let index = open.popLast() {
      if isFine[index] || leadsOn(index, failing, sent) { return false }
      explorer.forEachLead(from: index, forAll: true) { target, arrival in
        if isPossible(arrival, failing), met.insert(target).inserted { open.append(target) }
      }
    }
    return true
  }

  private func isPossible(_ number: UInt16, _ failing: FailingRequest) -> Bool {
    guard number != 0, let arrival = explorer.arrivals.rows[Int(number)] else { return true }
    return arrival.request != failing.request || arrival.failure == failing.failure
  }

  private func leadsOn(_ index: Int, _ failing: FailingRequest, _ sent: Set<FactID>) -> Bool {
    guard failing.isLasting else { return ways[index] != .nothing }
    return ways[index].isMore(than: failing.request)
      || !sent.isEmpty && explorer.isEditable(sent, at: index)
  }
}

extension Explorer {
  /// Calls for each step of a state that is a way out with its target and the number of the answer that it takes.
  ///
  /// - Parameter forAll: whether to leave out steps that not every state has for which a merged one stands.
  func forEachLead(from index: Int, forAll: Bool, _ body: (Int, UInt16) -> Void) {
    if let partGraph {
      for edge in partGraph.edges[index] where isWayOut(step: Int(edge.move)) {
        body(Int(edge.target), arrivals.number(arrival(by: moves.all[step(Int(edge.move)).move])))
      }
      return
    }
    let graph = graph.pointee
    for edge in graph.edgeStarts[index]..<graph.edgeStarts[index + 1]
    where graph.edges[edge] & Graph.isNoWayOut == 0 && (!forAll || graph.isForAll(edge)) {
      body(Int(graph.edges[edge] & Graph.target), graph.arrivals[edge])
    }
  }

  /// Whether a person can change one of some facts in a state.
  func isEditable(_ facts: Set<FactID>, at index: Int) -> Bool {
    holdsForEach(index) { isEditable(facts, at: $0) }
  }

  private func isEditable(_ facts: Set<FactID>, at source: UnsafeRawPointer) -> Bool {
    var state = projection.machine
    state.load(projection, from: source)
    var rows: RowRange?
    if let overlay = state.topOverlay {
      rows = flow.tables.overlays[Int(overlay)].elements
    } else if let screen = state.screenState, state.chartState.isActive(screen) {
      rows = flow.tables.screens[Int(flow.screenOfState[Int(screen)])].elements
    }
    guard let rows else { return false }
    return flow.tables.elements[rows.indices].contains { row in
      guard row.kind.input != .tap, state.isShown(row), state.isUsable(row) else { return false }
      return row.fact != noID && facts.contains(row.fact)
        || flow.tables.picks[row.sets.indices].contains { facts.contains($0.fact) }
    }
  }
}
