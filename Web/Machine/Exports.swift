import FlowMachine
import Statechart

// What a browser (or Node) can call: one flow and one running machine for each instance of the
// module. Killing the machine means dropping the instance.
//
// The host writes what it passes into the buffer that `portico_input` makes, several parts one
// after the other, and calls with their lengths; no pointer ever comes in. A call leaves its result
// in the output buffer and returns 0, or it returns another `Status` and leaves
// `{"error":name,"message":text}` there. Nothing that a host passes makes the machine trap;
// exhausted memory does, and then the host drops the instance and launches again from the journal.

/// Why a call did nothing.
private enum Status: Int32 {
  case done = 0
  /// The host's mistake: lengths beyond the input buffer, or a call that comes too early.
  case misused = 1
  /// The bytes are no flow that this machine can run.
  case badFlow = 2
  /// The record is none that this flow can go on from; nothing was changed.
  case badRecord = 3
  /// The line, or what it names, is not understood; nothing was changed.
  case badInput = 4
  /// There is nothing to return.
  case nothing = 5
}

private enum Limits {
  /// The greatest launch line with a record in hexadecimal digits fits.
  static let inputBytes = 4 * FlowLimits.snapshotBytes
}

private struct Instance {
  var flow: Flow?
  var machine: FlowMachine?
  var input: UnsafeMutablePointer<UInt8>?
  var inputCount = 0
  var output: UnsafeMutablePointer<UInt8>?
  var outputCount = 0

  /// A part of the input buffer.
  func part(from start: Int32 = 0, count: Int32) -> [UInt8]? {
    guard start >= 0, count >= 0, Int(start) + Int(count) <= inputCount else { return nil }
    guard count > 0, let input else { return [] }
    return Array(UnsafeBufferPointer(start: input + Int(start), count: Int(count)))
  }

  mutating func put(_ bytes: [UInt8]) {
    output?.deallocate()
    output = nil
    outputCount = bytes.count
    guard !bytes.isEmpty else { return }
    let place = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    for (index, byte) in bytes.enumerated() { (place + index).initialize(to: byte) }
    output = place
  }

  mutating func done(_ bytes: [UInt8]) -> Int32 {
    put(bytes)
    return Status.done.rawValue
  }

  mutating func fail(_ status: Status, _ error: StaticString, _ message: StaticString) -> Int32 {
    var writer = JSONWriter()
    writer.open("{")
    writer.name("error")
    writer.value(error)
    writer.name("message")
    writer.value(message)
    writer.close("}")
    put(writer.bytes)
    return status.rawValue
  }

  mutating func misused(_ message: StaticString) -> Int32 {
    fail(.misused, "misused", message)
  }

  mutating func fail(_ status: Status, _ error: FlowError) -> Int32 {
    fail(status, error.name, error.message)
  }

  mutating func fail(_ error: InputError) -> Int32 {
    fail(.badInput, error.name, error.message)
  }
}

// Unsafe only by name: a WebAssembly instance has one thread, and no call comes while another one
// runs.
nonisolated(unsafe) private var instance = Instance()

private let noFlow: StaticString = "no flow is loaded; call portico_load first"
private let noMachine: StaticString = "no machine runs; call portico_launch first"
private let outside: StaticString = "a length lies outside what portico_input made room for"

// MARK: Buffers

/// Makes room for the input of the next call.
///
/// - Returns: where to write it, or 0 when it is too long.
@_expose(wasm, "portico_input") @_cdecl("portico_input")
public func makeInput(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  instance.input?.deallocate()
  instance.input = nil
  instance.inputCount = 0
  guard count >= 0, Int(count) <= Limits.inputBytes else { return nil }
  let place = UnsafeMutablePointer<UInt8>.allocate(capacity: max(Int(count), 1))
  place.initialize(repeating: 0, count: max(Int(count), 1))
  instance.input = place
  instance.inputCount = Int(count)
  return place
}

/// Where the result of the last call begins; it stays until the next call.
@_expose(wasm, "portico_output") @_cdecl("portico_output")
public func outputStart() -> UnsafeMutablePointer<UInt8>? { instance.output }

/// The length of the last call's result.
@_expose(wasm, "portico_output_length") @_cdecl("portico_output_length")
public func outputCount() -> Int32 { Int32(truncatingIfNeeded: instance.outputCount) }

// MARK: Life

/// Loads a compiled flow; the result describes it as JSON (`FlowDescription`).
@_expose(wasm, "portico_load") @_cdecl("portico_load")
public func load(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  instance.machine = nil
  instance.flow = nil
  do {
    let flow = try Flow(decoding: bytes)
    instance.flow = flow
    return instance.done(FlowDescription.json(of: flow))
  } catch {
    return instance.fail(.badFlow, error)
  }
}

