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
    // Not all of the states that a merged one stands for may have it.
    guard merged?.step.isForAll ?? true else { return }
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
  /// elsewhere lasts, unless it says that the server is overloaded: the flow knows the reason, so it has to have
  /// another way on than the same request.
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

  /// A class says that the same will be refused again, unless its statuses ask to wait, or its response says until when
  /// and a timer waits for that.
  private func isLasting(_ failure: UInt16, of request: RequestID) -> Bool {
    let told = flow.tables.saves[flow.tables.requests[Int(request)].failureSaves.indices].map(
      \.fact)
    let waits = flow.tables.timers.flatMap { [$0.until, $0.afterFact] }.filter { $0 != noID }
    guard flow.origins(of: Set(waits)).isDisjoint(with: told) else { return false }
    let rows = flow.ownClasses(of: request).filter { FailureClass.own + $0.place == failure }
    return rows.contains { row in
      let bounds = flow.tables.ids[row.statuses.indices].map { Int($0) }
      let ranges = stride(from: 0, to: bounds.count - 1, by: 2).map { bounds[$0]...bounds[$0 + 1] }
      let passing = [408...408, 425...425, 429...429, 500...599]
      return ranges.isEmpty
        || !ranges.allSatisfy { range in passing.contains { $0.contains(range) } }
    }
  }

  /// The facts that a request sends, or by which it chooses what it sends, and all from which they come.
  func sentFacts(of request: RequestID) -> Set<FactID> {
    let tables = flow.tables
    var facts: Set<FactID> = []
    for call in tables.calls[tables.requests[Int(request)].calls.indices] {
      let headers = tables.headers[call.headers.indices].map(\.value)
      for template in headers + [call.url, call.body] { facts.formUnion(flow.facts(in: template)) }
      facts.formUnion(flow.factsRead(by: call.condition))
    }
    return flow.origins(of: facts)
  }
}
