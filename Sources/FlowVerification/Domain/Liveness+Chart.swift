import FlowMachine
import Statechart

// Backwards along the transitions, until nothing changes.

extension Liveness {
  var chart: Chart { flow.chart }

  /// What may be read by a step into a state, or by a change that it takes.
  mutating func settleEntries() {
    let count = chart.states.count
    var entries: [[StateID]] = []
    for state in 0..<count {
      let row = chart.states[state]
      var cells = reads(of: row.enter)
      cells.form(union: reads(of: row.exit))
      for index in row.transitions.indices {
        let transition = chart.transitions[index]
        if let fact = changedFact(of: transition.event) { cells.insert(fact) }
        guard isWithinStep(transition.event) else { continue }
        cells.form(union: reads(of: transition.condition))
        cells.form(union: reads(of: transition.actions))
      }
      atEntry[state].form(union: cells)
      onEntry[state].form(union: cells)
      entries.append(
        row.transitions.indices.filter { isWithinStep(chart.transitions[$0].event) }
          .flatMap { targets(of: chart.transitions[$0]) })
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for state in (0..<count).reversed() {
        var cells = atEntry[state]
        for target in entries[state] { cells.form(union: atEntry[Int(target)]) }
        if cells != atEntry[state] {
          atEntry[state] = cells
          isSettled = false
        }
      }
    }
    for target in relaunchEntries.flatMap({ $0.entries }) {
      atRelaunch.form(union: atEntry[Int(target)])
    }
    for target in launchEntries { atLaunch.form(union: atEntry[Int(target)]) }
  }

  /// What may be read from each state on.
  mutating func settleLives() {
    let count = chart.states.count
    let none = CellSet(count: self.count)
    var traces: [[Trace]] = []
    for state in 0..<count {
      let row = chart.states[state]
      var own = reads(of: row.exit)
      let screen = flow.screenOfState[state]
      own.form(union: asks(ofScreen: screen))
      if offersBack(screen) { own.insert(back) }
      var step = own
      atGuard[state] = asks(ofScreen: screen)
      var outgoing: [Trace] = []
      for index in row.transitions.indices {
        let transition = chart.transitions[index]
        var cells = reads(of: transition.condition)
        cells.form(union: reads(of: transition.actions))
        if let fact = changedFact(of: transition.event) { cells.insert(fact) }
        own.form(union: cells)
        step.form(union: cells)
        atGuard[state].form(union: reads(of: transition.condition))
        if let fact = changedFact(of: transition.event) { atGuard[state].insert(fact) }
        let written = writes(of: transition.actions)
        for place in transition.targets.indices {
          let trace = trace(
            from: transition.source, to: chart.targets[place], isInternal: transition.isInternal,
            writing: written)
          for entry in trace.entries { step.form(union: atEntry[Int(entry)]) }
          outgoing.append(trace)
        }
      }
      for relaunch in relaunchEntries where relaunch.from == state {
        var reads = none
        for entry in relaunch.entries {
          reads.form(union: self.reads(of: chart.states[entry].enter))
        }
        reads.subtract(lostByKill)
        reads.form(union: statuses(atEntryOf: relaunch.entries))
        var writes = lostByKill
        if relaunch.forgetsBack { writes.insert(back) }
        outgoing.append(Trace(writes: writes, reads: reads, entries: relaunch.entries))
      }
      live[state] = own
      step.form(union: reads(of: row.enter))
      atStep[state] = step
      traces.append(outgoing)
    }
    settleTransitions()
    var isSettled = false
    while !isSettled {
      isSettled = true
      for state in (0..<count).reversed() {
        var cells = live[state]
        for trace in traces[state] {
          var wanted = CellSet(count: self.count)
          for entry in trace.entries { wanted.form(union: live[Int(entry)]) }
          wanted.subtract(trace.writes)
          cells.form(union: wanted)
          cells.form(union: trace.reads)
        }
        if cells != live[state] {
          live[state] = cells
          isSettled = false
        }
      }
    }
  }

  private func asks(ofScreen screen: UInt16) -> CellSet {
    screen == noID ? CellSet(count: count) : asks(of: flow.tables.screens[Int(screen)].elements)
  }

  /// What a step may read behind each transition, and a relaunch: by its actions, where it leads,
  /// and what it may leave.
  private mutating func settleTransitions() {
    var exits = CellSet(count: count)
    for state in 0..<chart.states.count { exits.form(union: reads(of: chart.states[state].exit)) }
    afterTransition = (0..<chart.transitions.count).map { index in
      let transition = chart.transitions[index]
      var cells = reads(of: transition.actions)
      guard transition.targets.count > 0 else { return cells }
      cells.form(union: exits)
      for target in targets(of: transition) { cells.form(union: onEntry[Int(target)]) }
      return cells
    }
    for relaunch in relaunchEntries {
      onRelaunch[relaunch.from].form(union: exits)
      for entry in relaunch.entries {
        onRelaunch[relaunch.from].form(union: onEntry[Int(entry)])
      }
    }
  }

  /// One trace: what it writes before anything reads it, what it reads on the way, and where it
  /// may lead.
  struct Trace {
    var writes: CellSet
    var reads: CellSet
    var entries: [StateID]
  }

