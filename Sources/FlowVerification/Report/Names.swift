import FlowMachine
import Statechart

/// The names of a flow's parts, and moves in words.
struct FlowNames {
  let flow: Flow

  func text(_ blob: BlobID) -> String { String(decoding: flow.blob(blob), as: UTF8.self) }
  func state(_ state: StateID) -> String { String(decoding: flow.stateName(state), as: UTF8.self) }
  func request(_ request: Int) -> String { text(flow.tables.requests[request].name) }
  func overlay(_ overlay: Int) -> String { text(flow.tables.overlays[overlay].name) }
  func fact(_ fact: FactID) -> String { text(flow.tables.facts[Int(fact)].name) }
  func element(_ element: ElementID) -> String { text(flow.tables.elements[Int(element)].id) }

  /// The fields that take a fact, each name once.
  func fields(of fact: FactID) -> [String] {
    var names: [String] = []
    for row in flow.tables.elements where row.takesText && row.fact == fact {
      let name = text(row.id)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  func event(_ event: EventID) -> String {
    event == noID ? "no event" : String(decoding: flow.eventName(event), as: UTF8.self)
  }

  func failure(_ failure: UInt16, of request: RequestID) -> String {
    guard failure >= FailureClass.own else {
      return "\(FailureClass.names[Int(failure)])"
    }
    let row = flow.ownClasses(of: request).first { FailureClass.own + $0.place == failure }
    return row.map { text($0.name) } ?? "\(failure)"
  }

  func describe(_ move: Move) -> String {
    switch move {
    case .input(let input): return describe(input)
    case .fill(let inputs): return inputs.map { describe($0) }.joined(separator: ", ")
    case .elapse(let timer):
      let row = flow.tables.timers[Int(timer)]
      let name = row.name == noID ? "the timer" : "timer \(text(row.name))"
      return "\(name) ends"
    case .relaunch(let surroundings):
      let changes = surroundings.changes.filter {
        let name = flow.blob(flow.tables.facts[Int($0.fact)].name)
        return name != Names.launch && name != Names.foreground
      }.map { "\(fact($0.fact)) is \($0.value.spelled(as: $0.fact, in: flow))" }
      let all = (surroundings.isLocked ? ["secure storage is locked"] : []) + changes
      return "kill and relaunch" + (all.isEmpty ? "" : "; \(all.joined(separator: ", "))")
    }
  }

  private func describe(_ input: Input) -> String {
    switch input {
    case .tap(let id): "tap \(element(id))"
    case .type(let id, let text):
      text.isEmpty ? "clear \(element(id))" : "type \(quoted(text)) into \(element(id))"
    case .typeSecret(let id, let isValid, _):
      switch isValid {
      case nil: "clear \(element(id))"
      case true?: "type a valid secret into \(element(id))"
      case false?: "type an invalid secret into \(element(id))"
      }
    case .set(let id, let value): describe(value, of: id)
    case .back: "back"
    case .dismiss(let id): "dismiss \(overlay(Int(id)))"
    case .dismissScreen: "dismiss the screen"
    case .answered(let request, _, let outcome): describe(outcome, request)
    case .signal(let signal, let number, let text): describe(signal, number, text)
    case .told(let id, let value):
      "the device reports \(fact(id)): \(value.spelled(as: id, in: flow))"
    case .secretsReadable(let facts):
      facts.isEmpty ? "secure storage is readable, and empty" : "secure storage is readable"
    case .foreground(let isInForeground):
      isInForeground ? "app to the foreground" : "app to the background"
    case .wake: "time passes"
    }
  }

  private func describe(_ signal: SignalID, _ number: Int64, _ text: Text?) -> String {
    let name = "signal \(self.text(flow.tables.signals[Int(signal)].name))"
    if let text { return "\(name) \(quoted(text))" }
    return number == absent || flow.secretFact(of: signal) != nil ? name : "\(name) \(number)"
  }

  private func describe(_ value: InputValue, of id: ElementID) -> String {
    let row = flow.tables.elements[Int(id)]
    if let place = value.option {
      let word = value.word(among: flow.optionNames(of: row) { _ in .absent })
      let option = row.list == noID ? String(decoding: word, as: UTF8.self) : "row \(place + 1)"
      return "\(value.isOn == false ? "leave out" : "choose") \(option) in \(element(id))"
    }
    if let isOn = value.isOn { return "turn \(element(id)) \(isOn ? "on" : "off")" }
    return "set \(element(id)) to \(String(decoding: value.word(among: []), as: UTF8.self))"
  }

  private func describe(_ outcome: RequestOutcome, _ id: RequestID) -> String {
    let values = outcome.values.map {
      "\(fact($0.fact)) \($0.value.spelled(as: $0.fact, in: flow))"
    }
    let brought = values + outcome.storedSecrets.map { fact($0) }
    let tail = brought.isEmpty ? "" : " with \(brought.joined(separator: ", "))"
    guard let failure = outcome.failure else { return "\(request(Int(id))) succeeds\(tail)" }
    return "\(request(Int(id))) fails (\(self.failure(failure, of: id)))\(tail)"
  }
}
