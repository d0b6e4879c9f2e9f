/// A run of rows in another table.
package struct RowRange: BitwiseCopyable, Equatable, Sendable {
  package var start: UInt16
  package var count: UInt16

  package init(start: UInt16 = 0, count: UInt16 = 0) {
    self.start = start
    self.count = count
  }

  @inlinable package var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// What a state is.
package enum StateKind: UInt8, BitwiseCopyable, Sendable {
  case atomic, compound, parallel, final, shallowHistory, deepHistory
}

/// One state. Its descendants are the states from itself + 1 to `last`.
package struct StateRow: BitwiseCopyable, Equatable, Sendable {
  package var kind: StateKind
  package var parent: StateID
  package var last: StateID
  /// Compound: the states of its initial transition. History: its default targets.
  package var initial: RowRange
  package var enter: RowRange
  package var exit: RowRange
  package var transitions: RowRange
  /// Raised when the state is done, or `noID`.
  package var doneEvent: EventID
  /// History states: their place among the recorded values.
  package var historySlot: UInt16
}

/// One transition; those of a state stand together in document order.
package struct TransitionRow: BitwiseCopyable, Equatable, Sendable {
  package var source: StateID
  /// `noID`: eventless.
  package var event: EventID
  /// First step of its guard, or `noID`.
  package var condition: UInt16
  package var isInternal: Bool
  package var targets: RowRange
  package var actions: RowRange
}

/// How two numbers are compared.
package enum Comparison: UInt8, BitwiseCopyable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// What one step of a guard looks at.
package enum Test: UInt8, BitwiseCopyable, Sendable {
  /// Cell `a` against constant `b`.
  case cellToConstant
  /// Cell `a` against cell `b`.
  case cellToCell
  /// The event's value against constant `b`.
  case eventToConstant
  /// Cell `a` holds nothing.
  case isAbsent
  /// State `a` is active.
  case isActive
  /// The host answers question `a` about `b`.
  case host
}

/// One step of a guard: a test, and where to go on. Steps only lead forward, so a guard always
/// ends.
package struct GuardStep: BitwiseCopyable, Equatable, Sendable {
  package static let accept: UInt16 = 0xFFFF
  package static let reject: UInt16 = 0xFFFE

  package var test: Test
  package var comparison: Comparison
  package var a: UInt16
  package var b: UInt16
  package var ifTrue: UInt16
  package var ifFalse: UInt16

  package init(
    _ test: Test, _ comparison: Comparison = .equal, a: UInt16, b: UInt16 = 0,
    ifTrue: UInt16 = GuardStep.accept, ifFalse: UInt16 = GuardStep.reject
  ) {
    self.test = test
    self.comparison = comparison
    self.a = a
    self.b = b
    self.ifTrue = ifTrue
    self.ifFalse = ifFalse
  }
}

/// What an action does.
package enum ActionKind: UInt8, BitwiseCopyable, Sendable {
  /// Cell `a` becomes constant `b`.
  case setConstant
  /// Cell `a` becomes what cell `b` holds.
  case setCell
  /// Cell `a` becomes the event's value.
  case setEvent
  /// Cell `a` grows by constant `b`; overflow or an absent cell is an error.
  case add
  /// Event `a` is queued before any event from outside.
  case raise
  /// Delayed event `a` is to be sent when its time has come.
  case schedule
  /// Delayed event `a` is not to be sent.
  case cancelDelayed
  /// The next `b` actions are passed over unless the guard whose first step is `a` holds (SCXML:
  /// if).
  case skipUnless
  /// The host performs operation `a` with `b`.
  case host
}

package struct ActionRow: BitwiseCopyable, Equatable, Sendable {
  package var kind: ActionKind
  package var a: UInt16
  package var b: UInt16

  package init(_ kind: ActionKind, a: UInt16, b: UInt16 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
  }
}

/// An event that is sent after a time.
package struct DelayedEventRow: BitwiseCopyable, Equatable, Sendable {
  package var event: EventID
  package var milliseconds: Int64

  package init(event: EventID, milliseconds: Int64) {
    self.event = event
    self.milliseconds = milliseconds
  }
}

/// Rows behind a pointer: reading one retains nothing and was checked when the chart was loaded.
package struct Table<Row: BitwiseCopyable>: @unchecked Sendable {
  // Unchecked: the memory is written once, before the table is shared, and freed by the chart that
  // owns it.
  @usableFromInline let base: UnsafeMutablePointer<Row>
  package let count: Int

  package init(copying rows: [Row]) {
    base = UnsafeMutablePointer<Row>.allocate(capacity: max(rows.count, 1))
    count = rows.count
    for (index, row) in rows.enumerated() { (base + index).initialize(to: row) }
  }

  package func deallocate() {
    base.deallocate()
  }

  @inlinable package subscript(index: Int) -> Row {
    assert(index >= 0 && index < count)
    return base[index]
  }

  @inlinable package subscript(index: UInt16) -> Row {
    self[Int(index)]
  }

  package var rows: [Row] {
    (0..<count).map { base[$0] }
  }
}
