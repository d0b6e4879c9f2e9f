import FlowMachine
import FlowVerification
import Statechart

// What steps do outside of the flow, on whole machines.

extension BruteForce {
  /// What a launch sends that must not be sent twice. A new machine has no tickets.
  func sent(byLaunch machine: inout FlowMachine) -> Set<RequestID> {
    let sent = Set(
      noteSends(by: &machine, above: 0, 0).filter { machine.call(of: $0).repetition == .never })
    if !sent.isEmpty { note(.unaskedSend, 0) }
    return flow.tables.calls.contains { $0.repetition == .never } ? sent.union([Self.unused]) : []
  }

  /// Stands among what was sent for as long as nobody has done anything.
  private static let unused: RequestID = noID

  /// Notes which requests a step or a launch has started, and whether they are sent.
  ///
  /// - Returns: all that are sent, also those that ran before.
  private func noteSends(
    by machine: inout FlowMachine, above last: UInt32, _ length: Int
  ) -> [RequestID] {
    var taken: [Int] = []
    machine.forEachTaken { taken.append(Int($0)) }
    /// The transition whose action starts a request, -1 for something else.
    func cause(of request: RequestID) -> Int {
      taken.last { transition in
        flow.chart.transitions[transition].actions.indices.contains {
          let action = flow.chart.actions[$0]
          return action.kind == .host && Operation(rawValue: action.a) == .request
            && action.b == request
        }
      } ?? -1
    }
    var performed: [RequestID] = []
    machine.forEachEffect { effect in
      switch effect {
      case .perform(let request, let ticket):
        performed.append(request)
        if ticket > last {
          sending.insert(Start(transition: cause(of: request), request: request))
          sending.insert(Start(transition: -1, request: request))
        }
      case .cancel(let request, let ticket) where ticket > last:
        let start = Start(transition: cause(of: request), request: request)
        dropped[start] = min(dropped[start] ?? .max, length)
      default: break
      }
    }
    return performed
  }

  /// Whether a failure that the step has given up leaves nothing: all is where it would be if the request had been given
  /// up, and the next step shows no difference.
  func isSwallowed(
    _ request: RequestID, _ took: Set<Int>, from old: FlowMachine, to new: FlowMachine
  ) -> Bool {
    var given = old
    _ = given.giveUp(request)
    let isGoal = intentions.goals.contains { new.chartState.isActive($0) }
    return !isGoal && new.chartState.active == given.chartState.active
      && new.backStack == given.backStack && !judged.isFieldChanged(new, given)
      && !judged.isShownNext(Int(request), new, given, moves)
      && !took.contains { isTold(by: $0, of: request, new) }
  }

  /// Drawn flows have no texts without words, so a message is always something.
  private func isTold(by transition: Int, of request: RequestID, _ machine: FlowMachine) -> Bool {
    let inputs = Set(
      machine.topElements.indices.map { flow.tables.elements[$0] }.filter(\.takesValue)
        .flatMap { flow.tables.valueFacts(of: $0) })
    return flow.chart.transitions[transition].actions.indices.contains {
      let action = flow.chart.actions[$0]
      guard action.kind == .host else {
        return ![.raise, .skipUnless, .schedule, .cancelDelayed].contains(action.kind)
          && inputs.contains(action.a)
      }
      switch Operation(rawValue: action.a) {
      case .toast, .open, .tell, .show: return true
      case .request: return action.b != request
      case .clear: return inputs.contains(action.b)
      case .assign: return inputs.contains(flow.tables.assignments[Int(action.b)].fact)
      default: return false
      }
    }
  }

  /// What is sent by a step, and whether it may be.
  func sent(
    by move: RawMove, from index: Int, _ machine: inout FlowMachine, _ length: Int
  ) -> Set<RequestID> {
    var sent = nodes[index].sent
    switch move {
    case .input(.tap), .input(.set),
      .input(.dismiss), .input(.dismissScreen):
      sent = []
    case .input(.signal(let signal, _, _)):
      if !isSystem(signal) { sent.remove(Self.unused) }
    case .input(.type), .input(.typeSecret), .fill: sent.remove(Self.unused)
    default: break
    }
    let again = noteSends(by: &machine, above: nodes[index].machine.lastTicket, length)
    for request in again where machine.call(of: request).repetition == .never {
      if sent.contains(Self.unused) { note(.unaskedSend, length) }
      let isAgain = !sent.insert(request).inserted
      if isAgain || isByItself(move) && nodes[index].ever.contains(request) {
        note(.repeatedSend, length)
      }
    }
    return sent
  }

