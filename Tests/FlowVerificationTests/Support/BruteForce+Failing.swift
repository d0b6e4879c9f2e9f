import FlowMachine
import FlowVerification
import Statechart

// Requests that keep failing, on whole machines: a separate search for each class of each request, for something that a
// person can do.

extension BruteForce {
  /// What a person brings about by a step: requests, or -1 for anything else.
  func brought(about move: RawMove, _ machine: inout FlowMachine, above last: UInt32) -> Set<Int> {
    var brought: Set<Int> = []
    switch move {
    case .input(.tap), .input(.set), .input(.type), .input(.typeSecret), .fill: break
    case .input(.signal): guard move.isWayOut(from: machine) else { return [] }
    case .input(.told(let fact, _)):
      guard flow.blob(flow.tables.facts[Int(fact)].name).string == "network" else { return [] }
      machine.forEachTaken { _ in brought = [-1] }
      return brought
    default: return []
    }
    machine.forEachEffect { effect in
      switch effect {
      case .tell, .open: brought.insert(-1)
      case .perform(let request, let ticket) where ticket > last: brought.insert(Int(request))
      default: break
      }
    }
    return brought
  }

  func findFailing(_ goals: [Bool], _ reaching: [Bool]) {
    let answers = edges.joined().compactMap { edge in
      edge.answer.map { (request: $0.request, failure: $0.failure, target: edge.target) }
    }
    for request in flow.tables.requests.indices.map({ RequestID($0) }) {
      let failures = Set(answers.filter { $0.request == request }.compactMap(\.failure))
      for failure in failures.sorted() where failure != FailureClass.offline {
        let isLasting = isLasting(failure, of: request)
        let wanted = nodes.indices.map { index in
          guard !goals[index] else { return true }
          guard isLasting else { return !ways[index].isEmpty }
          return ways[index].contains { $0 != Int(request) }
            || canChange(what: request, at: nodes[index].machine)
        }
        let isSafe = self.reaching(
          wanted,
          by: { $0.answer.map { $0.request != request || $0.failure == failure } ?? true })
        for answer in answers where answer.request == request && answer.failure == failure {
          guard reaching[answer.target], !isSafe[answer.target] else { continue }
          note(.waitForSuccess, nodes[answer.target].depth)
        }
      }
    }
  }

  /// Whether a class of the document's own, for which a transition leads elsewhere, says more than that the server is
  /// overloaded. Drawn flows tell their classes by a code, or by a status alone.
  private func isLasting(_ failure: UInt16, of request: RequestID) -> Bool {
    let readers = StatusReaders(flow)
    let isGuarded = (0..<flow.chart.transitions.count).contains { transition in
      readers.constants(in: flow.chart.transitions[transition].condition)[Int(request)]?
        .contains(RequestStatus.failed + Int64(failure)) ?? false
    }
    return isGuarded
      && flow.ownClasses(of: request).contains { row in
        let statuses = flow.tables.ids[row.statuses.indices]
        return FailureClass.own + row.place == failure
          && (statuses.isEmpty || !statuses.allSatisfy { $0 == 429 || $0 >= 500 })
      }
  }

  /// Whether something that a request sends can be typed or chosen on top.
  private func canChange(what request: RequestID, at machine: FlowMachine) -> Bool {
    var machine = machine
    let calls = flow.tables.calls[flow.tables.requests[Int(request)].calls.indices]
    let sent = Set(calls.flatMap { flow.facts(in: $0.body) + flow.facts(in: $0.url) })
    for element in machine.topElements.indices {
      let row = flow.tables.elements[element]
      if row.kind.input != .tap, sent.contains(row.fact), machine.isShown(row) { return true }
    }
    return false
  }
}
