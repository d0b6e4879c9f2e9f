import FlowMachine
import FlowVerification
import Statechart

/// One thing that can happen to a whole machine, with any value that there is.
enum RawMove {
  case input(Input)
  /// All fields of a form.
  case fill([Input])
  case elapse(TimerID)
  case relaunch(change: FactChange?, isLocked: Bool)

  /// Nobody is to need a kill, what only the system can say, a gesture that some hosts lack, or
  /// to leave the app.
  func isWayOut(from machine: FlowMachine) -> Bool {
    let flow = machine.flow
    switch self {
    case .relaunch, .input(.dismiss), .input(.dismissScreen), .input(.foreground(false)):
      return false
    case .input(.back):
      return machine.screenState.map {
        flow.tables.screens[Int(flow.screenOfState[Int($0)])].hasBack
      } ?? false
    case .input(.signal(let signal, _, _)):
      let name = flow.blob(flow.tables.signals[Int(signal)].name).string
      return !["sessionExpired", "logout", "updateRequired"].contains(name)
    default: return true
    }
  }
}

/// Lists what can happen, without any thought of what matters.
struct RawMoves {
  let flow: Flow
  /// Where it is given, texts and lists are its: others are told apart only as far as it does.
  private var domain: Domain?
  /// Secrets that can be in secure storage.
  let storable: [FactID]

  init(flow: Flow, domain: Domain) {
    self.flow = flow
    self.domain = domain
    storable = domain.storable
  }

  init(flow: Flow, storable: [FactID]) {
    self.flow = flow
    self.storable = storable
  }

  static let texts = ["x", "yy", "z"]
  static let numbers: [Int64] = [0, 1, 2, 3, 4]
  /// What can come from outside for a number, where its document says so.
  var declared: [FactID: ClosedRange<Int64>] = [:]

  func all(at machine: FlowMachine) -> [RawMove] {
    var moves = onTop(machine).map { RawMove.input($0) } + forms(machine)
    for (request, row) in flow.tables.requests.enumerated()
    where machine.chartState.cells[Int(row.cell)] == RequestStatus.running {
      moves += answers(RequestID(request), machine).map { .input($0) }
    }
    for timer in flow.tables.timers.indices where machine.canElapse(TimerID(timer)) {
      moves.append(.elapse(TimerID(timer)))
    }
    moves += told.map { .input($0) }
    if !storable.isEmpty {
      moves += [.input(.secretsReadable(storable)), .input(.secretsReadable([]))]
    }
    for signal in flow.tables.signals.indices {
      moves += signals(SignalID(signal)).map { .input($0) }
    }
    moves += [.input(.foreground(false)), .input(.foreground(true))]
    moves += [
      .relaunch(change: nil, isLocked: false), .relaunch(change: nil, isLocked: true),
    ]
    for case .told(let fact, let value) in told {
      moves.append(.relaunch(change: FactChange(fact, value), isLocked: false))
    }
    return moves
  }

  /// Makes a move on a whole machine; a relaunch goes through the bytes of its record.
  func perform(_ move: RawMove, on machine: inout FlowMachine) throws -> StepReport {
    switch move {
    case .input(let input): return machine.step(input, at: FlowMachine.explorationTime, entropy: 1)
    case .fill(let inputs):
      var report = StepReport()
      for input in inputs {
        report = machine.step(input, at: FlowMachine.explorationTime, entropy: 1)
      }
      return report
    case .elapse(let timer): return machine.elapse(timer)
    case .relaunch(let change, let isLocked):
      machine = try FlowMachine.launch(
        flow,
        Self.context(
          of: machine, changes: change.map { [$0] } ?? [], isLocked: isLocked,
          storable: storable),
        record: machine.journalRecord)
      // A launch reports nothing; what has not come to rest goes on when it is looked at.
      var copy = machine
      return copy.look()
    }
  }

  /// What the host knows at a launch after this machine was killed.
  ///
  /// - Parameter storable: what can be in secure storage.
  static func context(
    of machine: FlowMachine, changes: [FactChange], isLocked: Bool, storable: [FactID]
  ) -> LaunchContext {
    let rows = machine.flow.tables.facts
    let told = rows.indices.filter {
      rows[$0].place == .device || rows[$0].place == .configuration
    }.map { FactChange(FactID($0), machine.value(of: FactID($0))) }
    let stored = rows.indices.filter {
      rows[$0].type == .secret && storable.contains(FactID($0))
        && [SecretStatus.stored, SecretStatus.unreadable].contains(machine.chartState.cells[$0])
    }.map { FactID($0) }
    return LaunchContext(
      now: FlowMachine.explorationTime, entropy: 2, runID: RunID(high: 0, low: 0),
      facts: told + changes, storedSecrets: stored, isSecureStorageUnreadable: isLocked)
  }

