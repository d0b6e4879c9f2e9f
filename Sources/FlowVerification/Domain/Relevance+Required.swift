import FlowMachine
import Statechart

extension Relevance {
  /// Follows the facts that operations demand: states tell whether they are present, until they are sent.
  ///
  /// What a form demands is there when the form is sent, so a fact is not followed to requests that only such forms start.
  /// To follow each would double the states with each field of a form: `market` had 36 times as many.
  ///
  /// - Parameter all: by row of `calls` the facts that its operation demands.
  mutating func readRequired(_ all: [Int: [FactID]]) {
    for (request, row) in flow.tables.requests.enumerated() {
      for call in row.calls.indices {
        let followed = (all[call] ?? []).filter {
          !isDemanded($0, wherever: RequestID(request))
        }
        if !followed.isEmpty { required[call] = followed }
      }
    }
    for fact in required.values.joined() {
      readValue(of: fact)
      asksPresence[Int(fact)] = true
    }
  }

  /// Whether a request is started only by forms that cannot be sent without a fact.
  private func isDemanded(_ fact: FactID, wherever request: RequestID) -> Bool {
    let starters = flow.starters
    return starters.indices.filter { starters[$0].contains(request) }.allSatisfy { transition in
      let row = flow.chart.transitions[transition]
      let forms = flow.forms(within: row.source)
        .filter { form in row.event != noID && form.contains { $0.event == row.event } }
      return !forms.isEmpty
        && forms.allSatisfy { form in
          form.allSatisfy { $0.event != row.event || $0.submits }
            && form.contains { $0.fact == fact && $0.takesValue && flow.demands($0) }
        }
    }
  }
}

extension Flow {
  /// The elements of each screen in a state, and of each overlay.
  fileprivate func forms(within state: StateID) -> [ArraySlice<ElementRow>] {
    let screens = tables.screens.filter {
      $0.state == state || chart.isDescendant($0.state, of: state)
    }
    return (screens.map(\.elements) + tables.overlays.map(\.elements)).map {
      tables.elements[$0.indices]
    }
  }

  /// Whether a form with an element is valid only if the element has a value.
  fileprivate func demands(_ row: ElementRow) -> Bool {
    row.shown == noID
      && tables.validators[row.validators.indices].contains { $0.rule == .required }
  }
}
