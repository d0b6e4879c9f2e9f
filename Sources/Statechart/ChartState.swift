/// One running chart: its active states, recorded histories and cells.
///
/// A value: a copy is a fork. The scratch space of a step is kept here too, so that a warm step
/// allocates no memory; it does not count in comparisons.
public struct ChartState: Sendable {
  /// The active states as a bit set.
  public var active: [UInt64]
  /// The recorded value of each history slot, one bit set after the other; all zero: nothing
  /// recorded yet.
  public var history: [UInt64]
  @usableFromInline package var cells: [Int64]
  /// False before the start and after a final child of the root was entered.
  public var isRunning = false

  @usableFromInline package var raised: [EventID] = []
  @usableFromInline package var selected: [UInt16] = []
  @usableFromInline package var exitSet: [UInt64]
  @usableFromInline package var entrySet: [UInt64]

  /// The state of a chart that has not been started.
  public init(of chart: Chart) {
    active = [UInt64](repeating: 0, count: chart.wordCount)
    history = [UInt64](repeating: 0, count: chart.wordCount * chart.historyCount)
    cells = chart.initialCells
    exitSet = active
    entrySet = active
  }

  /// Restores the state before the start, reusing the allocated memory.
  public mutating func reset(of chart: Chart) {
    active.removeAllBits()
    history.removeAllBits()
    for index in cells.indices { cells[index] = chart.initialCells[index] }
    isRunning = false
    if !raised.isEmpty { raised.removeAll(keepingCapacity: true) }
  }

  /// Whether a state is active.
  @inlinable public func isActive(_ state: StateID) -> Bool {
    active[Int(state >> 6)] & (1 << UInt64(state & 63)) != 0
  }

  /// The active states in document order.
  public var activeStates: [StateID] {
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

  /// Whether the values are equal; scratch space does not count.
  public static func == (left: ChartState, right: ChartState) -> Bool {
    left.active == right.active && left.history == right.history && left.cells == right.cells
      && left.isRunning == right.isRunning
  }
}

extension ChartState: Equatable {}

extension [UInt64] {
  /// Adds a state to the set.
  @inlinable public mutating func insert(bit: UInt16) {
    self[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
  }

  /// Removes a state from the set.
  @inlinable public mutating func remove(bit: UInt16) {
    self[Int(bit >> 6)] &= ~(1 << UInt64(bit & 63))
  }

  /// Whether a state is in the set.
  @inlinable public func contains(bit: UInt16) -> Bool {
    self[Int(bit >> 6)] & (1 << UInt64(bit & 63)) != 0
  }

  /// Empties the set.
  @inlinable public mutating func removeAllBits() {
    for index in indices { self[index] = 0 }
  }
}
