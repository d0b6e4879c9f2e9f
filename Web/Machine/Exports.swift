import FlowMachine
import Statechart
import WireText

// The functions that a browser (or Node) can call: one flow and one running machine for each
// instance of the module. To kill the machine, drop the instance.
//
// The host writes its input into the buffer returned by `portico_input`, several parts one after
// the other, and passes their lengths; pointers never come in. A call leaves its result in the
// output buffer and returns 0, or it returns another `Status` and leaves
// `{"error":name,"message":text}` there. No input of a host makes the machine trap; exhausted
// memory does, and then the host drops the instance and relaunches from the journal.

// MARK: Buffers

/// Allocates the input buffer for the next call.
///
/// - Returns: its address, or 0 if the input is too long.
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

/// The address of the last call's result, which is valid until the next call.
@_expose(wasm, "portico_output") @_cdecl("portico_output")
public func outputStart() -> UnsafeMutablePointer<UInt8>? { instance.output }

/// The length of the last call's result.
@_expose(wasm, "portico_output_length") @_cdecl("portico_output_length")
public func outputCount() -> Int32 { Int32(truncatingIfNeeded: instance.outputCount) }

// MARK: Lifecycle

/// Loads a compiled flow; the result describes it as JSON (`FlowDescription`). If that says so,
/// calls may need the table of phone numbers (`portico_phones`).
@_expose(wasm, "portico_load") @_cdecl("portico_load")
public func load(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  instance.process = nil
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

/// Launches the flow from stored data: a line (`FlowProcess.init(launching:_:journal:…)`), then the
/// bytes of the journal. `portico_next` then says what to perform.
///
/// - Returns: with 0, what is wrong with the stored data: `{"aside":"why the journal cannot be
///   used", "damaged":12}`, without members that do not apply.
@_expose(wasm, "portico_begin") @_cdecl("portico_begin")
public func begin(_ lineCount: Int32, _ journalCount: Int32) -> Int32 {
  guard let flow = instance.flow else { return instance.misused(noFlow) }
  guard let line = instance.part(count: lineCount),
    let journal = instance.part(from: lineCount, count: journalCount)
  else { return instance.misused(outside) }
  var writer = JSONWriter()
  writer.open("{")
  var refused: [UInt8]?
  do throws(InputError) {
    instance.process = try FlowProcess(launching: flow, line, journal: journal) { notice in
      switch notice {
      case .journalSetAside(let error): writer.member("aside", error.message)
      case .journalDamaged(let bytes): writer.member("damaged", Int64(bytes))
      case .preferenceIgnored: break
      }
    } refuse: {
      refused = FlowDescription.refusal(of: $1, for: $0, in: flow)
    }
  } catch {
    return refused.map { instance.fail($0) } ?? instance.fail(error)
  }
  writer.close("}")
  return instance.done(writer.bytes)
}

/// Takes an event: a line (`FlowProcess.timedEvent`), then the body of a response.
///
/// - Returns: as `portico_next`.
@_expose(wasm, "portico_take") @_cdecl("portico_take")
public func take(_ lineCount: Int32, _ bodyCount: Int32) -> Int32 {
  guard instance.process?.isIdle == true else { return instance.misused(noProcess) }
  guard let line = instance.part(count: lineCount),
    let body = instance.part(from: lineCount, count: bodyCount)
  else { return instance.misused(outside) }
  do throws(InputError) {
    guard let timed = try instance.process?.timedEvent(line, body: body) else {
      return instance.misused(noProcess)
    }
    instance.process?.take(timed.event, at: timed.at, entropy: timed.entropy)
  } catch {
    return instance.fail(error)
  }
  return instance.performNext(.done)
}

/// Takes the result of the last action (`FlowProcess.result`); empty: it is done.
///
/// - Returns: with 0, the next action (`FlowProcess.line`), or nothing if there is nothing to do
///   until the next event. `portico_frame` has the bytes of `writeRecord`.
@_expose(wasm, "portico_next") @_cdecl("portico_next")
public func next(_ count: Int32) -> Int32 {
  guard instance.process != nil else { return instance.misused(noProcess) }
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  do throws(InputError) {
    return instance.performNext(try FlowProcess.result(bytes))
  } catch {
    return instance.fail(error)
  }
}

/// The bytes to write for the last `writeRecord`.
@_expose(wasm, "portico_frame") @_cdecl("portico_frame")
public func frame() -> Int32 { instance.done(instance.frame) }

// MARK: Replays

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

/// Processes a line with an input (`TimedInput`); the result is the step's line of the trace.
@_expose(wasm, "portico_step") @_cdecl("portico_step")
public func step(_ count: Int32) -> Int32 {
  guard let bytes = instance.part(count: count) else { return instance.misused(outside) }
  do throws(InputError) {
    // The machine is not moved, so that a step changes it in place.
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

// MARK: Time

/// When something is due if nothing else happens: milliseconds since 1970, or -1 for never.
@_expose(wasm, "portico_next_deadline") @_cdecl("portico_next_deadline")
public func nextDeadline() -> Double {
  guard let deadline = instance.process?.nextDeadline else { return -1 }
  return Double(deadline)
}
