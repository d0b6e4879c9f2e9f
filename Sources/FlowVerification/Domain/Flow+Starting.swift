package import FlowMachine
import Statechart

// Which requests have effects, and what starts them.

extension Flow {
  /// Keyed requests of an app or its server: each time that one is sent under another key is another effect.
  var effectful: [RequestID] {
    requests { $0.repetition == .keyed && [.http, .app].contains($0.kind) }
  }

  /// The requests that are started by more than transitions on taps.
  var startedOtherwise: Set<RequestID> {
    var taps = Set(tables.elements.filter { $0.kind.input == .tap }.map(\.event))
    func requests(in actions: RowRange) -> [RequestID] {
      actions.indices.map { chart.actions[$0] }.filter {
        $0.kind == .host && Operation(rawValue: $0.a) == .request
      }.map(\.b)
    }
    for index in 0..<chart.actions.count where chart.actions[index].kind == .raise {
      taps.remove(chart.actions[index].a)
    }
    var started: Set<RequestID> = []
    for state in (0..<chart.states.count).map({ chart.states[$0] }) {
      started.formUnion(requests(in: state.enter) + requests(in: state.exit))
    }
    for transition in (0..<chart.transitions.count).map({ chart.transitions[$0] })
    where transition.event == noID || !taps.contains(transition.event) {
      started.formUnion(requests(in: transition.actions))
    }
    // A relaunch counts as putting its overlay away.
    for (request, row) in tables.requests.enumerated()
    where row.overlay != noID && row.dismissal == .retry {
      started.insert(RequestID(request))
    }
    return started
  }

  /// Whether all calls of a request may be sent at any time.
  package func isSafe(_ request: RequestID) -> Bool {
    tables.calls[tables.requests[Int(request)].calls.indices].allSatisfy { $0.repetition == .safe }
  }

  /// The requests of which one call is of a kind.
  func requests(_ isWanted: (CallRow) -> Bool) -> [RequestID] {
    tables.requests.indices.filter {
      tables.calls[tables.requests[$0].calls.indices].contains(where: isWanted)
    }.map { RequestID($0) }
  }
}

extension FlowMachine {
  /// Whether the last step has started a request.
  mutating func hasStarted(_ request: RequestID) -> Bool {
    var isStarted = false
    let known = UInt32(flow.tables.requests.count)
    forEachEffect {
      // A request that runs in a loaded state has a ticket below all that a step draws.
      if case .perform(request, let ticket) = $0, ticket > known { isStarted = true }
    }
    return isStarted
  }
}
