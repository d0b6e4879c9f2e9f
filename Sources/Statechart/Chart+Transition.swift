/// The outcome of a step.
public struct StepResult: Equatable, Sendable {
  /// Whether a transition was taken on the event itself, not only on later internal events.
  public var isTaken: Bool
  @usableFromInline package var microsteps: Int
  /// The chart did not come to rest within `ChartLimits.microsteps`; it remains in the state it had
  /// reached.
  public var isEndless: Bool

  /// Creates a result.
  @inlinable public init(isTaken: Bool, microsteps: Int, isEndless: Bool) {
    self.isTaken = isTaken
    self.microsteps = microsteps
    self.isEndless = isEndless
  }
}

extension Chart {
  /// Enters the initial configuration and runs to rest.
  @inlinable public func start<Host: ChartHost>(
    _ state: inout ChartState, host: inout Host
  ) -> StepResult {
    state.isRunning = true
    if startEntry.count > 0 {
      var change = PendingChange()
      enter(startEntry, .none, &change, on: &state, host: &host)
      if isAtRest(&state) { return StepResult(isTaken: true, microsteps: 1, isEndless: false) }
      return macrostep(after: 1, isTaken: true, on: &state, host: &host)
    }
    state.entrySet.removeAllBits()
    addWithDescendants(0, to: &state.entrySet, history: state.history)
    enterStates(event: .none, on: &state, host: &host)
    return macrostep(after: 1, isTaken: true, on: &state, host: &host)
  }

  /// Processes one event to completion (SCXML's macrostep).
  ///
  /// - Parameter event: `ChartEvent.none` considers eventless transitions only, for when a cell was
  ///   changed from outside.
  /// - Returns: whether the event was taken. An event that enables no transition changes nothing.
  @inlinable public func transition<Host: ChartHost>(
    _ state: inout ChartState, on event: ChartEvent, host: inout Host
  ) -> StepResult {
    guard state.isRunning else {
      return StepResult(isTaken: false, microsteps: 0, isEndless: false)
    }
    guard event.id != noID else {
      return macrostep(after: 0, isTaken: false, on: &state, host: &host)
    }
    guard takeFirst(event, on: &state, host: &host) else {
      return StepResult(isTaken: false, microsteps: 0, isEndless: false)
    }
    if isAtRest(&state) { return StepResult(isTaken: true, microsteps: 1, isEndless: false) }
    return macrostep(after: 1, isTaken: true, on: &state, host: &host)
  }

  /// Exits `source` and enters `target` as an external transition of `source` would, then runs to
  /// rest. For targets known only at run time, such as a step back.
  @inlinable public func move<Host: ChartHost>(
    from source: StateID, to target: StateID, on state: inout ChartState, host: inout Host
  ) -> StepResult {
    state.exitSet.removeAllBits()
    state.entrySet.removeAllBits()
    var domain = states[source].parent
    while domain != 0, !(states[domain].kind == .compound && isDescendant(target, of: domain)) {
      domain = states[domain].parent
    }
    addActiveDescendants(of: domain, to: &state.exitSet, in: state.active)
    exitStates(event: .none, on: &state, host: &host)
    addWithDescendants(target, to: &state.entrySet, history: state.history)
    addEffectiveAncestors(
      of: target, within: domain, to: &state.entrySet, history: state.history)
    addRegionsOfRoot(within: domain, to: &state.entrySet, history: state.history)
    enterStates(event: .none, on: &state, host: &host)
    return macrostep(after: 1, isTaken: true, on: &state, host: &host)
  }

  /// Exits the active descendants of a compound state and enters its initial states, without
  /// running to rest.
  @inlinable public func restart<Host: ChartHost>(
    _ region: StateID, on state: inout ChartState, host: inout Host
  ) {
    guard state.isActive(region) else { return }
    state.exitSet.removeAllBits()
    state.entrySet.removeAllBits()
    addActiveDescendants(of: region, to: &state.exitSet, in: state.active)
    exitStates(event: .none, on: &state, host: &host)
    addEntry(
      of: states[region].initial, within: region, to: &state.entrySet, history: state.history)
    enterStates(event: .none, on: &state, host: &host)
  }

