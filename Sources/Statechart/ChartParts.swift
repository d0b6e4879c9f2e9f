/// The numbers of the tables in `ChartError.wildReference`.
package enum ChartTable {
  package static let states: UInt8 = 1
  package static let transitions: UInt8 = 2
  package static let targets: UInt8 = 3
  package static let actions: UInt8 = 4
  package static let guards: UInt8 = 5
  package static let delayedEvents: UInt8 = 6
}

/// The rows of a chart while they are read and checked. After `init` every id and range in them is
/// valid.
struct ChartParts {
  var states: [StateRow] = []
  var transitions: [TransitionRow] = []
  var targets: [StateID] = []
  var actions: [ActionRow] = []
  var guards: [GuardStep] = []
  var initialCells: [Int64] = []
  var constants: [Int64] = []
  var delayedEvents: [DelayedEventRow] = []
  let eventCount: Int
  let errorEvent: EventID

  /// What the ids in layouts, actions and guards refer to.
  private var known: RowReader

  init(_ reader: inout ByteReader) throws(ChartError) {
    guard reader.word() == Chart.magic, !reader.hasFailed else { throw .foreignFormat }
    let stateCount = Int(reader.half())
    guard stateCount <= ChartLimits.states else { throw .tooLarge }
    eventCount = Int(reader.half())
    errorEvent = reader.half()
    var rows = RowReader(reader)
    rows.limit("E", to: eventCount)
    states = rows.rows("S", StateRow.layout, count: stateCount, table: ChartTable.states)
    let transitionCount = rows.count
    let targetCount = rows.count
    let actionCount = rows.count
    transitions = rows.rows(
      "X", TransitionRow.layout, count: transitionCount, table: ChartTable.transitions)
    targets = rows.rows("T", "S", count: targetCount, table: ChartTable.targets)
    actions = rows.rows("A", ActionRow.layout, count: actionCount, table: ChartTable.actions)
    guards = rows.rows("G", GuardStep.layout, count: rows.count, table: ChartTable.guards)
    let cellCount = rows.count
    guard cellCount <= ChartLimits.cells else { throw .tooLarge }
    initialCells = rows.rows("C", "+", count: cellCount, table: ChartTable.states)
    constants = rows.rows("K", "+", count: rows.count, table: ChartTable.states)
    delayedEvents = rows.rows(
      "D", DelayedEventRow.layout, count: rows.count, table: ChartTable.delayedEvents)
    reader = rows.reader
    guard !reader.hasFailed else { throw .truncated }
    known = rows
    try check()
  }

  private mutating func check() throws(ChartError) {
    if let table = known.firstFlaw() { throw .wildReference(table: table) }
    guard known.isKnown(errorEvent, UInt8(ascii: "e")) else {
      throw .wildReference(table: ChartTable.states)
    }
    try checkTree()
    for target in targets where target == 0 { throw .wildReference(table: ChartTable.targets) }
    try checkDefaults()
    try checkTransitions()
    for action in actions
    where !isSound(action.a, action.b, "CKCCC.CKE.D.D.G...", Int(action.kind.rawValue)) {
      throw .wildReference(table: ChartTable.actions)
    }
    for (index, step) in guards.enumerated() where !isSound(step, at: index) {
      throw .wildReference(table: ChartTable.guards)
    }
    for row in delayedEvents where row.milliseconds < 0 {
      throw .wildReference(table: ChartTable.delayedEvents)
    }
  }

