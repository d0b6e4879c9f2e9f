import FlowMachine
import Statechart
import TestSupport
import WireText

extension Flow {
  /// Launches the flow and drives it at random.
  func drive(inputs: Int, seed: [UInt8]) throws(BrokenPromise) {
    var random = SeededGenerator(of: seed)
    let context = random.context(of: self, at: 1_000_000)
    guard var machine = try? FlowMachine.launch(self, context) else {
      throw BrokenPromise("a flow that was loaded can be launched")
    }
    try machine.drive(inputs: inputs, &random, at: 1_000_000)
  }
}

extension FlowMachine {
  /// Passes inputs to the machine, kills it now and then, and reads everything that a host reads.
  mutating func drive(
    inputs: Int, _ random: inout SeededGenerator, at start: Int64
  ) throws(BrokenPromise) {
    var now = start
    try readAll(at: now, nil, StepReport())
    for _ in 0..<inputs {
      // One deadline at a time: a flow in an endless loop costs a thousand microsteps for each.
      now = random.chance(30) ? max(nextDeadline ?? now, now) : now + Int64(random.below(20))
      now = min(now, LaunchLine.times.upperBound - 1)
      let input = random.input(for: self)
      let report = step(input, at: now, entropy: random.next())
      try readAll(at: now, input, report)
      guard !report.isEndless else { return }
      guard random.chance(25) else { continue }
      let record = journalRecord
      let context = random.context(of: flow, at: now)
      do throws(FlowError) {
        self = try FlowMachine.launch(flow, context, record: record)
      } catch {
        throw BrokenPromise("a machine's own record can be restored (\(error))")
      }
    }
  }

  /// Reads what a host could read.
  func readAll(
    at now: Int64, _ input: Input?, _ report: StepReport
  ) throws(BrokenPromise) {
    try promise(flow.chart.isLegal(chartState), "a flow is always in a legal configuration")
    for language in 0..<max(flow.tables.languages.count, 1) {
      try promise(
        JSON(screen(at: now, language: language).json, most: .max) != nil, "a screen is JSON")
    }
    try promise(
      JSON(traceLine(of: input, report, at: now), most: .max) != nil, "a line of the trace is JSON")
    for effect in effects {
      var writer = JSONWriter()
      write(effect, withPlans: true, to: &writer)
    }
    for request in flow.tables.requests.indices.map({ RequestID($0) }) {
      _ = (plan(of: request), idempotencyKey(of: request), statusName(of: request))
    }
    _ = (nextDeadline, canGoBack, canDismissScreen, shownOverlays, runningServices)
  }
}

extension SeededGenerator {
  mutating func input(for machine: FlowMachine) -> Input {
    let tables = machine.flow.tables
    switch below(20) {
    case 0..<9: return onTop(machine)
    case 9..<14: return answered(machine)
    case 14 where !tables.signals.isEmpty:
      return .signal(
        SignalID(below(tables.signals.count)), number: Int64(below(5)),
        text: chance(50) ? text() : nil)
    case 15 where !tables.facts.isEmpty:
      let fact = FactID(below(tables.facts.count))
      return .told(fact, value(of: tables.facts[Int(fact)]))
    case 16: return .foreground(chance(60))
    case 17: return .back
    case 18 where !tables.overlays.isEmpty: return .dismiss(OverlayID(below(tables.overlays.count)))
    case 19: return .dismissScreen
    default: return .wake
    }
  }

  private mutating func onTop(_ machine: FlowMachine) -> Input {
    let range = machine.topElements.indices
    guard !range.isEmpty else { return .wake }
    let element = ElementID(range.lowerBound + below(range.count))
    let row = machine.flow.tables.elements[Int(element)]
    switch row.kind.input {
    case .text:
      let isSecret = machine.flow.tables.facts[Int(row.fact)].type == .secret
      return isSecret ? .typeSecret(element, isValid: chance(80)) : .type(element, text())
    case .none, .tap: return .tap(element)
    default:
      let values = machine.flow.tables.values(of: row, rows: 4)
      // Now and then an option that may not be there.
      guard !values.isEmpty, chance(90) else { return .set(element, .option(below(6))) }
      return .set(element, values[below(values.count)])
    }
  }

  private mutating func answered(_ machine: FlowMachine) -> Input {
    let running = machine.flow.tables.requests.indices.map { RequestID($0) }.filter {
      machine.status(of: $0) == RequestStatus.running
    }
    guard !running.isEmpty else { return .wake }
    let request = pick(running)
    let bodies: [StaticString] = [
      "{}", #""screenB1""#, #"{"sessionId":"s"}"#, #""screenB2""#, #"{"code":"taken"}"#,
      #"{"token":"t","until":99999999999999,"towns":[{"id":"1","title":"Ulm"}]}"#,
    ]
    let answer: Answer =
      switch below(6) {
      case 0: .lost
      case 1: .received(status: pick([400, 401, 404, 500, 503]), body: Text(ascii: pick(bodies)))
      case 2: pick([.notSent, .timedOut, .interrupted])
      default: .received(status: 200, body: Text(ascii: pick(bodies)))
      }
    return .answered(
      request, ticket: machine.ticket(of: request), machine.classify(answer, of: request).outcome)
  }

  private mutating func value(of row: FactRow) -> FactValue {
    switch row.type {
    case .flag: .number(Int64(below(2)))
    case .number, .time: .number(pick([0, 1, -7, .max, .min + 1, 1_000_100]))
    case .choice: .number(Int64(below(max(Int(row.choices.count), 1))))
    case .text: .text(text())
    case .json: .text(Text(ascii: #"{"a":[true,null]}"#))
    case .list: .text(ListValue.encode([(0..<row.columns.count).map { _ in text() }]))
    case .secret: .absent
    }
  }

  /// - Parameter isHonest: the host reports only what it may.
  mutating func context(of flow: Flow, at now: Int64, isHonest: Bool = false) -> LaunchContext {
    var facts: [FactChange] = []
    var secrets: [FactID] = []
    for (index, row) in flow.tables.facts.enumerated() {
      if chance(50), !isHonest || row.isToldAtLaunch {
        facts.append(FactChange(FactID(index), value(of: row)))
      }
      if chance(30), !isHonest || row.type == .secret { secrets.append(FactID(index)) }
    }
    return LaunchContext(
      now: now, entropy: next(), runID: RunID(high: 1, low: 2), facts: facts,
      storedSecrets: secrets,
      isSecureStorageUnreadable: chance(10))
  }
}
