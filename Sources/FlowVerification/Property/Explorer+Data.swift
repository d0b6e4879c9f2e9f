import FlowMachine
import Statechart

// Data that only a session brings, and the screens that show it.

extension Explorer {
  /// Looks for screens that show what only a session brings, and would show it without one too.
  func findUnprotectedData() {
    guard !intentions.sessions.isEmpty else { return }
    var (within, without): (Set<RequestID>, Set<RequestID>) = ([], [])
    for explorer in withParts {
      for (key, row) in explorer.sends {
        let request = RequestID(key & 0xFFFF)
        if row.isSentWithin { within.insert(request) }
        if row.isSentWithout { without.insert(request) }
      }
    }
    let data = flow.data(
      ofSession: Set(intentions.sessions.map(\.fact)), within.subtracting(without))
    guard !data.isEmpty else { return }
    for row in flow.tables.screens
    where !row.isProtected && !intentions.isElsewhere.states.contains(Int(row.state)) {
      guard let fact = flow.facts(shownBy: row).intersection(data).min() else { continue }
      violations.add(
        .unprotectedData, subject: Int(row.state) << 16 | Int(fact), at: .flow)
    }
  }
}

extension Flow {
  /// The facts that only successes of requests within a session write.
  ///
  /// Answers of the app and of the device do not count: taking a photo needs no session.
  ///
  /// - Parameter within: the requests that are sent in a session only. Those that bring the session
  ///   count as well.
  fileprivate func data(ofSession sessions: Set<FactID>, _ within: Set<RequestID>) -> Set<FactID> {
    var (data, others): (Set<FactID>, Set<FactID>) = ([], [])
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
    for row in tables.elements where row.takesValue {
      if row.fact != noID { others.insert(row.fact) }
      others.formUnion(tables.picks[row.sets.indices].map(\.fact))
    }
    others.formUnion(tables.assignments.map(\.fact))
    return data.subtracting(others).filter { !isSecret($0) }
  }

  /// The facts that the texts of a screen insert, in any language.
  fileprivate func facts(shownBy screen: ScreenRow) -> Set<FactID> {
    let elements = tables.elements[screen.elements.indices]
    let texts = [screen.title] + elements.flatMap { [$0.text, $0.hint] }
    var facts = Set(elements.flatMap { [$0.list, $0.kind == .progress ? $0.fact : noID] })
    for text in texts where text != noID {
      facts.formUnion(self.facts(inText: text).flatMap { sources(of: $0) })
    }
    return facts
  }
}
