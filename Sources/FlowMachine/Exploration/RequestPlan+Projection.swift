// What an exploration uses in place of a plan: only what another version of the flow reads from it.

import Statechart

extension RequestPlan {
  /// The bytes of a plan that has a call's name and the secrets that it can send, and nothing else.
  static func minimal(_ call: CallRow, in flow: Flow) -> [UInt8] {
    var writer = ByteWriter()
    writer.put(call.kind.rawValue)
    writer.put(counted: flow.blob(call.name))
    writer.put(counted: [])
    writer.put(UInt16(0))
    writer.put(UInt8(0))
    let secrets = call.secrets(in: flow)
    writer.put(UInt16(secrets.count))
    for secret in secrets {
      writer.put(flow.tables.stable.facts[Int(secret)])
      writer.put(SecretEncoding.raw.rawValue)
    }
    return writer.bytes
  }
}

extension CallRow {
  /// The secrets that its headers and its body can send.
  package func secrets(in flow: Flow) -> [FactID] {
    let headers = flow.tables.headers[headers.indices].map { $0.value }
    let facts = (headers + [body]).flatMap { flow.facts(in: $0) }
    return Set(facts.filter { flow.isSecret($0) }).sorted()
  }
}

extension Flow {
  package func isSecret(_ fact: FactID) -> Bool { tables.facts[Int(fact)].type == .secret }

  /// The facts that a template inserts, in any depth.
  package func facts(in template: TemplateID) -> [FactID] {
    guard template != noID, Int(template) < tables.templates.count else { return [] }
    return tables.segments[tables.templates[Int(template)].indices].flatMap { segment in
      switch segment.kind {
      case .fact, .percentFact, .jsonFact, .date, .dateTime: [segment.operand]
      case .jsonTemplate: facts(in: segment.operand)
      case .jsonMember, .formMember: facts(in: tables.headers[Int(segment.operand)].value)
      case .literal, .secondsLeft, .constant, .flag, .arithmetic: [FactID]()
      }
    }
  }
}