  /// Whether a step has ended without a further search: nothing was raised, and no active state can
  /// have an eventless transition.
  @inlinable @inline(__always) func isAtRest(_ state: inout ChartState) -> Bool {
    guard isPlanned, state.raised.isEmpty else { return false }
    for word in 0..<wordCount where state.active[word] & leavesOfEvent[word] != 0 { return false }
    return true
  }

  /// The first microstep, on the event itself.
  /// - Returns: whether a transition was taken.
  @inlinable @inline(__always) func takeFirst<Host: ChartHost>(
    _ event: ChartEvent, on state: inout ChartState, host: inout Host
  ) -> Bool {
    let sole = isPlanned ? soleLeaf(for: event.id, &state) : noID
    guard sole != noID else { return takeSeveral(event, on: &state, host: &host) }
    // The chart itself is not a leaf, so 0 means none.
    guard sole != 0 else { return false }
    let index = find(from: sole, on: event, in: &state, host: &host)
    guard index != noID else { return false }
    take(index, from: sole, event, on: &state, host: &host)
    return true
  }

  /// As `takeFirst`, where several leaves may respond.
  @inlinable @inline(never) func takeSeveral<Host: ChartHost>(
    _ event: ChartEvent, on state: inout ChartState, host: inout Host
  ) -> Bool {
    let selection = selection(on: event, in: &state, host: &host)
    guard selection.count > 0 else { return false }
    take(selection, event, on: &state, host: &host)
    return true
  }

  /// Takes eventless transitions first, then processes raised events, until neither enables a
  /// transition.
  @inlinable public func macrostep<Host: ChartHost>(
    after first: Int, isTaken: Bool, on state: inout ChartState, host: inout Host
  ) -> StepResult {
    var microsteps = first
    var next = 0
    while state.isRunning {
      var event = ChartEvent.none
      var selection = selection(on: event, in: &state, host: &host)
      if selection.count == 0 {
        guard next < state.raised.count else { break }
        event = ChartEvent(state.raised[next])
        next += 1
        microsteps += 1
        guard microsteps <= ChartLimits.microsteps else { break }
        selection = self.selection(on: event, in: &state, host: &host)
        guard selection.count > 0 else { continue }
      }
      microsteps += 1
      guard microsteps <= ChartLimits.microsteps else { break }
      take(selection, event, on: &state, host: &host)
    }
    if !state.raised.isEmpty { state.raised.removeAll(keepingCapacity: true) }
    return StepResult(
      isTaken: isTaken, microsteps: microsteps,
      isEndless: microsteps > ChartLimits.microsteps)
  }

  /// Takes the selected transitions: exits, transition actions, entries.
  @inlinable public func microstep<Host: ChartHost>(
    _ event: ChartEvent, on state: inout ChartState, host: inout Host
  ) {
    state.exitSet.removeAllBits()
    for index in state.selected {
      let row = transitions[index]
      guard row.targets.count > 0 else { continue }
      addActiveDescendants(
        of: domain(of: row, history: state.history), to: &state.exitSet, in: state.active)
    }
    exitStates(event: event, on: &state, host: &host)
    for position in state.selected.indices {
      let index = state.selected[position]
      host.didTake(index)
      perform(transitions[index].actions, event: event, on: &state, host: &host)
    }
    state.entrySet.removeAllBits()
    for index in state.selected {
      let row = transitions[index]
      guard row.targets.count > 0 else { continue }
      let domain = self.domain(of: row, history: state.history)
      addEntry(of: row.targets, within: domain, to: &state.entrySet, history: state.history)
      addRegionsOfRoot(within: domain, to: &state.entrySet, history: state.history)
    }
    enterStates(event: event, on: &state, host: &host)
  }
}
