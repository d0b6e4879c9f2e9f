import FlowMachine
import Statechart
import TestSupport
import WireText

/// Draws inputs: mostly what a user and a host could do now, sometimes nonsense.
struct Monkey {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func input(for machine: FlowMachine) -> Input {
    let flow = machine.flow
    switch random.below(100) {
    case 0..<50: return onTop(machine)
    case 50..<68: return answered(machine)
    case 68..<74:
      guard !flow.tables.signals.isEmpty else { return .wake }
      let number = random.chance(50) ? absent : Int64(random.below(5))
      return .signal(
        id(flow.tables.signals.count), number: number, text: random.chance(50) ? text() : nil)
    case 74..<80:
      let fact = id(flow.tables.facts.count)
      return .told(fact, value(for: fact, flow))
    case 80..<84: return .foreground(random.chance(60))
    case 84..<88: return .back
    case 88..<92: return .dismiss(id(max(flow.tables.overlays.count, 1)))
    case 92..<94: return .dismissScreen
    case 94: return .secretsReadable([id(flow.tables.facts.count), id(flow.tables.facts.count)])
    case 95..<97: return tap(id(flow.tables.elements.count), flow)
    default: return .wake
    }
  }

  /// Milliseconds until the next input.
  mutating func pause() -> Int64 {
    switch random.below(10) {
    case 0..<6: Int64(random.below(500))
    case 6..<9: Int64(random.below(5_000))
    default: Int64(random.below(100_000_000))
    }
  }

  private mutating func onTop(_ machine: FlowMachine) -> Input {
    let range = machine.topElements.indices
    guard !range.isEmpty else { return .wake }
    return tap(ElementID(range.lowerBound + random.below(range.count)), machine.flow)
  }

  private mutating func tap(_ element: ElementID, _ flow: Flow) -> Input {
    guard Int(element) < flow.tables.elements.count else { return .tap(element) }
    switch flow.tables.elements[Int(element)].kind.input {
    case .text:
      guard random.chance(80) else {
        return .typeSecret(element, isValid: random.pick([nil, true, false]))
      }
      let fact = flow.tables.elements[Int(element)].fact
      let isSecret = flow.tables.facts[Int(fact)].type == .secret
      return isSecret ? .typeSecret(element, isValid: random.chance(80)) : .type(element, text())
    case .none, .tap: return .tap(element)
    default:
      let values = flow.tables.values(of: flow.tables.elements[Int(element)], rows: 4)
      guard !values.isEmpty, random.chance(90) else {
        // One that may not be there, or not be of this element.
        let place = random.below(6) - 1
        return .set(element, random.pick([.option(place), .mark(place, true), .flag(true)]))
      }
      return .set(element, random.pick(values))
    }
  }

  mutating func text() -> Text {
    let texts = ["", "auto", "Ada", "7", "-3", "ada@example.com", "x{y}\"\\", "é\u{2066}😀", " "]
    var bytes = Text(random.pick(texts))
    if random.chance(3) { bytes.append(0xFF) }
    if random.chance(2) { bytes += Text(repeating: 65, count: 2_000) }
    return bytes
  }

  // MARK: Answers

  private mutating func answered(_ machine: FlowMachine) -> Input {
    let requests = machine.flow.tables.requests
    guard !requests.isEmpty else { return .wake }
    let running = requests.indices.filter {
      machine.status(of: RequestID($0)) == RequestStatus.running
    }
    let isWild = running.isEmpty || random.chance(10)
    let request = isWild ? id(requests.count) : RequestID(random.pick(running))
    guard Int(request) < requests.count else {
      return .answered(request, ticket: 1, RequestOutcome(failure: nil))
    }
    let ticket = random.chance(10) ? UInt32(random.below(9)) : machine.ticket(of: request)
    return .answered(request, ticket: ticket, machine.classify(answer(), of: request).outcome)
  }

