import FlowMachine
import Statechart

/// Writes a trace as a play script, which `portico play` plays on a simulated device.
struct TraceScript {
  private let explorer: Explorer
  private let flow: Flow
  private let moves: [Move]
  private let rehearsal: Rehearsal
  private let beginning: Explorer.InitialState
  private var lines: [String] = []
  private var isLocked = false
  /// What was said last about each request's answers.
  private var stated: [RequestID: String] = [:]

  /// - Returns: nil if no play script can follow it, for want of a timing or a response.
  init?(_ trace: Trace, _ explorer: Explorer) {
    guard let rehearsal = Rehearsal(trace, explorer) else { return nil }
    self.explorer = explorer
    self.rehearsal = rehearsal
    flow = explorer.flow
    moves = trace.moves.map { explorer.moves.all[$0] }
    beginning = trace.beginning
  }

  /// The transitions that the trace takes.
  var taken: Set<UInt16> { Set(rehearsal.steps.flatMap(\.taken)) }

  /// The whole script.
  ///
  /// - Parameter title: one sentence.
  mutating func text(title: String) -> String? {
    lines = ["title: \(quoted(Text(title.utf8)))"]
    writeHead()
    lines.append("steps:")
    isLocked = beginning.isLocked
    if isLocked { lines.append("  - storage: {secrets: locked}") }
    guard stateAnswers(after: 0) else { return nil }
    lines.append("  - launch")
    expect(0)
    for index in moves.indices {
      guard write(index) else { return nil }
      expect(index + 1)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func writeHead() {
    if !beginning.configuration.isEmpty {
      lines.append("configuration: \(map(beginning.configuration))")
    }
    let hosts = [Names.launch, Names.foreground]
    let device = beginning.device.filter {
      !hosts.contains(flow.blob(flow.tables.facts[Int($0.fact)].name))
    }
    if !device.isEmpty { lines.append("device: \(map(device))") }
    guard !beginning.storedSecrets.isEmpty else { return }
    let names = beginning.storedSecrets.map {
      "\(name(flow.tables.facts[Int($0)].name)): simulated-secret"
    }
    lines.append("secrets: {\(names.joined(separator: ", "))}")
  }

  private func map(_ changes: [FactChange]) -> String {
    let members = changes.map { change in
      "\(name(flow.tables.facts[Int(change.fact)].name)): \(spelled(change))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private func spelled(_ change: FactChange) -> String {
    let text = change.value.spelled(as: change.fact, in: flow)
    guard change.value != .absent else { return text }
    // A choice may have a value that is a word of the script's language.
    return switch flow.tables.facts[Int(change.fact)].type {
    case .text: quoted(Text(text.utf8))
    case .choice where text == "absent" || text == "present": quoted(Text(text.utf8))
    default: text
    }
  }

  private func name(_ blob: BlobID) -> String { String(decoding: flow.blob(blob), as: UTF8.self) }

  // MARK: Answers

  /// States what answers the requests that a step sends.
  private mutating func stateAnswers(after step: Int) -> Bool {
    for request in rehearsal.steps[step].sends {
      guard let statement = answer(to: request, sentIn: step) else { return false }
      guard stated[request] != statement else { continue }
      stated[request] = statement
      let row = flow.tables.requests[Int(request)]
      lines.append("  - answer: {\(key(name(row.name))): \(statement)}")
    }
    return true
  }

  /// The response to a send: the outcome that the trace has for it, or nothing.
  private func answer(to request: RequestID, sentIn step: Int) -> String? {
    for later in (step + 1)..<max(rehearsal.steps.count, step + 1) {
      if case .input(.answered(request, _, let outcome)) = moves[later - 1] {
        return statement(
          of: outcome, request, after: rehearsal.steps[later].at - rehearsal.steps[step].at,
          sentIn: step)
      }
      if rehearsal.steps[later].sends.contains(request) { break }
    }
    let machine = rehearsal.steps[step].machine
    let parts = AnswerMaker(flow: flow).unanswered(call: machine.callPlace(of: request))
    return parts.count == 1 ? "never" : "{\(parts.joined(separator: ", "))}"
  }

  private func statement(
    of outcome: RequestOutcome, _ request: RequestID, after delay: Int64, sentIn step: Int
  ) -> String? {
    let row = flow.tables.requests[Int(request)]
    let machine = rehearsal.steps[step].machine
    let call = machine.callPlace(of: request)
    guard
      let parts = AnswerMaker(flow: flow).statement(
        of: outcome, call: call, machine: machine, request)
    else { return nil }
    let isRetried =
      flow.tables.calls[call].repetition != .never
      && (outcome.failure ?? .max) <= FailureClass.unavailable
    let early = isRetried ? Int(row.retries) : 0
    let pauses = early == 0 ? 0 : Rehearsal.backoffs(of: row).reduce(0, +)
    let first = "{\(parts.joined(separator: ", "))}"
    // What never comes has no moment; the app waits for its own timeout.
    let last =
      outcome.failure == FailureClass.timeout
      ? first : "{\((parts + ["after: \(delay - pauses)ms"]).joined(separator: ", "))}"
    guard early > 0 else { return last }
    return "[\((Array(repeating: first, count: early) + [last]).joined(separator: ", "))]"
  }

  // MARK: Steps

  private mutating func write(_ index: Int) -> Bool {
    let pause = rehearsal.steps[index + 1].at - rehearsal.steps[index].at
    let move = moves[index]
    let before = rehearsal.steps[index].machine
    switch move {
    case .elapse, .input(.answered):
      guard stateAnswers(after: index + 1) else { return false }
      lines.append("  - wait: \(pause)ms")
      return true
    default:
      if pause > 0 { lines.append("  - wait: \(pause)ms") }
    }
    guard stateAnswers(after: index + 1) else { return false }
    switch move {
    case .input(.secretsReadable(let facts)):
      // That what was stored is gone by then, no play can say.
      guard !facts.isEmpty else { return false }
      isLocked = false
      lines.append("  - storage: ok")
    case .input(let input): lines.append("  - \(spelled(input, before))")
    case .fill(let inputs):
      for input in inputs { lines.append("  - \(spelled(input, before))") }
    case .relaunch(let surroundings): writeRelaunch(surroundings)
    case .elapse: break
    }
    return true
  }

  private mutating func writeRelaunch(_ surroundings: Surroundings) {
    lines.append("  - kill")
    let launch = flow.fact(named: Names.launch)
    let foreground = flow.fact(named: Names.foreground)
    let told = surroundings.changes.filter { $0.fact != launch && $0.fact != foreground }
    if !told.isEmpty { lines.append("  - tell: \(map(told))") }
    if surroundings.changes.contains(where: { $0.fact == launch && $0.value == .number(2) }) {
      lines.append("  - update")
    }
    if surroundings.isLocked != isLocked {
      isLocked = surroundings.isLocked
      lines.append("  - storage: \(isLocked ? "{secrets: locked}" : "ok")")
    }
    lines.append("  - launch")
  }

  private func spelled(_ input: Input, _ machine: FlowMachine) -> String {
    switch input {
    case .tap(let element): return "tap: \(id(element))"
    case .type(let element, let text): return "type: {\(id(element)): \(quoted(text))}"
    case .typeSecret(let element, let isValid, _):
      return "type: {\(id(element)): \(quoted(secret(for: element, isValid: isValid)))}"
    case .set(let element, let value):
      return "\(value.step): {\(id(element)): \(spelled(value, of: element, machine))}"
    case .back: return "back"
    case .dismiss(let overlay): return "dismiss: \(name(flow.tables.overlays[Int(overlay)].name))"
    case .dismissScreen: return "dismissScreen"
    case .signal(let signal, let number, let text): return spelled(signal, number, text)
    case .told(let fact, let value): return "tell: \(map([FactChange(fact, value)]))"
    case .foreground(let isInForeground): return isInForeground ? "foreground" : "background"
    case .answered, .wake, .secretsReadable: return "wait: 0ms"
    }
  }

  private func spelled(_ signal: SignalID, _ number: Int64, _ text: Text?) -> String {
    let name = key(name(flow.tables.signals[Int(signal)].name))
    let text = flow.secretFact(of: signal) == nil ? text : Text("secret".utf8)
    if let text { return "signal: {name: \(name), text: \(quoted(text))}" }
    return number == absent ? "signal: \(name)" : "signal: {name: \(name), number: \(number)}"
  }

  private func id(_ element: ElementID) -> String {
    key(name(flow.tables.elements[Int(element)].id))
  }

  /// A secret that a field takes, or refuses.
  private func secret(for element: ElementID, isValid: Bool?) -> Text {
    guard let isValid else { return [] }
    let candidates = (1...64).flatMap { count in
      [
        Text(repeating: UInt8(ascii: "4"), count: count),
        Text(repeating: UInt8(ascii: "m"), count: count),
      ]
    }
    return candidates.first { explorer.projection.machine.validity(of: $0, in: element) == isValid }
      ?? []
  }

  /// What stands behind the name of an element that is set.
  private func spelled(
    _ value: InputValue, of element: ElementID, _ machine: FlowMachine
  ) -> String {
    let row = flow.tables.elements[Int(element)]
    let options = flow.optionNames(of: row) { machine.value(of: $0) }
    let word = value.word(among: options)
    let spelled = row.list == noID ? key(String(decoding: word, as: UTF8.self)) : quoted(word)
    guard value.option != nil, let isOn = value.isOn else { return spelled }
    return "{\(spelled): \(isOn)}"
  }

  private mutating func expect(_ step: Int) {
    let place = rehearsal.steps[step].place
    let screen = place.screen.map { String(decoding: flow.stateName($0), as: UTF8.self) } ?? "none"
    let overlays = place.overlays.map { name(flow.tables.overlays[Int($0)].name) }
    lines.append(
      "  - expect: {screen: \(screen), overlays: [\(overlays.joined(separator: ", "))]}")
  }
}
