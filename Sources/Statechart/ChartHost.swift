/// What a chart does not know itself: executable content and conditions of the layer above.
///
/// All calls come from inside one step, in SCXML's order, on the caller's thread. The `did…` calls
/// only report; their defaults do nothing and cost nothing.
public protocol ChartHost {
  /// Performs an operation of an action row.
  /// - Returns: false when it failed: the rest of its block is skipped and `error` is raised.
  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool

  /// Answers a test of kind `host`.
  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool

  /// Starts the time of a delayed event; when it is over the caller sends the event.
  mutating func schedule(_ delayed: UInt16)
  /// Ends the time of a delayed event.
  mutating func cancel(_ delayed: UInt16)

  mutating func didExit(_ state: StateID)
  mutating func didTake(_ transition: UInt16)
  mutating func didEnter(_ state: StateID)
}

extension ChartHost {
  /// Does nothing.
  @inlinable public mutating func schedule(_ delayed: UInt16) {}
  /// Does nothing.
  @inlinable public mutating func cancel(_ delayed: UInt16) {}
  /// Does nothing.
  @inlinable public mutating func didExit(_ state: StateID) {}
  /// Does nothing.
  @inlinable public mutating func didTake(_ transition: UInt16) {}
  /// Does nothing.
  @inlinable public mutating func didEnter(_ state: StateID) {}
}

/// An event with the number that came with it.
public struct ChartEvent: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline package var id: EventID
  @usableFromInline package var value: Int64

  /// Makes one out of its parts.
  @inlinable public init(_ id: EventID, value: Int64 = absent) {
    self.id = id
    self.value = value
  }

  /// No event: only eventless transitions are looked at.
  @inlinable public static var none: ChartEvent { ChartEvent(noID) }
}

/// A host for charts that need none: every operation fails and no condition holds.
public struct NoHost: ChartHost {
  package init() {}

  /// Fails.
  @inlinable public mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool { false }

  /// Does not hold.
  @inlinable public mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool { false }
}
