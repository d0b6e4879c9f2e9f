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

/// Loads a compiled flow; the result describes it as JSON (`FlowDescription`). Where that says so, calls
/// may want the table of telephone numbers (`portico_phones`).
@_expose(wasm, "portico_load") @_cdecl("portico_load")
public func load(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  instance.machine = nil
  instance.flow = nil
  do {
    let flow = try Flow(decoding: bytes, phones: .whenNeeded)
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
      writer.member("do", "toast")
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
