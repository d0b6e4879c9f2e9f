import FlowMachine
import Statechart

// MARK: Requests

/// Understands what came back for a request: a line `{"request":name,"ticket":n,"status":200}`, or
/// with `"failed":"notSent|lost|timedOut|interrupted"` instead of a status, then the body's bytes.
///
/// The result is two lines: the value of `answered` for the next step, to be passed on byte for
/// byte, since a host's own JSON may round numbers of 64 bits; then `{fact:secret}`, which the host
/// stores before that step. When the answer is not wanted any more there are no secrets, so that
/// nothing of it is stored.
@_expose(wasm, "portico_classify") @_cdecl("portico_classify")
public func classify(_ lineCount: Int32, _ bodyCount: Int32) -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  guard let line = instance.part(count: lineCount),
    let body = instance.part(from: lineCount, count: bodyCount)
  else { return instance.misused(outside) }
  guard let json = JSON(line)?.root else { return instance.fail(InputError.notJSON) }
  let name = json.text("request")
  guard let request = name.flatMap({ machine.flow.request(named: $0) }) else {
    return instance.fail(InputError.unknownName)
  }
  guard let number = json.integer("ticket"), let ticket = UInt32(exactly: number),
    let answer = answer(json, body)
  else { return instance.fail(InputError.wrongValue) }
  let isWanted =
    machine.status(of: request) == RequestStatus.running && machine.ticket(of: request) == ticket
  let classification = machine.classify(isWanted ? answer : .notSent, of: request)
  var answered = JSONWriter()
  machine.write(classification.outcome, of: request, ticket: ticket, to: &answered)
  var secrets = JSONWriter()
  secrets.open("{")
  for secret in classification.secrets {
    secrets.name(machine.flow.blob(machine.flow.tables.facts[Int(secret.fact)].name))
    secrets.value(secret.value)
  }
  secrets.close("}")
  return instance.done(answered.bytes + [UInt8(ascii: "\n")] + secrets.bytes)
}

private func answer(_ json: JSON.Value, _ body: [UInt8]) -> Answer? {
  if let failed = json["failed"] {
    switch failed.text {
    case "notSent": return .notSent
    case "lost": return .lost
    case "timedOut": return .timedOut
    case "interrupted": return .interrupted
    default: return nil
    }
  }
  guard let number = json.integer("status"), let status = UInt16(exactly: number)
  else { return nil }
  return .received(status: status, body: body)
}

/// What the flow declares that a simulated server answers to the call that a request last made: a
/// list of `{"status":200,"delay":800,"body":text}`, to be used in turn; empty when it declares
/// nothing.
@_expose(wasm, "portico_simulated") @_cdecl("portico_simulated")
public func simulated(_ nameCount: Int32) -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  guard let name = instance.part(count: nameCount) else { return instance.misused(outside) }
  let flow = machine.flow
  guard let request = flow.request(named: name) else {
    return instance.fail(InputError.unknownName)
  }
  var writer = JSONWriter()
  writer.open("[")
  for row in flow.tables.simulated[machine.call(of: request).simulated.indices] {
    writer.open("{")
    writer.member("status", Int64(row.status))
    writer.member("delay", Int64(row.delay))
    writer.member("body", flow.blob(row.body))
    writer.close("}")
  }
  writer.close("]")
  return instance.done(writer.bytes)
}

// MARK: What is seen

/// The screen at a time in milliseconds, in the language whose tag is the input
/// (`ScreenValue.json`).
@_expose(wasm, "portico_screen") @_cdecl("portico_screen")
public func screen(_ now: Double, _ languageCount: Int32) -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  guard let tag = instance.part(count: languageCount) else { return instance.misused(outside) }
  guard now >= 0, now < Double(LaunchLine.times.upperBound) else {
    return instance.fail(InputError.wrongValue)
  }
  return instance.done(machine.screen(at: Int64(now), language: machine.language(tag)).json)
}

/// Checks a secret as it is typed: an element of what is on top by its name, then the secret. The
/// host keeps the secret under the fact; the machine gets only `typeSecret`.
///
/// - Returns: with 0, `{"fact":name,"valid":true}`; without `valid` when the secret is empty.
@_expose(wasm, "portico_validity") @_cdecl("portico_validity")
public func validity(_ nameCount: Int32, _ secretCount: Int32) -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  guard let name = instance.part(count: nameCount),
    let secret = instance.part(from: nameCount, count: secretCount)
  else { return instance.misused(outside) }
  guard let element = machine.flow.element(named: name, in: machine.topElements) else {
    return instance.fail(InputError.unknownName)
  }
  let row = machine.flow.tables.elements[Int(element)]
  guard row.kind == .field, machine.flow.tables.facts[Int(row.fact)].type == .secret else {
    return instance.fail(InputError.wrongValue)
  }
  var writer = JSONWriter()
  writer.open("{")
  writer.member("fact", machine.flow.blob(machine.flow.tables.facts[Int(row.fact)].name))
  if let isValid = machine.validity(of: secret, in: element) { writer.member("valid", isValid) }
  writer.close("}")
  return instance.done(writer.bytes)
}