  /// States are numbered in document order: the parent of each is the preceding state or one of its
  /// ancestors.
  private func checkTree() throws(ChartError) {
    let wild = ChartError.wildReference(table: ChartTable.states)
    guard let root = states.first, root.parent == noID, Int(root.last) == states.count - 1,
      root.kind == .compound || root.kind == .parallel
    else { throw wild }
    var open: [Int] = [0]
    var histories: UInt16 = 0
    for index in states.indices {
      let row = states[index]
      if index > 0 {
        while let last = open.last, Int(states[last].last) < index { open.removeLast() }
        guard let parent = open.last, Int(row.parent) == parent, Int(row.last) >= index,
          row.last <= states[parent].last,
          states[parent].kind == .compound
            || (states[parent].kind == .parallel && row.kind != .final)
        else { throw wild }
        open.append(index)
      }
      guard open.count <= ChartLimits.depth else { throw .tooLarge }
      let hasChildren = Int(row.last) > index
      let isHistory = row.kind == .shallowHistory || row.kind == .deepHistory
      let mayHaveChildren = row.kind == .compound || row.kind == .parallel
      guard hasChildren == mayHaveChildren,
        row.historySlot == (isHistory ? histories : noID)
      else { throw wild }
      if isHistory { histories += 1 }
    }
  }

  /// Compound states and histories have defaults inside the state they belong to, and no other kind
  /// has any.
  private func checkDefaults() throws(ChartError) {
    for (index, row) in states.enumerated() {
      let within: Int
      switch row.kind {
      case .compound: within = index
      case .shallowHistory, .deepHistory: within = Int(row.parent)
      case .atomic, .parallel, .final:
        guard row.initial.count == 0 else { throw .wildReference(table: ChartTable.states) }
        continue
      }
      guard row.initial.count > 0, isLegal(row.initial) else {
        throw .wildReference(table: ChartTable.targets)
      }
      for target in targets[row.initial.indices] {
        let isHistoryDefaultToHistory = row.kind != .compound && states[Int(target)].isHistory
        guard Int(target) > within, target <= states[within].last, !isHistoryDefaultToHistory else {
          throw .wildReference(table: ChartTable.targets)
        }
      }
    }
  }

  private func checkTransitions() throws(ChartError) {
    for (index, row) in transitions.enumerated() {
      guard states[Int(row.source)].transitions.indices.contains(index),
        !states[Int(row.source)].isHistory, states[Int(row.source)].kind != .final,
        isLegal(row.targets)
      else { throw .wildReference(table: ChartTable.transitions) }
    }
    let owned = states.reduce(0) { $0 + Int($1.transitions.count) }
    guard owned == transitions.count else { throw .wildReference(table: ChartTable.transitions) }
  }

  /// Whether several targets can be active together: any two of them meet in a parallel state.
  private func isLegal(_ range: RowRange) -> Bool {
    guard range.count > 1 else { return true }
    guard range.count <= ChartLimits.targets else { return false }
    for first in range.indices {
      for second in range.indices.lowerBound..<first {
        if !canStandTogether(place(of: targets[first]), place(of: targets[second])) { return false }
      }
    }
    return true
  }

  /// The state a target leads to; the value of a history can be anywhere in its parent.
  private func place(of target: StateID) -> StateID {
    states[Int(target)].isHistory ? states[Int(target)].parent : target
  }

  private func canStandTogether(_ first: StateID, _ second: StateID) -> Bool {
    var common = min(first, second)
    let other = max(first, second)
    while !(other >= common && other <= states[Int(common)].last) {
      common = states[Int(common)].parent
    }
    return common != first && common != second && states[Int(common)].kind == .parallel
  }

  /// Whether two operands are what the list of letters, two for each kind, requires.
  private func isSound(_ a: UInt16, _ b: UInt16, _ letters: StaticString, _ kind: Int) -> Bool {
    known.isKnown(a, letters.utf8Start[2 * kind])
      && known.isKnown(b, letters.utf8Start[2 * kind + 1])
  }

  private func isSound(_ step: GuardStep, at index: Int) -> Bool {
    for next in [step.ifTrue, step.ifFalse] where next < GuardStep.reject {
      guard Int(next) > index, Int(next) < guards.count else { return false }
    }
    return isSound(step.a, step.b, "CKCC.KC.S...", Int(step.test.rawValue))
  }
}

extension StateRow {
  @inlinable package var isHistory: Bool { kind == .shallowHistory || kind == .deepHistory }
}

extension RowReader {
  fileprivate var count: Int { mutating get { Int(reader.half()) } }
}
