import Statechart
package import WireText

// The inspection stream: each step's input, the transitions taken, the resulting state, and the
// effects. It contains no secret, because the machine has none.

extension FlowMachine {
  /// One line of the trace, for the step that `effects` belongs to. Equal steps give equal bytes on
  /// every host.
  ///
  /// - Parameter input: nil for a launch.
  package func traceLine(of input: Input?, _ report: StepReport, at now: Int64) -> [UInt8] {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", now)
    if let input {
      write(input, to: &writer)
    } else {
      writer.member("launch", sequence <= 1 ? "first" : "again")
    }
    if let refusal = report.refusal { writer.member("refused", refusal.name) }
    if report.isEndless { writer.member("endless", true) }
    writeTransitions(to: &writer)
    writePlace(to: &writer)
    writer.name("effects")
    writer.open("[")
    for effect in effects { write(effect, withPlans: false, to: &writer) }
    writer.close("]")
    writer.close("}")
    return writer.bytes
  }

  private func writeTransitions(to writer: inout JSONWriter) {
    guard !memory.taken.isEmpty else { return }
    writer.name("took")
    writer.open("[")
    for index in memory.taken {
      let row = flow.chart.transitions[index]
      writer.open("{")
      writer.member("from", flow.stateName(row.source))
      if row.event != noID { writer.member("on", flow.eventName(row.event)) }
      if row.targets.count > 0 {
        writer.member("to", flow.stateName(flow.chart.targets[row.targets.start]))
      }
      writer.close("}")
    }
    writer.close("]")
  }

  /// The current place in the flow: screen, overlays, and the requests that are not idle.
  private func writePlace(to writer: inout JSONWriter) {
    writer.name("states")
    writer.open("[")
    for state in chartState.activeStates
    where flow.chart.leaves[Int(state >> 6)] & (1 << UInt64(state & 63)) != 0 {
      writer.value(flow.stateName(state))
    }
    writer.close("]")
    if memory.screen != noID { writer.member("screen", flow.stateName(memory.screen)) }
    writer.name("overlays")
    writer.open("[")
    for row in flow.tables.overlays where chartState.cells[Int(row.cell)] == 1 {
      writer.value(flow.blob(row.name))
    }
    writer.close("]")
    writer.name("requests")
    writer.open("{")
    for (index, row) in flow.tables.requests.enumerated()
    where chartState.cells[Int(row.cell)] != RequestStatus.idle {
      writer.name(flow.blob(row.name))
      writer.value(statusName(of: RequestID(index)))
    }
    writer.close("}")
  }

  /// `idle`, `running`, `succeeded` or `failed.CLASS`.
  package func statusName(of request: RequestID) -> Text {
    let status = chartState.cells[Int(flow.tables.requests[Int(request)].cell)]
    switch status {
    case RequestStatus.idle: return Text(ascii: "idle")
    case RequestStatus.running: return Text(ascii: "running")
    case RequestStatus.succeeded: return Text(ascii: "succeeded")
    default:
      return Text(ascii: "failed.")
        + className(UInt16(clamping: status - RequestStatus.failed), of: request)
    }
  }

  /// An effect as JSON.
  ///
  /// - Parameter withPlans: with everything that a host needs to perform it; a trace omits
  ///   contents.
  package func write(_ effect: Effect, withPlans: Bool, to writer: inout JSONWriter) {
    writer.open("{")
    switch effect {
    case .sealSecret(let fact, let request, let ticket):
      writer.member("do", "sealSecret")
      writer.member("fact", factName(fact))
      writeRequest(request, ticket, to: &writer)
    case .storeSecret(let fact, let source):
      writer.member("do", "storeSecret")
      writer.member("fact", factName(fact))
      writer.member("from", factName(source))
    case .journal(let isForced):
      writer.member("do", "journal")
      writer.member("forced", isForced)
    case .eraseSecret(let fact):
      writer.member("do", "eraseSecret")
      writer.member("fact", factName(fact))
    case .forgetSecret(let fact):
      writer.member("do", "forgetSecret")
      writer.member("fact", factName(fact))
    case .unseal(let request, let ticket):
      writer.member("do", "unseal")
      writeRequest(request, ticket, to: &writer)
    case .writePreference(let fact):
      writer.member("do", "writePreference")
      writer.member("fact", factName(fact))
      writer.name("value")
      write(memory.value(of: fact, cells: chartState.cells), of: fact, to: &writer)
    case .perform(let request, let ticket):
      writer.member("do", "perform")
      writeRequest(request, ticket, to: &writer)
      if let key = idempotencyKey(of: request) { writer.member("key", key) }
      if withPlans { writePlan(of: request, to: &writer) }
    case .cancel(let request, let ticket):
      writer.member("do", "cancel")
      writeRequest(request, ticket, to: &writer)
    case .startService(let service):
      writer.member("do", "startService")
      writer.member("service", flow.blob(flow.tables.services[Int(service)]))
    case .stopService(let service):
      writer.member("do", "stopService")
      writer.member("service", flow.blob(flow.tables.services[Int(service)]))
    case .toast(let text):
      writer.member("do", "toast")
      writer.member("text", self.text(text, language: 0))
    case .open(let url):
      writer.member("do", "open")
      writer.member("url", url)
    case .tell(let name, let body):
      writer.member("do", "tell")
      writer.member("name", flow.blob(name))
      if withPlans { writer.member("body", body) }
    }
    writer.close("}")
  }

  private func factName(_ fact: FactID) -> Text { flow.blob(flow.tables.facts[Int(fact)].name) }

  private func writeRequest(
    _ request: RequestID, _ ticket: UInt32, to writer: inout JSONWriter
  ) {
    writer.member("request", flow.blob(flow.tables.requests[Int(request)].name))
    writer.member("ticket", Int64(ticket))
  }

  private func writePlan(of request: RequestID, to writer: inout JSONWriter) {
    guard let plan = plan(of: request) else { return }
    writer.name("kind")
    switch plan.kind {
    case .http: writer.value("http")
    case .operation: writer.value("operation")
    case .capability: writer.value("capability")
    case .app: writer.value("app")
    }
    writer.member("name", plan.name)
    writer.member("url", plan.url)
    writer.name("headers")
    writer.open("[")
    for header in plan.headers {
      writer.open("{")
      writer.member("name", header.name)
      writer.name("value")
      write(header.value, to: &writer)
      writer.close("}")
    }
    writer.close("]")
    writer.member("form", plan.isForm)
    writer.name("body")
    write(plan.body, to: &writer)
  }

  private func write(_ parts: [RequestPlan.Part], to writer: inout JSONWriter) {
    writer.open("[")
    for part in parts {
      switch part {
      case .bytes(let bytes): writer.value(bytes)
      case .secret(let fact, let encoding):
        writer.open("{")
        writer.member("secret", factName(fact))
        writer.member("encoding", Int64(encoding.rawValue))
        writer.close("}")
      }
    }
    writer.close("]")
  }
}

extension Refusal {
  /// The refusal's name in traces.
  package var name: Text { Text(ascii: word) }

  private var word: StaticString {
    switch self {
    case .notOnScreen: "notOnScreen"
    case .disabled: "disabled"
    case .noBack: "noBack"
    case .notOnTop: "notOnTop"
    case .late: "late"
    case .unhandled: "unhandled"
    case .wrongValue: "wrongValue"
    case .incomplete: "incomplete"
    }
  }
}
