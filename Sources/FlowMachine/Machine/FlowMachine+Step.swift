package import Statechart

/// One running flow.
///
/// A value: a copy is a fork, which is how the verifier looks ahead. `launch` makes one, `step`
/// moves it, and the host performs `effects` in order after each of both.
package struct FlowMachine: Sendable {
  package let flow: Flow
  package internal(set) var chartState: ChartState
  var memory: FlowMemory
  /// 128 random bits of this installation's run of the flow; part of every idempotency key.
  package internal(set) var runID: RunID
  /// Counts the records of this run.
  package internal(set) var sequence: UInt64 = 0

  /// What the host has to do now, in order.
  package var effects: [Effect] { memory.effects }
  /// When the next step is due though nothing else happens, in milliseconds, or nil.
  package var nextDeadline: Int64? {
    let next = memory.nextDeadline(chartState)
    return next == absent ? nil : next
  }

  /// One that was not launched, for the names of a flow alone.
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

/// Random bits that stand for one run, from first launch to reinstall.
package struct RunID: Equatable, Sendable {
  package var high: UInt64
  package var low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}

extension FlowMachine {
  /// Works one input off completely.
  ///
  /// Deadlines that are due come first, in the order of their times. The order of `effects` is the
  /// order to perform them in: secrets are stored before the journal record that needs them, and
  /// the record is written before anything that can be seen outside.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970; one that goes back within a launch counts as the last one.
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

  /// Runs every deadline up to a time, each at its own time.
  mutating func passTime(to time: Int64, _ report: inout StepReport) {
    var rounds = 0
    while memory.soonest <= time {
      let next = memory.nextDeadline(chartState)
      // What is due beyond the limits is due in the next step still, which the host is told.
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

  /// Gives the chart an event, or only looks at what changed.
  @discardableResult
  mutating func send(_ event: ChartEvent, _ report: inout StepReport) -> Bool {
    let result = flow.chart.transition(&chartState, on: event, host: &memory)
    if result.isEndless || memory.hasTooManyEffects { report.isEndless = true }
    return result.isTaken
  }

  /// Ends a step: its effects are what the host has to do.
  mutating func commit() {
    guard memory.hasChanged || !memory.effects.isEmpty else { return }
    sequence &+= 1
    memory.orderEffects()
  }
}