  mutating func answer() -> Answer {
    let bodies = [
      "{}", "", "[", "null", #""screenB1""#, #"{"token":"CANARY-token","until":99999999999999}"#,
      #"{"towns":[{"id":"1","title":"Ulm","size":7,"open":true},{"id":"2"}],"profile":{"a":[1]}}"#,
      #"{"sessionId":"s"}"#, #""screenB2""#, #""noScreenB""#, #"{"towns":[]}"#,
      #"{"code":"taken","message":"No"}"#, #"{"token":""}"#, #"{"sessionId":5}"#,
    ]
    switch random.below(12) {
    case 0: return .notSent
    case 1: return .lost
    case 2: return .timedOut
    case 3: return .interrupted
    case 4: return .received(status: UInt16(truncatingIfNeeded: random.next()), body: text())
    case 5, 6:
      return .received(
        status: random.pick([400, 401, 404, 500, 503, 301]), body: Text(random.pick(bodies)))
    default: return .received(status: 200, body: Text(random.pick(bodies)))
    }
  }

  // MARK: Values

  /// An id within a table, rarely one beyond it.
  mutating func id(_ count: Int) -> UInt16 {
    guard count > 0 else { return 0 }
    return random.chance(97) ? UInt16(random.below(count)) : random.pick([noID, UInt16(count)])
  }

  mutating func value(for fact: FactID, _ flow: Flow) -> FactValue {
    guard Int(fact) < flow.tables.facts.count, random.chance(95) else {
      return random.pick([.absent, .number(Int64(bitPattern: random.next())), .text([0xC0])])
    }
    if random.chance(15) { return .absent }
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag: return .number(Int64(random.below(2)))
    case .number: return .number(random.pick([0, 1, -7, .max, .min + 1, 1_000]))
    case .time: return .number(Play.start + Int64(random.below(100_000)))
    case .choice: return .number(Int64(random.below(max(Int(row.choices.count), 1))))
    case .text: return .text(text())
    case .json: return .text(Text(#"{"a":[true,null]}"#))
    case .list:
      let columns = (0..<row.columns.count).map { _ in Text("7") }
      return .text(ListValue.encode((0..<random.below(3)).map { _ in columns }))
    case .secret: return .absent
    }
  }

  mutating func context(of flow: Flow, at now: Int64) -> LaunchContext {
    var facts: [FactChange] = []
    for fact in flow.tables.facts.indices where random.chance(50) {
      facts.append(FactChange(FactID(fact), value(for: FactID(fact), flow)))
    }
    return LaunchContext(
      now: now, entropy: random.next(), runID: RunID(high: 1, low: 2), facts: facts,
      storedSecrets: flow.tables.facts.indices.filter { _ in random.chance(30) }.map { FactID($0) },
      isSecureStorageUnreadable: random.chance(10))
  }
}

extension FlowMachine {
  /// Reads everything that a host could read.
  func readAll(at now: Int64, _ input: Input?, _ report: StepReport) {
    for language in 0..<max(flow.tables.languages.count, 1) {
      _ = screen(at: now + 1, language: language).json
    }
    _ = traceLine(of: input, report, at: now)
    for effect in effects {
      var writer = JSONWriter()
      write(effect, withPlans: true, to: &writer)
    }
    for request in flow.tables.requests.indices.map({ RequestID($0) }) {
      _ = (plan(of: request), idempotencyKey(of: request), statusName(of: request))
      _ = classify(.received(status: 200, body: Text("{}")), of: request)
    }
    _ = (nextDeadline, canGoBack, canDismissScreen, shownOverlays, runningServices)
  }
}

extension Flow {
  /// Drives the flow with random inputs and relaunches; it only has to return.
  func drive(steps: Int, seed: UInt64) throws {
    var monkey = Monkey(seed: seed)
    var now = Play.start
    var machine = try FlowMachine.launch(self, monkey.context(of: self, at: now))
    machine.readAll(at: now, nil, StepReport())
    for _ in 0..<steps {
      now += monkey.pause()
      let input = monkey.input(for: machine)
      let report = machine.step(input, at: now, entropy: monkey.random.next())
      machine.readAll(at: now, input, report)
      // A flow in an endless loop costs a thousand steps each time; once is enough.
      guard !report.isEndless else { return }
      guard monkey.random.chance(20) else { continue }
      let record = machine.journalRecord
      let context = monkey.context(of: self, at: now)
      guard let restored = try? FlowMachine.launch(self, context, record: record) else { continue }
      machine = restored
    }
  }
}