  /// Every configuration, with everything that the device can say and what an earlier installation
  /// left.
  var initialStates: [LaunchContext] {
    var told: [[FactChange]] = [[]]
    for (fact, row) in flow.tables.facts.enumerated()
    where row.place == .device || row.place == .configuration {
      // A duration decides nothing here: timers only have an order.
      let isDuration =
        row.place == .configuration && row.type == .number && declared[FactID(fact)] == nil
      let values = isDuration ? [] : self.values(of: FactID(fact))
      told = told.flatMap { known in [known] + values.map { known + [FactChange(FactID(fact), $0)] }
      }
    }
    let stored: [([FactID], Bool)] =
      storable.isEmpty ? [([], false)] : [([], false), (storable, false), (storable, true)]
    return told.flatMap { facts in
      stored.map {
        LaunchContext(
          now: FlowMachine.explorationTime, entropy: 0, runID: RunID(high: 0, low: 0),
          facts: facts, storedSecrets: $0.0, isSecureStorageUnreadable: $0.1)
      }
    }
  }

  // MARK: Inputs

  private func onTop(_ machine: FlowMachine) -> [Input] {
    var inputs: [Input] = [.back, .dismissScreen]
    if let overlay = machine.topOverlay { inputs.append(.dismiss(overlay)) }
    for index in machine.topElements.indices {
      let element = ElementID(index)
      let row = flow.tables.elements[index]
      switch row.kind.input {
      case .tap: inputs.append(.tap(element))
      case .text:
        let isOfForm = domain?.forms.contains { $0.members.contains { $0.fact == row.fact } }
        if isOfForm ?? false { continue }
        if flow.tables.facts[Int(row.fact)].type == .secret {
          inputs += [true, false, nil].map { .typeSecret(element, isValid: $0) }
        } else {
          let isNumber = flow.tables.facts[Int(row.fact)].type == .number
          // Nobody is kept from typing what no server sends.
          let numbers = Set((declared[row.fact].map { Array($0) } ?? []) + Self.numbers + [.max])
          let texts = isNumber ? numbers.sorted().map { Text(String($0)) } : typed(row.fact)
          inputs += ([[]] + texts).filter { row.length == 0 || $0.count <= row.length }
            .map { .type(element, $0) }
        }
      default: inputs += flow.tables.values(of: row, rows: 4).map { .set(element, $0) }
      }
    }
    return inputs
  }

  /// Fields that are only told apart by whether they all hold are filled together.
  private func forms(_ machine: FlowMachine) -> [RawMove] {
    guard let domain else { return [] }
    return domain.forms.flatMap { form in
      let fields: [(element: ElementID, member: Projection.Form.Member)] =
        form.members.compactMap { member in
          machine.topElements.indices.first {
            flow.tables.elements[$0].takesText && flow.tables.elements[$0].fact == member.fact
          }.map { (ElementID($0), member) }
        }
      guard let first = fields.first else { return [RawMove]() }
      func input(_ field: (element: ElementID, member: Projection.Form.Member), _ isValid: Bool)
        -> Input
      {
        guard field.member.slot != noID else {
          return .typeSecret(field.element, isValid: isValid ? true : nil)
        }
        return .type(field.element, isValid ? field.member.valid.first ?? [] : field.member.invalid)
      }
      return [.fill(fields.map { input($0, true) }), .fill([input(first, false)])]
    }
  }

