/// The numbers of the tables in `ChartError.wildReference`.
package enum ChartTable {
  package static let states: UInt8 = 1
  package static let transitions: UInt8 = 2
  package static let targets: UInt8 = 3
  package static let actions: UInt8 = 4
  package static let guards: UInt8 = 5
  package static let delayedEvents: UInt8 = 6
}

/// The rows of a chart while they are read and checked: after `init` every id and range in them is
/// sound.
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

  init(_ reader: inout ByteReader) throws(ChartError) {
    guard reader.word() == Chart.magic, !reader.hasFailed else { throw .foreignFormat }
    let stateCount = Int(reader.half())
    guard stateCount <= ChartLimits.states else { throw .tooLarge }
    eventCount = Int(reader.half())
    errorEvent = reader.half()
    for _ in 0..<stateCount where !reader.hasFailed { states.append(try reader.stateRow()) }
    let transitionCount = reader.half()
    let targetCount = reader.half()
    let actionCount = reader.half()
    for _ in 0..<transitionCount where !reader.hasFailed {
      transitions.append(reader.transitionRow())
    }
    for _ in 0..<targetCount where !reader.hasFailed { targets.append(reader.half()) }
    for _ in 0..<actionCount where !reader.hasFailed { actions.append(try reader.actionRow()) }
    for _ in 0..<reader.half() where !reader.hasFailed { guards.append(try reader.guardStep()) }
    let cellCount = Int(reader.half())
    guard cellCount <= ChartLimits.cells else { throw .tooLarge }
    for _ in 0..<cellCount where !reader.hasFailed { initialCells.append(reader.signed()) }
    for _ in 0..<reader.half() where !reader.hasFailed { constants.append(reader.signed()) }
    for _ in 0..<reader.half() where !reader.hasFailed {
      delayedEvents.append(
        DelayedEventRow(event: reader.half(), milliseconds: reader.signed()))
    }
    guard !reader.hasFailed else { throw .truncated }
    try check()
  }

  private func check() throws(ChartError) {
    guard isEvent(errorEvent, orNone: true) else { throw .wildReference(table: ChartTable.states) }
    try checkTree()
    for target in targets where target == 0 || Int(target) >= states.count {
      throw .wildReference(table: ChartTable.targets)
    }
    try checkDefaults()
    try checkTransitions()
    for action in actions where !isSound(action) {
      throw .wildReference(table: ChartTable.actions)
    }
    for (index, step) in guards.enumerated() where !isSound(step, at: index) {
      throw .wildReference(table: ChartTable.guards)
    }
    for row in delayedEvents where !isEvent(row.event, orNone: false) || row.milliseconds < 0 {
      throw .wildReference(table: ChartTable.delayedEvents)
    }
  }

  /// States are numbered in document order: each one's parent is the state before it or an ancestor
  /// of that.
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
        isEvent(row.doneEvent, orNone: true),
        isIn(row.initial, targets.count), isIn(row.enter, actions.count),
        isIn(row.exit, actions.count), isIn(row.transitions, transitions.count),
        row.historySlot == (isHistory ? histories : noID)
      else { throw wild }
      if isHistory { histories += 1 }
    }
  }

  /// Compound states and histories have defaults inside the state they stand for, and only they
  /// have any.
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
      guard Int(row.source) < states.count,
        states[Int(row.source)].transitions.indices.contains(index),
        !states[Int(row.source)].isHistory, states[Int(row.source)].kind != .final,
        isEvent(row.event, orNone: true),
        row.condition == noID || Int(row.condition) < guards.count,
        isIn(row.actions, actions.count), isIn(row.targets, targets.count), isLegal(row.targets)
      else { throw .wildReference(table: ChartTable.transitions) }
    }
    let owned = states.reduce(0) { $0 + Int($1.transitions.count) }
    guard owned == transitions.count else { throw .wildReference(table: ChartTable.transitions) }
  }

  /// Several targets can be active together: each two of them meet in a parallel state.
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

  /// Where a target leads: what a history stands for can lie anywhere in its parent.
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

  private func isSound(_ action: ActionRow) -> Bool {
    switch action.kind {
    case .setConstant, .add: isCell(action.a) && Int(action.b) < constants.count
    case .setCell: isCell(action.a) && isCell(action.b)
    case .setEvent: isCell(action.a)
    case .raise: isEvent(action.a, orNone: false)
    case .schedule, .cancelDelayed: Int(action.a) < delayedEvents.count
    case .skipUnless: Int(action.a) < guards.count
    case .host: true
    }
  }

  private func isSound(_ step: GuardStep, at index: Int) -> Bool {
    for next in [step.ifTrue, step.ifFalse] where next < GuardStep.reject {
      guard Int(next) > index, Int(next) < guards.count else { return false }
    }
    return switch step.test {
    case .cellToConstant: isCell(step.a) && Int(step.b) < constants.count
    case .cellToCell: isCell(step.a) && isCell(step.b)
    case .eventToConstant: Int(step.b) < constants.count
    case .isAbsent: isCell(step.a)
    case .isActive: Int(step.a) < states.count
    case .host: true
    }
  }

  private func isCell(_ cell: CellID) -> Bool { Int(cell) < initialCells.count }
  private func isEvent(_ event: EventID, orNone: Bool) -> Bool {
    Int(event) < eventCount || (orNone && event == noID)
  }
  private func isIn(_ range: RowRange, _ count: Int) -> Bool { range.indices.upperBound <= count }
}

extension StateRow {
  @inlinable package var isHistory: Bool { kind == .shallowHistory || kind == .deepHistory }
}

extension ByteReader {
  fileprivate mutating func range() -> RowRange {
    RowRange(start: half(), count: half())
  }

  fileprivate mutating func stateRow() throws(ChartError) -> StateRow {
    guard let kind = StateKind(rawValue: byte()) else {
      throw .wildReference(table: ChartTable.states)
    }
    return StateRow(
      kind: kind, parent: half(), last: half(), initial: range(), enter: range(), exit: range(),
      transitions: range(), doneEvent: half(), historySlot: half())
  }

  fileprivate mutating func transitionRow() -> TransitionRow {
    TransitionRow(
      source: half(), event: half(), condition: half(), isInternal: flag(), targets: range(),
      actions: range())
  }

  fileprivate mutating func actionRow() throws(ChartError) -> ActionRow {
    guard let kind = ActionKind(rawValue: byte()) else {
      throw .wildReference(table: ChartTable.actions)
    }
    return ActionRow(kind, a: half(), b: half())
  }

  fileprivate mutating func guardStep() throws(ChartError) -> GuardStep {
    guard let test = Test(rawValue: byte()), let comparison = Comparison(rawValue: byte()) else {
      throw .wildReference(table: ChartTable.guards)
    }
    return GuardStep(
      test, comparison, a: half(), b: half(), ifTrue: half(), ifFalse: half())
  }
}
