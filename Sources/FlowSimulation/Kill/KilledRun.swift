import FlowMachine
import FlowRuntime
import Statechart

/// Where the app is killed in a run, in points from its start.
struct KillPlan: Equatable {
  var point: Int
  /// Kills in the middle of the journal's frame, if that is being written at the point.
  var tear: Int?
  /// Kills again, this many points into the relaunch; 0: does not.
  var secondPoint = 0
}

/// Where a run without a kill was when each step began: what an interrupted user tries to get back
/// to.
struct Course {
  struct Place {
    var screen: StateID?
    var overlays: [OverlayID] = []
    /// Running requests, except for those that every launch starts again.
    var running: Set<RequestID> = []

    init(_ machine: FlowMachine?) {
      guard let machine else { return }
      screen = machine.screenState
      overlays = machine.shownOverlays
      let anew = machine.flow.requestsOfEveryLaunch
      running = Set(
        machine.flow.tables.requests.indices.map { RequestID($0) }.filter {
          machine.status(of: $0) == RequestStatus.running && !anew.contains($0)
        })
    }
  }

  var places: [Place] = []
  /// For each point, the step in which it was reached, the pending action, and the version of the flow at that time.
  var points: [(step: Int, point: HostPoint, flow: Flow)] = []
}

/// Plays a script while the app is killed at one point, as a patient user would: restarts the app,
/// repeats what was lost, waits until steps are possible, and skips what the relaunch has already
/// done.
final class KilledRun {
  let device: SimulatedDevice
  /// A request that must not be repeated was open, so that the user has been asked, or the relaunch
  /// was a declared reset: the result may differ.
  var isAsked = false
  /// It was a declared reset.
  var isReset = false
  /// Points of the relaunch's own step.
  var relaunchPoints = 0
  /// Requests that the relaunch started although they had finished before the kill.
  var extraStarts: Set<Text> = []
  /// Records that the relaunch itself wrote.
  var relaunchRecords = 0
  let script: PlayScript
  let course: Course
  let plan: KillPlan
  /// The point after which the app is killed; that of the plan, or where another fault has ended it.
  var struckPoint: Int
  let person: Person
  var isKilled = false
  /// Something else went wrong: the user is as patient as after a kill, and retries.
  var hasFault = false
  /// The user's last tap, and how often it was repeated.
  var lastTap: PlayAction?
  var triesAgain = 0
  /// How often a tap was repeated in all.
  var repeatedTapCount = 0
  var isInForeground = true
  /// What was filled in during this process and is lost with it.
  var fillings: [FactID: PlayAction.Filling] = [:]
  var lostFillings: [PlayAction.Filling] = []

  init(
    _ script: PlayScript, _ flow: Flow, _ overrides: [FactChange], _ course: Course,
    _ plan: KillPlan
  ) {
    self.script = script
    self.course = course
    self.plan = plan
    struckPoint = plan.point
    device = Stage.device(for: script, flow, overrides)
    person = Person(device: device)
    device.killer.fatalPoint = plan.point
    device.killer.fatalTear = plan.tear
  }

  /// - Returns: why the user could not go on, or nil.
  func run() -> String? {
    for (index, step) in script.steps.enumerated() {
      let problem = play(step, index)
      // After a reset the step does not apply.
      if isReset { return nil }
      if let problem { return "in step \(step.number): \(problem)" }
      if isAsked { return nil }
    }
    return nil
  }

  func play(_ step: PlayStep, _ index: Int) -> String? {
    if case .providerReturn = step.action, !device.isRunning {
      // The return starts the app. A kill in that launch has not lost what the return brings.
      device.network.noteLaunch()
      device.launch()
      _ = relaunchIfKilled()
    }
    let start = device.now
    let written = device.journal.recordCount
    if hasFault {
      reach(course.places[index])
    } else if isKilled {
      catchUp(with: course.places[index])
    }
    if step.action.changesTheStory { device.network.endRetelling() }
    switch step.action {
    case .expect(let checks, let within):
      // After the kill the next step waits for what it needs; only the result is checked.
      if !isDisturbed { _ = Stage(device: device).await(checks, within: within) }
      _ = relaunchIfKilled()
      return nil
    case .wait(let milliseconds):
      device.advance(by: milliseconds)
      if relaunchIfKilled() {
        device.advance(by: max(0, start + milliseconds - device.now))
      }
      return nil
    case .foreground(let isInForeground): self.isInForeground = isInForeground
    case .relaunch, .kill, .losePower:
      fillings = [:]
      isInForeground = true
    default: break
    }
    guard step.action.isInput else {
      let problem = Stage(device: device).perform(step.action)
      _ = relaunchIfKilled()
      return isDisturbed ? nil : problem
    }
    var problem = give(step, index)
    if relaunchIfKilled() {
      let wasLost = device.journal.recordCount - relaunchRecords == written
      let hasParts = step.action.hasParts
      guard wasLost || hasParts else {
        // The tap caused the kill, and the relaunch has processed it.
        noteTap(step.action)
        return nil
      }
      device.network.endRetelling()
      catchUp(with: course.places[index])
      problem = give(step, index)
      if !wasLost { problem = nil }
    }
    return problem
  }

