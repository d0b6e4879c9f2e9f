import FlowMachine
import Statechart

/// Facts that operations demand, by row of `calls`.
struct RequiredFacts {
  /// Those that states hold until they are sent.
  var followed: [Int: [FactID]] = [:]
  /// Those that states hold as long as something else reads them.
  var held: [Int: [FactID]] = [:]
}

extension Relevance {
  /// Chooses of the facts that operations demand those whose presence is followed.
  ///
  /// To follow each would double the states with each field of a form: `market` had 36 times as many. What a form
  /// demands before it is sent is there, so a fact whose fields all have `required` is followed only if a button that
  /// asks no form sends it. A fact whose presence states tell anyway is looked at where they still hold it. One
  /// that nothing asks for and nobody types comes from a response, and is not followed.
  mutating func readRequired(_ all: [Int: [FactID]]) {
    for (request, row) in flow.tables.requests.enumerated() {
      for call in row.calls.indices {
        for fact in all[call] ?? [] {
          if isKept(fact) {
            required.held[call, default: []].append(fact)
          } else if canStayEmpty(fact) || isSentUnasked(fact, by: RequestID(request)) {
            required.followed[call, default: []].append(fact)
          }
        }
      }
    }
    for fact in required.followed.values.joined() {
      readValue(of: fact)
      asksPresence[Int(fact)] = true
    }
  }

  /// Whether states tell its presence in any case.
  private func isKept(_ fact: FactID) -> Bool {
    isRelevant[Int(fact)] && decidesByValue[Int(fact)] && asksPresence[Int(fact)]
  }

  /// Whether a person can leave it empty in a form that is valid.
  private func canStayEmpty(_ fact: FactID) -> Bool {
    flow.tables.elements.contains { $0.fact == fact && $0.takesValue && !flow.demands($0) }
  }

  /// Whether a button that asks no form sends it from a screen where it is typed.
  private func isSentUnasked(_ fact: FactID, by request: RequestID) -> Bool {
    let ranges = flow.tables.screens.map(\.elements) + flow.tables.overlays.map(\.elements)
    let starters = flow.starters
    return ranges.contains { range in
      let elements = flow.tables.elements[range.indices]
      guard elements.contains(where: { $0.fact == fact && $0.takesValue }) else { return false }
      return elements.contains { button in
        button.kind == .button && !button.submits && button.event != noID
          && starters.indices.contains {
            flow.chart.transitions[$0].event == button.event && starters[$0].contains(request)
          }
      }
    }
  }
}

extension Flow {
  /// Whether an element is valid only with a value.
  fileprivate func demands(_ row: ElementRow) -> Bool {
    tables.validators[row.validators.indices].contains { $0.rule == .required }
  }
}
