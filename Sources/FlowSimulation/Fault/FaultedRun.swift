import FlowMachine
import FlowRuntime
import Statechart

/// Plays a script in which one send has a fault, and reports violations.
final class FaultedRun {
  /// Whether it completed the script and ended on the same screen as the run without a fault.
  private(set) var hasSameEnd = false
  var device: SimulatedDevice { person.device }
  private let person: KilledRun
  private let script: PlayScript
  private let flow: Flow
  private let course: FaultCourse
  private let plan: FaultPlan
  private let intent: FaultEverywhere.Intent
  private let watch: SessionWatch
  private var sendCount = 0
  private var faultyRequest: Text?
  private var isRepeatFaulted = false
  /// The idempotency keys with which runs of requests were sent.
  private var keys: [SendKey: Text] = [:]
  /// An earlier send of the same intent may have taken effect.
  private var isRepeat = false
  /// The kill has lost a typed secret: typed again, it is another intent, since nothing compares
  /// it.
  private var losesSecret = false
  private var problems: [String] = []

  private struct SendKey: Hashable {
    var request: Text
    var ticket: UInt32
  }

  init(
    _ script: PlayScript, _ flow: Flow, _ course: FaultCourse, _ plan: FaultPlan,
    _ intent: FaultEverywhere.Intent
  ) {
    self.script = script
    self.flow = flow
    self.course = course
    self.plan = plan
    self.intent = intent
    person = KilledRun(script, flow, [], course.course, KillPlan(point: 0))
    watch = SessionWatch(person.device, intent.sessions, of: flow)
    let watch = watch
    device.look = { if $0 == .endOfStep { watch.look() } }
    device.network.fault = { [unowned self] call, _ in self.fault(of: call) }
  }

  /// - Returns: the violations.
  func run() -> [String] {
    var isThrough = true
    for (index, step) in script.steps.enumerated() {
      watch.step = step.number
      if case .reinstall = step.action { keys = [:] }
      let problem = person.play(step, index)
      let isLedElsewhere = problem != nil && person.hasFault
      if let problem, !isLedElsewhere { problems.append("in step \(step.number): \(problem)") }
      // After a reset or a question, the remaining steps do not apply.
      guard problem == nil, !person.isReset, !isAsked else {
        isThrough = false
        break
      }
    }
    if isThrough { person.reach(course.end) }
    settle()
    if person.isReset { hearTheRest() }
    hasSameEnd = isThrough && device.driver?.machine.screenState == course.end.screen
    checkPlace()
    checkEffects()
    checkSessions()
    return problems
  }

  // MARK: The fault

  private func fault(of call: OutgoingCall) -> SendFault? {
    sendCount += 1
    let isKnownIntent = note(call)
    if sendCount == plan.send {
      person.hasFault = true
      faultyRequest = call.request
      isRepeat = isKnownIntent
      losesSecret = plan.isKilled && device.driver?.process.heldSecrets.isEmpty == false
      if plan.isKilled {
        person.struckPoint = course.sends[plan.send - 1].points
        device.killAtNextPoint()
      }
      return plan.fault
    }
    guard person.isKilled, !isRepeatFaulted, call.request == faultyRequest else { return nil }
    isRepeatFaulted = true
    return plan.fault
  }

  /// The repetitions within one run have one intent.
  ///
  /// - Returns: whether the intent was sent before.
  private func note(_ call: OutgoingCall) -> Bool {
    guard let key = call.idempotencyKey else { return false }
    let isKnown = keys.values.contains(key)
    let send = SendKey(request: call.request, ticket: call.send.ticket)
    if let known = keys.updateValue(key, forKey: send), known != key {
      problems.append("\(call.request.string) was sent again with another key")
    }
    return isKnown
  }

  private var isAsked: Bool { person.hasFault && (person.isAsked || person.hasUnknownOutcome) }

