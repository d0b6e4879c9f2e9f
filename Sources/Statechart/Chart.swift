/// A chart as it runs: flat tables, checked once when they are loaded, shared by all its running
/// instances.
public final class Chart: Sendable {
  @usableFromInline package static let magic: UInt32 = 0x3343_5350  // "PSC3"

  @usableFromInline package let states: Table<StateRow>
  @usableFromInline package let transitions: Table<TransitionRow>
  @usableFromInline package let targets: Table<StateID>
  @usableFromInline package let actions: Table<ActionRow>
  @usableFromInline package let guards: Table<GuardStep>
  @usableFromInline package let constants: Table<Int64>
  @usableFromInline package let delayedEvents: Table<DelayedEventRow>
  @usableFromInline package let initialCells: [Int64]
  @usableFromInline package let eventCount: Int
  @usableFromInline package let errorEvent: EventID
  @usableFromInline package let historyCount: Int
  /// The number of words in a set of states.
  public let wordCount: Int
  /// The states that can be leaves of a configuration: atomic and final ones.
  public let leaves: Table<UInt64>
  /// The history states in document order.
  public let histories: Table<StateID>

  // Derived at load; documented in `ChartPlans`.
  @usableFromInline package let isPlanned: Bool
  @usableFromInline package let shortcuts: Table<TransitionShortcut>
  @usableFromInline package let entries: Table<StateShortcut>
  @usableFromInline package let exits: Table<StateShortcut>
  @usableFromInline package let remembered: Table<TransitionPlan>
  @usableFromInline package let startEntry: RowRange
  @usableFromInline package let candidateStart: Table<UInt16>
  @usableFromInline package let leavesOfEvent: Table<UInt64>
  @usableFromInline package let parallelAround: Table<UInt16>

  /// Loads a chart.
  ///
  /// - Parameter isPlanned: false disables the fast path, for comparison.
  /// - Throws: what is wrong with the bytes, none of which are trusted.
  public convenience init(
    decoding bytes: [UInt8], isPlanned: Bool = true
  ) throws(ChartError) {
    var reader = ByteReader(bytes)
    try self.init(&reader, isPlanned: isPlanned)
    guard reader.isAtEnd else { throw .truncated }
  }

  /// Loads a chart that is embedded in other bytes.
  package convenience init(
    _ reader: inout ByteReader, isPlanned: Bool = true
  ) throws(ChartError) {
    let parts = try ChartParts(&reader)
    let plain = Chart(parts, nil)
    if isPlanned {
      self.init(parts, ChartPlans(of: plain))
    } else {
      self.init(parts, nil)
    }
  }

  private init(_ parts: ChartParts, _ plans: ChartPlans?) {
    states = Table(copying: parts.states)
    transitions = Table(copying: parts.transitions)
    targets = Table(copying: parts.targets)
    actions = Table(copying: parts.actions)
    guards = Table(copying: parts.guards)
    constants = Table(copying: parts.constants)
    delayedEvents = Table(copying: parts.delayedEvents)
    initialCells = parts.initialCells
    eventCount = parts.eventCount
    errorEvent = parts.errorEvent
    wordCount = (parts.states.count + 63) / 64
    var leafBits = [UInt64](repeating: 0, count: wordCount)
    var histories: [StateID] = []
    for (index, state) in parts.states.enumerated() {
      switch state.kind {
      case .atomic, .final: leafBits.insert(bit: UInt16(index))
      case .shallowHistory, .deepHistory: histories.append(UInt16(index))
      case .compound, .parallel: break
      }
    }
    historyCount = histories.count
    leaves = Table(copying: leafBits)
    self.histories = Table(copying: histories)
    isPlanned = plans != nil
    let plans = plans ?? ChartPlans()
    shortcuts = Table(copying: plans.shortcuts)
    entries = Table(copying: plans.entries)
    remembered = Table(copying: plans.remembered)
    exits = Table(copying: plans.exits)
    startEntry = plans.startEntry
    candidateStart = Table(copying: plans.candidateStart)
    leavesOfEvent = Table(copying: plans.leavesOfEvent)
    parallelAround = Table(copying: plans.parallelAround)
  }

  deinit {
    states.deallocate()
    transitions.deallocate()
    targets.deallocate()
    actions.deallocate()
    guards.deallocate()
    constants.deallocate()
    delayedEvents.deallocate()
    leaves.deallocate()
    histories.deallocate()
    shortcuts.deallocate()
    entries.deallocate()
    remembered.deallocate()
    exits.deallocate()
    candidateStart.deallocate()
    leavesOfEvent.deallocate()
    parallelAround.deallocate()
  }

  /// Whether a state lies inside another one.
  @inlinable public func isDescendant(_ state: StateID, of ancestor: StateID) -> Bool {
    state > ancestor && state <= states[ancestor].last
  }
}
