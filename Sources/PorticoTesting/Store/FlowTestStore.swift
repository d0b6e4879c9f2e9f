import FlowMachine
import FlowRuntime
import FlowSimulation
public import Portico
import Statechart

/// Runs a flow on a simulated device, and fails on anything that a test does not state.
///
/// Each step is an input, a passage of time or an event in the app's lifecycle, with a closure that
/// states the changes. Any other change, and any request without a stated response, is a
/// `FlowTestFailure`: thrown, or with `report` passed on, so that each difference is at its own line of a
/// test. Time moves only by `advance`; the same test always runs the same way.
///
/// ```swift
/// let store = try FlowTestStore(.onboarding)
/// store.answer("rLogin", .success(["sessionId": "s1"]))
/// store.answer("rFetchExperiments", .success("screenB3"))
/// try store.launch {
///   $0.screen = "screenB3"
///   $0.sent = ["rLogin", "rFetchExperiments"]
///   …
/// }
/// ```
public final class FlowTestStore {
  /// How much of what happens the steps have to state.
  public var exhaustivity: Exhaustivity
  let device: SimulatedDevice
  private let report: ((FlowTestFailure) -> Void)?
  private var last = FlowState()
  private var unanswered: [RequestName] = []
  private var performers: [RequestName: (OutgoingCall) -> (Answer, Int64)] = [:]
  private var sent: [RequestName] = []
  private var seen = (toasts: 0, opened: 0, told: 0)

