import Statechart
import WireText

// Events, results and launches as JSON, from hosts that are not written in Swift.

/// An event with its time and entropy.
package struct TimedEvent: Sendable {
  package var at: Int64
  package var entropy: UInt64
  package var event: HostEvent
}

extension FlowProcess {
  /// Parses an event: an input (`FlowMachine.timedInput`), or a line with `answer`, `time` or
  /// `storageMayWork` instead.
  ///
  /// `{"at":1000,"entropy":"00ff","answer":{"send":3,"request":"login","ticket":1,"status":200}}`,
  /// or with `"failed":"notSent|lost|timedOut|interrupted"` instead of a status.
  ///
  /// - Parameter body: the body of the response.
  package func timedEvent(_ line: Text, body: [UInt8]) throws(InputError) -> TimedEvent {
    guard let json = JSON(line)?.root, json.kind == .object else { throw .notJSON }
    guard let at = json.integer("at"), LaunchLine.times.contains(at),
      let entropy = json.text("entropy").flatMap({ Hex.parse($0[...]) })
    else { throw .wrongValue }
    return TimedEvent(at: at, entropy: entropy, event: try event(json, body))
  }

  private func event(_ json: JSON.Value, _ body: [UInt8]) throws(InputError) -> HostEvent {
    if let answered = json["answer"] { return try answer(answered, body) }
    if json["time"] != nil { return .time }
    if json["storageMayWork"] != nil { return .storageMayWork }
    if let told = json["tell"] {
      guard let name = told.text("fact"), let value = told["value"],
        let input = flow.told(name, value)
      else { throw .unknownName }
      return .input(input)
    }
    switch try machine.input(json) {
    case .type(let element, let text): return .type(text, element)
    case let input: return .input(input)
    }
  }

  private func answer(_ json: JSON.Value, _ body: [UInt8]) throws(InputError) -> HostEvent {
    guard let request = json.text("request").flatMap({ flow.request(named: $0) }) else {
      throw .unknownName
    }
    guard let number = json.integer("send"), let send = UInt64(exactly: number),
      let count = json.integer("ticket"), let ticket = UInt32(exactly: count)
    else { throw .wrongValue }
    let id = SendID(request: request, ticket: ticket, number: send)
    if let failed = json["failed"] {
      switch failed.text {
      case "notSent": return .answer(.notSent, id)
      case "lost": return .answer(.lost, id)
      case "timedOut": return .answer(.timedOut, id)
      case "interrupted": return .answer(.interrupted, id)
      default: throw .wrongValue
      }
    }
    guard let number = json.integer("status"), let status = UInt16(exactly: number) else {
      throw .wrongValue
    }
    return .answer(.received(status: status, body: body), id)
  }

  /// Parses the result of an action: empty for done, `false` for failed, or the values that were
  /// read.
  package static func result(_ line: Text) throws(InputError) -> HostResult {
    guard !line.isEmpty else { return .done }
    guard let json = JSON(line, most: FlowLimits.snapshotBytes)?.root else { throw .notJSON }
    if json.flag == false { return .failed }
    if json["names"] != nil { return .names(json.elements("names").compactMap(Self.name)) }
    guard json["secrets"] != nil else { throw .wrongValue }
    return .secrets(json.elements("secrets").map { $0.text })
  }

  fileprivate static func name(_ json: JSON.Value) -> SecretName? {
    json.text.flatMap { SecretName($0) }
  }

  /// Parses a launch by a host: `{"at":1000,"entropy":"00ff","run":"…","language":"de","facts":{…},
  /// "configuration":{…},"preferences":{…},"secrets":[…],"updated":true,"observed":true}`.
  ///
  /// `facts` are those that the device reports, `configuration` has texts by name, `preferences`
  /// has JSON texts by name. Names that the flow does not declare in that place are ignored.
  /// Without `secrets`, secure storage cannot be read.
  ///
  /// - Parameter refuse: receives each text that is not a valid value of a configured fact.
  package init(
    launching flow: Flow, _ line: Text, journal: [UInt8], notice: (LaunchNotice) -> Void,
    refuse: (FactID, Text) -> Void
  ) throws(InputError) {
    guard let json = JSON(line, most: FlowLimits.snapshotBytes)?.root else { throw .notJSON }
    guard let at = json.integer("at"), LaunchLine.times.contains(at),
      let entropy = json.text("entropy").flatMap({ Hex.parse($0[...]) }),
      let run = json.text("run"), run.count == 32,
      let high = Hex.parse(run[..<16]), let low = Hex.parse(run[16...])
    else { throw .wrongValue }
    var facts = LaunchFacts(isUpdated: json.flag("updated") == true)
    for (name, value) in json["configuration"]?.members ?? [] {
      guard let fact = flow.fact(named: name), let text = value.text,
        flow.tables.facts[Int(fact)].place == .configuration
      else { continue }
      guard let value = flow.configured(fact, text) else {
        refuse(fact, text)
        throw .wrongValue
      }
      facts.facts.append(FactChange(fact, value))
    }
    for (name, value) in json["facts"]?.members ?? [] {
      if case .told(let fact, let value) = flow.told(name, value) {
        facts.facts.append(FactChange(fact, value))
      }
    }
    var stored = StoredState(
      journal: journal,
      secretNames: json["secrets"].map { $0.elements.compactMap(Self.name) }, preferences: [])
    for (name, value) in json["preferences"]?.members ?? [] {
      if let text = value.text { stored.preferences?.append(StoredPreference(name, text)) }
    }
    do throws(LaunchRefusal) {
      try self.init(
        launching: flow, stored, facts, at: at, entropy: entropy, run: RunID(high: high, low: low),
        language: json.text("language") ?? [], isObserved: json.flag("observed") == true,
        notice: notice)
    } catch {
      throw .wrongValue
    }
  }
}

extension Flow {
  /// Parses a configuration value as a person writes it: a choice by its name, `true`, a number, a
  /// text.
  ///
  /// - Returns: nil if the fact cannot have the value.
  package func configured(_ fact: FactID, _ text: Text) -> FactValue? {
    switch tables.facts[Int(fact)].type {
    case .choice: choice(text, of: fact)
    case .flag where text == Text(ascii: "true"): .number(1)
    case .flag where text == Text(ascii: "false"): .number(0)
    case .number: Decimal.parse(text[...]).map { .number($0) }
    case .text: .text(text)
    case .flag, .time, .secret, .list, .json: nil
    }
  }
}
