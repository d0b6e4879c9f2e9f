import IdentityAPI
import SessionMachine

// The operations that are the client's own.

extension IdentityClient {
  /// ENT-2: takes the refresh token and returns everything; without a session only whether this
  /// version may go on. That it may not, and that the session is over, are failures.
  func launch(timeout: Int64) async -> ClientAnswer {
    let start = ports.clock.now().steady
    let heard = await hear(timeout: timeout) { .needed(Need(caller: $0, form: .launch)) }
    switch heard.reply {
    case .served: return told(heard.launch ?? .lost)
    case .refused(.signedOut):
      // Refused just now: the answer says so itself.
      if let launch = heard.launch { return over(told(launch)) }
      return told(await launchWithout(timeout - (ports.clock.now().steady - start)))
    default: return answer(for: heard.reply)
    }
  }

  private func launchWithout(_ timeout: Int64) async -> ClientAnswer {
    var body = JSONValue.object([])
    addLaunch(to: &body)
    switch await send("launch", body: body, timeout: timeout) {
    case .received(let status, let value): return redacted(status, value, of: "launch")
    case .notSent: return .notSent
    case .lost: return .lost
    case .timedOut: return .timedOut
    case .malformed: return LocalFailure.malformedAnswer.answer
    case .interrupted: return .interrupted
    }
  }

  /// That the session is over has one status, however the server said it.
  private func over(_ answer: ClientAnswer) -> ClientAnswer {
    guard case .received(let status, let body) = answer,
      status != LocalFailure.updateRequired.status
    else { return answer }
    return .received(status: 401, body: body)
  }

  private func told(_ answer: ClientAnswer) -> ClientAnswer {
    if case .received(_, let body) = answer,
      JSONValue(body)?["update"]?.string == UpdateName.required.rawValue
    {
      tell(.updateRequired)
      return LocalFailure.updateRequired.answer
    }
    if case .received(_, let body) = answer, let failure = JSONValue(body)?["failure"],
      failure.isObject
    {
      return .received(status: 401, body: failure.bytes)
    }
    return answer
  }

  /// ACC-7: whether the stored session still works. A network failure stays one, and destroys
  /// nothing.
  func extendSession(timeout: Int64) async -> ClientAnswer {
    extended(await ask(timeout: timeout) { .needed(Need(caller: $0)) })
  }

  func extended(_ reply: SessionReply) -> ClientAnswer {
    guard case .served(_, let family) = reply else { return answer(for: reply) }
    var body = JSONValue.object([
      (name: "status", value: .string("success")),
      (name: "description", value: .string("The session is usable")),
      (name: "sessionId", value: .string(String(decoding: family, as: UTF8.self))),
    ])
    if let session, session.family == family {
      for (name, value) in [("crumb", session.crumb), ("guid", session.guid)] where !value.isEmpty {
        body.set(name, .string(String(decoding: value, as: UTF8.self)))
      }
    }
    return .received(status: 200, body: body.bytes)
  }

  /// Ends the session on this device at once, with its cause (ENT-10); the server hears of it now or
  /// when it can be reached, also after a kill.
  ///
  /// With `sessionId` only that session ends: a repetition that comes after somebody has signed in
  /// again ends nothing.
  func signOut(_ parameters: JSONValue, timeout: Int64) async -> ClientAnswer {
    if let wanted = parameters["sessionId"]?.string, !wanted.isEmpty, let session,
      session.family != Array(wanted.utf8)
    {
      return Self.signedOut
    }
    let isEverywhere = parameters["logout_all"]?.scalar == "true"
    let cause = parameters["cause"]?.string
      .flatMap { $0.isEmpty || $0.utf8.count > 64 ? nil : SignOutCause(name: Array($0.utf8)) }
    let reply = await ask(timeout: timeout) {
      .signOutAsked(
        $0, cause: cause ?? (isEverywhere ? .logoutEverywhere : .logout),
        isEverywhere: isEverywhere)
    }
    guard case .finished(nil) = reply else { return .interrupted }
    installationToken = nil
    try? ports.storage.write([
      SecureChange(SecureItem.challenges, nil), SecureChange(SecureItem.marketLogin, nil),
    ])
    return Self.signedOut
  }

  private static let signedOut = ClientAnswer.received(
    status: 200, body: Array(#"{"status":"success","description":"Signed out"}"#.utf8))
}
