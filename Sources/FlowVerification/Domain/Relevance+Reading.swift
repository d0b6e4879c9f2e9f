import FlowMachine
import Statechart

extension Relevance {
  mutating func readChart() {
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

  mutating func read(_ actions: RowRange, event: EventID) {
    for index in actions.indices {
      let action = flow.chart.actions[index]
      if action.kind == .skipUnless { read(action.a, event: event) }
      guard action.kind == .host, Operation(rawValue: action.a) == .assign else { continue }
      let row = flow.tables.assignments[Int(action.b)]
      switch row.source {
      case .sum:
        isCounter[Int(row.fact)] = true
        // Nothing comes of a sum with what is absent.
        asksPresence[Int(row.operand)] = true
      case .fact: isStorable[Int(row.fact)] = true
      case .text: literals[Int(row.fact)].insert(flow.blob(row.operand))
      case .event where event != noID: eventFacts[Int(event)].append(row.fact)
      case .number, .now, .event: break
      }
    }
  }

  mutating func readTables() {
    let tables = flow.tables
    for row in tables.requests {
      read(row.unless, event: noID)
      if row.isOnce {
        for call in tables.calls[row.calls.indices] {
          for save in tables.saves[call.saves.indices] where !save.isOptional {
            readValue(of: save.fact)
            asksPresence[Int(save.fact)] = true
          }
        }
      }
    }
    for save in tables.saves { isStorable[Int(save.fact)] = true }
    for signal in tables.signals where signal.fact != noID { isStorable[Int(signal.fact)] = true }
    // What nobody types can only be there because it was stored, by whatever part of the app.
    let typed = Set(tables.elements.filter(\.takesText).map(\.fact))
    for fact in tables.facts.indices where !typed.contains(FactID(fact)) {
      isStorable[fact] = true
    }
    for row in tables.calls {
      read(row.condition, event: noID)
      // Whether it is there that a URL inserts.
      for fact in flow.facts(in: row.url)
      where tables.facts[Int(fact)].place != .configuration {
        readValue(of: fact)
        asksPresence[Int(fact)] = true
      }
    }
    for row in tables.timers { isRelevant[Int(row.cell)] = true }
    for row in tables.overlays { isRelevant[Int(row.cell)] = true }
    for (fact, row) in tables.facts.enumerated() where row.type == .secret {
      // Whether a secret is there decides what a relaunch finds.
      isRelevant[fact] = true
    }
    for range in tables.screens.map(\.elements) + tables.overlays.map(\.elements) {
      readElements(range)
    }
  }

  /// A change that somebody waits for is an event.
  ///
  /// - Parameter canDrop: whether of a fact of which nothing else matters the value may be dropped.
  mutating func readChanges(canDrop: Bool) {
    let awaited = Set((0..<flow.chart.transitions.count).map { flow.chart.transitions[$0].event })
    for (fact, row) in flow.tables.facts.enumerated()
    where row.changedEvent != noID && awaited.contains(row.changedEvent) {
      if canDrop, !isRelevant[fact], Self.isPlain(row) {
        isOnlyChanged[fact] = true
        continue
      }
      // There have to be two values to change between.
      readValue(of: UInt16(fact))
      asksPresence[fact] = true
      constants[fact].insert(0)
      literals[fact].insert(Text("one".utf8))
    }
  }

  /// Whether the host tells a fact that is absent unless told, so that a change to any value and
  /// back can be told at any time. A launch tells its facts without an event.
  private static func isPlain(_ row: FactRow) -> Bool {
    guard row.place == .device, row.initial == absent else { return false }
    return switch row.type {
    case .flag, .choice, .number, .time, .text: true
    case .json, .list, .secret: false
    }
  }

  mutating func readElements(_ range: RowRange) {
    let elements = flow.tables.elements[range.indices]
    let hasSubmit = elements.contains { $0.submits }
    for row in elements { readShown(row) }
    for row in elements where row.takesInput {
      read(row.shown, event: noID)
      read(row.enabled, event: noID)
      if hasSubmit, row.takesValue { readValidity(of: row) }
      if row.kind == .picker, row.list != noID { readValue(of: row.list) }
      for request in row.requests.indices {
        // A button whose request runs is disabled.
        let cell = flow.tables.requests[Int(flow.tables.ids[request])].cell
        isRelevant[Int(cell)] = true
      }
    }
  }

  /// What is shown by the status of a request says how it failed: what else decides that it is
  /// shown matters with it.
  private mutating func readShown(_ row: ElementRow) {
    let steps = flow.guardSteps(of: row.shown)
    let statuses = Set(flow.tables.requests.map(\.cell))
    let isStatus: (GuardStep) -> Bool = {
      $0.test == .cellToConstant && statuses.contains($0.a)
    }
    guard steps.contains(where: isStatus) else { return }
    for step in steps {
      if isStatus(step) {
        shown[Int(step.a)].insert(flow.chart.constants[step.b])
      } else {
        read(step, event: noID)
      }
    }
    // A text of values alone says nothing without them.
    for fact in flow.factsNeeded(toTellBy: row) {
      readValue(of: fact)
      asksPresence[Int(fact)] = true
    }
  }

  mutating func readValue(of cell: UInt16) {
    isRelevant[Int(cell)] = true
    decidesByValue[Int(cell)] = true
  }

  mutating func readValidity(of row: ElementRow) {
    guard row.validators.count > 0 else { return }
    guard row.takesText else { return readSet(of: row) }
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

  /// Of what is not typed it can be required how many of its facts are on, or there.
  private mutating func readSet(of row: ElementRow) {
    for fact in flow.tables.valueFacts(of: row) {
      readValue(of: fact)
      if flow.tables.facts[Int(fact)].type == .flag {
        constants[Int(fact)].insert(1)
        singled[Int(fact)].insert(1)
      } else {
        asksPresence[Int(fact)] = true
      }
    }
  }

  mutating func relate(_ first: UInt16, _ second: UInt16) {
    compared.append((first, second))
    isComparedWithOther[Int(first)] = true
    isComparedWithOther[Int(second)] = true
    decidesByValue[Int(first)] = true
    decidesByValue[Int(second)] = true
  }

  mutating func read(_ condition: UInt16, event: EventID) {
    for step in flow.guardSteps(of: condition) { read(step, event: event) }
  }

  mutating func read(_ step: GuardStep, event: EventID) {
    switch step.test {
    case .cellToConstant:
      readValue(of: step.a)
      constants[Int(step.a)].formUnion(told(flow.chart.constants[step.b], by: step.comparison))
      if step.comparison == .equal || step.comparison == .notEqual {
        singled[Int(step.a)].insert(flow.chart.constants[step.b])
      } else {
        asksPresence[Int(step.a)] = true
      }
    case .cellToCell:
      isRelevant[Int(step.a)] = true
      isRelevant[Int(step.b)] = true
      relate(step.a, step.b)
      if step.comparison != .equal, step.comparison != .notEqual {
        isOrdered[Int(step.a)] = true
        isOrdered[Int(step.b)] = true
      }
    case .eventToConstant:
      guard event != noID else { return }
      eventConstants[Int(event)].formUnion(
        told(flow.chart.constants[step.b], by: step.comparison))
    case .isAbsent:
      readValue(of: step.a)
      asksPresence[Int(step.a)] = true
    case .isActive: break
    case .host: readQuestion(step)
    }
  }

  /// The values at which a comparison with a constant changes its answer.
  func told(_ constant: Int64, by comparison: Comparison) -> [Int64] {
    switch comparison {
    case .equal, .notEqual: [constant]
    case .less, .greaterOrEqual: [constant, constant == .max ? constant : constant - 1]
    case .lessOrEqual, .greater: [constant, constant == .max ? constant : constant + 1]
    }
  }

  mutating func readQuestion(_ step: GuardStep) {
    switch Question(rawValue: step.a) {
    case .isValid:
      isRelevant[Int(step.b)] = true
      decidesByValidity[Int(step.b)] = true
      for row in flow.tables.elements where row.takesValue && row.fact == step.b {
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
}
