import FlowMachine
import Statechart

/// Looks at the compiled tables for places where a secret would reach what is not trusted with it:
/// a text, a link, the app or a URL, or an HTTP request to an origin that is not listed
/// (SEC "Flows as data").
///
/// The compiler refuses such documents; this looks at what a device loads.
struct SecretCheck {
  let flow: Flow
  /// Origins as templates: `https://host`, or `{name}` for a configuration value.
  let origins: Set<String>

  /// The secrets that can get out.
  func leaks() -> Set<FactID> {
    let tables = flow.tables
    var leaks: Set<FactID> = []
    for row in tables.texts {
      for form in row.forms where form != noID { leaks.formUnion(secrets(in: form)) }
    }
    for row in tables.elements where row.url != noID { leaks.formUnion(secrets(in: row.url)) }
    for row in tables.tells where row.body != noID { leaks.formUnion(secrets(in: row.body)) }
    for index in 0..<flow.chart.actions.count {
      let action = flow.chart.actions[index]
      guard action.kind == .host, Operation(rawValue: action.a) == .open else { continue }
      leaks.formUnion(secrets(in: action.b))
    }
    for row in tables.calls { leaks.formUnion(self.leaks(of: row)) }
    for row in tables.saves where isSecret(row.fact) && isFailureSave(row) {
      leaks.insert(row.fact)
    }
    return leaks
  }

  private func leaks(of call: CallRow) -> Set<FactID> {
    guard call.kind == .http else { return [] }
    let inURL = call.url == noID ? [] : secrets(in: call.url)
    guard !origins.contains(origin(of: call.url)) else { return inURL }
    var sent = inURL
    if call.body != noID { sent.formUnion(secrets(in: call.body)) }
    for header in flow.tables.headers[call.headers.indices] {
      sent.formUnion(secrets(in: header.value))
    }
    return sent
  }

  /// What a failing answer brings is kept where anybody can read it.
  private func isFailureSave(_ save: SaveRow) -> Bool {
    flow.tables.requests.contains { row in
      flow.tables.saves[row.failureSaves.indices].contains {
        $0.fact == save.fact && $0.path == save.path
      }
    }
  }

  private func isSecret(_ fact: FactID) -> Bool {
    flow.tables.facts[Int(fact)].type == .secret
  }

  private func secrets(in template: TemplateID) -> Set<FactID> {
    var found: Set<FactID> = []
    guard Int(template) < flow.tables.templates.count else { return found }
    for segment in flow.tables.segments[flow.tables.templates[Int(template)].indices] {
      switch segment.kind {
      case .fact, .percentFact, .jsonFact, .date, .dateTime:
        if isSecret(segment.operand) { found.insert(segment.operand) }
      case .jsonTemplate: found.formUnion(secrets(in: segment.operand))
      case .jsonMember, .formMember:
        found.formUnion(secrets(in: flow.tables.headers[Int(segment.operand)].value))
      case .literal, .secondsLeft, .constant, .flag, .arithmetic: break
      }
    }
    return found
  }

  /// The origin of a URL, as `origins` spells it.
  private func origin(of url: TemplateID) -> String {
    guard url != noID,
      let first = flow.tables.segments[flow.tables.templates[Int(url)].indices].first
    else { return "" }
    guard first.kind == .literal else {
      return "{\(FlowNames(flow: flow).fact(first.operand))}"
    }
    let literal = FlowNames(flow: flow).text(first.operand)
    let parts = literal.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return parts.prefix(3).joined(separator: "/")
  }
}