  // MARK: The user

  private var isDisturbed: Bool { isKilled || hasFault }

  /// Performs one step, and waits until it is possible.
  private func give(_ step: PlayStep, _ index: Int) -> String? {
    guard isDisturbed else {
      remember(step.action)
      return step.problem(with: perform(step.action), on: device)
    }
    guard step.refusal == nil else {
      _ = person.perform(step.action)
      return nil
    }
    let overlay = step.action.isSignal ? nil : course.places[index].overlays.last
    if let overlay, !awaitOverlay(overlay) { return nil }
    let limit = device.now + KillEverywhere.patience
    while true {
      if overlay == nil, !step.action.isSignal { dismissOverlays() }
      fillInAgain()
      remember(step.action)
      let outcome = perform(step.action)
      guard case .refused(let reason) = outcome else {
        return step.problem(with: outcome, on: device)
      }
      guard device.isRunning, device.advanceToNextEvent(until: limit) || tapsAgain() else {
        let place = person.surface?.string ?? "nowhere"
        return "a dead end on \(place): the input is refused (\(reason.name.string))"
      }
    }
  }

  /// Waits until the app is as far as in the run without a kill: on the same screen, with no
  /// running request that was answered there.
  func catchUp(with place: Course.Place) {
    let limit = device.now + KillEverywhere.patience
    while device.isRunning {
      let present = Course.Place(device.driver?.machine)
      let isThere = present.screen == place.screen && present.running.isSubset(of: place.running)
      guard !isThere, device.advanceToNextEvent(until: limit) else { return }
    }
  }

  /// - Returns: false if the overlay no longer comes, because the relaunch has dismissed it.
  private func awaitOverlay(_ overlay: OverlayID) -> Bool {
    let limit = device.now + KillEverywhere.patience
    while let machine = device.driver?.machine {
      if machine.shownOverlays.last == overlay { return true }
      let mayCome = device.flow.tables.requests.indices.contains {
        device.flow.tables.requests[$0].overlay == overlay
          && machine.status(of: RequestID($0)) == RequestStatus.running
      }
      guard mayCome, device.advanceToNextEvent(until: limit) else { return false }
    }
    return false
  }

  /// Dismisses overlays that are shown only because of the kill.
  func dismissOverlays() {
    for _ in 0..<16 {
      guard let overlay = device.driver?.machine.shownOverlays.last else { return }
      device.send(.dismiss(overlay))
    }
  }

  private func remember(_ action: PlayAction) {
    for filling in action.fillings {
      guard let element = person.element(filling.element) else { continue }
      let row = device.flow.tables.elements[Int(element)]
      guard row.kind.input == .options else {
        fillings[row.fact] = filling
        continue
      }
      for (fact, mark) in person.marks(filling, of: row) {
        var single = filling
        (single.marks, single.leavesOutOthers) = ([mark], false)
        fillings[fact] = single
      }
    }
  }

  func fillInAgain() {
    lostFillings.removeAll { filling in
      guard person.element(filling.element) != nil else { return false }
      return person.fill(filling) == .done
    }
  }
}

extension PlayAction {
  fileprivate var fillings: [Filling] {
    switch self {
    case .type(let fillings), .set(let fillings): fillings
    default: []
    }
  }

  /// Whether a kill can come between two inputs of it.
  fileprivate var hasParts: Bool {
    fillings.count > 1 || fillings.contains { $0.marks.count > 1 || $0.leavesOutOthers }
  }

  /// Whether later steps depend on this one, and not on the launch.
  var changesTheStory: Bool {
    switch self {
    case .wait, .expect, .answer, .storage, .killAt: false
    default: true
    }
  }

  fileprivate var isSignal: Bool {
    switch self {
    case .signal, .providerReturn: true
    default: false
    }
  }
}
