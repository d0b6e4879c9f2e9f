import FlowMachine
import Statechart

/// Which cells decide something in a flow, and which of their values are told apart.
///
/// Read from the compiled tables: a cell matters when a guard of a transition, an action, a request
/// or an element that takes input reads it, or when it is copied into one that does. What only
/// texts, URLs and bodies show decides nothing.
struct Relevance {
  let flow: Flow
  /// By cell.
  private(set) var isRelevant: [Bool]
  /// Numbers that a cell is compared with, by cell.
  private(set) var constants: [Set<Int64>]
  /// Cells that are compared with each other, or copied: their values are told apart alike.
  private(set) var isComparedWithOther: [Bool]
  /// Facts that are compared with each other.
  private var compared: [(FactID, FactID)] = []
  /// Facts that grow or shrink step by step: between the constants every value counts.
  private(set) var isCounter: [Bool]
  /// Texts that a fact is compared with or set to, by fact.
  private(set) var literals: [Set<Text>]
  /// Facts whose validity decides something.
  private(set) var decidesByValidity: [Bool]
  /// Facts of which something else than their validity decides.
  private(set) var decidesByValue: [Bool]
  /// Secrets that can come into secure storage.
  private(set) var isStorable: [Bool]
  /// Numbers that an event's value is compared with, by event.
  private(set) var eventConstants: [Set<Int64>]
  /// Facts that take an event's value, by event.
  private(set) var eventFacts: [[FactID]]

  init(_ flow: Flow, conditions: [UInt16]) {
    self.flow = flow
    let count = flow.chart.initialCells.count
    isRelevant = [Bool](repeating: false, count: count)
    constants = [Set<Int64>](repeating: [], count: count)
    isComparedWithOther = [Bool](repeating: false, count: count)
    isCounter = [Bool](repeating: false, count: count)
    literals = [Set<Text>](repeating: [], count: flow.tables.facts.count)
    decidesByValidity = [Bool](repeating: false, count: flow.tables.facts.count)
    decidesByValue = [Bool](repeating: false, count: count)
    isStorable = [Bool](repeating: false, count: flow.tables.facts.count)
    eventConstants = [Set<Int64>](repeating: [], count: flow.chart.eventCount)
    eventFacts = [[FactID]](repeating: [], count: flow.chart.eventCount)
    readChart()
    readTables()
    for condition in conditions { read(condition, event: noID) }
    spread()
  }

  // MARK: Who reads

  private mutating func readChart() {
    for index in 0..<flow.chart.transitions.count {
      let row = flow.chart.transitions[index]
      read(row.condition, event: row.event)
      read(row.actions, event: row.event)
    }
    for index in 0..<flow.chart.states.count {
      read(flow.chart.states[index].enter, event: noID)
      read(flow.chart.states[index].exit, event: noID)
    }
  }

  private mutating func read(_ actions: RowRange, event: EventID) {
    for index in actions.indices {
      let action = flow.chart.actions[index]
      if action.kind == .skipUnless { read(action.a, event: event) }
      guard action.kind == .host, Operation(rawValue: action.a) == .assign else { continue }
      let row = flow.tables.assignments[Int(action.b)]
      switch row.source {
      case .sum: isCounter[Int(row.fact)] = true
      case .fact: isStorable[Int(row.fact)] = true
      case .text: literals[Int(row.fact)].insert(flow.blob(row.operand))
      case .event where event != noID: eventFacts[Int(event)].append(row.fact)
      case .number, .now, .event: break
      }
    }
  }

  private mutating func readTables() {
    let tables = flow.tables
    for row in tables.requests {
      read(row.unless, event: noID)
      if row.isOnce {
        for call in tables.calls[row.calls.indices] {
          for save in tables.saves[call.saves.indices] where !save.isOptional {
            readValue(of: save.fact)
          }
        }
      }
    }
    for save in tables.saves { isStorable[Int(save.fact)] = true }
    // What nobody types can only be there because it was stored, by whatever part of the app.
    let typed = Set(tables.elements.filter { $0.kind == .field }.map(\.fact))
    for fact in tables.facts.indices where !typed.contains(FactID(fact)) {
      isStorable[fact] = true
    }
    for row in tables.calls { read(row.condition, event: noID) }
    for row in tables.timers { isRelevant[Int(row.cell)] = true }
    for row in tables.overlays { isRelevant[Int(row.cell)] = true }
    for (fact, row) in tables.facts.enumerated() {
      // Whether a secret is there decides what a relaunch finds.
      if row.type == .secret { isRelevant[fact] = true }
      guard row.changedEvent != noID else { continue }
      // A change is an event: there have to be two values to change between.
      readValue(of: UInt16(fact))
      constants[fact].insert(0)
      literals[fact].insert(Text("one".utf8))
    }
    for range in tables.screens.map(\.elements) + tables.overlays.map(\.elements) {
      readElements(range)
    }
  }

  private mutating func readElements(_ range: RowRange) {
    let elements = flow.tables.elements[range.indices]
    let hasSubmit = elements.contains { $0.submits }
    for row in elements where row.takesInput {
      read(row.shown, event: noID)
      read(row.enabled, event: noID)
      if hasSubmit, row.kind == .field { readValidity(of: row) }
      if row.kind == .picker, row.list != noID { readValue(of: row.list) }
      for request in row.requests.indices {
        // A button whose request runs is disabled.
        let cell = flow.tables.requests[Int(flow.tables.ids[request])].cell
        isRelevant[Int(cell)] = true
      }
    }
  }

  private mutating func readValue(of cell: UInt16) {
    isRelevant[Int(cell)] = true
    decidesByValue[Int(cell)] = true
  }

