import Statechart

// The steps that a verifier takes in addition to `step`: time without a clock, and a kill without
// serialization.

extension FlowMachine {
  /// The time of every machine loaded from a projection.
  package static var explorationTime: Int64 { Projection.now }

  /// Whether a timer can elapse next: it runs and is not paused.
  package func canElapse(_ timer: TimerID) -> Bool {
    chartState.cells[Int(flow.tables.timers[Int(timer)].cell)] == TimerStatus.running
      && !memory.timers[Int(timer)].stands
  }

  /// Lets one timer elapse before all others.
  package mutating func elapse(_ timer: TimerID) -> StepReport {
    memory.timers[Int(timer)].value = memory.now
    memory.soonest = .min
    return step(.wake, at: memory.now, entropy: 0)
  }

  /// Sets a fact as if the host had reported it earlier, without an event.
  package mutating func assume(_ change: FactChange) {
    memory.set(change.fact, change.value, &chartState)
    memory.changedFacts.removeAll(keepingCapacity: true)
  }

  /// The running timers with the time at which each will elapse, in milliseconds since 1970.
  package var timerEnds: [(timer: TimerID, at: Int64)] {
    memory.timers.indices.filter { canElapse(TimerID($0)) }.map {
      (TimerID($0), memory.timers[$0].value)
    }
  }

  /// Uses up the retries of a running request, so that its next failure is final.
  package mutating func exhaustTries(of request: RequestID) {
    memory.requests[Int(request)].attempt = .max
  }

  /// Kills and restarts the app: whatever no record holds is lost, then the machine restores from
  /// its record.
  ///
  /// Equivalent to `launch(_:_:record:)` with `journalRecord`, without the serialization. The host
  /// reports the same facts as before, except for `changes`.
  package mutating func relaunch(
    _ projection: Projection, changes: [FactChange], isLocked: Bool
  ) -> StepReport {
    let blank = projection.blank
    var stored: [FactID] = []
    for (index, row) in flow.tables.facts.enumerated() {
      if row.type == .secret {
        switch chartState.cells[index] {
        case SecretStatus.typed: chartState.cells[index] = absent
        case SecretStatus.stored, SecretStatus.unreadable:
          if projection.storable.contains(FactID(index)) { stored.append(FactID(index)) }
        default: break
        }
      } else if row.place == .memory {
        chartState.cells[index] = blank.chartState.cells[index]
        if row.slot != noID { memory.texts[Int(row.slot)] = blank.memory.texts[Int(row.slot)] }
      }
    }
    memory.invalidSecrets.removeAll(keepingCapacity: true)
    memory.submittedSecrets.removeAll(keepingCapacity: true)
    let context = LaunchContext(
      now: memory.now, entropy: 0, runID: runID, facts: changes, storedSecrets: stored,
      isSecureStorageUnreadable: isLocked)
    return restore(context, savedAt: memory.now)
  }

  /// Calls the closure for each row of `transitions` that the last step took, in order.
  ///
  /// Mutating, like the functions below, only so that reading a machine behind a pointer does not
  /// copy it.
  package mutating func forEachTaken(_ body: (UInt16) -> Void) {
    for transition in memory.taken { body(transition) }
  }

  /// Calls for each effect of the last step, in order.
  package mutating func forEachEffect(_ body: (Effect) -> Void) {
    for effect in memory.effects { body(effect) }
  }

  /// How the running call of a request may be repeated.
  package mutating func repetition(ofRunning request: RequestID) -> Repetition {
    memory.repetition(of: request)
  }

  /// Ends a request without an outcome, as if nobody waited for it any more: what a failure is
  /// compared with.
  package mutating func giveUp(_ request: RequestID) -> StepReport {
    memory.beginStep(at: memory.now, entropy: 0)
    var report = StepReport()
    memory.cancel(request, &chartState)
    send(.none, &report)
    memory.adjustTimers(chartState)
    commit()
    return report
  }

  /// Lets a request have failed with another class than it did, or not at all; nothing follows.
  package mutating func assume(_ status: Int64, of request: RequestID) {
    chartState.cells[Int(flow.tables.requests[Int(request)].cell)] = status
  }

  /// Looks at what has changed, though nothing has happened.
  package mutating func look() -> StepReport {
    memory.beginStep(at: memory.now, entropy: 0)
    var report = StepReport()
    send(.none, &report)
    commit()
    return report
  }

  /// Whether an element of what is on top is shown.
  package mutating func isShown(_ row: ElementRow) -> Bool { memory.holds(row.shown, chartState) }

  /// Whether a shown element of what is on top does something when it is used.
  package mutating func isUsable(_ row: ElementRow) -> Bool {
    memory.isEnabled(row, chartState) && memory.isComplete(row, within: topElements, chartState)
  }

  /// Whether a validator of an element fails, whether or not the screen says so already.
  package func hasProblem(_ element: ElementID) -> Bool {
    let row = flow.tables.elements[Int(element)]
    return row.takesValue && memory.firstProblem(of: row, cells: chartState.cells) != nil
  }

  /// Whether the last step changed anything that a record holds.
  package mutating func didChange() -> Bool { memory.hasChanged }

  /// The row of `calls` that a request is running.
  package func callPlace(of request: RequestID) -> Int { Int(memory.requests[Int(request)].call) }

  /// The ticket of the request that was started last.
  package var lastTicket: UInt32 { memory.lastTicket }

  package var topOverlay: OverlayID? { memory.topOverlay(chartState) }

  package var heldSignals: [SignalID] { memory.heldSignals.map { $0.signal } }

  /// The numbers of the held signals; `absent` for a signal without one.
  package var heldNumbers: [Int64] { memory.heldSignals.map { $0.number } }

  /// The texts of the held signals.
  package var heldTexts: [Text?] { memory.heldSignals.map { $0.text } }

  /// Typed secrets that were sent with a request, and so are kept when their screen is left.
  package var submittedSecrets: [FactID] { memory.submittedSecrets }

  /// Typed secrets that their validators reject.
  package var invalidSecrets: [FactID] { memory.invalidSecrets }

  /// Whether leaving the current screen puts it on the back stack.
  package var isScreenKept: Bool { memory.isScreenKept }

  package var isInForeground: Bool { memory.isInForeground }

  /// A machine at its first launch.
  package static func begin(
    _ flow: Flow, _ context: LaunchContext
  ) -> (machine: FlowMachine, report: StepReport) {
    var machine = FlowMachine(flow: flow, runID: context.runID)
    let report = machine.begin(context)
    return (machine, report)
  }
}