/// Whether a launch may hold a fact: its name, then its value as JSON; 0 or `badInput`. For
/// preferences, which an older version of the flow may have written.
@_expose(wasm, "portico_fits") @_cdecl("portico_fits")
public func fits(_ nameCount: Int32, _ valueCount: Int32) -> Int32 {
  guard let flow = instance.flow else { return instance.misused(noFlow) }
  guard let name = instance.part(count: nameCount),
    let value = instance.part(from: nameCount, count: valueCount)
  else { return instance.misused(outside) }
  guard let json = JSON(value, most: FlowLimits.snapshotBytes) else {
    return instance.fail(InputError.notJSON)
  }
  do throws(InputError) {
    _ = try flow.launchFact(name, json.root)
    return instance.done([])
  } catch {
    return instance.fail(error)
  }
}

/// Launches with a launch line (`LaunchLine`); the result is the launch's line of the trace.
@_expose(wasm, "portico_launch") @_cdecl("portico_launch")
public func launch(_ count: Int32) -> Int32 {
  guard let flow = instance.flow else { return instance.misused(noFlow) }
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  let line: LaunchLine
  do {
    line = try flow.launchLine(bytes)
  } catch {
    return instance.fail(error)
  }
  do {
    let machine = try FlowMachine.launch(flow, line.context, record: line.record)
    instance.machine = machine
    return instance.done(machine.launchTraceLine(at: line.context.now))
  } catch {
    return instance.fail(.badRecord, error)
  }
}

/// Works off a line with an input (`TimedInput`); the result is the step's line of the trace.
@_expose(wasm, "portico_step") @_cdecl("portico_step")
public func step(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  do throws(InputError) {
    // The machine stays where it is, so that a step changes it in place.
    guard let timed = try instance.machine?.timedInput(bytes) else {
      return instance.misused(noMachine)
    }
    guard LaunchLine.times.contains(timed.at) else { throw InputError.wrongValue }
    let report = instance.machine?.step(timed.input, at: timed.at, entropy: timed.entropy)
    guard let report, let machine = instance.machine else { return instance.misused(noMachine) }
    return instance.done(machine.traceLine(of: timed.input, report, at: timed.at))
  } catch {
    return instance.fail(error)
  }
}

// MARK: What to do

/// The effects of the last launch or step, in order, with all that is needed to perform them: a
/// list in JSON. The words of a toast are in the language whose tag is the input.
@_expose(wasm, "portico_effects") @_cdecl("portico_effects")
public func effects(_ languageCount: Int32) -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  guard let tag = instance.part(count: languageCount) else { return instance.misused(outside) }
  var writer = JSONWriter()
  writer.open("[")
  for effect in machine.effects {
    if case .toast(let text) = effect {
      writer.open("{")
      writer.member("do", Text(ascii: "toast"))
      writer.member("text", machine.text(text, language: machine.language(tag)))
      writer.close("}")
    } else {
      machine.write(effect, withPlans: true, to: &writer)
    }
  }
  writer.close("]")
  return instance.done(writer.bytes)
}

/// The value of a fact, whose name is the input, as JSON; what a host keeps as a preference, byte
/// for byte.
@_expose(wasm, "portico_value") @_cdecl("portico_value")
public func value(_ nameCount: Int32) -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  guard let name = instance.part(count: nameCount) else { return instance.misused(outside) }
  guard let fact = machine.flow.fact(named: name) else {
    return instance.fail(InputError.unknownName)
  }
  var writer = JSONWriter()
  machine.write(machine.value(of: fact), of: fact, to: &writer)
  return instance.done(writer.bytes)
}

/// The journal's bytes for the moment after the last step: one framed record.
@_expose(wasm, "portico_record") @_cdecl("portico_record")
public func record() -> Int32 {
  guard let machine = instance.machine else { return instance.misused(noMachine) }
  return instance.done(Journal.frame(machine.journalRecord))
}

/// The last whole record in a journal's bytes, as a launch line takes it; status `nothing` when
/// there is none.
@_expose(wasm, "portico_journal_read") @_cdecl("portico_journal_read")
public func readJournal(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  guard let record = Journal.read(bytes).record else {
    return instance.fail(.nothing, "noRecord", "the journal holds no whole record")
  }
  return instance.done(record)
}

/// When to step with `wake` though nothing else happened: milliseconds since 1970, or -1 for never.
@_expose(wasm, "portico_next_deadline") @_cdecl("portico_next_deadline")
public func nextDeadline() -> Double {
  guard let deadline = instance.machine?.nextDeadline else { return -1 }
  return Double(deadline)
}

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
  let name = json[Text(ascii: "request")]?.text
  guard let request = name.flatMap({ machine.flow.request(named: $0) }) else {
    return instance.fail(InputError.unknownName)
  }
  guard let number = json[Text(ascii: "ticket")]?.integer, let ticket = UInt32(exactly: number),
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
  if let failed = json[Text(ascii: "failed")] {
    switch failed.text {
    case Text(ascii: "notSent"): return .notSent
    case Text(ascii: "lost"): return .lost
    case Text(ascii: "timedOut"): return .timedOut
    case Text(ascii: "interrupted"): return .interrupted
    default: return nil
    }
  }
  guard let number = json[Text(ascii: "status")]?.integer, let status = UInt16(exactly: number)
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