  /// Lets all running requests finish, on a device that works.
  private func settle() {
    device.journal.fault = StorageFault()
    device.secrets.fault = StorageFault()
    device.preferences.fault = StorageFault()
    device.launch()
    device.run { driver throws(Killed) in
      try driver.catchUp()
      return StepReport()
    }
    let limit = device.now + KillEverywhere.patience
    while device.advanceToNextEvent(until: limit) {}
  }

  /// What the script has the device report needs no user, so it is reported after a reset as well:
  /// that the reset switch is off, for example.
  private func hearTheRest() {
    for step in script.steps {
      guard case .tell = step.action else { continue }
      _ = Stage(device: device).perform(step.action)
    }
    settle()
  }

  // MARK: Invariants

  private func checkPlace() {
    if device.isEndless { problems.append("the flow is in an endless loop") }
    guard let driver = device.driver else {
      problems.append("the app does not start")
      return
    }
    if sendCount < plan.send { problems.append("the send with the fault was never made") }
    let machine = driver.machine
    let value = machine.screen(at: device.now, language: driver.language)
    let top = value.overlays.last ?? value.screen
    // An overlay can be dismissed; a pending event comes by itself.
    let isAtGoal = intent.goals.contains { machine.chartState.isActive($0) }
    let canAct =
      isAtGoal || !value.overlays.isEmpty || top?.hasBack == true || top?.isDismissable == true
      || top?.elements.contains { $0.isEnabled && $0.kind.takesInput } == true
      || device.nextEvent != nil
    let name = top?.name.string ?? "no screen"
    if !canAct { problems.append("there is nothing to do on \(name)") }
    if !intent.canReachGoal(machine) { problems.append("no goal can be reached from \(name)") }
  }

  private func checkEffects() {
    let anew = flow.requestsOfEveryLaunch
    for (index, row) in flow.tables.requests.enumerated() {
      let name = flow.blob(row.name)
      let record = device.network.record(of: name)
      if record.misusedKeyCount > 0 {
        problems.append("\(name.string) sent a known key with different content")
      }
      let isAnew = plan.isKilled && anew.contains(RequestID(index))
      let isIntendedTwice = name == faultyRequest ? canBeIntendedTwice : plan.fault == .refused
      // Where a failure leads to a screen that starts over, each tap there is an intent of its own.
      let repeatedTaps = name == faultyRequest ? 0 : person.repeatedTapCount
      let most =
        max(course.ending.effects[name] ?? 0, 1) + (isAnew ? 1 : 0) + (isIntendedTwice ? 1 : 0)
        + repeatedTaps
      // A safe request with other content asks for something else: a refusal leads to where that is
      // done, and a kill loses facts of place `memory`, from which the content may be built.
      let isSafe = flow.tables.calls[row.calls.indices].allSatisfy { $0.repetition == .safe }
      guard !isSafe || (plan.fault != .refused && !plan.isKilled) else { continue }
      if record.effectCount > most {
        problems.append("\(name.string) took effect \(record.effectCount) times, not \(most)")
      }
    }
  }

  /// After a refusal the user repeats other steps, such as signing in. The request itself begins a
  /// new intent only if two things go wrong at once: a send with an open outcome is repeated and
  /// refused, or the typed secret was lost with the app, and the repetition failed as well, by this
  /// fault or by the script's.
  private var canBeIntendedTwice: Bool {
    switch plan.fault {
    case .refused: isRepeat
    case .answerLost, .late, .malformed: losesSecret
    case .requestLost, .unavailable: losesSecret && !course.sends[plan.send - 1].isAnswered
    case .doubled: false
    }
  }

  /// A session may end where the script ends it, and no earlier; it may also end after a refusal,
  /// or after a reset that a requirement declares.
  private func checkSessions() {
    guard plan.fault != .refused, !person.isReset else { return }
    for (index, session) in intent.sessions.enumerated() {
      let own = course.losses[index]
      for (place, step) in watch.losses[index].enumerated()
      where place >= own.count || step < own[place] {
        let name = flow.blob(flow.tables.facts[Int(session)].name).string
        problems.append("\(name) was lost in step \(step) without a refusal")
      }
    }
  }
}
