import FlowMachine
import Statechart

extension Compilation {
  func declareTimers(of scope: Scope) {
    for timer in scope.document.timers {
      scope.timers[timer.name.value] = addTimer(timer, scope)
    }
  }

  /// The timers of a state: those it declares, one for each `after`, and one for the least time it
  /// is visible.
  func declareTimers(of state: PlannedState) {
    guard let declaration = state.declaration, !state.isContainer else { return }
    for timer in declaration.timers {
      let id = addTimer(timer, state.scope)
      state.scope.timers[timer.name.value] = id
      stateTimers[state.id, default: []].append(id)
    }
    for (place, after) in declaration.after.enumerated() {
      let policy = TimerPolicy(kill: .deadline, overlay: .runs, background: .runs)
      let id = addTimer(
        row(of: after.duration, state.scope), policy, after.written,
        "\(state.name).after.\(place + 1)")
      stateTimers[state.id, default: []].append(id)
    }
    if let visibility = declaration.screen?.visibleFor {
      let id = addTimer(
        row(of: visibility.least, state.scope), visibility.policy, declaration.name,
        state.name + ".visibleFor")
      visibilityTimers[state.id] = id
      stateTimers[state.id, default: []].append(id)
    }
  }

  private func addTimer(_ declaration: TimerDeclaration, _ scope: Scope) -> TimerID {
    var row = TimerRow.blank
    switch declaration.length {
    case .after(let duration): row = self.row(of: duration, scope)
    case .until(let name): row.until = fact(name, scope, of: [.time]) ?? noID
    }
    let whole = scope.prefix + declaration.name.value
    row.name = builder.blob(whole)
    return addTimer(row, declaration.policy, declaration.name, whole)
  }

  private func row(of duration: DurationDeclaration, _ scope: Scope) -> TimerRow {
    var row = TimerRow.blank
    (row.after, row.afterFact) = length(duration, scope)
    return row
  }

  /// The milliseconds of a duration, or the fact that holds them.
  func length(
    _ duration: DurationDeclaration, _ scope: Scope
  ) -> (milliseconds: Int64, fact: FactID) {
    switch duration {
    case .fixed(let milliseconds): return (milliseconds, noID)
    case .configured(let name):
      guard let fact = scope.facts[name.value], durationFacts.contains(fact) else {
        let durations = scope.facts.filter { durationFacts.contains($0.value) }.map(\.key)
        if scope.facts[name.value] == nil {
          reportUnknown(
            "duration", name, known: durations, in: "`configuration` with `type: duration`")
        } else {
          report(
            .wrongType, at: name.position, "\(quoted(name.value)) is not a duration",
            "Declare it under `configuration` with `type: duration`, or write a duration such as `3s`"
          )
        }
        return (0, noID)
      }
      return (0, fact)
    }
  }

  /// - Parameter whole: the name under which it is stored; also a timer that the document gives no
  ///   name has one, of its state and its place there.
  private func addTimer(
    _ row: TimerRow, _ policy: TimerPolicy, _ name: Name, _ whole: String
  ) -> TimerID {
    timerNames.append(whole)
    reportIfTooMany(
      chart.initialCells.count, ChartLimits.cells - 256, "facts, requests and timers", name)
    var row = row
    row.cell = addCell(TimerStatus.idle)
    row.kill =
      switch policy.kill {
      case .deadline: .deadline
      case .remaining: .remaining
      case .restart: .restart
      }
    row.standsUnderOverlay = policy.overlay == .stands
    row.standsInBackground = policy.background == .stands
    return builder.append(row, to: \.timers)
  }
}
