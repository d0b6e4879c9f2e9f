/// What a chart leaves to the layer above: executable content and conditions.
///
/// A step makes its calls in SCXML's order, on the caller's thread. The `did…` calls only report;
/// their defaults do nothing and cost nothing. Operations, questions and their arguments are mere
/// numbers to the chart: only the host knows what they mean.
public protocol ChartHost {
  /// Performs an action of kind `host`.
  /// - Parameter event: the one that the step processes.
  /// - Returns: false if it failed. The rest of its block is then skipped, and the chart's error
  ///   event is raised, if it has one (SCXML 5.9.1 and 4).
  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool

  /// Whether a guard's test of kind `host` is true.
  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool

  /// Starts the delay of an event. When it has elapsed, whoever runs the chart sends the event.
  /// - Parameter delayed: the index of a `DelayedEventRow`.
  mutating func schedule(_ delayed: UInt16)
  /// Cancels a delayed event.
  /// - Parameter delayed: the index of a `DelayedEventRow`.
  mutating func cancel(_ delayed: UInt16)

  /// A state is no longer active; its exit actions were performed.
  mutating func didExit(_ state: StateID)
  /// A transition is being taken; its actions follow.
  mutating func didTake(_ transition: UInt16)
  /// A state is active; its entry actions follow.
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

/// An event and the number that came with it, or `absent`.
public struct ChartEvent: BitwiseCopyable, Equatable, Sendable {
  @usableFromInline package var id: EventID
  @usableFromInline package var value: Int64

  /// Creates an event.
  @inlinable public init(_ id: EventID, value: Int64 = absent) {
    self.id = id
    self.value = value
  }

  /// No event. A step on it considers only eventless transitions.
  @inlinable public static var none: ChartEvent { ChartEvent(noID) }
}
