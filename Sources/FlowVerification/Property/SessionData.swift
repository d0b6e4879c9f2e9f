import FlowMachine
import Statechart

/// The facts that hold what only successes of requests within a session bring, directly or by a copy.
///
/// Answers of the app and of the device do not count: taking a photo needs no session. What a person can type before there
/// is a session is no such data, and neither is what anything else from outside writes, nor a copy of it. What the document itself
/// writes says nothing.
struct SessionData {
  private(set) var facts: Set<FactID> = []

  /// - Parameters:
  ///   - sessions: the secrets that are the session.
  ///   - within: the requests that are sent in a session only. Those that bring the session count as well.
  ///   - typed: the facts that a person can set before there is a session.
  init(
    _ flow: Flow, _ sessions: Set<FactID>, _ within: Set<RequestID>, typedBefore typed: Set<FactID>
  ) {
    let tables = flow.tables
    var (data, others) = (Set<FactID>(), typed)
    for (request, row) in tables.requests.enumerated() {
      others.formUnion(tables.saves[row.failureSaves.indices].map(\.fact))
      for call in tables.calls[row.calls.indices] {
        let saves = tables.saves[call.saves.indices]
        let bringsSession = saves.contains { !$0.isOptional && sessions.contains($0.fact) }
        let isServers = [.http, .operation].contains(call.kind)
        if isServers && within.contains(RequestID(request)) || bringsSession {
          data.formUnion(saves.map(\.fact))
        } else {
          others.formUnion(saves.map(\.fact))
        }
      }
    }
    for (fact, row) in tables.facts.enumerated()
    where row.place == .device || row.place == .configuration {
      others.insert(FactID(fact))
    }
    others.formUnion(tables.signals.map(\.fact).filter { $0 != noID })
    others.formUnion(tables.assignments.filter { $0.source == .event }.map(\.fact))
    let copies = Self.copies(in: flow)
    facts = Self.closure(of: data, copies).subtracting(Self.closure(of: others, copies))
      .subtracting(sessions)
  }

  /// Pairs of a fact and one that takes its value: by an action, or from a row of a list.
  private static func copies(in flow: Flow) -> [(from: FactID, to: FactID)] {
    let tables = flow.tables
    var copies: [(from: FactID, to: FactID)] = []
    for row in tables.assignments where row.source == .fact || row.source == .sum {
      for source in flow.sources(of: row.operand) { copies.append((source, row.fact)) }
    }
    for row in tables.elements where row.list != noID {
      copies.append((row.list, row.fact))
      for pick in tables.picks[row.sets.indices] { copies.append((row.list, pick.fact)) }
    }
    return copies
  }

  private static func closure(
    of facts: Set<FactID>, _ copies: [(from: FactID, to: FactID)]
  ) -> Set<FactID> {
    var known = facts
    var isSettled = false
    while !isSettled {
      isSettled = true
      for copy in copies where known.contains(copy.from) && known.insert(copy.to).inserted {
        isSettled = false
      }
    }
    return known
  }
}
