// Configurations that no step produced: the known states are completed to a configuration, and only
// the new states are entered.

extension Chart {
  /// The configuration that contains the given states, with all states active beside and above
  /// them, as if a transition from outside had targeted them.
  ///
  /// - Parameters:
  ///   - targets: states that can be active together, none inside another.
  ///   - history: the recorded values of the histories among the targets and defaults.
  package func completed(_ targets: [StateID], history: [UInt64]) -> [UInt64] {
    var set = [UInt64](repeating: 0, count: wordCount)
    set.insert(bit: 0)
    for target in targets { addWithDescendants(target, to: &set, history: history) }
    for target in targets {
      addEffectiveAncestors(of: target, within: 0, to: &set, history: history)
    }
    if targets.isEmpty {
      addWithDescendants(0, to: &set, history: history)
    } else {
      addRegionsOfRoot(within: 0, to: &set, history: history)
    }
    return set
  }

  /// Enters states in document order, with their entry actions, without running the chart to rest.
  /// Together with the active states they form a configuration.
  package func enter<Host: ChartHost>(
    _ states: [UInt64], on state: inout ChartState, host: inout Host
  ) {
    state.entrySet = states
    enterStates(event: .none, on: &state, host: &host)
  }

  /// Enters the configuration that contains a state, instead of the initial one, and runs to rest.
  package func start<Host: ChartHost>(
    _ state: inout ChartState, at target: StateID, host: inout Host
  ) -> StepResult {
    state.isRunning = true
    enter(completed([target], history: state.history), on: &state, host: &host)
    return macrostep(after: 1, isTaken: true, on: &state, host: &host)
  }

  /// Clears the histories whose values cannot have been recorded.
  package func forgetImpossibleHistory(in state: inout ChartState) {
    for index in 0..<histories.count where !isLegalRecord(of: histories[index], state) {
      let start = Int(states[histories[index]].historySlot) * wordCount
      for word in start..<start + wordCount { state.history[word] = 0 }
    }
  }
}