  /// Whether nobody wants a move.
  private func isByItself(_ move: RawMove) -> Bool {
    switch move {
    case .relaunch, .elapse, .input(.told), .input(.foreground), .input(.secretsReadable): true
    case .input(.signal(let signal, _, _)): isSystem(signal)
    default: false
    }
  }

  /// Whether only the system or the server sends a signal.
  private func isSystem(_ signal: SignalID) -> Bool {
    let name = flow.blob(flow.tables.signals[Int(signal)].name).string
    return ["sessionExpired", "logout", "updateRequired"].contains(name)
  }

  func lead(
    _ move: RawMove, _ machine: inout FlowMachine,
    _ leads: inout (byItself: Bool, byDevice: Bool)
  ) {
    switch move {
    case .input(.told(let fact, _)):
      var isLeading = false
      machine.forEachTaken { _ in isLeading = true }
      guard isLeading else { return }
      if flow.blob(flow.tables.facts[Int(fact)].name).string == "network" {
        leads.byItself = true
      } else {
        leads.byDevice = true
      }
    case .input(.foreground), .relaunch, .input(.dismiss), .input(.dismissScreen): break
    case .input(.signal(let signal, _, _)):
      if !isSystem(signal) { leads.byItself = true }
    default: leads.byItself = true
    }
  }

  /// What is known of the successes of keyed requests, by request: whether it came since a person last asked for
  /// anything, where back led then, where it had been asked for, and whether back has gone there since, with nothing typed or
  /// signalled; and where it has been asked for since.
  struct Success: Hashable {
    var request: RequestID
    var hasCome = false
    var isNew = true
    /// Whether it was not started since.
    var isLast = true
    var behind: Set<StateID> = []
    var asked: Set<StateID> = []
    var isCrossed = false
    var start: StateID = noID
    /// Where the success led.
    var reached: StateID = noID

    var key: [Int64] {
      let flags = [hasCome, isNew, isLast, isCrossed].map { $0 ? Int64(1) : 0 }
      return [Int64(request)] + flags
        + [behind, asked, [start], [reached]].flatMap { $0.sorted().map { Int64($0) } + [-4] }
    }
  }

  /// A keyed request of an app or its server has an effect each time it is sent after its success.
  func successes(
    by move: RawMove, from index: Int, _ machine: inout FlowMachine, _ length: Int
  ) -> [Success] {
    let old = nodes[index]
    var successes = old.successes
    var isBack = false
    switch move {
    case .input(.tap), .input(.dismiss), .input(.dismissScreen):
      for place in successes.indices { successes[place].isNew = false }
    case .input(.set), .input(.signal):
      for place in successes.indices { successes[place].isNew = false }
      for place in successes.indices { successes[place].isCrossed = false }
    case .input(.type), .input(.typeSecret), .fill:
      for place in successes.indices { successes[place].isCrossed = false }
    case .input(.back): isBack = true
    case .input(.answered(let request, _, let outcome)) where outcome.failure == nil:
      let isOurs = flow.tables.calls[flow.tables.requests[Int(request)].calls.indices].contains {
        $0.repetition == .keyed && ($0.kind == .http || $0.kind == .app)
      }
      guard isOurs else { break }
      let known = successes.first { $0.request == request }
      successes.removeAll { $0.request == request }
      let screen = Set(old.machine.screenState.map { [$0] } ?? [])
      successes.append(
        Success(
          request: request, hasCome: true, behind: screen.union(old.machine.backStack),
          asked: flow.tables.backEvent == noID || flow.tables.requests[Int(request)].isFinal
            ? [] : screen.union(known.map { [$0.start] } ?? []),
          reached: machine.screenState ?? noID))
    default: break
    }
    var isOwnBack = false
    machine.forEachTaken {
      let back = flow.tables.backEvent
      if back != noID, flow.chart.transitions[Int($0)].event == back { isOwnBack = true }
    }
    if isBack, let screen = machine.screenState {
      for place in successes.indices {
        let passed = isOwnBack ? successes[place].asked : successes[place].behind
        if passed.contains(screen) { successes[place].isCrossed = true }
      }
    }
    var started: [RequestID] = []
    machine.forEachEffect {
      if case .perform(let request, let ticket) = $0, ticket > old.machine.lastTicket {
        started.append(request)
      }
    }
    for request in started where machine.call(of: request).repetition == .keyed {
      if !successes.contains(where: { $0.request == request }) {
        successes.append(Success(request: request))
      }
      guard let place = successes.firstIndex(where: { $0.request == request }) else { continue }
      if successes[place].isCrossed {
        note(.repeatedAfterBack, length)
      } else if successes[place].hasCome,
        successes[place].isNew || successes[place].isLast && isByItself(move)
      {
        note(.repeatedSuccess, length)
      }
      successes[place].isNew = false
      successes[place].isLast = false
      successes[place].isCrossed = false
      if flow.tables.backEvent != noID {
        let screen = old.machine.screenState ?? noID
        successes[place].start = screen
      }
    }
    if !isBack, let screen = machine.screenState {
      for place in successes.indices {
        if screen == successes[place].reached { successes[place].isCrossed = false }
        successes[place].behind.remove(screen)
        successes[place].asked.remove(screen)
      }
    }
    return successes.sorted { $0.request < $1.request }
  }

