package import FlowMachine
import Statechart

/// One thing that can happen to a flow.
package enum Move: Sendable {
  case input(Input)
  /// The fields of a form, one after the other.
  case fill([Input])
  /// A timer ends before all others.
  case elapse(TimerID)
  /// The app is killed and started again, with what its surroundings are by then.
  case relaunch(Surroundings)

  package var isKill: Bool {
    if case .relaunch = self { true } else { false }
  }
}

/// What can be different around an app when it starts.
package struct Surroundings: Equatable, Sendable {
  /// Facts of place `device` whose values are others than before.
  package var changes: [FactChange]
  /// Secure storage cannot be read.
  package var isLocked: Bool

  package init(changes: [FactChange] = [], isLocked: Bool = false) {
    self.changes = changes
    self.isLocked = isLocked
  }
}

extension Projection.Form {
  func holds(_ fact: FactID) -> Bool { members.contains { $0.fact == fact } }
}

extension Projection.Form.Member {
  /// What is typed so that the member holds, or does not.
  func input(to element: ElementID, isValid: Bool) -> Input {
    guard slot != noID else { return .typeSecret(element, isValid: isValid ? true : nil) }
    return .type(element, isValid ? valid.first ?? [] : invalid)
  }
}

/// All moves of a flow by what makes them possible; a move's number is its place in `all`.
struct MoveTable: Sendable {
  private(set) var all: [Move] = []
  /// By row of `screens` and of `overlays`: what a person can do there.
  private(set) var ofScreen: [Range<Int>] = []
  private(set) var ofOverlay: [Range<Int>] = []
  /// By row of `calls`: the outcomes.
  private(set) var ofCall: [Range<Int>] = []
  /// By timer.
  private(set) var ofTimer: [Int] = []
  /// What can come at any time.
  private(set) var always: Range<Int> = 0..<0
  private(set) var kills: Range<Int> = 0..<0

  private let domain: Domain
  private var tables: FlowTables { domain.flow.tables }

  init(_ domain: Domain, keepsForeground: Bool) throws(DomainError) {
    self.domain = domain
    for row in tables.screens { ofScreen.append(range { $0.addElements(row.elements, of: row) }) }
    for (index, row) in tables.overlays.enumerated() {
      ofOverlay.append(
        range {
          $0.addElements(row.elements, of: nil)
          $0.add(.dismiss(OverlayID(index)))
        })
    }
    var owners: [Int: RequestID] = [:]
    for (request, row) in tables.requests.enumerated() {
      for call in row.calls.indices { owners[call] = RequestID(request) }
    }
    for call in tables.calls.indices {
      let first = all.count
      try addOutcomes(of: call, owners[call])
      ofCall.append(first..<all.count)
    }
    for timer in tables.timers.indices {
      ofTimer.append(all.count)
      all.append(.elapse(TimerID(timer)))
    }
    always = range {
      $0.addSignals()
      $0.addTold()
      if !domain.storable.isEmpty {
        $0.add(.secretsReadable(domain.storable))
        $0.add(.secretsReadable([]))
      }
      if keepsForeground {
        $0.add(.foreground(false))
        $0.add(.foreground(true))
      }
    }
    kills = range { $0.addKills() }
  }

  /// A relaunch with all around it as it was.
  var plainKill: Int { kills.lowerBound }

  private mutating func range(_ body: (inout MoveTable) -> Void) -> Range<Int> {
    let first = all.count
    body(&self)
    return first..<all.count
  }

  private mutating func add(_ input: Input) { all.append(.input(input)) }

  // MARK: What a person does