  private mutating func readValidity(of row: ElementRow) {
    guard row.validators.count > 0 else { return }
    isRelevant[Int(row.fact)] = true
    decidesByValidity[Int(row.fact)] = true
    let type = flow.tables.facts[Int(row.fact)].type
    for validator in flow.tables.validators[row.validators.indices] {
      if validator.rule == .same {
        compared.append((row.fact, validator.fact))
        isRelevant[Int(validator.fact)] = true
        isComparedWithOther[Int(row.fact)] = true
        isComparedWithOther[Int(validator.fact)] = true
      } else if type == .number {
        constants[Int(row.fact)].formUnion([validator.value, validator.value - 1])
      }
    }
  }

  private mutating func relate(_ first: UInt16, _ second: UInt16) {
    compared.append((first, second))
    isComparedWithOther[Int(first)] = true
    isComparedWithOther[Int(second)] = true
    decidesByValue[Int(first)] = true
    decidesByValue[Int(second)] = true
  }

  private mutating func read(_ condition: UInt16, event: EventID) {
    guard condition < GuardStep.reject else { return }
    var open = [condition]
    var seen: Set<UInt16> = []
    while let index = open.popLast() {
      guard index < GuardStep.reject, seen.insert(index).inserted else { continue }
      let step = flow.chart.guards[index]
      read(step, event: event)
      open += [step.ifTrue, step.ifFalse]
    }
  }

  private mutating func read(_ step: GuardStep, event: EventID) {
    switch step.test {
    case .cellToConstant:
      readValue(of: step.a)
      constants[Int(step.a)].formUnion(told(flow.chart.constants[step.b], by: step.comparison))
    case .cellToCell:
      isRelevant[Int(step.a)] = true
      isRelevant[Int(step.b)] = true
      relate(step.a, step.b)
    case .eventToConstant:
      guard event != noID else { return }
      eventConstants[Int(event)].formUnion(
        told(flow.chart.constants[step.b], by: step.comparison))
    case .isAbsent: readValue(of: step.a)
    case .isActive: break
    case .host: readQuestion(step)
    }
  }

  /// The values at which a comparison with a constant changes its answer.
  private func told(_ constant: Int64, by comparison: Comparison) -> [Int64] {
    switch comparison {
    case .equal, .notEqual: [constant]
    case .less, .greaterOrEqual: [constant, constant == .max ? constant : constant - 1]
    case .lessOrEqual, .greater: [constant, constant == .max ? constant : constant + 1]
    }
  }

  private mutating func readQuestion(_ step: GuardStep) {
    switch Question(rawValue: step.a) {
    case .isValid:
      isRelevant[Int(step.b)] = true
      decidesByValidity[Int(step.b)] = true
      for row in flow.tables.elements where row.kind == .field && row.fact == step.b {
        readValidity(of: row)
      }
    case .textEquals:
      let row = flow.tables.textTests[Int(step.b)]
      readValue(of: row.fact)
      if row.isLiteral {
        literals[Int(row.fact)].insert(flow.blob(row.operand))
      } else {
        isRelevant[Int(row.operand)] = true
        relate(row.fact, row.operand)
      }
    case nil: break
    }
  }

  // MARK: What is copied

  /// What is copied into a fact that matters, matters as that one does.
  private mutating func spread() {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for (first, second) in compared where max(Int(first), Int(second)) < literals.count {
        let both = literals[Int(first)].union(literals[Int(second)])
        if both.count == literals[Int(first)].count, both.count == literals[Int(second)].count {
          continue
        }
        isSettled = false
        literals[Int(first)] = both
        literals[Int(second)] = both
      }
      for row in flow.tables.assignments
      where (row.source == .fact || row.source == .sum) && row.fact != row.operand {
        let target = Int(row.fact)
        let source = Int(row.operand)
        guard isRelevant[target] else { continue }
        let offset = row.source == .sum ? row.number : 0
        let wanted = Set(constants[target].map { $0 &- offset })
        let isKnown =
          isRelevant[source] && wanted.isSubset(of: constants[source])
          && literals[target].isSubset(of: literals[source])
          && (!isComparedWithOther[target] || isComparedWithOther[source])
          && (!isCounter[target] || isCounter[source])
          && decidesByValue[source]
          && (!decidesByValidity[target] || decidesByValidity[source])
        guard !isKnown, constants[source].count < 64 else { continue }
        isSettled = false
        isRelevant[source] = true
        constants[source].formUnion(wanted)
        literals[source].formUnion(literals[target])
        if isComparedWithOther[target] { isComparedWithOther[source] = true }
        if isCounter[target] { isCounter[source] = true }
        decidesByValue[source] = true
        if decidesByValidity[target] { decidesByValidity[source] = true }
      }
    }
  }
}

extension Relevance {
  /// Takes over what decides something in a later version of the flow.
  ///
  /// - Returns: for numbers and texts the values that are told apart there.
  mutating func adopt(_ next: Domain) -> [FactID: [FactValue]] {
    var values: [FactID: [FactValue]] = [:]
    for (index, row) in flow.tables.facts.enumerated() {
      guard let fact = next.flow.fact(named: flow.blob(row.name)), next.isRelevant[Int(fact)],
        next.flow.tables.facts[Int(fact)].type == row.type
      else { continue }
      readValue(of: CellID(index))
      switch row.type {
      case .flag, .choice: isComparedWithOther[index] = true
      case .number, .time, .text, .list, .json: values[FactID(index)] = next.values[Int(fact)]
      case .secret: break
      }
    }
    return values
  }
}

extension ElementRow {
  /// Whether a person can do something with it.
  var takesInput: Bool {
    switch kind {
    case .heading, .text, .image, .progress: false
    case .field, .choice, .picker, .toggle, .button, .link: true
    }
  }
}
