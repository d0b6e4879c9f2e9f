package import FlowMachine
import FlowRuntime
import Statechart

/// Plays a script once unchanged, then once for each point at which the app can be killed, with a
/// kill there and a relaunch, and checks that all runs have equivalent results (ENT-3).
///
/// There is a point before each effect of each step, before the secrets of a response are stored,
/// and at the end of each step; a write of the journal has another one in the middle of its bytes.
/// `docs/play-scripts.md` defines which results are equivalent, and what a user is assumed to do
/// after the kill.
package struct KillEverywhere {
  /// How long a user waits for something that does not come.
  static let patience: Int64 = 600_000

  package struct Failure: Equatable, Sendable {
    /// Where the app was killed.
    package var place: String
    package var problems: [String]
    var plan: KillPlan
  }

  package struct Result: Equatable, Sendable {
    /// Set if the run without a kill fails.
    package var unkilledFailure: PlayFailure?
    package var failures: [Failure] = []
    package var runCount = 0
    /// Runs in which a request that must not be repeated was open, so that the user was asked.
    package var askedCount = 0

    package var isPassed: Bool { unkilledFailure == nil && failures.isEmpty }
  }

  private let script: PlayScript
  private let flow: Flow
  private let overrides: [FactChange]
  /// Also kills the app a second time, at each point of its relaunch.
  package var killsRelaunches = false

  package init(_ script: PlayScript, _ flow: Flow, overrides: [FactChange] = []) {
    self.script = script
    self.flow = flow
    self.overrides = overrides
  }

  package func run() -> Result {
    var result = Result()
    let (course, unkilled, failure) = unkilledRun()
    guard failure == nil else {
      result.unkilledFailure = failure
      return result
    }
    for (index, place) in course.points.enumerated() {
      var plans = [KillPlan(point: index + 1)]
      if place.point.effect(in: place.flow)?.kind == .journal {
        plans.append(KillPlan(point: index + 1, tear: 1 + index * 7 % 60))
      }
      for plan in plans {
        let points = run(plan, course, unkilled, &result)
        guard killsRelaunches, plan.tear == nil, points > 0 else { continue }
        for second in 1...points {
          _ = run(KillPlan(point: index + 1, secondPoint: second), course, unkilled, &result)
        }
      }
    }
    return result
  }

  /// Replays a failed run for its trace.
  package func trace(of failure: Failure) -> [Text] {
    var lines: [Text] = []
    let run = KilledRun(script, flow, overrides, unkilledRun().0, failure.plan)
    run.device.trace = { lines.append($0) }
    if run.run() == nil { _ = endings(of: run.device) }
    return lines
  }

  private struct Endings {
    var asItIs: Ending
    /// After a last relaunch, in which what an overlay had covered continues.
    var relaunched: Ending
  }

  private func unkilledRun() -> (Course, Endings, PlayFailure?) {
    var course = Course()
    let player = Player(script, flow, overrides: overrides)
    let device = player.device
    var step = 0
    player.willPlay = { number in
      step = number
      course.places.append(Course.Place(device.driver?.machine))
    }
    device.look = { course.points.append((step, $0, device.flow)) }
    let failure = player.run()
    device.look = nil
    return (course, endings(of: device), failure)
  }

  private func run(
    _ plan: KillPlan, _ course: Course, _ unkilled: Endings, _ result: inout Result
  ) -> Int {
    result.runCount += 1
    let run = KilledRun(script, flow, overrides, course, plan)
    var problems = [run.run()].compactMap { $0 }
    if run.isAsked {
      result.askedCount += 1
      problems += problemsWhenAsked(run, unkilled)
    } else if problems.isEmpty {
      problems += differences(run, unkilled)
    }
    for (name, record) in run.device.network.records where record.misusedKeyCount > 0 {
      problems.append("\(name.string) sent a known key with different content")
    }
    if run.device.isEndless { problems.append("the flow is in an endless loop") }
    if !problems.isEmpty {
      result.failures.append(
        Failure(place: place(of: plan, course), problems: problems, plan: plan))
    }
    return run.relaunchPoints
  }

  private func differences(_ run: KilledRun, _ unkilled: Endings) -> [String] {
    let endings = endings(of: run.device)
    guard unkilled.asItIs.overlays.isEmpty else {
      return endings.relaunched.differences(
        from: unkilled.relaunched, in: script.last(of: flow), extraStarts: run.extraStarts)
    }
    return endings.asItIs.differences(
      from: unkilled.asItIs, in: script.last(of: flow), extraStarts: run.extraStarts)
  }

  /// The user was asked and may answer either way; there must be something to answer, and nothing
  /// may have happened twice.
  private func problemsWhenAsked(_ run: KilledRun, _ unkilled: Endings) -> [String] {
    let device = run.device
    guard let driver = device.driver else { return ["the app does not start"] }
    var problems: [String] = []
    let screen = driver.machine.screen(at: device.now, language: driver.language)
    let top = screen.overlays.last ?? screen.screen
    let canAct =
      top?.isActive == true
      && (top?.hasBack == true
        || top?.elements.contains { $0.isEnabled && !$0.name.isEmpty } == true)
    let isWaiting =
      driver.machine.nextDeadline != nil
      || flow.tables.requests.indices.contains {
        driver.machine.status(of: RequestID($0)) == RequestStatus.running
      }
    // What the host says after a reset is in the steps that are left out then.
    if !canAct, !isWaiting, !run.isReset {
      problems.append("a dead end after the question")
    }
    for row in flow.tables.requests {
      let name = flow.blob(row.name)
      let count = device.network.record(of: name).effectCount
      // A reset may send requests that the run without a kill never sent.
      if count > max(unkilled.asItIs.effects[name] ?? 0, run.isReset ? 1 : 0) {
        problems.append("\(name.string) took effect \(count) times")
      }
    }
    return problems
  }

  /// Lets all running requests finish.
  private func endings(of device: SimulatedDevice) -> Endings {
    device.launch()
    settle(device)
    let asItIs = Ending(of: device)
    device.kill()
    device.launch()
    settle(device)
    return Endings(asItIs: asItIs, relaunched: Ending(of: device))
  }

  private func settle(_ device: SimulatedDevice) {
    let limit = device.now + Self.patience
    while device.advanceToNextEvent(until: limit) {}
  }

  private func place(of plan: KillPlan, _ course: Course) -> String {
    let (step, point, flow) = course.points[plan.point - 1]
    var words = "killed in step \(step), \(point.description(in: flow))"
    if let tear = plan.tear { words += ", after \(tear) bytes of it" }
    if plan.secondPoint > 0 { words += ", and again at point \(plan.secondPoint) of the relaunch" }
    return words
  }
}
