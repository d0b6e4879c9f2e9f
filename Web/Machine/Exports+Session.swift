import FlowMachine
import SessionMachine

// The session of the page's client: one SessionMachine for each instance of the module, apart from
// the flow. What happened goes in as a line, what is to be done comes out as a list.
//
// Access and id tokens live in this memory only. What goes into storage is written without them, and
// what is read from there gets them back while they belong to it. In place of a refresh token, which
// lies in a cookie that no script can read, stands a mark, a new one with each extension.

/// The machine, and the changes that it asked for and heard nothing of.
struct SessionInstance {
  var state = SessionState()
  var changes: [UInt32: StoreChange] = [:]
  /// What a change found or made, until `changed` says whether it was written.
  var results: [UInt32: StoredSession] = [:]
}

// Unsafe only by name: a WebAssembly instance has one thread.
nonisolated(unsafe) var session = SessionInstance()

/// Takes in what happened: `{"now":[steady,wall],"input":name,…}`, with the input's own members,
/// and, for `read`, the stored bytes behind the line.
///
/// The result is the list of what is to be done, in order: each with `do`, the name of the action.
@_expose(wasm, "portico_session") @_cdecl("portico_session")
public func handleSession(_ lineCount: Int32, _ storedCount: Int32) -> Int32 {
  guard let line = instance.part(count: lineCount),
    let stored = instance.part(from: lineCount, count: storedCount)
  else { return instance.misused(outside) }
  guard let json = JSON(line)?.root else { return instance.fail(InputError.notJSON) }
  guard let now = moment(json), let input = sessionInput(json, stored, now) else {
    return instance.fail(InputError.wrongValue)
  }
  let actions = session.state.handle(input, at: now)
  var writer = JSONWriter()
  writer.open("[")
  for action in actions { write(action, to: &writer) }
  writer.close("]")
  return instance.done(writer.bytes)
}

/// Applies a change, `{"change":n}`, to the stored bytes behind the line, none where nothing is
/// stored; what cannot be read any more is as nothing for a sign-in (`"anew":true`).
///
/// - Returns: 0 with the bytes to write; `nothing` where the change came too late, `badRecord` for
///   bytes that cannot be read.
@_expose(wasm, "portico_session_apply") @_cdecl("portico_session_apply")
public func applySessionChange(_ lineCount: Int32, _ storedCount: Int32) -> Int32 {
  guard let line = instance.part(count: lineCount),
    let bytes = instance.part(from: lineCount, count: storedCount)
  else { return instance.misused(outside) }
  guard let json = JSON(line)?.root, let id = number(json, "change"),
    let change = session.changes[id]
  else { return instance.fail(InputError.wrongValue) }
  let isAnew = json.flag("anew") == true
  guard let found = isAnew ? StoredSession() : storedSession(bytes) else {
    return instance.fail(.badRecord, "corrupt", "what is stored of the session cannot be read")
  }
  guard let next = change.applied(to: found) else {
    session.results[id] = found
    return instance.fail(.nothing, "superseded", "the change came too late")
  }
  session.results[id] = next
  return instance.done(withoutTokens(next).bytes)
}

/// What is known of the session at a time in whole milliseconds, of both clocks:
/// `{"status":…,"cause":…,"family":…,"crumb":…,"guid":…}`, without what is not there.
@_expose(wasm, "portico_session_known") @_cdecl("portico_session_known")
public func knownSession(_ steady: Double, _ wall: Double) -> Int32 {
  guard let steady = Int64(exactly: steady), let wall = Int64(exactly: wall) else {
    return instance.fail(InputError.wrongValue)
  }
  var writer = JSONWriter()
  writer.open("{")
  if let status = session.state.status(at: Moment(steady: steady, wall: wall)) {
    write(status, to: &writer)
  }
  if let own = session.state.session { writeSession(own, to: &writer) }
  writer.close("}")
  return instance.done(writer.bytes)
}

// MARK: Storage

