/// A chart as it runs: flat tables, checked once when they are loaded, shared by all its running
/// instances.
package final class Chart: Sendable {
  package static let magic: UInt32 = 0x3143_5350  // "PSC1"

  package let states: Table<StateRow>
  package let transitions: Table<TransitionRow>
  package let targets: Table<StateID>
  package let actions: Table<ActionRow>
  package let guards: Table<GuardStep>
  package let constants: Table<Int64>
  package let delayedEvents: Table<DelayedEventRow>
  package let initialCells: [Int64]
  package let eventCount: Int
  package let errorEvent: EventID
  package let historyCount: Int
  /// Words of a set of states.
  package let wordCount: Int
  /// The states that can be leaves of a configuration: atomic and final ones.
  package let leaves: Table<UInt64>
  /// For a state, its history children: pairs of parent and history, in document order.
  package let histories: Table<StateID>

  /// Loads a chart.
  /// - Throws: what is wrong with the bytes; nothing of them is trusted.
  package convenience init(decoding bytes: [UInt8]) throws(ChartError) {
    var reader = ByteReader(bytes)
    try self.init(&reader)
    guard reader.isAtEnd else { throw .truncated }
  }

  /// Loads a chart that stands inside other bytes.
  package init(_ reader: inout ByteReader) throws(ChartError) {
    let parts = try ChartParts(&reader)
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
  }

  @inlinable package func isDescendant(_ state: StateID, of ancestor: StateID) -> Bool {
    state > ancestor && state <= states[ancestor].last
  }
}