  /// - Parameters:
  ///   - configuration: the flow's own, by name.
  ///   - device: facts of place `device` at the first launch.
  ///   - language: a BCP 47 tag.
  ///   - exhaustivity: how much of what happens the steps have to state.
  ///   - report: receives each failure of a step, and the test goes on; nil: the first is thrown. With
  ///     swift-testing, `Issue.record` of the failure with its `file` and `line`.
  /// - Throws: `FlowTestFailure` if the flow cannot be run, has no such name, or it cannot have the value.
  public init(
    _ flow: AppFlow, configuration: [String: JSONValue] = [:],
    device facts: [FactName: JSONValue] = [:],
    language: String = "", exhaustivity: Exhaustivity = .state,
    report: ((FlowTestFailure) -> Void)? = nil, file: StaticString = #fileID, line: UInt = #line
  ) throws {
    if let problem = flow.problem {
      throw FlowTestFailure(file, line, "making the store", [problem])
    }
    (self.exhaustivity, self.report) = (exhaustivity, report)
    var settings = SimulatedDevice.Settings()
    settings.language = Array(language.utf8)
    let told = Dictionary(uniqueKeysWithValues: facts.map { ($0.key.rawValue, $0.value) })
    for (values, place) in [(configuration, FactPlace.configuration), (told, .device)] {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let change = flow.flow.change(name, value, place) else {
          throw FlowTestFailure(
            file, line, "making the store",
            ["the flow has no `\(name)` in that place, or the value \(value) is not valid for it"])
        }
        settings.facts.append(change)
      }
    }
    device = SimulatedDevice(flow.flow, settings)
    device.network.look = { [unowned self] call in
      sent.append(RequestName(rawValue: call.request.string))
    }
    device.network.responder = { [unowned self] call in
      if let performer = performers[RequestName(rawValue: call.request.string)] {
        return performer(call)
      }
      guard !usesSimulatedAnswers else { return nil }
      unanswered.append(RequestName(rawValue: call.request.string))
      return (.notSent, 0)
    }
  }

  /// Whether requests without a stated response get the flow's own simulated one, instead of failing the test.
  public var usesSimulatedAnswers = false

  // MARK: Stated in advance

  /// The responses to a request from now on: one for each send, the last for all that follow.
  public func answer(_ request: RequestName, _ answers: StatedAnswer...) {
    device.network.state(
      AnswerPlan(answers.map { .answer($0.planned) }), for: Array(request.rawValue.utf8))
  }

  /// Performs a request from now on by the app's own code, as an app does with `operations` and `handlers`. A response that
  /// `answer` states comes first.
  ///
  /// ```swift
  /// store.perform("saveInterest") { call in
  ///   call.parameters["interest"] == nil ? .refused("missing") : .done()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: its name in the flow.
  ///   - delay: until the flow receives the reply.
  ///   - handler: called for each send, also one that repeats an earlier one; its key says which.
  public func perform(
    _ request: RequestName, after delay: Duration = .zero,
    _ handler: @escaping (RequestHandlers.Call) -> Reply
  ) {
    performers[request] = { call in
      guard let known = RequestHandlers.Call(call) else { return (.notSent, 0) }
      return (handler(known).answer, delay.milliseconds)
    }
  }

  // MARK: Steps

  /// Launches the app, or relaunches it after a kill.
  public func launch(
    file: StaticString = #fileID, line: UInt = #line, _ changes: (inout FlowState) -> Void
  ) throws {
    try step("launch", file, line, changes) {
      guard !device.isRunning else { return "the app is already running; kill it first" }
      device.launch()
      return device.launchFailure.map { "the launch failed: \($0)" }
    }
  }

  /// Kills the process. Nothing changes by that except what memory held.
  public func kill() {
    device.kill()
    last = FlowState()
  }

  /// A signal of the flow, as the app sends it.
  public func signal(
    _ name: SignalName, _ value: JSONValue = .null, file: StaticString = #fileID,
    line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    guard let id = device.flow.signal(named: Array(name.rawValue.utf8)) else {
      return try fail(file, line, "signal(\"\(name)\")", ["the flow has no such signal"])
    }
    let text = value.text.map { Array($0.utf8) }
    try input(
      "signal(\"\(name)\")", .signal(id, number: value.number ?? absent, text: text), file, line,
      changes
    )
  }

  /// Changes a fact of place `device`.
  public func tell(
    _ name: FactName, _ value: JSONValue, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    try step("tell(\"\(name)\")", file, line, changes) {
      guard let change = device.flow.change(name.rawValue, value, .device) else {
        return
          "the flow has no `\(name)` of place device, or the value \(value) is not valid for it"
      }
      device.tell(change.fact, change.value)
      return nil
    }
  }

  /// Advances the time; timers and responses come at their times.
  public func advance(
    by duration: Duration, file: StaticString = #fileID, line: UInt = #line,
    _ changes: (inout FlowState) -> Void = { _ in }
  ) throws {
    try step("advance(by: \(duration))", file, line, changes) {
      device.advance(by: duration.milliseconds)
      return nil
    }
  }

  /// Ends a test: fails if a response is still pending.
  public func finish(file: StaticString = #fileID, line: UInt = #line) throws {
    let running = last.requests.filter { $0.value == .running }.keys.map(\.rawValue).sorted()
    guard running.isEmpty else {
      return try fail(
        file, line, "finish()", ["still running: \(running.joined(separator: ", "))"])
    }
  }

  // MARK: Implementation

  func step(
    _ words: String, _ file: StaticString, _ line: UInt, _ changes: (inout FlowState) -> Void,
    _ body: () -> String?
  ) throws {
    (sent, unanswered) = ([], [])
    var problems = [body()].compactMap { $0 }
    if problems.isEmpty {
      // Responses that are due at once belong to the step that made the request.
      device.advance(by: 0)
      for request in unanswered {
        problems.append("\(request) was sent without a stated response")
      }
      let found = state()
      var stated = found.expected(from: last, exhaustivity)
      changes(&stated)
      problems += found.differences(from: stated)
      last = found
    }
    guard problems.isEmpty else { return try fail(file, line, words, problems) }
  }

  func fail(
    _ file: StaticString, _ line: UInt, _ step: String, _ problems: [String]
  ) throws {
    let failure = FlowTestFailure(file, line, step, problems)
    guard let report else { throw failure }
    report(failure)
  }

  private func state() -> FlowState {
    let world = device.world
    var state = FlowState()
    if let machine = device.driver?.machine { state = FlowState(of: machine) }
    if let top = scene.top {
      state.texts = top.texts
      for element in top.elements where !element.name.isEmpty {
        let name = ElementName(rawValue: element.name)
        if !element.problem.isEmpty { state.problems[name] = element.problem }
        if element.kind.takesInput, element.isEnabled { state.enabled.insert(name) }
      }
    }
    state.services = world.services.map(\.string)
    state.sent = sent
    state.toasts = world.toasts.dropFirst(seen.toasts).map {
      MomentFormat.universal.text($0, language: "").string
    }
    state.opened = world.opened.dropFirst(seen.opened).map(\.string)
    state.told = world.told.dropFirst(seen.told).map(\.name.string)
    seen = (world.toasts.count, world.opened.count, world.told.count)
    return state
  }
}