  private func answers(_ request: RequestID, _ machine: FlowMachine) -> [Input] {
    let call = machine.call(of: request)
    let ticket = machine.ticket(of: request)
    let isStuck = call.secrets(in: flow).contains {
      machine.chartState.cells[Int($0)] == SecretStatus.unreadable
    }
    guard !isStuck else {
      return [
        .answered(request, ticket: ticket, RequestOutcome(failure: FailureClass.interrupted))
      ]
    }
    var outcomes = combinations(
      flow.tables.saves[call.saves.indices].map { ($0.fact, $0.isOptional) }
    )
    .map { RequestOutcome(failure: nil, values: $0.values, storedSecrets: $0.secrets) }
    var failures = [
      FailureClass.offline, FailureClass.timeout, FailureClass.unavailable, FailureClass.refused,
      FailureClass.malformed, FailureClass.interrupted,
    ]
    let own = flow.tables.classes[call.classes.indices]
    if own.contains(where: { flow.takesAll(of: 400...499, $0) }) {
      failures.removeAll { $0 == FailureClass.refused }
    }
    if own.contains(where: { flow.takesAll(of: 500...599, $0) }) {
      failures.removeAll { $0 == FailureClass.unavailable }
    }
    failures += own.map { FailureClass.own + $0.place }
    let saved = flow.tables.saves[flow.tables.requests[Int(request)].failureSaves.indices]
    for failure in failures {
      let hasBody =
        failure >= FailureClass.own
        || [FailureClass.refused, FailureClass.unavailable].contains(failure)
      let values = combinations(hasBody ? saved.map { ($0.fact, true) } : []).map(\.values)
      outcomes += values.map { RequestOutcome(failure: failure, values: $0) }
    }
    return outcomes.map { .answered(request, ticket: ticket, $0) }
  }

  private func combinations(
    _ saves: [(fact: FactID, isOptional: Bool)]
  ) -> [(values: [FactChange], secrets: [FactID])] {
    var result: [(values: [FactChange], secrets: [FactID])] = [([], [])]
    for save in saves {
      let known = result
      result = save.isOptional ? known : []
      if flow.tables.facts[Int(save.fact)].type == .secret {
        result += known.map { ($0.values, $0.secrets + [save.fact]) }
      } else {
        for value in values(of: save.fact) {
          result += known.map { ($0.values + [FactChange(save.fact, value)], $0.secrets) }
        }
      }
    }
    return result
  }

  private func signals(_ signal: SignalID) -> [Input] {
    let row = flow.tables.signals[Int(signal)]
    var inputs: [Input] = [.signal(signal, number: absent, text: nil)]
    if row.fact != noID {
      inputs = values(of: row.fact).map {
        switch $0 {
        case .text(let text): .signal(signal, number: absent, text: text)
        case .number(let number): .signal(signal, number: number, text: nil)
        case .absent: .signal(signal, number: absent, text: nil)
        }
      }
    } else if flow.blob(row.name).string.hasSuffix("Number") {
      inputs = Self.numbers.map { .signal(signal, number: $0, text: nil) }
    }
    return inputs
  }

  var told: [Input] {
    var inputs: [Input] = []
    for (fact, row) in flow.tables.facts.enumerated()
    where row.place == .device
      && ![Names.launch, Names.foreground].contains(flow.blob(row.name))
    {
      inputs += ([.absent] + values(of: FactID(fact))).map { .told(FactID(fact), $0) }
    }
    return inputs
  }

  private func texts(of fact: FactID) -> [Text] {
    guard let domain else { return Self.texts.map { Text($0) } }
    var texts: [Text] = []
    for case .text(let text) in domain.values[Int(fact)] { texts.append(text) }
    return texts
  }

  private func typed(_ fact: FactID) -> [Text] {
    guard let domain else { return texts(of: fact) }
    return domain.typed[Int(fact)].compactMap {
      if case .text(let text) = $0 { text } else { nil }
    }
  }

  /// Every value of a small type, and more than enough of a large one.
  func values(of fact: FactID) -> [FactValue] {
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag: return [.number(0), .number(1)]
    case .choice: return (0..<Int64(row.choices.count)).map { .number($0) }
    case .number, .time:
      return (declared[fact].map { Array($0) } ?? Self.numbers).map { .number($0) }
    case .text: return texts(of: fact).map { .text($0) }
    case .json: return [.text(Text("{}"))]
    case .list:
      if let domain { return domain.values[Int(fact)] }
      let types = flow.tables.columns[row.columns.indices].map(\.type)
      let cells = types.map { $0 == .flag ? Text("true") : $0 == .number ? Text("1") : Text("x") }
      let others = types.map { $0 == .flag ? Text("false") : Text("2") }
      return [[], [cells], [others], [cells, others]].map { .text(ListValue.encode($0)) }
    case .secret: return []
    }
  }
}
