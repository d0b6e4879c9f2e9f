// Configurations that do not come from a step: what is known of one is completed, and only what is
// new in it is entered.

extension Chart {
  /// The configuration that holds some states, with all that is active beside and above them, as if
  /// a transition from outside had them as its targets.
  ///
  /// - Parameters:
  ///   - targets: states of which none lies inside another, and which can be active together.
  ///   - history: what the histories among the targets or the defaults stand for.
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

  /// Enters states in document order, with their entry actions; does not go on to rest. Together
  /// with what is active they are a configuration.
  package func enter<Host: ChartHost>(
    _ states: [UInt64], on state: inout ChartState, host: inout Host
  ) {
    state.entrySet = states
    enterStates(event: .none, on: &state, host: &host)
  }

  /// Enters the configuration that holds a state, instead of the initial one, and goes on to rest.
  package func start<Host: ChartHost>(
    _ state: inout ChartState, at target: StateID, host: inout Host
  ) -> StepResult {
    state.isRunning = true
    enter(completed([target], history: state.history), on: &state, host: &host)
    return macrostep(after: 1, isTaken: true, on: &state, host: &host)
  }

  /// Whether what the histories remember is what they could have recorded; what is not, is
  /// forgotten.
  package func forgetImpossibleHistory(in state: inout ChartState) {
    for index in 0..<histories.count where !isLegalRecord(of: histories[index], state) {
      let start = Int(states[histories[index]].historySlot) * wordCount
      for word in start..<start + wordCount { state.history[word] = 0 }
    }
  }
}
