import Statechart
import TestSupport

extension Chart {
  /// Sends random events to a chart; whatever the chart is, its configuration stays legal.
  /// - Returns: the last configuration, or nil if one was illegal.
  func run(
    from state: ChartState? = nil, events: Int, _ random: inout SeededGenerator
  ) -> ChartState? {
    var host = RandomHost(random: SeededGenerator(seed: random.next()))
    var state = state ?? ChartState(of: self)
    var result = StepResult(isTaken: true, microsteps: 0, isEndless: false)
    if !state.isRunning, state.activeStates.isEmpty { result = start(&state, host: &host) }
    for _ in 0..<events {
      guard isLegal(state) else { return nil }
      // A chart that runs in a circle costs a thousand steps each time; one is enough.
      guard !result.isEndless else { break }
      let event = random.chance(20) ? noID : EventID(random.below(max(eventCount, 1)))
      result = transition(
        &state, on: ChartEvent(event, value: Int64(random.below(5))), host: &host)
    }
    return isLegal(state) ? state : nil
  }
}