  private mutating func addElements(_ range: RowRange, of screen: ScreenRow?) {
    for index in range.indices {
      let element = ElementID(index)
      let row = tables.elements[index]
      switch row.kind {
      case .button, .link: add(.tap(element))
      case .field:
        if !domain.forms.contains(where: { $0.holds(row.fact) }) { addTexts(element, row) }
      case .choice: addOptions(element, row)
      case .picker: addRows(element, row)
      case .toggle:
        guard domain.isRelevant[Int(row.fact)] else { continue }
        add(.toggle(element, true))
        add(.toggle(element, false))
      case .heading, .text, .image, .progress: break
      }
    }
    addForm(range)
    guard let screen else { return }
    if screen.hasBack || tables.backEvent != noID { add(.back) }
    if screen.isDismissable { add(.dismissScreen) }
  }

  /// A form is filled so that it is ready, or spoiled by its first field.
  private mutating func addForm(_ range: RowRange) {
    let fields = range.indices.filter { tables.elements[$0].kind == .field }
    for form in domain.forms {
      let members = form.members.compactMap { member in
        fields.first { tables.elements[$0].fact == member.fact }
          .map { (element: ElementID($0), member: member) }
      }
      guard let first = members.first else { continue }
      all.append(.fill(members.map { $0.member.input(to: $0.element, isValid: true) }))
      all.append(.fill([first.member.input(to: first.element, isValid: false)]))
    }
  }

  private mutating func addTexts(_ element: ElementID, _ row: ElementRow) {
    guard domain.isRelevant[Int(row.fact)] else { return }
    let type = tables.facts[Int(row.fact)].type
    guard type != .secret else {
      add(.typeSecret(element, isValid: true))
      add(.typeSecret(element, isValid: nil))
      if domain.validity.contains(row.fact), row.validators.count > 0 {
        add(.typeSecret(element, isValid: false))
      }
      return
    }
    add(.type(element, []))
    for value in domain.values[Int(row.fact)] {
      switch value {
      case .text(let text): if !text.isEmpty { add(.type(element, text)) }
      case .number(let number): add(.type(element, Text(String(number).utf8)))
      case .absent: break
      }
    }
  }

  private mutating func addOptions(_ element: ElementID, _ row: ElementRow) {
    guard domain.isRelevant[Int(row.fact)] else { return }
    let wanted = domain.values[Int(row.fact)]
    let options = tables.options[row.options.indices].map { FactValue.number(Int64($0.value)) }
    // Options that no guard tells apart are one: the first of them.
    var isOtherDone = false
    for (place, option) in options.enumerated() {
      if !wanted.contains(option) {
        guard !isOtherDone, !options.contains(where: { wanted.contains($0) && isOther($0, row) })
        else { continue }
        isOtherDone = true
      }
      add(.choose(element, place))
    }
  }

  /// Whether a value is the one that stands for all that are compared with nothing.
  private func isOther(_ value: FactValue, _ row: ElementRow) -> Bool {
    guard case .number(let number) = value else { return false }
    guard let kept = domain.kept.first(where: { $0.cell == row.fact }), !kept.codes.isEmpty else {
      return false
    }
    return kept.codes.filter { $0 == kept.codes[Int(number)] }.count > 1
  }

  private mutating func addRows(_ element: ElementID, _ row: ElementRow) {
    let columns = Int(tables.facts[Int(row.list)].columns.count)
    var most = 1
    for case .text(let bytes) in domain.values[Int(row.list)] {
      most = max(most, ListValue.decode(bytes, columns: columns).count)
    }
    for place in 0..<most { add(.choose(element, place)) }
  }

  // MARK: What comes back

  private mutating func addOutcomes(
    of call: Int, _ request: RequestID?
  ) throws(DomainError) {
    guard let request else { return }
    let row = tables.calls[call]
    let ticket = UInt32(request) + 1
    let saves = tables.saves[row.saves.indices]
    for (values, secrets) in try combinations(Array(saves), of: request) {
      add(
        .answered(
          request, ticket: ticket,
          RequestOutcome(failure: nil, values: values, storedSecrets: secrets)))
    }
    let failureSaves = tables.saves[tables.requests[Int(request)].failureSaves.indices].map {
      SaveRow(fact: $0.fact, path: $0.path, isOptional: true)
    }
    for failure in domain.failures[call] ?? [] {
      // Only an answer with a body brings values.
      let isAnswer =
        failure >= FailureClass.own || failure == FailureClass.refused
        || failure == FailureClass.unavailable
      for (values, _) in try combinations(isAnswer ? failureSaves : [], of: request) {
        add(.answered(request, ticket: ticket, RequestOutcome(failure: failure, values: values)))
      }
    }
  }

