extension Chart {
  /// Fills `state.selected` with the transitions to take, without conflicts and in document order
  /// of the leaves that chose them (SCXML: selectTransitions and removeConflictingTransitions).
  ///
  /// - Returns: whether there are any.
  @inlinable public func select<Host: ChartHost>(
    on event: ChartEvent, in state: inout ChartState, host: inout Host
  ) -> Bool {
    state.selected.removeAll(keepingCapacity: true)
    for word in 0..<wordCount {
      var rest = state.active[word] & leaves[word]
      while rest != 0 {
        let leaf = StateID(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
        let chosen = choose(from: leaf, on: event, in: state, host: &host)
        if chosen != noID { add(chosen, to: &state) }
      }
    }
    return !state.selected.isEmpty
  }

  /// The first transition enabled in a leaf or, from the inside out, in its ancestors.
  @inlinable public func choose<Host: ChartHost>(
    from leaf: StateID, on event: ChartEvent, in state: borrowing ChartState, host: inout Host
  ) -> UInt16 {
    var source = leaf
    while source != noID {
      let row = states[source]
      for index in row.transitions.indices {
        let transition = transitions[index]
        if transition.event == event.id,
          holds(transition.condition, event: event, in: state, host: &host)
        {
          return UInt16(index)
        }
      }
      source = row.parent
    }
    return noID
  }

  /// Adds a transition unless one in the set preempts it, and removes those that it preempts.
  @inlinable public func add(_ index: UInt16, to state: inout ChartState) {
    guard !state.selected.isEmpty else {
      state.selected.append(index)
      return
    }
    guard !state.selected.contains(index) else { return }
    var position = 0
    let source = transitions[index].source
    // Whether `index` is preempted must be known before it causes any removal.
    for other in state.selected
    where doConflict(index, other, in: state)
      && !isDescendant(source, of: transitions[other].source)
    {
      return
    }
    while position < state.selected.count {
      if doConflict(index, state.selected[position], in: state) {
        state.selected.remove(at: position)
      } else {
        position += 1
      }
    }
    state.selected.append(index)
  }

  /// Two transitions conflict if they would exit a common state.
  @inlinable public func doConflict(
    _ first: UInt16, _ second: UInt16, in state: borrowing ChartState
  ) -> Bool {
    let left = transitions[first]
    let right = transitions[second]
    guard left.targets.count > 0, right.targets.count > 0 else { return false }
    let leftDomain = domain(of: left, history: state.history)
    let rightDomain = domain(of: right, history: state.history)
    // An active domain has active descendants, and all of them are exited.
    return leftDomain == rightDomain || isDescendant(leftDomain, of: rightDomain)
      || isDescendant(rightDomain, of: leftDomain)
  }

  /// The domain of a transition with targets: its source if it is internal and its targets are
  /// descendants, otherwise the least common compound ancestor (SCXML: getTransitionDomain,
  /// findLCCA).
  @inlinable public func domain(of row: TransitionRow, history: [UInt64]) -> StateID {
    let source = row.source
    if row.isInternal, states[source].kind == .compound,
      holdsEffectiveTargets(of: row, source, history: history)
    {
      return source
    }
    var ancestor = states[source].parent
    guard ancestor != noID else { return 0 }
    while ancestor != 0 {
      if states[ancestor].kind == .compound,
        holdsEffectiveTargets(of: row, ancestor, history: history)
      {
        return ancestor
      }
      ancestor = states[ancestor].parent
    }
    return 0
  }

  /// Whether all targets of a transition, with histories replaced by their values, are descendants
  /// of a state.
  @inlinable public func holdsEffectiveTargets(
    of row: TransitionRow, _ ancestor: StateID, history: [UInt64]
  ) -> Bool {
    for position in row.targets.indices {
      let target = targets[position]
      let targetRow = states[target]
      guard targetRow.isHistory else {
        guard isDescendant(target, of: ancestor) else { return false }
        continue
      }
      if isRecorded(targetRow.historySlot, in: history) {
        let start = Int(targetRow.historySlot) * wordCount
        for word in 0..<wordCount {
          var rest = history[start + word]
          while rest != 0 {
            let recorded = StateID(word * 64 + rest.trailingZeroBitCount)
            rest &= rest - 1
            guard isDescendant(recorded, of: ancestor) else { return false }
          }
        }
      } else {
        for position in targetRow.initial.indices {
          guard isDescendant(targets[position], of: ancestor) else { return false }
        }
      }
    }
    return true
  }

  /// Whether a history slot has a recorded value.
  @inlinable public func isRecorded(_ slot: UInt16, in history: [UInt64]) -> Bool {
    let start = Int(slot) * wordCount
    for word in start..<start + wordCount where history[word] != 0 { return true }
    return false
  }
}
