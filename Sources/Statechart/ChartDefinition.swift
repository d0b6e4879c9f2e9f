/// A chart as a tree of states, for building; `encoded()` produces the bytes that `Chart` loads.
package struct ChartDefinition: Sendable {
  package struct Transition: Sendable {
    /// `noID`: eventless.
    package var event: EventID
    /// Steps with `ifTrue` and `ifFalse` relative to the guard's own first step; empty: always
    /// holds.
    package var condition: [GuardStep]
    package var targets: [StateID]
    package var isInternal: Bool
    package var actions: [ActionRow]

    package init(
      on event: EventID = noID, if condition: [GuardStep] = [], to targets: [StateID] = [],
      isInternal: Bool = false, actions: [ActionRow] = []
    ) {
      self.event = event
      self.condition = condition
      self.targets = targets
      self.isInternal = isInternal
      self.actions = actions
    }
  }

  package struct State: Sendable {
    package var kind: StateKind
    package var parent: StateID
    package var initial: [StateID] = []
    package var enter: [ActionRow] = []
    package var exit: [ActionRow] = []
    package var transitions: [Transition] = []
    package var doneEvent: EventID = noID

    package init(_ kind: StateKind, in parent: StateID) {
      self.kind = kind
      self.parent = parent
    }
  }

  /// In document order, parents before children; the first is the chart itself.
  package var states: [State] = []
  package var eventCount = 0
  /// Raised when executable content fails, or `noID`.
  package var errorEvent: EventID = noID
  package var initialCells: [Int64] = []
  package var constants: [Int64] = []
  package var delayedEvents: [DelayedEventRow] = []
  /// Guards that belong to no transition: those of conditional actions, or for the caller's own
  /// use.
  package private(set) var freeGuards: [GuardStep] = []

  /// Guards placed after those of the transitions, so that they shift no other number.
  private var lastGuards: [GuardStep] = []

  package init() {}

  /// Adds guards after all others; call it when the states have all their transitions.
  /// - Returns: the first step of each, as `Chart.holds` takes it; `noID` for an empty one.
  package mutating func addLastGuards(_ guards: [[GuardStep]]) -> [UInt16] {
    let start = guardCount - lastGuards.count
    return guards.map { steps in
      guard !steps.isEmpty else { return noID }
      let first = UInt16(clamping: start + lastGuards.count)
      lastGuards.append(contentsOf: steps.map { $0.moved(by: first) })
      return first
    }
  }

  /// The number of steps in all guards.
  package var guardCount: Int {
    states.reduce(freeGuards.count + lastGuards.count) { count, state in
      state.transitions.reduce(count) { $0 + $1.condition.count }
    }
  }

  /// Adds a guard that belongs to no transition.
  /// - Returns: its first step, as `Chart.holds` takes it; `noID` for an empty one.
  package mutating func addGuard(_ steps: [GuardStep]) -> UInt16 {
    guard !steps.isEmpty else { return noID }
    let start = UInt16(clamping: freeGuards.count)
    freeGuards.append(contentsOf: steps.map { $0.moved(by: start) })
    return start
  }

  /// The index of a constant; equal constants share it.
  package mutating func constant(_ value: Int64) -> UInt16 {
    if let index = constants.firstIndex(of: value) { return UInt16(clamping: index) }
    constants.append(value)
    return UInt16(clamping: constants.count - 1)
  }

  /// The binary form. It is loaded once as a check, so the result can always be loaded.
  package func encoded() throws(ChartError) -> [UInt8] {
    var pools = Pools(guards: freeGuards)
    var writer = ByteWriter()
    let rows = try stateRows(&pools)
    pools.guards.append(contentsOf: lastGuards)
    guard !pools.isTooLarge else { throw .tooLarge }
    writer.put(Chart.magic)
    writer.put(UInt16(states.count))
    writer.put(UInt16(eventCount))
    writer.put(errorEvent)
    writer.put(rows, StateRow.layout)
    for count in [pools.transitions.count, pools.targets.count, pools.actions.count] {
      writer.put(UInt16(count))
    }
    writer.put(pools.transitions, TransitionRow.layout)
    writer.put(pools.targets, "S")
    writer.put(pools.actions, ActionRow.layout)
    writer.put(UInt16(pools.guards.count))
    writer.put(pools.guards, GuardStep.layout)
    writer.put(UInt16(initialCells.count))
    writer.put(initialCells, "+")
    writer.put(UInt16(constants.count))
    writer.put(constants, "+")
    writer.put(UInt16(delayedEvents.count))
    writer.put(delayedEvents, DelayedEventRow.layout)
    _ = try Chart(decoding: writer.bytes)
    return writer.bytes
  }

  private struct Pools {
    var transitions: [TransitionRow] = []
    var targets: [StateID] = []
    var actions: [ActionRow] = []
    var guards: [GuardStep]

    init(guards: [GuardStep]) { self.guards = guards }

    mutating func add(targets new: [StateID]) -> RowRange {
      defer { targets.append(contentsOf: new) }
      return RowRange(start: UInt16(clamping: targets.count), count: UInt16(new.count))
    }

    mutating func add(actions new: [ActionRow]) -> RowRange {
      defer { actions.append(contentsOf: new) }
      return RowRange(start: UInt16(clamping: actions.count), count: UInt16(new.count))
    }

    mutating func add(guard steps: [GuardStep]) -> UInt16 {
      guard !steps.isEmpty else { return noID }
      let start = UInt16(clamping: guards.count)
      guards.append(contentsOf: steps.map { $0.moved(by: start) })
      return start
    }

    var isTooLarge: Bool {
      let most = ChartLimits.rows
      return transitions.count > most || targets.count > most || actions.count > most
        || guards.count > most
    }
  }

  private func stateRows(_ pools: inout Pools) throws(ChartError) -> [StateRow] {
    let fits =
      states.count <= ChartLimits.states && initialCells.count <= ChartLimits.cells
      && constants.count <= ChartLimits.rows && delayedEvents.count <= ChartLimits.rows
      && eventCount <= ChartLimits.rows
    guard fits else { throw .tooLarge }
    var rows: [StateRow] = []
    var historyCount: UInt16 = 0
    for (index, state) in states.enumerated() {
      let isHistory = state.kind == .shallowHistory || state.kind == .deepHistory
      let initial = pools.add(targets: state.initial)
      let enter = pools.add(actions: state.enter)
      let exit = pools.add(actions: state.exit)
      let start = UInt16(clamping: pools.transitions.count)
      for transition in state.transitions {
        pools.transitions.append(
          TransitionRow(
            source: UInt16(index), event: transition.event,
            condition: pools.add(guard: transition.condition), isInternal: transition.isInternal,
            targets: pools.add(targets: transition.targets),
            actions: pools.add(actions: transition.actions)))
      }
      rows.append(
        StateRow(
          kind: state.kind, parent: state.parent, last: UInt16(index), initial: initial,
          enter: enter, exit: exit,
          transitions: RowRange(start: start, count: UInt16(state.transitions.count)),
          doneEvent: state.doneEvent, historySlot: isHistory ? historyCount : noID))
      if isHistory { historyCount += 1 }
    }
    guard !pools.isTooLarge else { throw .tooLarge }
    for index in rows.indices.reversed() where index > 0 {
      let parent = Int(rows[index].parent)
      guard parent < index else { throw .wildReference(table: ChartTable.states) }
      if rows[parent].last < rows[index].last { rows[parent].last = rows[index].last }
    }
    return rows
  }
}

extension GuardStep {
  /// The step with its jumps offset by `start`.
  func moved(by start: UInt16) -> GuardStep {
    var moved = self
    if moved.ifTrue < GuardStep.reject { moved.ifTrue &+= start }
    if moved.ifFalse < GuardStep.reject { moved.ifFalse &+= start }
    return moved
  }
}
