/// What a chart does not know itself: executable content and conditions of the layer above.
///
/// All calls come from inside one step, in SCXML's order, on the caller's thread. The `did…` calls
/// only report; their defaults do nothing and cost nothing.
package protocol ChartHost {
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
  @inlinable package mutating func schedule(_ delayed: UInt16) {}
  @inlinable package mutating func cancel(_ delayed: UInt16) {}
  @inlinable package mutating func didExit(_ state: StateID) {}
  @inlinable package mutating func didTake(_ transition: UInt16) {}
  @inlinable package mutating func didEnter(_ state: StateID) {}
}

/// An event with the number that came with it.
package struct ChartEvent: BitwiseCopyable, Equatable, Sendable {
  package var id: EventID
  package var value: Int64

  @inlinable package init(_ id: EventID, value: Int64 = absent) {
    self.id = id
    self.value = value
  }

  /// No event: only eventless transitions are looked at.
  @inlinable package static var none: ChartEvent { ChartEvent(noID) }
}

/// A host for charts that need none: every operation fails and no condition holds.
package struct NoHost: ChartHost {
  package init() {}

  @inlinable package mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool { false }

  @inlinable package mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool { false }
}
