import Statechart
package import WireText

/// Why a line is not an input for this flow.
package enum InputError: UInt8, Error, Sendable {
  case notJSON
  /// None or several of the keys that identify an input.
  case unknownInput
  /// A name that the flow does not have, or an element that is not on the topmost surface.
  case unknownName
  case wrongValue
  /// The recording was made with another table of phone numbers, or only one of the two had a
  /// table.
  case otherPhones
}

/// An input with its time and entropy, as one line of JSON, the form used by event logs, browsers
/// and scripts.
///
/// `{"at":1000,"entropy":"00ff","tap":"next"}`; the other keys are those of `Input.write`.
package struct TimedInput: Equatable, Sendable {
  package var at: Int64
  package var entropy: UInt64
  package var input: Input
}

extension FlowMachine {
  /// Parses a line.
  package func timedInput(_ line: [UInt8]) throws(InputError) -> TimedInput {
    guard let json = JSON(line)?.root, json.kind == .object else { throw .notJSON }
    guard let at = json.integer("at"), LaunchLine.times.contains(at) else {
      throw .wrongValue
    }
    let entropy = json.text("entropy").flatMap { Hex.parse($0[...]) } ?? 0
    return TimedInput(at: at, entropy: entropy, input: try input(json))
  }

  package func input(_ json: JSON.Value) throws(InputError) -> Input {
    for (name, value) in json.members {
      switch name {
      case "tap": return .tap(try element(value))
      case "type":
        guard let text = value.text("text") else { throw .wrongValue }
        return .type(try element(value["field"]), text)
      case "typeSecret":
        return .typeSecret(
          try element(value["field"]), isValid: value.flag("valid"),
          isRepeated: value.flag("repeated") ?? false)
      case "back": return .back
      case "wake": return .wake
      case "dismissScreen": return .dismissScreen
      case "dismiss":
        guard let overlay = value.text.flatMap({ flow.overlay(named: $0) }) else {
          throw .unknownName
        }
        return .dismiss(overlay)
      case "foreground":
        guard let isInForeground = value.flag else { throw .wrongValue }
        return .foreground(isInForeground)
      case "secretsReadable": return .secretsReadable(try secrets(value))
      case "signal": return try signal(value)
      case "tell":
        guard let fact = value.text("fact").flatMap({ flow.fact(named: $0) })
        else { throw .unknownName }
        return .told(fact, try self.value(value["value"], of: fact))
      case "answered": return try answered(value)
      default:
        guard let set = try InputValue.read(name, value) else { continue }
        return .set(try element(value["element"]), set)
      }
    }
    throw .unknownInput
  }

  private func element(_ json: JSON.Value?) throws(InputError) -> ElementID {
    guard let name = json?.text else { throw .wrongValue }
    guard let element = flow.element(named: name, in: topElements) else { throw .unknownName }
    return element
  }

  private func signal(_ json: JSON.Value) throws(InputError) -> Input {
    guard let signal = json.text("name").flatMap({ flow.signal(named: $0) }) else {
      throw .unknownName
    }
    return .signal(
      signal, number: json.integer("number") ?? absent,
      text: json.text("text"))
  }

  private func answered(_ json: JSON.Value) throws(InputError) -> Input {
    guard let request = json.text("request").flatMap({ flow.request(named: $0) })
    else { throw .unknownName }
    guard let ticket = json.integer("ticket"), ticket >= 0, ticket <= UInt32.max
    else { throw .wrongValue }
    var outcome = RequestOutcome(failure: nil)
    if let name = json.text("failure") {
      guard let failure = failureClass(named: name, of: request) else { throw .unknownName }
      outcome.failure = failure
    }
    for (name, value) in json["values"]?.members ?? [] {
      guard let fact = flow.fact(named: name) else { throw .unknownName }
      outcome.values.append(FactChange(fact, try self.value(value, of: fact)))
    }
    if let stored = json["stored"] { outcome.storedSecrets = try secrets(stored) }
    return .answered(request, ticket: UInt32(ticket), outcome)
  }

  /// A list of secret facts.
  private func secrets(_ json: JSON.Value) throws(InputError) -> [FactID] {
    var secrets: [FactID] = []
    for name in json.elements {
      guard let fact = name.text.flatMap({ flow.fact(named: $0) }),
        flow.tables.facts[Int(fact)].type == .secret
      else { throw .unknownName }
      secrets.append(fact)
    }
    return secrets
  }

  private func failureClass(named name: Text, of request: RequestID) -> UInt16? {
    for (index, known) in FailureClass.names.enumerated() where Text(ascii: known) == name {
      return UInt16(index)
    }
    for row in flow.ownClasses(of: request) where flow.blob(row.name) == name {
      return FailureClass.own + row.place
    }
    return nil
  }

  /// Parses a fact's value from its JSON form: choices by name, lists as rows of texts.
  package func value(_ json: JSON.Value?, of fact: FactID) throws(InputError) -> FactValue {
    guard let json, !json.isNull else { return .absent }
    let row = flow.tables.facts[Int(fact)]
    switch row.type {
    case .flag: if let flag = json.flag { return .number(flag ? 1 : 0) }
    case .number, .time: if let number = json.integer { return .number(number) }
    case .choice:
      for (place, index) in row.choices.indices.enumerated()
      where json.text == flow.blob(flow.tables.ids[index]) { return .number(Int64(place)) }
    case .text, .json: if let text = json.text { return .text(text) }
    case .list:
      let rows = json.elements.map { $0.elements.map { $0.text ?? [] } }
      if rows.allSatisfy({ $0.count == Int(row.columns.count) }) {
        return .text(ListValue.encode(rows))
      }
    case .secret: break
    }
    throw .wrongValue
  }
}
