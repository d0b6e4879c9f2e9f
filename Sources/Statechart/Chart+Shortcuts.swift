// The fast path of a step, which uses plans made at load instead of sets of states. It is taken if
// one or two transitions that do not interfere are selected, and makes the same calls in the same
// order as the general algorithm.

extension Chart {
  /// Takes the selected transitions.
  @inlinable func take<Host: ChartHost>(
    _ selection: Selection, _ event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    if selection.count == 1 {
      return take(
        selection.first, from: selection.firstLeaf, event, on: &state, host: &host)
    }
    if selection.count == 2, takeBoth(selection, event, on: &state, host: &host) {
      return
    }
    if selection.count < 3 { resolve(selection, &state) }
    microstep(event, on: &state, host: &host)
  }

  /// Takes one transition selected by a leaf.
  @inlinable func take<Host: ChartHost>(
    _ index: UInt16, from leaf: StateID, _ event: ChartEvent, on state: inout ChartState,
    host: inout Host
  ) {
    guard shortcuts[index].hasTargets else {
      host.didTake(index)
      return perform(shortcuts[index].actions, event: event, on: &state, host: &host)
    }
    let plan = plan(of: index, &state)
    let domain = plan.domain
    guard domain != noID, parallelAround[leaf] <= domain else {
      state.selected.removeAll(keepingCapacity: true)
      state.selected.append(index)
      return microstep(event, on: &state, host: &host)
    }
    var change = PendingChange()
    if plan.isRemembered { record(from: leaf, to: domain, in: &state) }
    leave(from: leaf, to: domain, event, &change, on: &state, host: &host)
    act(index, event, &change, on: &state, host: &host)
    // The exit may just have recorded the history that this plan depends on.
    let isFixed = shortcuts[index].historySlot == noID
    let entry = isFixed ? plan.entry : self.plan(of: index, &state).entry
    enter(entry, event, &change, on: &state, host: &host)
  }

  /// Takes two transitions that do not interfere.
  /// - Returns: false, with nothing done, if they might interfere or one of them has no plan.
  @inlinable func takeBoth<Host: ChartHost>(
    _ selection: Selection, _ event: ChartEvent, on state: inout ChartState, host: inout Host
  ) -> Bool {
    let (first, second) = (selection.first, selection.second)
    let left = plan(of: first, &state).domain
    let right = plan(of: second, &state).domain
    guard left != noID, right != noID, left != right, !isDescendant(left, of: right),
      !isDescendant(right, of: left), parallelAround[selection.firstLeaf] <= left,
      parallelAround[selection.secondLeaf] <= right
    else { return false }
    // The leaves are in document order, and so are the domains; neither contains the other.
    var change = PendingChange()
    record(from: selection.firstLeaf, to: left, in: &state)
    record(from: selection.secondLeaf, to: right, in: &state)
    leave(from: selection.secondLeaf, to: right, event, &change, on: &state, host: &host)
    leave(from: selection.firstLeaf, to: left, event, &change, on: &state, host: &host)
    act(first, event, &change, on: &state, host: &host)
    act(second, event, &change, on: &state, host: &host)
    enter(plan(of: first, &state).entry, event, &change, on: &state, host: &host)
    enter(plan(of: second, &state).entry, event, &change, on: &state, host: &host)
    return true
  }

  /// The plan of a transition for the current histories; its domain is `noID` if there is none.
  @inlinable @inline(__always) func plan(of index: UInt16, _ state: inout ChartState)
    -> TransitionPlan
  {
    let shortcut = shortcuts[index]
    guard shortcut.historySlot != noID else { return shortcut.plan }
    let start = Int(shortcut.historySlot) * wordCount
    for word in 0..<wordCount {
      let bits = state.history[start + word]
      guard bits != 0 else { continue }
      return remembered[
        Int(shortcut.offset) + word * 64 + bits.trailingZeroBitCount]
    }
    return shortcut.plan
  }

  /// Records the histories of the states from a leaf up to `domain`, which are all that is exited.
  @inlinable func record(from leaf: StateID, to domain: StateID, in state: inout ChartState) {
    for index in 0..<histories.count {
      let row = states[histories[index]]
      guard row.parent > domain, isDescendant(leaf, of: row.parent) else { continue }
      var recorded = leaf
      if row.kind == .shallowHistory {
        while states[recorded].parent != row.parent { recorded = states[recorded].parent }
      }
      let start = Int(row.historySlot) * wordCount
      for word in 0..<wordCount {
        state.history[start + word] =
          word == Int(recorded >> 6) ? 1 << UInt64(recorded & 63) : 0
      }
    }
  }

  /// Exits a leaf and the states around it up to `domain`, from the inside out.
  @inlinable @inline(__always) func leave<Host: ChartHost>(
    from leaf: StateID, to domain: StateID, _ event: ChartEvent, _ change: inout PendingChange,
    on state: inout ChartState, host: inout Host
  ) {
    var id = leaf
    while id != domain {
      let row = exits[id]
      if row.actions.count > 0 {
        change.apply(to: &state.active)
        performBlock(row.actions, event, on: &state, host: &host)
      }
      change.remove(id, &state.active)
      host.didExit(id)
      id = row.parent
    }
  }

  @inlinable @inline(__always) func act<Host: ChartHost>(
    _ index: UInt16, _ event: ChartEvent, _ change: inout PendingChange,
    on state: inout ChartState, host: inout Host
  ) {
    host.didTake(index)
    let actions = shortcuts[index].actions
    guard actions.count > 0 else { return }
    change.apply(to: &state.active)
    performBlock(actions, event, on: &state, host: &host)
  }

  /// Enters states in document order.
  @inlinable @inline(__always) func enter<Host: ChartHost>(
    _ range: RowRange, _ event: ChartEvent, _ change: inout PendingChange,
    on state: inout ChartState, host: inout Host
  ) {
    for position in range.indices {
      let row = entries[position]
      change.insert(row.id, &state.active)
      host.didEnter(row.id)
      if row.actions.count > 0 {
        change.apply(to: &state.active)
        performBlock(row.actions, event, on: &state, host: &host)
      }
      if row.isFinal {
        change.apply(to: &state.active)
        raiseDone(of: row.parent, on: &state)
      }
    }
    change.apply(to: &state.active)
  }
}

extension Chart {
  /// Performs a block like `perform`, but calls operations of the host, the most frequent actions,
  /// directly.
  @inlinable @inline(__always) func performBlock<Host: ChartHost>(
    _ block: RowRange, _ event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    var rest = block
    while rest.count > 0 {
      let action = actions[rest.start]
      guard action.kind == .host else {
        return perform(rest, event: event, on: &state, host: &host)
      }
      guard host.perform(action.a, action.b, event: event, on: &state) else {
        return fail(&state)
      }
      rest.start &+= 1
      rest.count &-= 1
    }
  }
}
