extension Chart {
  /// Adds the active states inside a domain.
  @inlinable public func addActiveDescendants(
    of domain: StateID, to set: inout [UInt64], in active: [UInt64]
  ) {
    forEachBit(of: active, from: domain + 1, through: states[domain].last) { set.insert(bit: $0) }
  }

  /// Calls the closure for each set bit of a range, in order. The closure captures nothing that
  /// outlives the call.
  @inlinable public func forEachBit(
    of bits: [UInt64], from first: StateID, through last: StateID, _ body: (StateID) -> Void
  ) {
    guard first <= last else { return }
    var word = Int(first >> 6)
    let lastWord = Int(last >> 6)
    var rest = bits[word] & (~0 << UInt64(first & 63))
    while true {
      if word == lastWord { rest &= ~0 >> UInt64(63 - last & 63) }
      while rest != 0 {
        body(StateID(word * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
      guard word < lastWord else { return }
      word += 1
      rest = bits[word]
    }
  }

  /// Records the histories of the states being exited, then exits them in reverse document order,
  /// innermost first.
  @inlinable public func exitStates<Host: ChartHost>(
    event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    for index in 0..<histories.count {
      let history = histories[index]
      let row = states[history]
      if state.exitSet.contains(bit: row.parent) { record(row, in: &state) }
    }
    for word in (0..<wordCount).reversed() {
      while state.exitSet[word] != 0 {
        let bit = 63 - state.exitSet[word].leadingZeroBitCount
        state.exitSet[word] &= ~(1 << UInt64(bit))
        let id = StateID(word * 64 + bit)
        perform(states[id].exit, event: event, on: &state, host: &host)
        state.active.remove(bit: id)
        host.didExit(id)
      }
    }
  }

  /// Records the value of one history.
  @inlinable public func record(_ history: StateRow, in state: inout ChartState) {
    let start = Int(history.historySlot) * wordCount
    for word in 0..<wordCount { state.history[start + word] = 0 }
    let parent = history.parent
    for word in 0..<wordCount {
      var rest = state.active[word]
      while rest != 0 {
        let id = StateID(word * 64 + rest.trailingZeroBitCount)
        let bit = rest & (~rest &+ 1)
        rest &= rest - 1
        guard isDescendant(id, of: parent) else { continue }
        let counts =
          history.kind == .deepHistory ? leaves[word] & bit != 0 : states[id].parent == parent
        if counts { state.history[start + word] |= bit }
      }
    }
  }

  /// Enters the states of `entrySet` in document order and raises the `done` events that follow.
  @inlinable public func enterStates<Host: ChartHost>(
    event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    for word in 0..<wordCount {
      while state.entrySet[word] != 0 {
        let bit = state.entrySet[word].trailingZeroBitCount
        state.entrySet[word] &= state.entrySet[word] - 1
        enter(StateID(word * 64 + bit), event: event, on: &state, host: &host)
      }
    }
  }

  /// Enters one state.
  @inlinable public func enter<Host: ChartHost>(
    _ id: StateID, event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    state.active.insert(bit: id)
    host.didEnter(id)
    perform(states[id].enter, event: event, on: &state, host: &host)
    if states[id].kind == .final { raiseDone(of: states[id].parent, on: &state) }
  }

  /// A final child was entered, so its parent is done, and so is an enclosing parallel state when
  /// all its regions are.
  @inlinable public func raiseDone(of parent: StateID, on state: inout ChartState) {
    guard parent != 0 else {
      state.isRunning = false
      return
    }
    if states[parent].doneEvent != noID { state.raised.append(states[parent].doneEvent) }
    let grandparent = states[parent].parent
    guard states[grandparent].kind == .parallel, isInFinalState(grandparent, in: state) else {
      return
    }
    if grandparent == 0 {
      state.isRunning = false
    } else if states[grandparent].doneEvent != noID {
      state.raised.append(states[grandparent].doneEvent)
    }
  }

  /// Whether a state is done.
  @inlinable public func isInFinalState(_ id: StateID, in state: borrowing ChartState) -> Bool {
    let row = states[id]
    var child = id + 1
    switch row.kind {
    case .compound:
      while child <= row.last {
        if states[child].kind == .final, state.isActive(child) { return true }
        child = states[child].last + 1
      }
      return false
    case .parallel:
      while child <= row.last {
        if !states[child].isHistory, !isInFinalState(child, in: state) { return false }
        child = states[child].last + 1
      }
      return true
    case .atomic, .final, .shallowHistory, .deepHistory: return false
    }
  }

  /// Adds targets, their descendants to be entered, and the ancestors between them and `domain`.
  /// All targets are added before any region of an ancestor is filled by default, so that a default
  /// never joins a target.
  @inlinable public func addEntry(
    of range: RowRange, within domain: StateID, to set: inout [UInt64], history: [UInt64]
  ) {
    for position in range.indices {
      addWithDescendants(targets[position], to: &set, history: history)
    }
    for position in range.indices {
      addEffectiveAncestors(of: targets[position], within: domain, to: &set, history: history)
    }
  }

  /// Adds the ancestors between a target, or the states a history stands for, and `domain`.
  @inlinable public func addEffectiveAncestors(
    of target: StateID, within domain: StateID, to set: inout [UInt64], history: [UInt64]
  ) {
    let row = states[target]
    if !row.isHistory {
      addAncestors(of: target, within: domain, to: &set, history: history)
    } else if isRecorded(row.historySlot, in: history) {
      forEachRecorded(row.historySlot, in: history) {
        addAncestors(of: $0, within: domain, to: &set, history: history)
      }
    } else {
      for position in row.initial.indices {
        addAncestors(of: targets[position], within: domain, to: &set, history: history)
      }
    }
  }

  /// Calls the closure for each state recorded in a history slot.
  @inlinable public func forEachRecorded(
    _ slot: UInt16, in history: [UInt64], _ body: (StateID) -> Void
  ) {
    let start = Int(slot) * wordCount
    for word in 0..<wordCount {
      var rest = history[start + word]
      while rest != 0 {
        body(StateID(word * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  /// Adds a state and the descendants entered with it: initial states, all regions, or the states
  /// recorded by a history (SCXML: addDescendantStatesToEnter).
  @inlinable public func addWithDescendants(
    _ id: StateID, to set: inout [UInt64], history: [UInt64]
  ) {
    let row = states[id]
    switch row.kind {
    case .compound:
      set.insert(bit: id)
      addEntry(of: row.initial, within: id, to: &set, history: history)
    case .parallel:
      set.insert(bit: id)
      addRegions(of: id, to: &set, history: history)
    case .atomic, .final: set.insert(bit: id)
    case .shallowHistory, .deepHistory:
      // As if the recorded states were the targets (SCXML 3.10). Appendix D adds their ancestors up
      // to the history's parent, and so reenters states that a transition from inside that parent
      // does not exit.
      if isRecorded(row.historySlot, in: history) {
        forEachRecorded(row.historySlot, in: history) {
          addWithDescendants($0, to: &set, history: history)
        }
      } else {
        for position in row.initial.indices {
          addWithDescendants(targets[position], to: &set, history: history)
        }
      }
    }
  }

  /// Adds the regions of a parallel state in which no state is to be entered yet.
  @inlinable public func addRegions(
    of id: StateID, to set: inout [UInt64], history: [UInt64]
  ) {
    var child = id + 1
    while child <= states[id].last {
      if !states[child].isHistory, !hasDescendant(of: child, in: set) {
        addWithDescendants(child, to: &set, history: history)
      }
      child = states[child].last + 1
    }
  }

  /// A transition across the regions of a parallel root exits all of them and enters all of them
  /// again.
  @inlinable public func addRegionsOfRoot(
    within domain: StateID, to set: inout [UInt64], history: [UInt64]
  ) {
    if domain == 0, states[0].kind == .parallel { addRegions(of: 0, to: &set, history: history) }
  }

  /// Adds the states between a state and a domain.
  @inlinable public func addAncestors(
    of id: StateID, within domain: StateID, to set: inout [UInt64], history: [UInt64]
  ) {
    var ancestor = states[id].parent
    while ancestor != domain, ancestor != noID {
      set.insert(bit: ancestor)
      if states[ancestor].kind == .parallel {
        addRegions(of: ancestor, to: &set, history: history)
      }
      ancestor = states[ancestor].parent
    }
  }

  /// Whether a set contains a descendant of a state.
  @inlinable public func hasDescendant(of id: StateID, in set: [UInt64]) -> Bool {
    var found = false
    forEachBit(of: set, from: id + 1, through: states[id].last) { _ in found = true }
    return found
  }
}