private func storedSession(_ bytes: [UInt8]) -> StoredSession? {
  guard !bytes.isEmpty else { return StoredSession() }
  guard var stored = StoredSession(bytes: bytes) else { return nil }
  if let own = session.state.session, let there = stored.session, own.family == there.family,
    own.refreshToken == there.refreshToken
  {
    stored.session?.accessToken = own.accessToken
    stored.session?.idToken = own.idToken
  }
  return stored
}

private func withoutTokens(_ stored: StoredSession) -> StoredSession {
  var stored = stored
  stored.session?.accessToken = []
  stored.session?.idToken = []
  return stored
}

// MARK: Reading

private func number(_ json: JSON.Value, _ name: StaticString) -> UInt32? {
  json.integer(name).flatMap { UInt32(exactly: $0) }
}

private func moment(_ json: JSON.Value) -> Moment? {
  guard let now = json["now"], let steady = now[0]?.integer, let wall = now[1]?.integer
  else { return nil }
  return Moment(steady: steady, wall: wall)
}

private func problem(_ json: JSON.Value) -> StorageProblem? {
  switch json.integer("problem") {
  case 0: .locked
  case 1: .full
  case 2: .corrupt
  case 3: .broken
  default: nil
  }
}

private func sessionInput(
  _ json: JSON.Value, _ stored: [UInt8], _ now: Moment
) -> SessionInput? {
  let caller = number(json, "caller") ?? 0
  switch json.text("input") {
  case "woke": return .woke
  case "needed":
    return .needed(
      Need(
        caller: caller, family: json.text("family"), refused: json.text("refused"),
        form: json.flag("launch") == true ? .launch : .accessToken))
  case "gaveUp": return .gaveUp(caller)
  case "signedIn":
    guard let family = json.text("family"), let mark = json.text("mark"),
      let key = json.text("key"), let tokens = tokens(json)
    else { return nil }
    return .signedIn(
      caller,
      SessionRecord(
        family: family, refreshToken: mark, accessToken: tokens.accessToken,
        idToken: tokens.idToken, keyThumbprint: key, lifetime: tokens.lifetime, receivedAt: now,
        crumb: tokens.crumb, guid: tokens.guid))
  case "signOut":
    guard let cause = json.text("cause") else { return nil }
    return .signOutAsked(
      caller, cause: SignOutCause(name: cause),
      isEverywhere: json.flag("everywhere") == true)
  case "key": return json.text("key").map { .keyKnown($0) }
  case "read":
    guard let id = number(json, "number") else { return nil }
    if let problem = problem(json) { return .read(id, .unreadable(problem)) }
    return .read(id, storedSession(stored).map { .stored($0) } ?? .unreadable(.corrupt))
  case "lockTaken": return number(json, "attempt").map { .lockTaken(attempt: $0) }
  case "lockMissed": return number(json, "attempt").map { .lockMissed(attempt: $0) }
  case "refreshed":
    guard let send = number(json, "send"), let answer = refreshAnswer(json) else { return nil }
    return .refreshAnswered(send: send, answer)
  case "changed":
    guard let id = number(json, "change") else { return nil }
    session.changes[id] = nil
    let result = session.results.removeValue(forKey: id)
    let change = ChangeID(number: id)
    if let problem = problem(json) { return .changed(change, .failed(problem)) }
    guard let result else { return nil }
    return .changed(
      change, json.flag("superseded") == true ? .superseded(result) : .stored(result))
  case "delivered":
    guard let family = json.text("family"), let chance = number(json, "chance"),
      let answer = number(json, "answer").flatMap({
        DeliveryAnswer(rawValue: UInt8(truncatingIfNeeded: $0))
      })
    else { return nil }
    return .signOutDelivered(family: family, answer, chance: UInt8(truncatingIfNeeded: chance))
  case "reached": return .reached
  case "timePassed": return .timePassed
  default: return nil
  }
}

private func tokens(_ json: JSON.Value) -> ExtensionTokens? {
  guard let access = json.text("access"), let lifetime = json.integer("lifetime"),
    lifetime > 0
  else { return nil }
  return ExtensionTokens(
    accessToken: access, refreshToken: json.text("mark") ?? [],
    idToken: json.text("identity") ?? [], crumb: json.text("crumb") ?? [],
    guid: json.text("guid") ?? [], lifetime: lifetime)
}