  /// Requests that the step itself may ask for. What asks for one counts as having looked at it,
  /// also where entry has started it again.
  private func statuses(atEntryOf entries: [StateID]) -> CellSet {
    var cells = CellSet(count: count)
    for row in flow.tables.requests
    where entries.contains(where: { atEntry[Int($0)].contains(row.cell) }) {
      cells.insert(row.cell)
    }
    return cells
  }

  private func trace(
    from source: StateID, to target: StateID, isInternal: Bool, writing written: CellSet
  ) -> Trace {
    let entries = entered(from: source, to: target, isInternal: isInternal)
    // Guards are looked at again when all is entered, so what entry writes, none of them reads
    // before.
    var trace = Trace(
      writes: written, reads: reads(entering: entries, by: target, behind: written),
      entries: entries)
    trace.reads.form(union: statuses(atEntryOf: entries))
    if crossesBarrier(from: source, to: target) { trace.writes.insert(back) }
    for state in surelyEntered(with: target) {
      trace.writes.form(union: writes(of: chart.states[state].enter))
    }
    return trace
  }

  /// A target, and inside of it what is entered in any case, each before the next.
  func surelyEntered(with target: StateID) -> [StateID] {
    var states = [target]
    while let state = states.last {
      let row = chart.states[state]
      guard row.kind == .compound, row.initial.count == 1 else { break }
      let next = chart.targets[row.initial.indices.lowerBound]
      guard chart.states[next].parent == state else { break }
      states.append(next)
    }
    return states
  }

  /// What entry reads, but for what was written before it: by the transition, or by the entry of a
  /// state around.
  ///
  /// - Parameters:
  ///   - entries: the states that may be entered.
  ///   - target: which of them is entered in any case.
  ///   - written: what was written before.
  private func reads(
    entering entries: [StateID], by target: StateID, behind written: CellSet
  ) -> CellSet {
    let sure = surelyEntered(with: target)
    var cells = CellSet(count: count)
    for entry in entries {
      var read = reads(of: chart.states[entry].enter)
      read.subtract(written)
      for state in sure where isInside(entry, state) {
        read.subtract(writes(of: chart.states[state].enter))
      }
      cells.form(union: read)
    }
    return cells
  }

  /// The facts that tell a place from others: where some states are active, and where back can lead.
  func needed(active: [StateID], behind: [StateID]) -> CellSet {
    var facts = CellSet(count: count)
    var steps = facts
    for state in active {
      facts.form(union: live[Int(state)])
      steps.form(union: isLazy ? atGuard[Int(state)] : atStep[Int(state)])
    }
    for screen in behind {
      for state in around(screen) {
        facts.form(union: live[Int(state)])
        facts.form(union: reads(of: chart.states[state].enter))
        steps.form(union: isLazy ? onEntry[Int(state)] : atEntry[Int(state)])
      }
    }
    steps.form(intersection: told)
    facts.subtract(told)
    facts.form(union: steps)
    facts.form(union: pinned)
    return facts
  }

  /// Every state that may be entered when back leads to a screen: in it, around it, and in the regions of its
  /// sub-flow.
  func around(_ screen: StateID) -> [StateID] {
    var states = Array(screen...chart.states[screen].last)
    var inner = screen
    var parent = chart.states[screen].parent
    while parent != noID {
      states.append(parent)
      if parent != 0, chart.states[parent].kind == .parallel {
        enterChildren(of: parent, besides: inner, &states)
      }
      inner = parent
      parent = chart.states[parent].parent
    }
    return states
  }

  /// What a relaunch may read before it takes a transition.
  func readByRelaunch(active: [StateID]) -> CellSet {
    var facts = CellSet(count: count)
    for state in active {
      facts.form(union: onRelaunch[Int(state)])
      facts.form(union: atGuard[Int(state)])
    }
    return facts
  }

  /// The states that a step on an event can come to, and some more; none for no event.
  ///
  /// What goes on within the step starts where the event has led, or where its transition stands.
  func entered(on event: EventID) -> [Bool] {
    var result = [Bool](repeating: false, count: chart.states.count)
    guard event != noID else { return result }
    var isHere = result
    func stand(in state: StateID) {
      isHere[Int(state)] = true
      var parent = chart.states[state].parent
      while parent != noID {
        isHere[Int(parent)] = true
        parent = chart.states[parent].parent
      }
    }
    var open = (0..<chart.transitions.count).filter { chart.transitions[$0].event == event }
    for index in open {
      let source = chart.transitions[index].source
      for state in source...chart.states[source].last { stand(in: state) }
    }
    var isTaken = [Bool](repeating: false, count: chart.transitions.count)
    while !open.isEmpty {
      for index in open {
        isTaken[index] = true
        for state in targets(of: chart.transitions[index]) {
          result[Int(state)] = true
          stand(in: state)
        }
      }
      open = isTaken.indices.filter {
        let row = chart.transitions[$0]
        return !isTaken[$0] && isWithinStep(row.event) && isHere[Int(row.source)]
      }
    }
    return result
  }
}
