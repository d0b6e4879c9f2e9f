package import FlowMachine
import Statechart

// Dead ends around a request that keeps failing in the same way.

/// A request that always fails with one class.
package struct FailingRequest: Equatable, Sendable {
  package var request: RequestID
  package var failure: UInt16
  /// Whether sending it again as it is cannot help.
  var isLasting: Bool

  init(_ request: RequestID, _ failure: UInt16, isLasting: Bool) {
    (self.request, self.failure, self.isLasting) = (request, failure, isLasting)
  }

  /// - Parameter subject: of a violation of `waitForSuccess`.
  package init(subject: Int) {
    request = RequestID(subject & 0xFFFF)
    failure = UInt16(subject >> 16 & 0xFFFF)
    isLasting = subject >> 32 == 1
  }

  var subject: Int { Int(request) | Int(failure) << 16 | (isLasting ? 1 << 32 : 0) }
}

extension Explorer {
  // MARK: While exploring

  /// The answer that comes by a step. Which answers a sub-flow gets is told by its own exploration.
  func arrival(by move: Move) -> Arrival? {
    guard case .input(.answered(let request, _, let outcome)) = move else { return nil }
    let isOwn =
      partGraph.map { $0.part.ownRequests.contains(request) }
      ?? (parts?.owner(of: Int(request)) == nil)
    return isOwn ? Arrival(request: request, failure: outcome.failure) : nil
  }

  /// Notes what a person can bring about by a step from the expanded state.
  func noteWay(_ move: Move, from index: Int) {
    switch move {
    case .input(.tap), .input(.set), .input(.type), .input(.typeSecret), .fill: break
    case .input(.signal): guard watch.isWayOut(move) else { return }
    case .input(.told(let fact, _)):
      // That there is no network, a person knows and can change.
      if fact == network { machine.pointee.forEachTaken { _ in note(.anything, at: index) } }
      return
    default: return
    }
    machine.pointee.forEachEffect {
      switch $0 {
      case .tell, .open: note(.anything, at: index)
      case .perform(let request, let ticket) where ticket > UInt32(flow.tables.requests.count):
        note(PersonsWay(sending: request), at: index)
      default: break
      }
    }
  }

  private func note(_ way: PersonsWay, at index: Int) { graph.pointee.note(way, at: index) }

  // MARK: The whole

  /// Looks for states in which a person can do nothing as long as a request fails with one class, though a goal can
  /// be reached otherwise.
  func findFailing() {
    guard arrivals.rows.count > 1 else { return }
    let failings = arrivals.rows.map { arrival -> FailingRequest? in
      guard let arrival, let failure = arrival.failure else { return nil }
      let kind = kind(of: failure, arrival.request)
      guard kind.matters else { return nil }
      return FailingRequest(arrival.request, failure, isLasting: kind.isLasting)
    }
    let search = FailingSearch(self)
    for (failing, states) in zip(failings, search.states(after: failings)) {
      guard let failing, let state = search.firstStuck(of: states, failing) else { continue }
      violations.add(.waitForSuccess, subject: failing.subject, at: .state(state))
    }
  }

  /// What a class that stands for all that nothing tells from it says of a request.
  ///
  /// Without a network nobody expects anything to go on. A class of the document's own for which a transition leads
  /// elsewhere lasts, unless it says that the server is overloaded: the flow knows the reason, so it has to have another
  /// way on than the same request.
  private func kind(of failure: UInt16, _ request: RequestID) -> (matters: Bool, isLasting: Bool) {
    var classes: Set<UInt16> = []
    var isGuarded = false
    for call in flow.tables.requests[Int(request)].calls.indices
    where domain.failures[call]?.contains(failure) ?? false {
      let alike = domain.alikeFailures[call] ?? []
      classes.formUnion(alike.contains(failure) ? alike : [failure])
      if domain.guardedFailures[call]?.contains(failure) ?? false { isGuarded = true }
    }
    let isOwn = isGuarded && failure >= FailureClass.own
    return (classes != [FailureClass.offline], isOwn && isLasting(failure, of: request))
  }

  private func isLasting(_ failure: UInt16, of request: RequestID) -> Bool {
    let rows = flow.ownClasses(of: request).filter { FailureClass.own + $0.place == failure }
    return rows.contains { row in
      let bounds = flow.tables.ids[row.statuses.indices].map { Int($0) }
      let ranges = stride(from: 0, to: bounds.count - 1, by: 2).map { bounds[$0]...bounds[$0 + 1] }
      let passing = [408...408, 425...425, 429...429, 500...599]
      return ranges.isEmpty
        || !ranges.allSatisfy { range in passing.contains { $0.contains(range) } }
    }
  }

  /// The facts that a request sends.
  func sentFacts(of request: RequestID) -> Set<FactID> {
    let tables = flow.tables
    var facts: Set<FactID> = []
    for call in tables.calls[tables.requests[Int(request)].calls.indices] {
      let headers = tables.headers[call.headers.indices].map(\.value)
      for template in headers + [call.url, call.body] { facts.formUnion(flow.facts(in: template)) }
    }
    return facts
  }
}

/// Looks for states from which nothing that a person can do is reached while something keeps failing.
private struct FailingSearch {
  let explorer: Explorer
  /// By state whether nothing is asked of it: a goal, one outside of the sub-flow, or one in which a sub-flow that is explored
  /// for itself is active.
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
        explorer.forEachLead(from: index) { target, arrival in
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
      explorer.forEachLead(from: index) { target, arrival in
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
      explorer.forEachLead(from: index) { target, arrival in
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
  /// Calls for each step of a state that is a way out with where it leads and the number of what comes by it.
  fileprivate func forEachLead(from index: Int, _ body: (Int, UInt16) -> Void) {
    if let partGraph {
      for edge in partGraph.edges[index] where isWayOut(step: Int(edge.move)) {
        body(Int(edge.target), arrivals.number(arrival(by: moves.all[step(Int(edge.move)).move])))
      }
      return
    }
    let graph = graph.pointee
    for edge in graph.edgeStarts[index]..<graph.edgeStarts[index + 1]
    where graph.edges[edge] & Graph.isNoWayOut == 0 {
      body(Int(graph.edges[edge] & Graph.target), graph.arrivals[edge])
    }
  }

  /// Whether a person can change one of some facts in a state.
  fileprivate func isEditable(_ facts: Set<FactID>, at index: Int) -> Bool {
    var state = projection.machine
    state.load(projection, from: store[index])
    var rows: RowRange?
    if let overlay = state.topOverlay {
      rows = flow.tables.overlays[Int(overlay)].elements
    } else if let screen = state.screenState, state.chartState.isActive(screen) {
      rows = flow.tables.screens[Int(flow.screenOfState[Int(screen)])].elements
    }
    guard let rows else { return false }
    return flow.tables.elements[rows.indices].contains { row in
      row.kind.input != .tap && row.fact != noID && facts.contains(row.fact) && state.isShown(row)
    }
  }
}
