import Statechart

// A record of an earlier version. States that still exist stay active and are not entered again. A
// state that was renamed or removed is replaced by the one under `migrate`, which is entered. A
// part of the flow that has no target then starts over: the screens at `fallback`, a region beside
// them at its `initial`. Nothing is guessed.

extension Snapshot {
  /// Builds a configuration of this flow from one of an earlier version.
  mutating func carryOver(_ parts: [Part]) throws(FlowError) {
    let flow = machine.flow
    let chart = flow.chart
    var places = Places(chart)
    for part in parts {
      for number in part.states {
        let state = StableNumbers.id(number, in: flow.numbers.states)
        if state != noID { places.wasActive.insert(bit: state) }
      }
      let home = try id(.state, part.number, flow.numbers.states)
      for number in part.leaves {
        places.add(try id(.state, number, flow.numbers.states), in: home)
      }
    }
    places.settle()
    let main = places.part(of: flow.tables.main)
    let fallback = flow.tables.stable.fallback
    var targets = places.targets
    hasLostScreens = places.isLost(main)
    if hasLostScreens, fallback != noID { targets.append(fallback) }
    if take(targets, kept: places.kept) { return }
    // The remaining states cannot be active together, so all of it starts over.
    hasLostScreens = true
    guard take(fallback == noID ? [] : [fallback], kept: []) else { throw .corrupt }
  }

  /// Makes the states that stay active; the launch enters the rest of the configuration.
  ///
  /// - Returns: whether the targets lead to a configuration.
  private mutating func take(_ targets: [StateID], kept: [StateID]) -> Bool {
    let chart = machine.flow.chart
    let whole = chart.completed(targets, history: machine.chartState.history)
    var final = machine.chartState
    final.active = whole
    final.isRunning = !chart.isInFinalState(0, in: final)
    guard chart.isLegal(final) else { return false }
    machine.chartState.isRunning = final.isRunning
    machine.chartState.active.removeAllBits()
    missing = whole
    for state in kept where whole.contains(bit: state) {
      machine.chartState.active.insert(bit: state)
      missing.remove(bit: state)
    }
    return true
  }

  /// Requests and timers live as long as the state that started them. Those whose state no longer
  /// exists, or is not active, would never end, so they end here. A timer that its state did not
  /// have before starts.
  mutating func endWhatNothingOwns() {
    let flow = machine.flow
    let chart = flow.chart
    var owned = Ownership(flow)
    for index in 0..<chart.states.count {
      let isActive =
        machine.chartState.isActive(StateID(index)) || missing.contains(bit: StateID(index))
      owned.note(chart.actions, chart.states[index].exit, isActive: isActive)
    }
    for index in flow.tables.requests.indices where owned.requests[index] == .byNothing {
      end(RequestID(index))
    }
    for index in flow.tables.timers.indices {
      let cell = Int(flow.tables.timers[index].cell)
      switch owned.timers[index] {
      case .byNothing:
        set(cell, to: TimerStatus.idle)
        machine.memory.timers[index] = TimerState()
      case .byActive where machine.chartState.cells[cell] == TimerStatus.idle:
        newTimers.append(TimerID(index))
      case .byActive, .notByStates: break
      }
    }
  }

  /// The request becomes idle, as when its state is left.
  private mutating func end(_ request: RequestID) {
    let row = machine.flow.tables.requests[Int(request)]
    let status = machine.chartState.cells[Int(row.cell)]
    if row.isOnce, status == RequestStatus.succeeded { return }
    set(Int(row.cell), to: RequestStatus.idle)
    let run = machine.memory.requests[Int(request)]
    if run.hasPlan, run.sendsSecrets { served.append((request, run.ticket)) }
    machine.memory.requests[Int(request)].hasPlan = false
  }
}

/// Which requests and timers end when an active state is left.
private struct Ownership {
  enum Owner { case notByStates, byNothing, byActive }

  var requests: [Owner]
  var timers: [Owner]

  init(_ flow: Flow) {
    requests = [Owner](repeating: .notByStates, count: flow.tables.requests.count)
    timers = [Owner](repeating: .notByStates, count: flow.tables.timers.count)
  }

  mutating func note(_ actions: Table<ActionRow>, _ exit: RowRange, isActive: Bool) {
    for index in exit.indices where actions[index].kind == .host {
      let place = Int(actions[index].b)
      switch Operation(rawValue: actions[index].a) {
      case .release: Self.note(&requests[place], isActive)
      case .stopTimer: Self.note(&timers[place], isActive)
      default: break
      }
    }
  }

  private static func note(_ owner: inout Owner, _ isActive: Bool) {
    if isActive { owner = .byActive } else if owner == .notByStates { owner = .byNothing }
  }
}
