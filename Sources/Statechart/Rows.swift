/// A run of rows in another table.
public struct RowRange: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline package var start: UInt16
  @usableFromInline package var count: UInt16

  package init(start: UInt16 = 0, count: UInt16 = 0) {
    self.start = start
    self.count = count
  }

  /// The indices of the rows.
  @inlinable public var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// What a state is.
public enum StateKind: UInt8, BitwiseCopyable, Sendable {
  case atomic, compound, parallel, final, shallowHistory, deepHistory
}

/// One state. Its descendants are the states from itself + 1 to `last`.
public struct StateRow: BitwiseCopyable, Equatable, Sendable {
  static let layout: StaticString = "5%%[T[A[A[Xe%"

  @usableFromInline package var kind: StateKind
  @usableFromInline package var parent: StateID
  @usableFromInline package var last: StateID
  /// Compound: the states of its initial transition. History: its default targets.
  public var initial: RowRange
  @usableFromInline package var enter: RowRange
  @usableFromInline package var exit: RowRange
  @usableFromInline package var transitions: RowRange
  /// Raised when the state is done, or `noID`.
  public var doneEvent: EventID
  /// History states: their index among the recorded values.
  public var historySlot: UInt16
}

/// One transition; those of a state are contiguous, in document order.
public struct TransitionRow: BitwiseCopyable, Equatable, Sendable {
  static let layout: StaticString = "Seg1[T[A"

  @usableFromInline package var source: StateID
  /// `noID`: eventless.
  public var event: EventID
  /// First step of its guard, or `noID`.
  public var condition: UInt16
  @usableFromInline package var isInternal: Bool
  @usableFromInline package var targets: RowRange
  @usableFromInline package var actions: RowRange
}

/// How two numbers are compared.
public enum Comparison: UInt8, BitwiseCopyable, Sendable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// What one step of a guard tests.
public enum Test: UInt8, BitwiseCopyable, Sendable {
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

/// One step of a guard: a test and the steps that follow it. Steps only lead forward, so evaluation
/// always ends.
public struct GuardStep: BitwiseCopyable, Equatable, Sendable {
  static let layout: StaticString = "55%%--"

  @usableFromInline package static let accept: UInt16 = 0xFFFF
  @usableFromInline package static let reject: UInt16 = 0xFFFE

  @usableFromInline package var test: Test
  @usableFromInline package var comparison: Comparison
  @usableFromInline package var a: UInt16
  @usableFromInline package var b: UInt16
  @usableFromInline package var ifTrue: UInt16
  @usableFromInline package var ifFalse: UInt16

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
public enum ActionKind: UInt8, BitwiseCopyable, Sendable {
  /// Cell `a` becomes constant `b`.
  case setConstant
  /// Cell `a` becomes what cell `b` holds.
  case setCell
  /// Cell `a` becomes the event's value.
  case setEvent
  /// Adds constant `b` to cell `a`; overflow and an absent cell are errors.
  case add
  /// Event `a` is queued before any event from outside.
  case raise
  /// Schedules delayed event `a`.
  case schedule
  /// Cancels delayed event `a`.
  case cancelDelayed
  /// Skips the next `b` actions unless the guard whose first step is `a` holds (SCXML: if).
  case skipUnless
  /// The host performs operation `a` with `b`.
  case host
}

/// One action; its kind documents the meaning of `a` and `b`.
public struct ActionRow: BitwiseCopyable, Equatable, Sendable {
  static let layout: StaticString = "8%%"

  @usableFromInline package var kind: ActionKind
  @usableFromInline package var a: UInt16
  @usableFromInline package var b: UInt16

  package init(_ kind: ActionKind, a: UInt16, b: UInt16 = 0) {
    self.kind = kind
    self.a = a
    self.b = b
  }
}

/// An event that is sent after a delay.
public struct DelayedEventRow: BitwiseCopyable, Equatable, Sendable {
  static let layout: StaticString = "E+"

  @usableFromInline package var event: EventID
  @usableFromInline package var milliseconds: Int64

  package init(event: EventID, milliseconds: Int64) {
    self.event = event
    self.milliseconds = milliseconds
  }
}

/// Rows behind a pointer: reading one retains nothing. The rows were checked when the chart was
/// loaded.
public struct Table<Row: BitwiseCopyable>: @unchecked Sendable {
  // Unchecked: the memory is written once, before the table is shared, and freed by the chart that
  // owns it.
  @usableFromInline let base: UnsafeMutablePointer<Row>
  @usableFromInline package let count: Int

  package init(copying rows: [Row]) {
    count = rows.count
    base = rows.withUnsafeBytes { copy(of: $0) }.assumingMemoryBound(to: Row.self)
  }

  /// Frees the rows, which must not be read afterwards.
  public func deallocate() {
    base.deallocate()
  }

  /// The row at an index.
  @inlinable public subscript(index: Int) -> Row {
    assert(index >= 0 && index < count)
    return base[index]
  }

  /// The row at an index.
  @inlinable public subscript(index: UInt16) -> Row {
    self[Int(index)]
  }

  /// Consecutive rows, valid as long as the table.
  @inlinable package func slice(_ range: Range<Int>) -> UnsafeBufferPointer<Row> {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
  }

  /// All rows.
  public var rows: [Row] {
    (0..<count).map { base[$0] }
  }
}

/// Allocated memory that holds the same bytes, aligned for any row.
@inline(never) private func copy(of bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
  let memory = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
  if let start = bytes.baseAddress { memory.copyMemory(from: start, byteCount: bytes.count) }
  return memory
}
