import Statechart
package import WireText

extension FlowMachine {
  /// An input with its time and entropy, in the form that `timedInput` parses.
  func recordedLine(of input: Input, at now: Int64, entropy: UInt64) -> Text {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", now)
    writer.member("entropy", Hex.text(entropy))
    write(input, to: &writer)
    writer.close("}")
    return writer.bytes
  }

  /// Writes an input as the member of a JSON object, in the form that `timedInput` parses.
  package func write(_ input: Input, to writer: inout JSONWriter) {
    switch input {
    case .tap(let element): writer.member("tap", name(of: element))
    case .type(let element, let text):
      writer.name("type")
      writer.open("{")
      writer.member("field", name(of: element))
      writer.member("text", text)
      writer.close("}")
    case .typeSecret(let element, let isValid, let isRepeated):
      writer.name("typeSecret")
      writer.open("{")
      writer.member("field", name(of: element))
      if let isValid { writer.member("valid", isValid) }
      if isRepeated { writer.member("repeated", true) }
      writer.close("}")
    case .set(let element, let value):
      writer.name(value.name)
      writer.open("{")
      writer.member("element", name(of: element))
      value.writeMembers(to: &writer)
      writer.close("}")
    case .back: writer.member("back", true)
    case .dismiss(let overlay):
      writer.member("dismiss", name(of: overlay, in: flow.tables.overlays) { $0.name })
    case .dismissScreen: writer.member("dismissScreen", true)
    case .answered(let request, let ticket, let outcome):
      writer.name("answered")
      write(outcome, of: request, ticket: ticket, to: &writer)
    case .signal(let signal, let number, let text):
      writer.name("signal")
      writer.open("{")
      writer.member("name", name(of: signal, in: flow.tables.signals) { $0.name })
      if number != absent { writer.member("number", number) }
      if let text { writer.member("text", text) }
      writer.close("}")
    case .told(let fact, let value):
      writer.name("tell")
      writer.open("{")
      writer.member("fact", name(of: fact, in: flow.tables.facts) { $0.name })
      writer.name("value")
      write(value, of: fact, to: &writer)
      writer.close("}")
    case .foreground(let isInForeground): writer.member("foreground", isInForeground)
    case .secretsReadable(let facts): write(secrets: facts, as: "secretsReadable", to: &writer)
    case .wake: writer.member("wake", true)
    }
  }

  private func name(of element: ElementID) -> Text {
    name(of: element, in: flow.tables.elements) { $0.id }
  }

  /// A name; empty for an id that the flow does not have and the step has refused.
  private func name<Row>(of id: UInt16, in rows: [Row], _ blob: (Row) -> BlobID) -> Text {
    Int(id) < rows.count ? flow.blob(blob(rows[Int(id)])) : []
  }

  /// An outcome without its secrets, as the value of `answered`.
  package func write(
    _ outcome: RequestOutcome, of request: RequestID, ticket: UInt32, to writer: inout JSONWriter
  ) {
    writer.open("{")
    writer.member("request", name(of: request, in: flow.tables.requests) { $0.name })
    writer.member("ticket", Int64(ticket))
    if let failure = outcome.failure {
      writer.member("failure", className(failure, of: request))
    }
    if !outcome.values.isEmpty {
      writer.name("values")
      writer.open("{")
      for change in outcome.values {
        writer.name(name(of: change.fact, in: flow.tables.facts) { $0.name })
        write(change.value, of: change.fact, to: &writer)
      }
      writer.close("}")
    }
    if !outcome.storedSecrets.isEmpty {
      write(secrets: outcome.storedSecrets, as: "stored", to: &writer)
    }
    writer.close("}")
  }

  private func write(
    secrets facts: [FactID], as member: StaticString, to writer: inout JSONWriter
  ) {
    writer.name(member)
    writer.open("[")
    for fact in facts { writer.value(name(of: fact, in: flow.tables.facts) { $0.name }) }
    writer.close("]")
  }

  /// The name of a failure class.
  package func className(_ failure: UInt16, of request: RequestID) -> Text {
    if failure < FailureClass.own { return Text(ascii: FailureClass.names[Int(failure)]) }
    let rows = Int(request) < flow.tables.requests.count ? flow.ownClasses(of: request) : []
    for row in rows where FailureClass.own + row.place == failure {
      return flow.blob(row.name)
    }
    return Text(ascii: "refused")
  }

  /// A fact's value in its JSON form.
  package func write(_ value: FactValue, of fact: FactID, to writer: inout JSONWriter) {
    guard Int(fact) < flow.tables.facts.count else { return writer.null() }
    let row = flow.tables.facts[Int(fact)]
    switch value {
    case .absent: writer.null()
    case .number(let number):
      switch row.type {
      case .flag: writer.value(number != 0)
      case .choice where number >= 0 && number < Int64(row.choices.count):
        writer.value(flow.blob(flow.tables.ids[Int(row.choices.start) + Int(number)]))
      case .number, .time, .choice, .text, .secret, .list, .json: writer.value(number)
      }
    case .text(let text):
      guard row.type == .list else { return writer.value(text) }
      writer.open("[")
      for cells in ListValue.decode(text, columns: Int(row.columns.count)) {
        writer.open("[")
        for cell in cells { writer.value(cell) }
        writer.close("]")
      }
      writer.close("]")
    }
  }
}
