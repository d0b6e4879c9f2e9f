import Statechart
import WireText

extension FlowMemory {
  /// Sets a fact, records that it changed, and computes what follows from it.
  mutating func set(_ fact: FactID, _ value: FactValue, _ state: inout ChartState) {
    let row = flow.rows.facts[fact]
    guard row.type != .secret else {
      if value == .absent { eraseSecret(fact, &state) }
      return
    }
    guard put(fact, value, &state) else { return }
    hasChanged = true
    if row.place == .preferences, !changedFacts.contains(fact) { changedFacts.append(fact) }
    computeIfNeeded(&state)
  }

  /// - Returns: whether the fact had another value.
  @discardableResult
  mutating func put(_ fact: FactID, _ value: FactValue, _ state: inout ChartState) -> Bool {
    let old = state.cells[Int(fact)]
    let slot = flow.rows.facts[fact].slot
    switch value {
    case .absent:
      guard old != absent else { return false }
      state.cells[Int(fact)] = absent
      if slot != noID { texts[Int(slot)] = [] }
    case .number(let number):
      guard old != number else { return false }
      state.cells[Int(fact)] = number
    case .text(let text):
      guard slot != noID, old == absent || texts[Int(slot)] != text else { return false }
      texts[Int(slot)] = text
      state.cells[Int(fact)] = 1
    }
    return true
  }

  func value(of fact: FactID, cells: [Int64]) -> FactValue {
    let cell = cells[Int(fact)]
    guard cell != absent else { return .absent }
    let slot = flow.rows.facts[fact].slot
    return slot == noID ? .number(cell) : .text(texts[Int(slot)])
  }

  /// A fact as people read it; empty for an absent one, a secret or a list.
  func text(of fact: FactID, cells: [Int64]) -> Text {
    let row = flow.rows.facts[fact]
    if row.slot != noID, row.type != .list {
      return cells[Int(fact)] == absent ? [] : texts[Int(row.slot)]
    }
    var text: Text = []
    append(fact, row, cells: cells, to: &text)
    return text
  }

  /// Appends the result of `text(of:cells:)`.
  func append(_ fact: FactID, _ row: FactRow, cells: [Int64], to bytes: inout Text) {
    let cell = cells[Int(fact)]
    guard cell != absent else { return }
    switch row.type {
    case .text, .json: bytes += texts[Int(row.slot)]
    case .number, .time: Decimal.append(cell, to: &bytes)
    case .choice:
      bytes.append(contentsOf: flow.rows.blobs[flow.rows.ids[Int(row.choices.start) + Int(cell)]])
    case .flag: bytes.append(ascii: cell == 0 ? "false" : "true")
    case .secret, .list: break
    }
  }

  /// Whether a value fits the fact's type and range.
  func fits(_ value: FactValue, _ fact: FactID) -> Bool {
    guard Int(fact) < flow.rows.facts.count else { return false }
    let row = flow.rows.facts[fact]
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
      guard flow.rows.facts[row.fact].type == .secret else {
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
    append(.storeSecret(fact, from: source))
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
    append(.eraseSecret(fact))
    needsForcedJournal = true
    hasChanged = true
  }

  /// Secure storage can be read again: an unreadable secret turns out to be stored or absent
  /// (CMP-4).
  mutating func learnSecrets(_ stored: [FactID], _ state: inout ChartState) {
    for place in 0..<flow.rows.secrets.count {
      let fact = flow.rows.secrets[place]
      let index = Int(fact)
      let isStored = stored.contains(fact)
      if state.cells[index] == SecretStatus.unreadable {
        state.cells[index] = isStored ? SecretStatus.stored : absent
        hasChanged = true
      } else if isStored, state.cells[index] == absent {
        // As at a launch: a secret that the record does not know was to be erased.
        append(.eraseSecret(fact))
      }
    }
  }

  /// Drops the secrets that were typed but not submitted on a screen being left, and their
  /// statuses.
  ///
  /// - Returns: whether there were any.
  mutating func dropTypedSecrets(_ state: inout ChartState) -> Bool {
    var hasDropped = false
    for place in 0..<flow.rows.secrets.count {
      let fact = flow.rows.secrets[place]
      let index = Int(fact)
      guard state.cells[index] == SecretStatus.typed else { continue }
      guard !submittedSecrets.contains(fact) else { continue }
      state.cells[index] = absent
      secretGenerations[index] &+= 1
      invalidSecrets.removeAll { $0 == fact }
      append(.forgetSecret(fact))
      hasDropped = true
    }
    hasChanged = hasChanged || hasDropped
    return hasDropped
  }

  /// Clears what belongs to the user: facts of that scope, and the results of requests. Requests
  /// that outlive the state that started them go on (a release of the push token, say).
  mutating func clearUser(_ state: inout ChartState) {
    for index in flow.tables.facts.indices where flow.tables.facts[index].isUsers {
      set(FactID(index), .absent, &state)
    }
    for index in requests.indices where !flow.rows.requests[index].survives {
      reset(RequestID(index), &state)
    }
  }

  // MARK: Services

  mutating func startServices(_ which: UInt16) {
    for index in runningServices.indices where which == noID || index == Int(which) {
      guard !runningServices[index] else { continue }
      runningServices[index] = true
      append(.startService(UInt16(index)))
    }
  }

  mutating func stopServices(_ which: UInt16) {
    for index in runningServices.indices.reversed()
    where which == noID || index == Int(which) {
      guard runningServices[index] else { continue }
      runningServices[index] = false
      append(.stopService(UInt16(index)))
    }
  }
}
