/// One running chart: which states are active, what the histories remember, and the cells.
///
/// A value: copying it is a fork. The scratch space of a step lives here too, so that a step in a
/// warm state reserves no memory; it is no part of the value.
package struct ChartState: Sendable {
  /// Active states as a set of bits.
  package var active: [UInt64]
  /// What each history slot remembers, one set of bits after the other; all zero: nothing yet.
  package var history: [UInt64]
  package var cells: [Int64]
  /// False before the start and after a final child of the root was entered.
  package var isRunning = false

  @usableFromInline package var raised: [EventID] = []
  @usableFromInline package var selected: [UInt16] = []
  @usableFromInline package var exitSet: [UInt64]
  @usableFromInline package var entrySet: [UInt64]

  /// The state of a chart that was not started yet.
  package init(of chart: Chart) {
    active = [UInt64](repeating: 0, count: chart.wordCount)
    history = [UInt64](repeating: 0, count: chart.wordCount * chart.historyCount)
    cells = chart.initialCells
    exitSet = active
    entrySet = active
    raised.reserveCapacity(8)
    selected.reserveCapacity(8)
  }

  @inlinable package func isActive(_ state: StateID) -> Bool {
    active[Int(state >> 6)] & (1 << UInt64(state & 63)) != 0
  }

  /// The active states in document order.
  package var activeStates: [StateID] {
    var states: [StateID] = []
    for (index, word) in active.enumerated() {
      var rest = word
      while rest != 0 {
        states.append(StateID(index * 64 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
    return states
  }

  package static func == (left: ChartState, right: ChartState) -> Bool {
    left.active == right.active && left.history == right.history && left.cells == right.cells
      && left.isRunning == right.isRunning
  }
}

extension ChartState: Equatable {}

extension [UInt64] {
  @inlinable package mutating func insert(bit: UInt16) {
    self[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
  }

  @inlinable package mutating func remove(bit: UInt16) {
    self[Int(bit >> 6)] &= ~(1 << UInt64(bit & 63))
  }

  @inlinable package func contains(bit: UInt16) -> Bool {
    self[Int(bit >> 6)] & (1 << UInt64(bit & 63)) != 0
  }

  @inlinable package mutating func removeAllBits() {
    for index in indices { self[index] = 0 }
  }
}
