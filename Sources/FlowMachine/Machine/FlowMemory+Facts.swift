import Statechart

extension FlowMemory {
  /// Gives a fact a value and remembers that it changed.
  mutating func set(_ fact: FactID, _ value: FactValue, _ state: inout ChartState) {
    let row = flow.tables.facts[Int(fact)]
    guard row.type != .secret else {
      if value == .absent { eraseSecret(fact, &state) }
      return
    }
    let old = state.cells[Int(fact)]
    switch value {
    case .absent:
      guard old != absent else { return }
      state.cells[Int(fact)] = absent
      if row.slot != noID { texts[Int(row.slot)] = [] }
    case .number(let number):
      guard old != number else { return }
      state.cells[Int(fact)] = number
    case .text(let text):
      guard row.slot != noID else { return }
      guard old == absent || texts[Int(row.slot)] != text else { return }
      texts[Int(row.slot)] = text
      state.cells[Int(fact)] = 1
    }
    hasChanged = true
    if row.place == .preferences, !changedFacts.contains(fact) { changedFacts.append(fact) }
  }

  func value(of fact: FactID, cells: [Int64]) -> FactValue {
    let cell = cells[Int(fact)]
    guard cell != absent else { return .absent }
    let slot = flow.tables.facts[Int(fact)].slot
    return slot == noID ? .number(cell) : .text(texts[Int(slot)])
  }

  /// A fact as people read it; nothing for an absent one, a secret or a list.
  func text(of fact: FactID, cells: [Int64]) -> Text {
    let row = flow.tables.facts[Int(fact)]
    let cell = cells[Int(fact)]
    guard cell != absent else { return [] }
    switch row.type {
    case .text, .json: return texts[Int(row.slot)]
    case .number, .time: return Decimal.text(cell)
    case .choice: return flow.blob(flow.tables.ids[Int(row.choices.start) + Int(cell)])
    case .flag:
      return cell == 0 ? Text(ascii: "false") : Text(ascii: "true")
    case .secret, .list: return []
    }
  }

  /// Whether a value has the fact's type and range.
  func fits(_ value: FactValue, _ fact: FactID) -> Bool {
    guard Int(fact) < flow.tables.facts.count else { return false }
    let row = flow.tables.facts[Int(fact)]
    switch (value, row.type) {
    case (.absent, _): return true
    case (.number(let number), .flag): return number == 0 || number == 1
    case (.number(let number), .choice): return number >= 0 && number < Int64(row.choices.count)
    case (.number(let number), .number), (.number(let number), .time): return number != absent
    case (.text(let text), .text): return text.count <= FlowLimits.textBytes
    case (.text, .list), (.text, .json): return true
    default: return false
    }
  }

  mutating func assign(
    _ row: AssignmentRow, _ event: ChartEvent, _ state: inout ChartState
  ) -> Bool {
    switch row.source {
    case .number: set(row.fact, row.number == absent ? .absent : .number(row.number), &state)
    case .text: set(row.fact, .text(flow.blob(row.operand)), &state)
    case .now:
      set(row.fact, .number(now + (row.number == absent ? 0 : row.number)), &state)
    case .event:
      let value: FactValue = event.value == absent ? .absent : .number(event.value)
      guard fits(value, row.fact) else { return false }
      set(row.fact, value, &state)
    case .sum:
      let (sum, overflow) = state.cells[Int(row.operand)].addingReportingOverflow(row.number)
      guard state.cells[Int(row.operand)] != absent, !overflow, sum != absent else {
        return false
      }
      set(row.fact, .number(sum), &state)
    case .fact:
      guard flow.tables.facts[Int(row.fact)].type == .secret else {
        set(row.fact, value(of: row.operand, cells: state.cells), &state)
        return true
      }
      copySecret(from: row.operand, to: row.fact, &state)
    }
    return true
  }

  private mutating func copySecret(
    from source: FactID, to fact: FactID, _ state: inout ChartState
  ) {
    let status = state.cells[Int(source)]
    guard status == SecretStatus.stored || status == SecretStatus.typed else {
      eraseSecret(fact, &state)
      return
    }
    effects.append(.storeSecret(fact, from: source))
    needsForcedJournal = true
    didStoreSecret(fact, &state)
  }

  mutating func didStoreSecret(_ fact: FactID, _ state: inout ChartState) {
    state.cells[Int(fact)] = SecretStatus.stored
    secretGenerations[Int(fact)] &+= 1
    hasChanged = true
  }

  mutating func eraseSecret(_ fact: FactID, _ state: inout ChartState) {
    guard state.cells[Int(fact)] != absent else { return }
    state.cells[Int(fact)] = absent
    secretGenerations[Int(fact)] &+= 1
    invalidSecrets.removeAll { $0 == fact }
    effects.append(.eraseSecret(fact))
    needsForcedJournal = true
    hasChanged = true
  }

  /// Secure storage can be read again: what was unreadable is there or is not (CMP-4).
  mutating func learnSecrets(_ stored: [FactID], _ state: inout ChartState) {
    for (index, row) in flow.tables.facts.enumerated() where row.type == .secret {
      let fact = FactID(index)
      let isStored = stored.contains(fact)
      if state.cells[index] == SecretStatus.unreadable {
        state.cells[index] = isStored ? SecretStatus.stored : absent
        hasChanged = true
      } else if isStored, state.cells[index] == absent {
        // As at a launch: what the record does not know of was to be erased.
        effects.append(.eraseSecret(fact))
      }
    }
  }

  /// A secret that was typed and not submitted goes with its screen, and the status with it.
  ///
  /// - Returns: whether there was one.
  mutating func dropTypedSecrets(_ state: inout ChartState) -> Bool {
    var hasDropped = false
    for (index, row) in flow.tables.facts.enumerated()
    where row.type == .secret && state.cells[index] == SecretStatus.typed {
      let fact = FactID(index)
      guard !submittedSecrets.contains(fact) else { continue }
      state.cells[index] = absent
      secretGenerations[index] &+= 1
      invalidSecrets.removeAll { $0 == fact }
      effects.append(.forgetSecret(fact))
      hasDropped = true
    }
    hasChanged = hasChanged || hasDropped
    return hasDropped
  }

  /// What belongs to the user goes: facts of that scope, and what requests have come to; those that
  /// survive the state that started them go on (a release of the push token, say).
  mutating func clearUser(_ state: inout ChartState) {
    for (index, row) in flow.tables.facts.enumerated()
    where row.scope == .user && row.place != .device && row.place != .configuration {
      set(FactID(index), .absent, &state)
    }
    for (index, row) in flow.tables.requests.enumerated() where !row.survives {
      reset(RequestID(index), &state)
    }
  }

  // MARK: Services

  mutating func startServices(_ which: UInt16) {
    for index in flow.tables.services.indices where which == noID || index == Int(which) {
      guard !runningServices[index] else { continue }
      runningServices[index] = true
      effects.append(.startService(UInt16(index)))
    }
  }

  mutating func stopServices(_ which: UInt16) {
    for index in flow.tables.services.indices.reversed()
    where which == noID || index == Int(which) {
      guard runningServices[index] else { continue }
      runningServices[index] = false
      effects.append(.stopService(UInt16(index)))
    }
  }
}
