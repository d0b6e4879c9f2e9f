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
    while true {
      let next = memory.nextDeadline(chartState)
      // What is due beyond the limits is due in the next step still, which the host is told.
      guard next != absent, next <= time, rounds < 10_000, !report.isEndless,
        memory.effects.count < FlowLimits.effects / 2
      else { break }
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

  /// Whether a later effect of the step undoes one: a secret that is stored anew must not be erased
  /// after it, and a request that was cancelled or started anew is not sent for the time before.
  private func isUndone(_ effect: Effect, after index: Int) -> Bool {
    switch effect {
    case .eraseSecret(let fact):
      for later in (index + 1)..<memory.effects.count {
        if case .storeSecret(fact, _) = memory.effects[later] { return true }
      }
      return false
    case .perform(let request, _):
      for later in (index + 1)..<memory.effects.count {
        switch memory.effects[later] {
        case .perform(request, _), .cancel(request, _): return true
        default: continue
        }
      }
      return false
    default: return false
    }
  }

  /// Puts the effects of the step into the order in which they are to be performed.
  mutating func commit() {
    guard memory.hasChanged || !memory.effects.isEmpty else { return }
    sequence &+= 1
    memory.orderedEffects.removeAll(keepingCapacity: true)
    for effect in memory.effects where effect.isBeforeJournal {
      memory.orderedEffects.append(effect)
    }
    memory.orderedEffects.append(.journal(isForced: memory.needsForcedJournal))
    for fact in memory.changedFacts { memory.orderedEffects.append(.writePreference(fact)) }
    for (index, effect) in memory.effects.enumerated()
    where !effect.isBeforeJournal && !isUndone(effect, after: index) {
      memory.orderedEffects.append(effect)
    }
    swap(&memory.effects, &memory.orderedEffects)
  }
}

extension Effect {
  /// Secrets are stored before the record that needs them.
  var isBeforeJournal: Bool {
    switch self {
    case .sealSecret, .storeSecret: true
    default: false
    }
  }
}