  /// Whether a tap calls the app or a capability, which may ask the person for what the device reports.
  func asksDevice(_ move: RawMove, _ machine: inout FlowMachine, above last: UInt32) -> Bool {
    guard case .input(.tap) = move else { return false }
    var asks = false
    var started: [RequestID] = []
    machine.forEachEffect { effect in
      switch effect {
      case .tell: asks = true
      case .perform(let request, let ticket) where ticket > last: started.append(request)
      default: break
      }
    }
    for request in started where [.capability, .app].contains(machine.call(of: request).kind) {
      asks = true
    }
    return asks
  }

  /// A device may report nothing about a fact but one value. How a session stands, a switch that was
  /// turned off and that there is a network can be counted on.
  func findStubborn(_ goals: [Bool], _ reaching: [Bool]) {
    let wanted = nodes.indices.map { goals[$0] || asking.contains($0) }
    let certain = ["network", "session", "signOutCause", "resetSwitch", "launch", "foreground"]
    for (fact, row) in flow.tables.facts.enumerated() where row.place == .device {
      guard !certain.contains(flow.blob(row.name).string) else { continue }
      for case .told(FactID(fact), let value) in moves.told {
        let isSafe = self.reaching(
          wanted, by: { $0.told.map { $0.fact != fact || $0.value == value } ?? true })
        for index in nodes.indices where reaching[index] && !isSafe[index] {
          note(.waitForDevice, nodes[index].depth)
        }
      }
    }
  }

  /// A session that a locked relaunch erases has to be erased by a readable one too.
  func lookAtLock(
    _ move: RawMove, from index: Int, _ machine: FlowMachine, _ length: Int
  ) throws {
    for session in intentions.sessions where !machine.isPresent(session.fact) {
      var readable = nodes[index].machine
      let before = readable.chartState.cells[Int(session.fact)]
      switch move {
      case .relaunch(let change, true)
      where before == SecretStatus.stored || before == SecretStatus.unreadable:
        _ = try moves.perform(.relaunch(change: change, isLocked: false), on: &readable)
      case .elapse where before == SecretStatus.unreadable,
        .input(.told) where before == SecretStatus.unreadable:
        _ = try moves.perform(.input(.secretsReadable(moves.storable)), on: &readable)
        guard readable.isPresent(session.fact) else { continue }
        _ = try moves.perform(move, on: &readable)
      case .input(.answered(let request, _, let outcome))
      where before == SecretStatus.unreadable && outcome.failure != nil:
        if sends(request, session.fact) { note(.erasedSession, length) }
        continue
      default: continue
      }
      if readable.isPresent(session.fact) { note(.erasedSession, length) }
    }
  }

  private func sends(_ request: RequestID, _ secret: FactID) -> Bool {
    flow.tables.calls[flow.tables.requests[Int(request)].calls.indices].contains {
      $0.secrets(in: flow).contains(secret)
    }
  }

  /// Answers that lead back to where they came: every node from which answers, and timers that are no pause, go on for
  /// ever.
  func findLoops() {
    var isLooping = [Bool](repeating: true, count: nodes.count)
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in nodes.indices where isLooping[index] {
        guard !edges[index].contains(where: { $0.isAutomatic && isLooping[$0.target] }) else {
          continue
        }
        isLooping[index] = false
        isSettled = false
      }
    }
    // Of those, the ones from which an answer leads to where the way goes back to them.
    let depths = nodes.indices.filter { start in
      guard isLooping[start] else { return false }
      let first = edges[start].filter { $0.isAnswer && isLooping[$0.target] }.map(\.target)
      guard !first.contains(start) else { return true }
      var met = Set(first)
      var open = first
      while let index = open.popLast() {
        for edge in edges[index] where edge.isAutomatic && isLooping[edge.target] {
          if edge.target == start { return true }
          if met.insert(edge.target).inserted { open.append(edge.target) }
        }
      }
      return false
    }.map { nodes[$0].depth }
    if let depth = depths.min() { note(.requestLoop, depth) }
  }
}
