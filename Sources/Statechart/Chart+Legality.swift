extension Chart {
  /// Whether this chart can be in a configuration that comes from outside, with histories that it
  /// could have recorded.
  public func isLegal(_ state: ChartState) -> Bool {
    guard state.active.count == wordCount, state.history.count == wordCount * historyCount,
      state.cells.count == initialCells.count
    else { return false }
    for index in 0..<histories.count where !isLegalRecord(of: histories[index], state) {
      return false
    }
    var activeCount = 0
    for word in state.active { activeCount += word.nonzeroBitCount }
    guard activeCount > 0 else { return !state.isRunning }
    var count = 0
    guard state.isActive(0), countActive(in: 0, state.active, &count), count == activeCount else {
      return false
    }
    return state.isRunning != isInFinalState(0, in: state)
  }

  /// Checks that an active state has the active children that its kind requires.
  private func countActive(in id: StateID, _ active: [UInt64], _ count: inout Int) -> Bool {
    count += 1
    var children = 0
    var activeChildren = 0
    var child = id + 1
    while child <= states[id].last {
      if !states[child].isHistory {
        children += 1
        if active.contains(bit: child) {
          activeChildren += 1
          guard countActive(in: child, active, &count) else { return false }
        }
      } else if active.contains(bit: child) {
        return false
      }
      child = states[child].last + 1
    }
    return switch states[id].kind {
    case .compound: activeChildren == 1
    case .parallel: activeChildren == children
    case .atomic, .final: true
    case .shallowHistory, .deepHistory: false
    }
  }

  /// Whether the recorded value of a history, with the states in between, is a configuration of its
  /// parent.
  func isLegalRecord(of history: StateID, _ state: ChartState) -> Bool {
    let row = states[history]
    guard isRecorded(row.historySlot, in: state.history) else { return true }
    var recorded = [UInt64](repeating: 0, count: wordCount)
    var isSound = true
    forEachRecorded(row.historySlot, in: state.history) { id in
      guard Int(id) < states.count, isDescendant(id, of: row.parent), !states[id].isHistory,
        row.kind == .deepHistory
          ? leaves[Int(id >> 6)] & (1 << UInt64(id & 63)) != 0 : states[id].parent == row.parent
      else { return isSound = false }
      recorded.insert(bit: id)
    }
    guard isSound else { return false }
    guard row.kind == .deepHistory else {
      var count = 0
      for word in recorded { count += word.nonzeroBitCount }
      return count == (states[row.parent].kind == .compound ? 1 : regionCount(of: row.parent))
    }
    forEachRecorded(row.historySlot, in: state.history) { id in
      var ancestor = states[id].parent
      while ancestor != row.parent {
        recorded.insert(bit: ancestor)
        ancestor = states[ancestor].parent
      }
    }
    var count = 0
    return countActive(in: row.parent, recorded, &count)
  }

  private func regionCount(of id: StateID) -> Int {
    var count = 0
    var child = id + 1
    while child <= states[id].last {
      if !states[child].isHistory { count += 1 }
      child = states[child].last + 1
    }
    return count
  }
}
