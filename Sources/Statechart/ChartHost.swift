/// What a chart leaves to the layer above: executable content and conditions.
///
/// All calls are made within one step, in SCXML's order, on the caller's thread. The `did…` calls
/// only report; their defaults do nothing and cost nothing.
public protocol ChartHost {
  /// Performs an operation of an action row.
  /// - Returns: false if it failed; the rest of its block is then skipped and `error` is raised.
  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool

  /// Answers a test of kind `host`.
  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool

  /// Starts the delay of an event; the caller sends the event when it has elapsed.
  mutating func schedule(_ delayed: UInt16)
  /// Cancels a delayed event.
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

/// An event and the number that came with it.
public struct ChartEvent: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline package var id: EventID
  @usableFromInline package var value: Int64

  /// Creates an event.
  @inlinable public init(_ id: EventID, value: Int64 = absent) {
    self.id = id
    self.value = value
  }

  /// No event: only eventless transitions are considered.
  @inlinable public static var none: ChartEvent { ChartEvent(noID) }
}

/// A host for charts that need none: every operation fails, and no condition holds.
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
