import FlowMachine
import FlowRuntime
import FlowSimulation
import Statechart

extension VirtualDevice {
  /// Goes its way until the journey is over, one part of it does not end where it should, or the task is cancelled.
  ///
  /// - Parameter end: as for `Journey`.
  package func live(until end: Int64) async -> DeviceEnd {
    outside.tally.began()
    var journey = Journey(
      plan, device: number, end: end, canSignOut: flow.signOut != nil && !flow.sessions.isEmpty)
    var person = VirtualPerson(plan, device: number)
    var pauses = DeviceRandom(seed: plan.seed ^ 0xAB5E, device: number, .person)
    var stuck: Stuck?
    var isUnfinished = false
    while stuck == nil, !Task.isCancelled, let chapter = journey.chapter(at: outside.clock.now) {
      stuck = await pursue(chapter, &person, &pauses)
      guard stuck == nil, !Task.isCancelled else {
        isUnfinished = stuck == nil && app.map { !isReached(chapter, $0.driver.machine) } ?? true
        break
      }
      let mean = end == 0 ? plan.think : plan.rest
      let wanted = outside.clock.now + pauses.about(mean)
      await rest(until: end == 0 || chapter == .signOut ? wanted : min(wanted, end))
      if let loss { stuck = self.stuck(in: chapter, because: loss) }
    }
    outside.tally.ended(isStuck: stuck != nil)
    await self.end()
    return DeviceEnd(device: number, stuck: stuck, isUnfinished: isUnfinished)
  }

  /// The app runs on and nobody taps.
  private func rest(until time: Int64) async {
    while outside.clock.now < time, loss == nil, !Task.isCancelled {
      catchUp()
      await pause(until: nextDeadline(atMost: time))
    }
  }

  private func nextDeadline(atMost time: Int64) -> Int64 {
    min(time, app?.driver.process.nextDeadline ?? time)
  }

  /// - Returns: nil where it ended as it should, and where the task was cancelled.
  private func pursue(
    _ chapter: Chapter, _ person: inout VirtualPerson, _ pauses: inout DeviceRandom
  ) async -> Stuck? {
    let end = outside.clock.now + plan.patience
    if chapter == .comeBack { await kill() }
    if chapter == .signOut { keptSessions = nil }
    note("— \(chapter.rawValue)")
    /// Before that the person looks at the screen.
    var readyAt = outside.clock.now + pauses.about(plan.think)
    while outside.clock.now < end {
      guard !Task.isCancelled else { return nil }
      guard app != nil else {
        do throws(LaunchFailed) { try await launch() } catch {
          return stuck(in: chapter, because: "\(error)")
        }
        continue
      }
      catchUp()
      if let loss { return stuck(in: chapter, because: loss) }
      guard let app else { continue }
      let machine = app.driver.machine
      if app.sends.isEmpty, isReached(chapter, machine) {
        keptSessions = chapter == .signOut ? nil : flow.openSessions(machine)
        return nil
      }
      let now = outside.clock.now
      guard app.sends.isEmpty, now >= readyAt else {
        await pause(until: nextDeadline(atMost: app.sends.isEmpty ? min(readyAt, end) : end))
        continue
      }
      readyAt = now + (await act(in: chapter, machine, &person, &pauses))
    }
    let reason =
      person.lacksCode ? "did not \(chapter.rawValue): no code came" : "did not \(chapter.rawValue)"
    return stuck(in: chapter, because: "\(reason) within \(plan.patience / 1000) s")
  }

  private func isReached(_ chapter: Chapter, _ machine: FlowMachine) -> Bool {
    switch chapter {
    case .arrive, .comeBack, .signIn: flow.isAtGoal(machine)
    case .signOut: !flow.isAtGoal(machine) && flow.openSessions(machine).isEmpty
    }
  }

  /// - Returns: for how long nothing follows.
  private func act(
    in chapter: Chapter, _ machine: FlowMachine, _ person: inout VirtualPerson,
    _ pauses: inout DeviceRandom
  ) async -> Int64 {
    if chapter == .signOut {
      guard let signal = flow.signOut, flow.isAtGoal(machine) else { return Self.glance }
      note("signal logout")
      give { _ = try? $0.send(.signal(signal, number: absent, text: nil)) }
      return pauses.about(plan.think)
    }
    let screen = machine.screenState.map {
      String(decoding: machine.flow.stateName($0), as: UTF8.self)
    }
    switch person.act(on: machine, at: outside.clock.now) {
    case .wait: return Self.glance
    case .type(let text, let element):
      note("\(screen ?? ""): type into \(flow.elementName(element))")
      give { _ = try? $0.type(text, into: element) }
      return max(1, plan.think / 10)
    case .code(let element):
      let code = await outside.inbox?([person.persona.email, person.persona.phone])
      guard let code = person.found(code ?? nil) else { return max(Self.glance, plan.think / 2) }
      note("\(screen ?? ""): type the code")
      give { _ = try? $0.type(code, into: element) }
      return max(1, plan.think / 2)
    case .input(let input):
      note("\(screen ?? ""): \(flow.words(for: input))")
      give { _ = try? $0.send(input) }
      return max(1, pauses.about(plan.think))
    }
  }

  /// Milliseconds between two looks at a screen on which nothing can be done.
  private static let glance: Int64 = 250

  private func stuck(in chapter: Chapter, because reason: String) -> Stuck {
    let last = transport.lastExchange
    let machine = app?.driver.machine
    return Stuck(
      device: number, seed: plan.seed, part: chapter.rawValue, reason: reason,
      screen: machine?.screenState.map { String(decoding: flow.flow.stateName($0), as: UTF8.self) },
      lastRequest: last?.request, lastOutcome: last?.outcome, trace: trace,
      repetition: plan.repetition(of: number))
  }
}
