package import FlowMachine
import FlowRuntime
package import Statechart

/// Plays a script once unchanged, then once for each request that it sends and each fault that a
/// send can have, alone and with a kill right after the send, and checks that every run keeps what
/// ENT-3 and ENT-4 promise.
///
/// After the fault the user is as patient as after a kill: dismisses what is on top, retries what
/// failed, and does the rest of the script as far as possible. A run need not end like the one
/// without a fault. It must end on a screen with something to do and a reachable goal; nothing may
/// have taken effect twice; and only a refusal, or the script, may sign the user out.
package struct FaultEverywhere {
  /// What the flow's document declares.
  package struct Intent {
    package var goals: [StateID]
    /// The secrets that represent sessions.
    package var sessions: [FactID]
    /// Whether a goal can be reached from a flow's current state.
    package var canReachGoal: (FlowMachine) -> Bool

    package init(
      goals: [StateID], sessions: [FactID], canReachGoal: @escaping (FlowMachine) -> Bool
    ) {
      self.goals = goals
      self.sessions = sessions
      self.canReachGoal = canReachGoal
    }
  }

  package struct Failure: Equatable, Sendable {
    /// The send and its fault.
    package var place: String
    package var problems: [String]
    var plan: FaultPlan
  }

  package struct Result: Equatable, Sendable {
    /// Set if the run without a fault fails.
    package var unfaultedFailure: PlayFailure?
    package var failures: [Failure] = []
    package var runCount = 0
    /// Runs that completed the script and ended on the same screen as the run without a fault.
    package var sameEndCount = 0
  }

  private let script: PlayScript
  private let flow: Flow
  private let intent: Intent

  package init(_ script: PlayScript, _ flow: Flow, _ intent: Intent) {
    self.script = script
    self.flow = flow
    self.intent = intent
  }

  package func run() -> Result {
    var result = Result()
    let (course, failure) = unfaultedRun()
    guard failure == nil else {
      result.unfaultedFailure = failure
      return result
    }
    for plan in plans(course) {
      let run = FaultedRun(script, flow, course, plan, intent)
      let problems = run.run()
      result.runCount += 1
      if run.hasSameEnd { result.sameEndCount += 1 }
      guard !problems.isEmpty else { continue }
      let place = place(of: plan, course)
      result.failures.append(Failure(place: place, problems: problems, plan: plan))
    }
    return result
  }

  /// Replays a failed run for its trace.
  package func trace(of failure: Failure) -> [Text] {
    var lines: [Text] = []
    let run = FaultedRun(script, flow, unfaultedRun().0, failure.plan, intent)
    run.device.trace = { lines.append($0) }
    _ = run.run()
    return lines
  }

  private func plans(_ course: FaultCourse) -> [FaultPlan] {
    var plans: [FaultPlan] = []
    for (index, send) in course.sends.enumerated() {
      for fault in SendFault.allCases where send.isAnswered || !fault.needsAnswer {
        for isKilled in [false, true] {
          plans.append(FaultPlan(fault: fault, send: index + 1, isKilled: isKilled))
        }
      }
    }
    return plans
  }

  private func unfaultedRun() -> (FaultCourse, PlayFailure?) {
    let player = Player(script, flow)
    let device = player.device
    let watch = SessionWatch(device, intent.sessions, of: flow)
    var course = FaultCourse(ending: Ending(of: device), losses: [])
    player.willPlay = { number in
      watch.step = number
      course.course.places.append(Course.Place(device.driver?.machine))
    }
    device.look = { point in
      course.course.points.append((watch.step, point, device.flow))
      if point == .endOfStep { watch.look() }
    }
    device.network.fault = { call, planned in
      course.sends.append(
        .init(
          request: call.request.string, step: watch.step,
          isAnswered: planned.course == .answered, points: course.course.points.count))
      return nil
    }
    let failure = player.run()
    device.network.fault = nil
    course.end = Course.Place(device.driver?.machine)
    device.launch()
    let limit = device.now + KillEverywhere.patience
    while device.advanceToNextEvent(until: limit) {}
    device.look = nil
    course.ending = Ending(of: device)
    course.losses = watch.losses
    return (course, failure)
  }

  private func place(of plan: FaultPlan, _ course: FaultCourse) -> String {
    let send = course.sends[plan.send - 1]
    let kill = plan.isKilled ? ", and killed after it" : ""
    return
      "send \(plan.send), of \(send.request) in step \(send.step): \(plan.fault.rawValue)\(kill)"
  }
}
