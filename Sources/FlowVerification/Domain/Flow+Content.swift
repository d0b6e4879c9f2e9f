import FlowMachine
import Statechart

// What requests send, and where it comes from.

extension Flow {
  /// The facts that some screen or overlay shows.
  var shownFacts: Set<FactID> {
    var shown: Set<FactID> = []
    for row in tables.screens { shown.formUnion(facts(shownBy: row.elements, row.title)) }
    for row in tables.overlays { shown.formUnion(facts(shownBy: row.elements, row.title)) }
    return shown
  }

  /// What the calls of a request insert, with what that is computed and copied from. What the device reports and what the
  /// configuration holds is left out, and so are secrets in headers: credentials, which are renewed.
  func content(of request: RequestID) -> Set<FactID> {
    var content: Set<FactID> = []
    for call in tables.calls[tables.requests[Int(request)].calls.indices] {
      let headers = tables.headers[call.headers.indices].flatMap { facts(in: $0.value) }
      content.formUnion(facts(in: call.url) + facts(in: call.body))
      content.formUnion(headers.filter { !isSecret($0) })
      content.formUnion(factsRead(by: call.condition).filter { Int($0) < tables.facts.count })
    }
    return origins(of: content).filter {
      ![.device, .configuration, .computed].contains(tables.facts[Int($0)].place)
    }
  }

  /// Whether something else than actions writes a fact: a person, an answer or a signal.
  func isWrittenElsewhere(_ fact: FactID) -> Bool {
    tables.facts[Int(fact)].type == .secret || isBroughtByAnswer(fact)
      || tables.signals.contains { $0.fact == fact }
      || tables.elements.contains { row in
        row.takesValue && tables.valueFacts(of: row).contains(fact)
          || tables.picks[row.sets.indices].contains { $0.fact == fact }
      }
  }

  func isBroughtByAnswer(_ fact: FactID) -> Bool {
    tables.saves.contains { $0.fact == fact }
  }

  func initialValue(of fact: FactID) -> StepWrites.Value {
    let row = tables.facts[Int(fact)]
    return row.initialText != noID ? .text(blob(row.initialText)) : .constant(row.initial)
  }
}
