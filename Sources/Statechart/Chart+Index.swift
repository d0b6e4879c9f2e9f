// Selects transitions by the indexes built at load: for an event, the leaves that can respond to
// it; for a leaf and an event, the candidate transitions.

/// The transitions selected for a step, with the leaves that selected them.
@usableFromInline struct Selection: BitwiseCopyable {
  /// If there are more than two, they are in `ChartState.selected`, without conflicts.
  @usableFromInline var count = 0
  @usableFromInline var first: UInt16 = noID
  @usableFromInline var firstLeaf: StateID = noID
  @usableFromInline var second: UInt16 = noID
  @usableFromInline var secondLeaf: StateID = noID

  @inlinable init() {}
}

extension Chart {
  /// Selects a transition for each active leaf.
  @inlinable @inline(__always) func selection<Host: ChartHost>(
    on event: ChartEvent, in state: inout ChartState, host: inout Host
  ) -> Selection {
    var selection = Selection()
    guard isPlanned else {
      if select(on: event, in: &state, host: &host) { selection.count = 3 }
      return selection
    }
    let sole = soleLeaf(for: event.id, &state)
    guard sole == noID else {
      // The chart itself is not a leaf, so 0 means none.
      if sole == 0 { return selection }
      selection.first = find(from: sole, on: event, in: &state, host: &host)
      selection.firstLeaf = sole
      if selection.first != noID { selection.count = 1 }
      return selection
    }
    return selectionOfSeveral(on: event, in: &state, host: &host)
  }

  /// As `selection`, where several leaves may respond.
  @inlinable @inline(never) func selectionOfSeveral<Host: ChartHost>(
    on event: ChartEvent, in state: inout ChartState, host: inout Host
  ) -> Selection {
    var selection = Selection()
    guard event.id == noID || Int(event.id) < eventCount else { return selection }
    let isIndexed = candidateStart.count > 0
    for word in 0..<wordCount {
      let leaves =
        isIndexed || event.id == noID
        ? leavesOfEvent[Int(event.id &+ 1) &* wordCount &+ word] : self.leaves[word]
      var rest = state.active[word] & leaves
      while rest != 0 {
        let leaf = StateID(truncatingIfNeeded: word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
        let chosen = find(from: leaf, on: event, in: &state, host: &host)
        if chosen != noID { note(chosen, leaf, &selection, &state) }
      }
    }
    return selection
  }

  /// The only active leaf from which a transition on an event can be found; 0 if there is none, and
  /// `noID` if there are several or it is unknown.
  @inlinable @inline(__always) func soleLeaf(
    for event: EventID, _ state: inout ChartState
  ) -> StateID {
    guard candidateStart.count > 0 else { return noID }
    let column = Int(event &+ 1)
    guard column <= eventCount else { return 0 }
    var leaf: StateID = 0
    let start = column &* wordCount
    for word in 0..<wordCount {
      let bits = state.active[word] & leavesOfEvent[start &+ word]
      guard bits != 0 else { continue }
      guard leaf == 0, bits & (bits &- 1) == 0 else { return noID }
      leaf = StateID(truncatingIfNeeded: word &* 64 &+ bits.trailingZeroBitCount)
    }
    return leaf
  }

  /// The result of `choose`, by the index of states and events.
  @inlinable @inline(__always) func find<Host: ChartHost>(
    from leaf: StateID, on event: ChartEvent, in state: inout ChartState, host: inout Host
  ) -> UInt16 {
    guard candidateStart.count > 0 else {
      return choose(from: leaf, on: event, in: state, host: &host)
    }
    let index = candidateStart[Int(leaf) &* (eventCount &+ 1) &+ Int(event.id &+ 1)]
    guard index != noID, shortcuts[index].condition != noID else { return index }
    return firstThatHolds(from: index, event, in: &state, host: &host)
  }

  @inlinable @inline(never) func firstThatHolds<Host: ChartHost>(
    from first: UInt16, _ event: ChartEvent, in state: inout ChartState, host: inout Host
  ) -> UInt16 {
    var index = first
    while index != noID {
      let condition = shortcuts[index].condition
      guard condition != noID else { break }
      let step = guards[condition]
      // Most guards are a single comparison.
      if step.ifTrue == GuardStep.accept, step.ifFalse == GuardStep.reject,
        step.test == .cellToConstant || step.test == .eventToConstant
      {
        let left = step.test == .cellToConstant ? state.cells[Int(step.a)] : event.value
        if compare(left, step.comparison, constants[step.b]) { break }
      } else if holds(condition, event: event, in: state, host: &host) {
        break
      }
      index = shortcuts[index].next
    }
    return index
  }

  @inlinable @inline(__always) func note(
    _ transition: UInt16, _ leaf: StateID, _ selection: inout Selection, _ state: inout ChartState
  ) {
    switch selection.count {
    case 0:
      selection.first = transition
      selection.firstLeaf = leaf
      selection.count = 1
    case 1:
      selection.second = transition
      selection.secondLeaf = leaf
      selection.count = 2
    default:
      if selection.count == 2 { resolve(selection, &state) }
      addFurther(transition, &state)
      selection.count = 3
    }
  }

  @inlinable @inline(never) func addFurther(_ transition: UInt16, _ state: inout ChartState) {
    add(transition, to: &state)
  }

  /// Fills `state.selected` for the general algorithm.
  @inlinable @inline(never) func resolve(_ selection: Selection, _ state: inout ChartState) {
    state.selected.removeAll(keepingCapacity: true)
    add(selection.first, to: &state)
    if selection.count > 1 { add(selection.second, to: &state) }
  }
}
