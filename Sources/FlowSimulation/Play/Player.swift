package import FlowMachine
import FlowRuntime
import Statechart
import WireText

/// Where a run deviated from its script.
package struct PlayFailure: Error, Equatable, Sendable {
  package var step: Int
  /// Counts from 1.
  package var line: Int
  /// One sentence for each problem.
  package var problems: [String]
}

extension PlayFailure: CustomStringConvertible {
  package var description: String {
    "step \(step), line \(line): \(problems.joined(separator: "; "))"
  }
}

/// Plays a script on its own simulated device.
///
/// It writes lines of JSON: the machine's trace, and between its lines the script's steps, the
/// requests sent, and at the end the verdict.
package final class Player {
  package let device: SimulatedDevice
  /// Called with each step's number before the step.
  var willPlay: ((Int) -> Void)?
  /// Performs a person's step, before a next one, in another way than by the machine's inputs, such as by the bindings of
  /// views; nil from it: as usual.
  package var person: ((_ action: PlayAction, _ next: PlayAction?) -> Outcome?)?
  private let script: PlayScript
  private let write: (Text) -> Void

  /// - Parameters:
  ///   - overrides: configuration that overrides the script's.
  ///   - responder: responds to requests without a stated response; nil: the flow's own simulated
  ///     responses apply.
  ///   - outside: the same, with a client that reports to the flow.
  ///   - write: takes each line of the trace, without a line feed.
  package init(
    _ script: PlayScript, _ flow: Flow, overrides: [FactChange] = [],
    responder: SimulatedNetwork.Responder? = nil, outside: (any SimulatedOutside)? = nil,
    write: @escaping (Text) -> Void = { _ in }
  ) {
    self.script = script
    self.write = write
    device = Stage.device(for: script, flow, overrides)
    device.network.responder = responder
    if let outside {
      outside.equip(sheets: script.sheets)
      device.attach(outside)
    }
    device.trace = write
    device.network.look = { [clock = device.clock] call in
      write(
        TraceLine.line(at: clock.now) { writer in
          writer.member("send", call.request)
          writer.member("ticket", Int64(call.send.ticket))
          if let key = call.idempotencyKey { writer.member("key", key) }
        })
    }
  }

  /// Plays to the end or to the first step that fails.
  package func run() -> PlayFailure? {
    var failure: PlayFailure?
    for step in script.steps {
      failure = play(step)
      if failure != nil { break }
    }
    if failure == nil { failure = leftOver() }
    writeVerdict(failure)
    return failure
  }

  private func play(_ step: PlayStep) -> PlayFailure? {
    willPlay?(step.number)
    write(
      TraceLine.line(at: device.now) { writer in
        writer.member("step", Int64(step.number))
        writer.member("line", Int64(step.line))
      })
    var problems: [String] = []
    if case .expect(let checks, let within) = step.action {
      problems = Stage(device: device).await(checks, within: within)
    } else if step.action.isInput {
      // Steps count from 1.
      let next = script.steps.dropFirst(step.number).first?.action
      let outcome = person?(step.action, next) ?? Person(device: device).perform(step.action)
      problems = [step.problem(with: outcome, on: device)].compactMap { $0 }
    } else {
      problems = [Stage(device: device).perform(step.action)].compactMap { $0 }
    }
    if device.isEndless { problems.append("the flow is in an endless loop") }
    guard !problems.isEmpty else { return nil }
    return PlayFailure(step: step.number, line: step.line, problems: problems)
  }

  private func leftOver() -> PlayFailure? {
    guard device.killer.moment != nil, let last = script.steps.last else { return nil }
    return PlayFailure(
      step: last.number, line: last.line,
      problems: ["the app never reached the point at which it was to be killed"])
  }

  private func writeVerdict(_ failure: PlayFailure?) {
    write(
      TraceLine.line(at: device.now) { writer in
        writer.member("verdict", (failure == nil ? "passed" : "failed").bytes)
        writer.member("title", script.title.bytes)
        writer.name("proves")
        writer.open("[")
        for id in script.proves { writer.value(id.bytes) }
        writer.close("]")
        guard let failure else { return }
        writer.member("step", Int64(failure.step))
        writer.member("line", Int64(failure.line))
        writer.name("problems")
        writer.open("[")
        for problem in failure.problems { writer.value(problem.bytes) }
        writer.close("]")
      })
  }
}

/// Lines of a trace that do not come from the machine.
enum TraceLine {
  static func line(at now: Int64, _ members: (inout JSONWriter) -> Void) -> Text {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("at", now)
    members(&writer)
    writer.close("}")
    return writer.bytes
  }
}

extension PlayStep {
  /// What is wrong with the result of an input.
  func problem(with outcome: Outcome, on device: SimulatedDevice) -> String? {
    let place = Person(device: device).surface.map { " on \($0.string)" } ?? ""
    switch outcome {
    case .notRunning: return "the app is not running"
    case .noSuchValue(let value): return "no option '\(value)'\(place)"
    case .emptyInbox(let channel): return "no \(channel) with a code has arrived"
    case .noReturn(let problem): return problem
    // The next step handles a kill that was armed.
    case .died: return nil
    case .done:
      guard let refusal else { return nil }
      return "expected a refusal (\(refusal.words)), but the input was accepted"
    case .refused(let reason):
      switch refusal {
      case .any, .reason(reason): return nil
      case .reason, nil:
        let words = refusal.map { "expected \($0.words), got " } ?? "refused: "
        return words + reason.name.string + place
          + (reason == .notOnScreen ? elsewhere(in: device.flow) : "")
      }
    }
  }

  /// Where the element is that was not found.
  private func elsewhere(in flow: Flow) -> String {
    let name: Text
    switch action {
    case .tap(let element): name = element
    case .type(let fillings), .set(let fillings):
      guard fillings.count == 1, let filling = fillings.first else { return "" }
      name = filling.element
    default: return ""
    }
    func has(_ rows: RowRange) -> Bool {
      rows.indices.contains { flow.blob(flow.tables.elements[$0].id) == name }
    }
    let screens = flow.tables.screens.filter { has($0.elements) }
      .map { flow.stateName($0.state).string }
    let overlays = flow.tables.overlays.filter { has($0.elements) }
      .map { flow.blob($0.name).string }
    return "; \(name.string) is on \((screens + overlays).joined(separator: ", "))"
  }
}

extension ExpectedRefusal {
  fileprivate var words: String {
    switch self {
    case .any: "any reason"
    case .reason(let reason): reason.name.string
    }
  }
}