  private func combinations(
    _ saves: [SaveRow], of request: RequestID
  ) throws(DomainError) -> [(values: [FactChange], secrets: [FactID])] {
    var result: [(values: [FactChange], secrets: [FactID])] = [([], [])]
    for save in saves {
      var next: [(values: [FactChange], secrets: [FactID])] = []
      for known in result {
        if save.isOptional { next.append(known) }
        if tables.facts[Int(save.fact)].type == .secret {
          next.append((known.values, known.secrets + [save.fact]))
          continue
        }
        let values = domain.values[Int(save.fact)]
        guard !values.isEmpty else {
          if !save.isOptional { next.append(known) }
          continue
        }
        for value in values {
          next.append((known.values + [FactChange(save.fact, value)], known.secrets))
        }
      }
      result = next
      guard result.count <= Domain.mostOutcomes else {
        throw .tooManyOutcomes(request, count: result.count)
      }
    }
    return result
  }

  // MARK: What the host says

  private mutating func addSignals() {
    for (index, row) in tables.signals.enumerated() {
      let signal = SignalID(index)
      let saved = row.fact == noID ? [] : domain.values[Int(row.fact)]
      let numbers = domain.eventValues[Int(row.event)]
      guard !saved.isEmpty || !numbers.isEmpty else {
        add(.signal(signal, number: absent, text: nil))
        continue
      }
      for value in saved {
        switch value {
        case .number(let number): add(.signal(signal, number: number, text: nil))
        case .text(let text): add(.signal(signal, number: absent, text: text))
        case .absent: break
        }
      }
      for number in numbers where !saved.contains(.number(number)) {
        add(.signal(signal, number: number, text: nil))
      }
    }
  }

  private mutating func addTold() {
    for change in deviceChanges(includingEvents: true) {
      add(.told(change.fact, change.value))
    }
  }

  private func deviceChanges(includingEvents: Bool) -> [FactChange] {
    var changes: [FactChange] = []
    for (index, row) in tables.facts.enumerated() where row.place == .device {
      let fact = FactID(index)
      let name = domain.flow.blob(row.name)
      guard domain.isRelevant[index], name != Names.launch, name != Names.foreground else {
        continue
      }
      changes.append(FactChange(fact, .absent))
      changes += domain.values[index].map { FactChange(fact, $0) }
    }
    return changes
  }

  private mutating func addKills() {
    all.append(.relaunch(Surroundings(changes: told(launch: 1))))
    if !domain.storable.isEmpty {
      all.append(.relaunch(Surroundings(changes: told(launch: 1), isLocked: true)))
    }
    if isRelevant(Names.launch) != nil {
      all.append(.relaunch(Surroundings(changes: told(launch: 2))))
    }
    for change in deviceChanges(includingEvents: false) {
      all.append(.relaunch(Surroundings(changes: told(launch: 1) + [change])))
    }
  }

  /// What the host tells at each launch: of which kind it is, and that the app is in front.
  private func told(launch kind: Int64) -> [FactChange] {
    var changes: [FactChange] = []
    if let fact = isRelevant(Names.launch) { changes.append(FactChange(fact, .number(kind))) }
    if let fact = isRelevant(Names.foreground) { changes.append(FactChange(fact, .number(1))) }
    return changes
  }

  private func isRelevant(_ name: Text) -> FactID? {
    guard let fact = domain.flow.fact(named: name), domain.isRelevant[Int(fact)],
      tables.facts[Int(fact)].place == .device
    else { return nil }
    return fact
  }
}
