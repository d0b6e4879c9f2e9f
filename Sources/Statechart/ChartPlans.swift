/// What a transition enters, computed in advance.
public struct TransitionPlan: BitwiseCopyable, Equatable, Sendable {
  /// The transition's domain, whose active descendants are exited; `noID` if it cannot be known in
  /// advance.
  public var domain: StateID = noID
  /// Whether a state inside the domain has a history to be recorded at its exit.
  public var isRemembered = false
  /// The states that it enters in document order, in `entries`.
  public var entry = RowRange()
}

/// A transition with everything that the fast path needs.
public struct TransitionShortcut: BitwiseCopyable, Equatable, Sendable {
  /// Applies while the history is not recorded, or if there is none.
  public var plan = TransitionPlan()
  /// The slot of the history that is its only target, or `noID`.
  public var historySlot: UInt16 = noID
  @usableFromInline package var hasTargets = false
  /// The first step of its guard, or `noID`.
  public var condition: UInt16 = noID
  /// The next candidate for the same event: a transition of the same state or of one around it.
  public var next: UInt16 = noID
  @usableFromInline package var actions = RowRange()
  /// The plan for a recorded state is at this offset from the state in `remembered`.
  public var offset: Int32 = 0
}

/// What a step needs to exit or enter a state.
public struct StateShortcut: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline package var id: StateID
  @usableFromInline package var parent: StateID
  /// The exit actions of an exited state, or the entry actions of an entered one.
  public var actions: RowRange
  @usableFromInline package var isFinal: Bool
}

/// What is derived once at load from a chart's tables, by the general algorithm, to spare each step
/// the work: for each state, which events can lead on; for each transition, what it enters.
///
/// Its size is bounded: whatever does not fit takes the general path. Both paths do the same, and
/// the tests compare them.
struct ChartPlans {
  /// The maximum number of entered states, and of plans for remembered states.
  static let most = 8_192
  /// The maximum number of pairs of a state and an event in `candidateStart`.
  static let mostPairs = 65_536

  var shortcuts: [TransitionShortcut] = []
  var entries: [StateShortcut] = []
  /// What exiting each state involves.
  var exits: [StateShortcut] = []
  var remembered: [TransitionPlan] = []
  /// What the start enters, in `entries`; empty if that depends on histories.
  var startEntry = RowRange()
  /// For each state and event, at `state * (eventCount + 1) + event + 1`, the first candidate among
  /// the transitions of the state and its ancestors, or `noID`; offset 0 of a state is for
  /// eventless ones. Empty if there would be too many.
  var candidateStart: [UInt16] = []
  /// For each event, at `(event + 1) * wordCount`, the set of the leaves from which a transition on
  /// it can be found; at 0 for eventless ones, the only entry if `candidateStart` is empty.
  var leavesOfEvent: [UInt64] = []
  /// For each state, the innermost parallel state around it plus one, or 0.
  var parallelAround: [UInt16] = []

  init() {}

  init(of chart: Chart) {
    addStates(chart)
    var builder = PlanBuilder(chart)
    if builder.addStart(to: &entries) { startEntry.count = UInt16(entries.count) }
    shortcuts.reserveCapacity(chart.transitions.count)
    for index in 0..<chart.transitions.count {
      shortcuts.append(shortcut(for: chart.transitions[index], &builder))
    }
    addCandidates(chart)
  }

  private mutating func addStates(_ chart: Chart) {
    let count = chart.states.count
    exits.reserveCapacity(count)
    leavesOfEvent = [UInt64](repeating: 0, count: chart.wordCount)
    parallelAround = [UInt16](repeating: 0, count: count)
    var isEventless = [Bool](repeating: false, count: count)
    for index in 0..<count {
      let row = chart.states[index]
      exits.append(
        StateShortcut(
          id: StateID(index), parent: row.parent, actions: row.exit, isFinal: row.kind == .final))
      for transition in row.transitions.indices
      where chart.transitions[transition].event == noID {
        isEventless[index] = true
      }
      if row.parent != noID {
        let parent = Int(row.parent)
        if isEventless[parent] { isEventless[index] = true }
        parallelAround[index] =
          chart.states[parent].kind == .parallel ? row.parent + 1 : parallelAround[parent]
      }
      if isEventless[index], row.kind == .atomic || row.kind == .final {
        leavesOfEvent.insert(bit: UInt16(index))
      }
    }
  }

