import ClientMachine
import FlowMachine
import SessionMachine
import WireText

// The page's client: one ClientProcess for each instance of the module, separate from the flow.
// Events go in as a line, actions come out as a list.

// Unsafe only by name: a WebAssembly instance has one thread.
nonisolated(unsafe) var client: ClientProcess?

/// Begins: `{"platform":…,"appVersion":…,"nonce":…}`: the page's profile, and the latest nonce of
/// the server, if it has one.
@_expose(wasm, "portico_client_begin") @_cdecl("portico_client_begin")
public func beginClient(_ count: Int32) -> Int32 {
  guard let line = instance.part(count: count) else { return instance.misused(outside) }
  guard let json = JSON(line)?.root else { return instance.fail(InputError.notJSON) }
  client = ClientProcess(
    ClientProfile(
      kind: .cookie, platform: json.text("platform") ?? [],
      appVersion: json.text("appVersion") ?? []), nonce: json.text("nonce") ?? [])
  return instance.done([])
}

/// Takes an event: `{"now":[steady,wall],"random":…,"input":name,…}`, with the input's own members,
/// followed by its bytes (`ClientInput.init`).
///
/// The result is the list of actions, in order (`ClientAction.write`).
@_expose(wasm, "portico_client") @_cdecl("portico_client")
public func handleClient(_ lineCount: Int32, _ count: Int32) -> Int32 {
  guard client != nil else { return instance.misused(noClient) }
  guard let line = instance.part(count: lineCount),
    let bytes = instance.part(from: lineCount, count: count)
  else { return instance.misused(outside) }
  guard let json = JSON(line)?.root else { return instance.fail(InputError.notJSON) }
  guard let moment = ClientMoment(json), let input = ClientInput(json, bytes) else {
    return instance.fail(InputError.wrongValue)
  }
  var writer = JSONWriter()
  writer.open("[")
  for action in client?.take(input, at: moment) ?? [] { action.write(to: &writer) }
  writer.close("]")
  return instance.done(writer.bytes)
}

/// What to write for an action `store`: `{"id":…}` with what was found (`StoreFinding.init`).
///
/// The result is a line, `{"items":[…],"removes":…,"makesRoom":…}`, followed by the value's bytes.
@_expose(wasm, "portico_client_writes") @_cdecl("portico_client_writes")
public func writesOfClient(_ lineCount: Int32, _ count: Int32) -> Int32 {
  guard client != nil else { return instance.misused(noClient) }
  guard let line = instance.part(count: lineCount),
    let bytes = instance.part(from: lineCount, count: count)
  else { return instance.misused(outside) }
  guard let json = JSON(line)?.root, let id = json.id else {
    return instance.fail(InputError.wrongValue)
  }
  return instance.done(client?.writes(for: id, found: StoreFinding(json, bytes)).line ?? [])
}

/// The status of the session as facts, at a time in whole milliseconds of both clocks; empty until
/// it has been read.
@_expose(wasm, "portico_client_facts") @_cdecl("portico_client_facts")
public func factsOfClient(_ steady: Double, _ wall: Double) -> Int32 {
  guard let steady = Int64(exactly: steady), let wall = Int64(exactly: wall) else {
    return instance.fail(InputError.wrongValue)
  }
  guard let status = client?.status(at: Moment(steady: steady, wall: wall)) else {
    return instance.done([])
  }
  var writer = JSONWriter()
  status.write(to: &writer)
  return instance.done(writer.bytes)
}

private let noClient: StaticString = "no client runs; call portico_client_begin first"
