package import Statechart

/// One running flow.
///
/// A value: a copy is a fork, which is how the verifier looks ahead. `launch` creates one, `step`
/// advances it, and the host performs `effects` in order after each.
package struct FlowMachine: Sendable {
  package let flow: Flow
  package internal(set) var chartState: ChartState
  var memory: FlowMemory
  /// 128 random bits that identify this installation's run of the flow; part of every idempotency
  /// key.
  package internal(set) var runID: RunID
  /// Counts the records of this run.
  package internal(set) var sequence: UInt64 = 0

  /// What the host must do now, in order.
  package var effects: [Effect] { memory.effects }
  /// When the next step is due if nothing else happens, in milliseconds, or nil.
  package var nextDeadline: Int64? {
    let next = memory.nextDeadline(chartState)
    return next == absent ? nil : next
  }

  /// A machine that was not launched, for reading the flow's names only.
  package static func blank(_ flow: Flow) -> FlowMachine {
    FlowMachine(flow: flow, runID: RunID(high: 0, low: 0))
  }

  init(flow: Flow, runID: RunID) {
    self.flow = flow
    self.runID = runID
    chartState = ChartState(of: flow.chart)
    memory = FlowMemory(of: flow)
  }
}

/// Random bits that identify one run, from first launch to reinstallation.
package struct RunID: Equatable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension FlowMachine {
  /// Processes one input to completion.
  ///
  /// Due deadlines come first, in the order of their times. `effects` are in the order in which
  /// they must be performed: secrets are stored before the journal record that needs them, and the
  /// record is written before anything visible outside.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970; a time before the last one counts as the last one.
  ///   - entropy: 64 random bits, fresh for each step.
  @discardableResult
  package mutating func step(_ input: Input, at now: Int64, entropy: UInt64) -> StepReport {
    let time = max(LaunchLine.counted(now), memory.now)
    memory.beginStep(at: memory.now, entropy: entropy)
    var report = StepReport()
    let screen = memory.screen
    passTime(to: time, &report)
    report.refusal = take(input, &report)
    releaseHeldSignals(&report)
    if memory.screen != screen, memory.dropTypedSecrets(&chartState) { send(.none, &report) }
    memory.adjustTimers(chartState)
    commit()
    return report
  }

  /// Processes every deadline up to a time, each at its own time.
  mutating func passTime(to time: Int64, _ report: inout StepReport) {
    var rounds = 0
    while memory.soonest <= time {
      let next = memory.nextDeadline(chartState)
      // Deadlines beyond the limit are processed in the next step, which the host is told about.
      guard next != absent, next <= time, rounds < 10_000, !report.isEndless,
        memory.effects.count <= FlowLimits.effects / 2
      else {
        if next == absent || next > time { memory.soonest = next == absent ? .max : next }
        break
      }
      rounds += 1
      memory.now = max(next, memory.now)
      memory.elapse(&chartState)
      send(.none, &report)
      memory.adjustTimers(chartState)
    }
    memory.now = time
  }

  /// Sends the chart an event, or only evaluates eventless transitions.
  @discardableResult
  mutating func send(_ event: ChartEvent, _ report: inout StepReport) -> Bool {
    let result = flow.chart.transition(&chartState, on: event, host: &memory)
    memory.settleScreen(chartState)
    if result.isEndless || memory.hasTooManyEffects { report.isEndless = true }
    return result.isTaken
  }

  /// Ends a step and puts its effects in order.
  mutating func commit() {
    guard memory.hasChanged || !memory.effects.isEmpty else { return }
    sequence &+= 1
    memory.orderEffects()
  }
}
