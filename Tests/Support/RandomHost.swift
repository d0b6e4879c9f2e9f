package import Statechart

/// Answers a chart's questions, and fails at its operations, at random.
package struct RandomHost: ChartHost {
  private var random: SeededGenerator

  package init(random: SeededGenerator) { self.random = random }

  package mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool { random.chance(80) }

  package mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool { random.chance(50) }
}