  /// Links the transitions of each state to those of its ancestors.
  private mutating func addCandidates(_ chart: Chart) {
    let columns = chart.eventCount + 1
    guard chart.states.count * columns <= Self.mostPairs else { return }
    leavesOfEvent += [UInt64](repeating: 0, count: chart.eventCount * chart.wordCount)
    candidateStart = [UInt16](repeating: noID, count: chart.states.count * columns)
    for state in 0..<chart.states.count {
      let row = chart.states[state]
      let start = state * columns
      if row.parent != noID {
        let outer = Int(row.parent) * columns
        for column in 0..<columns {
          candidateStart[start + column] = candidateStart[outer + column]
        }
      }
      for index in row.transitions.indices.reversed() {
        let place = start + Int(chart.transitions[index].event &+ 1)
        shortcuts[index].next = candidateStart[place]
        candidateStart[place] = UInt16(index)
      }
      guard row.kind == .atomic || row.kind == .final else { continue }
      for column in 0..<columns where candidateStart[start + column] != noID {
        leavesOfEvent[column * chart.wordCount + state / 64] |= 1 << UInt64(state % 64)
      }
    }
  }

  private mutating func shortcut(
    for row: TransitionRow, _ builder: inout PlanBuilder
  ) -> TransitionShortcut {
    var shortcut = TransitionShortcut()
    shortcut.condition = row.condition
    shortcut.actions = row.actions
    shortcut.hasTargets = row.targets.count > 0
    guard shortcut.hasTargets else { return shortcut }
    shortcut.plan = plan(for: row, &builder)
    let chart = builder.chart
    var holdsHistory = false
    for position in row.targets.indices where chart.states[chart.targets[position]].isHistory {
      holdsHistory = true
    }
    guard holdsHistory, shortcut.plan.domain != noID else { return shortcut }
    guard row.targets.count == 1 else {
      shortcut.plan.domain = noID
      return shortcut
    }
    addRemembered(row, &shortcut, &builder)
    return shortcut
  }

  /// Adds the plans for each state that a history can have recorded alone.
  private mutating func addRemembered(
    _ row: TransitionRow, _ shortcut: inout TransitionShortcut, _ builder: inout PlanBuilder
  ) {
    let chart = builder.chart
    let target = chart.targets[row.targets.start]
    let history = chart.states[target]
    let parent = chart.states[history.parent]
    let size = Int(parent.last - history.parent)
    guard remembered.count + size <= Self.most, parent.kind == .compound,
      history.kind == .shallowHistory || !builder.holdsParallel(history.parent)
    else {
      shortcut.plan.domain = noID
      return
    }
    shortcut.historySlot = history.historySlot
    shortcut.offset = Int32(remembered.count - Int(history.parent) - 1)
    for state in (history.parent + 1)...parent.last {
      let isRecordable =
        history.kind == .deepHistory
        ? chart.leaves[Int(state >> 6)] & (1 << UInt64(state & 63)) != 0
        : chart.states[state].parent == history.parent && !chart.states[state].isHistory
      remembered.append(
        isRecordable
          ? plan(for: row, &builder, slot: history.historySlot, remembering: state)
          : TransitionPlan())
    }
  }

  private mutating func plan(
    for row: TransitionRow, _ builder: inout PlanBuilder, slot: UInt16 = noID,
    remembering state: StateID = noID
  ) -> TransitionPlan {
    guard entries.count < Self.most else { return TransitionPlan() }
    let start = entries.count
    let domain = builder.addEntry(of: row, slot: slot, remembering: state, to: &entries)
    guard domain != noID, entries.count <= Self.most else {
      entries.removeLast(entries.count - start)
      return TransitionPlan()
    }
    return TransitionPlan(
      domain: domain, isRemembered: builder.holdsHistory(inside: domain),
      entry: RowRange(start: UInt16(start), count: UInt16(entries.count - start)))
  }
}