private func refreshAnswer(_ json: JSON.Value) -> RefreshAnswer? {
  switch json.text("answer") {
  case "extended": return tokens(json).map { .extended($0) }
  case "refused": return json.text("cause").map { .refused(SignOutCause(name: $0)) }
  case "wantsNewProof": return .wantsNewProof
  case "lost": return .lost
  case "notSent": return .failed(.notSent)
  case "timedOut": return .failed(.timedOut)
  case "malformed": return .failed(.malformed)
  case "storage": return problem(json).map { .failed(.storage($0)) }
  case "answered":
    return json.integer("status").flatMap { UInt16(exactly: $0) }
      .map { .failed(.answered(status: $0)) }
  default: return nil
  }
}

// MARK: Writing

private func write(_ action: SessionAction, to writer: inout JSONWriter) {
  writer.open("{")
  writer.name("do")
  switch action {
  case .read(let id):
    writer.value("read")
    writer.member("number", Int64(id))
  case .takeLock(let attempt):
    writer.value("takeLock")
    writer.member("attempt", Int64(attempt))
  case .releaseLock(let attempt):
    writer.value("releaseLock")
    writer.member("attempt", Int64(attempt))
  case .change(let id, let change):
    session.changes[id.number] = change
    writer.value("change")
    writer.member("change", Int64(id.number))
    // A sign-in takes the place of what nobody can read any more.
    if case .adopt = change { writer.member("adopts", true) }
  case .refresh(let send, _, let mark, let form):
    writer.value("refresh")
    writer.member("send", Int64(send))
    writer.member("mark", mark)
    writer.member("launch", form == .launch)
    if let own = session.state.session { writeSession(own, to: &writer) }
  case .deliver(let pending):
    writer.value("deliver")
    writer.member("family", pending.family)
    writer.member("mark", pending.refreshToken)
    writer.member("everywhere", pending.isEverywhere)
  case .deliverLater(let pause):
    writer.value("deliverLater")
    writer.member("pause", pause)
  case .serve(let caller, let token, _):
    writer.value("serve")
    writer.member("caller", Int64(caller))
    writer.member("access", token)
    if let own = session.state.session { writeSession(own, to: &writer) }
  case .refuse(let caller, let refusal):
    writer.value("refuse")
    writer.member("caller", Int64(caller))
    write(refusal, to: &writer)
  case .finished(let caller, let problem):
    writer.value("finished")
    writer.member("caller", Int64(caller))
    if problem != nil { writer.member("failed", true) }
  case .tell(let status):
    writer.value("tell")
    write(status, to: &writer)
  }
  writer.close("}")
}

private func writeSession(_ own: SessionRecord, to writer: inout JSONWriter) {
  writer.member("family", own.family)
  writer.member("crumb", own.crumb)
  writer.member("guid", own.guid)
}

/// In the words of the fact `session`.
private func write(_ status: SessionStatus, to writer: inout JSONWriter) {
  writer.name("status")
  switch status {
  case .absent(let note):
    writer.value("absent")
    if let note { writer.member("cause", note.cause.name) }
  case .unreadable: writer.value("unreadable")
  case .stale: writer.value("stale")
  case .valid: writer.value("valid")
  case .revoked(let note):
    writer.value("revoked")
    writer.member("cause", note.cause.name)
  }
}

private func write(_ refusal: SessionRefusal, to writer: inout JSONWriter) {
  writer.name("why")
  switch refusal {
  case .signedOut(let note):
    writer.value("signedOut")
    if let note { writer.member("cause", note.cause.name) }
  case .sessionChanged: writer.value("sessionChanged")
  case .trouble(let trouble):
    switch trouble {
    case .notSent: writer.value("notSent")
    case .lost: writer.value("lost")
    case .timedOut, .busyElsewhere: writer.value("timedOut")
    case .answered: writer.value("notExtended")
    case .malformed: writer.value("malformed")
    case .storage: writer.value("interrupted")
    }
  }
}
