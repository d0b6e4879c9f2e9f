import Statechart

extension FlowMemory {
  mutating func startTimer(_ timer: TimerID, _ state: inout ChartState) {
    let row = flow.rows.timers[Int(timer)]
    var end = now + row.after
    if row.afterFact != noID {
      let milliseconds = state.cells[Int(row.afterFact)]
      end = now + (milliseconds == absent ? 0 : min(max(milliseconds, 0), FlowLimits.wait))
    }
    if row.until != noID {
      let time = state.cells[Int(row.until)]
      // An absent or past time elapses at once; one in the far future is limited to a year.
      end = time == absent ? now : min(max(time, now), now + FlowLimits.wait)
    }
    timers[Int(timer)] = TimerState(value: end, stands: false)
    soonest = min(soonest, end)
    state.cells[Int(row.cell)] = TimerStatus.running
    hasChanged = true
  }

  mutating func stopTimer(_ timer: TimerID, _ state: inout ChartState) {
    timers[Int(timer)] = TimerState()
    state.cells[Int(flow.rows.timers[Int(timer)].cell)] = TimerStatus.idle
    hasChanged = true
  }

  private func isRunning(_ timer: Int, _ cells: [Int64]) -> Bool {
    cells[Int(flow.rows.timers[timer].cell)] == TimerStatus.running
  }

  /// Pauses or resumes timers as overlays and the background require.
  mutating func adjustTimers(_ state: borrowing ChartState) {
    guard !timers.isEmpty else { return }
    let isCovered = state.cells[flow.rows.overlayCountCell] > 0
    for index in timers.indices where isRunning(index, state.cells) {
      let row = flow.rows.timers[index]
      let stands =
        row.standsUnderOverlay && isCovered || row.standsInBackground && !isInForeground
      guard stands != timers[index].stands else { continue }
      timers[index].stands = stands
      timers[index].value = stands ? max(timers[index].value - now, 0) : now + timers[index].value
      if !stands { soonest = min(soonest, timers[index].value) }
      hasChanged = true
    }
  }

  /// The next time at which something changes without input, or `absent`.
  func nextDeadline(_ state: borrowing ChartState) -> Int64 {
    var next: Int64 = .max
    for index in timers.indices where isRunning(index, state.cells) && !timers[index].stands {
      next = min(next, timers[index].value)
    }
    for index in requests.indices {
      let (deadline, retryAt) = (requests[index].deadline, requests[index].retryAt)
      if deadline != absent { next = min(next, deadline) }
      if retryAt != absent { next = min(next, retryAt) }
    }
    return next == .max ? absent : next
  }

  /// Processes what is due at `now`, which is a deadline.
  mutating func elapse(_ state: inout ChartState) {
    for index in timers.indices
    where isRunning(index, state.cells) && !timers[index].stands && timers[index].value <= now {
      timers[index] = TimerState()
      state.cells[Int(flow.rows.timers[index].cell)] = TimerStatus.elapsed
      hasChanged = true
    }
    for index in requests.indices {
      let request = RequestID(index)
      if requests[index].retryAt != absent, requests[index].retryAt <= now {
        sendAgain(request, state)
      } else if requests[index].deadline != absent, requests[index].deadline <= now {
        append(.cancel(request, ticket: requests[index].ticket))
        _ = finish(
          request, ticket: requests[index].ticket,
          RequestOutcome(failure: FailureClass.timeout), &state)
      }
    }
  }

  /// The remaining time of a timer in whole seconds, rounded up; 0 if it is not running.
  func secondsLeft(of timer: TimerID, cells: [Int64]) -> Int64 {
    guard isRunning(Int(timer), cells) else { return 0 }
    let run = timers[Int(timer)]
    let left = run.stands ? run.value : run.value - now
    return left <= 0 ? 0 : (left + 999) / 1000
  }

  /// Restores the timers after a kill; `saved` is the time of the last record.
  mutating func restoreTimers(saved: Int64, _ state: inout ChartState) {
    soonest = .min
    for index in timers.indices where isRunning(index, state.cells) {
      let row = flow.rows.timers[index]
      switch row.kill {
      case .deadline:
        // A clock that was set back must not make a timer longer than it was at its start.
        if !timers[index].stands, row.until == noID, row.afterFact == noID {
          timers[index].value = min(timers[index].value, now + row.after)
        }
      case .remaining:
        if !timers[index].stands { timers[index].value += now - saved }
      case .restart:
        startTimer(TimerID(index), &state)
      }
    }
  }
}
