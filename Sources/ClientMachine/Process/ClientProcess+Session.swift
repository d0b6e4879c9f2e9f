import SessionMachine
import WireText

// What the session asks for, and the operations that concern only the session.

extension ClientProcess {
  /// Passes an input to the session, and performs what it asks for.
  @inline(never) mutating func feed(_ input: SessionInput) {
    asked += session.handle(input, at: now.time)
    guard !isFeeding else { return }
    isFeeding = true
    while !asked.isEmpty { perform(asked.removeFirst()) }
    isFeeding = false
  }

  private mutating func perform(_ action: SessionAction) {
    switch action {
    case .read(let number): readSession(number)
    case .change(let id, let change): store(.session, .change(id, change))
    case .takeLock(let attempt): act(.takeLock(attempt << 1, wait: ClientRules.lockTime))
    case .releaseLock(let attempt):
      // A request presented under this lock and not yet answered is useless now: its cookie must
      // not arrive after that of another sign-in.
      if let send = sends.first(where: { $0.isRenewal })?.id { cancel(send) }
      act(.releaseLock(attempt << 1))
    case .refresh(let send, let family, let token, let form):
      renew(send, family, token, isLaunch: form == .launch)
    case .deliver(let pending): deliver(pending)
    case .deliverLater(let pause): act(.startTimer(0, pause))
    case .serve(let caller, let access, let family): serve(caller, access, family)
    case .refuse(let caller, let refusal): refuse(caller, refusal)
    case .finished(let caller, let problem): finished(caller, problem)
    case .tell(let status): tell(status)
    }
  }

  mutating func readSession(_ number: UInt32) { store(.session, .read(number)) }

  // MARK: Launch

  /// ENT-2: one call presents the refresh token and returns everything; without a session it says
  /// only whether this version is supported. An unsupported version and an ended session are
  /// failures.
  ///
  /// - Parameter refusal: nil if the session was extended.
  mutating func launched(_ index: Int, _ refusal: SessionRefusal?) {
    let answered = renewals != calls[index].renewals ? launchAnswer : nil
    guard let refusal else { return finish(index, told(answered ?? .lost)) }
    guard case .signedOut = refusal else { return finish(index, answer(for: refusal)) }
    // Refused just now; the response itself says so.
    if let answered { return finish(index, over(told(answered))) }
    guard let operation = Operation.named(Bytes(ascii: "launch")) else { return }
    calls[index].operation = operation
    calls[index].prepared = PreparedCall(
      path: operation.path, query: [], installation: nil, body: renewalBody(nil, isLaunch: true))
    send(index, nil)
  }

  /// The end of the session has one status, however the server reported it.
  private func over(_ answer: ClientAnswer) -> ClientAnswer {
    guard case .received(let status, let body) = answer,
      status != LocalFailure.updateRequiredStatus
    else { return answer }
    return .received(status: 401, body: body)
  }

  mutating func told(_ answer: ClientAnswer) -> ClientAnswer {
    guard case .received(_, let body) = answer, let value = JSON(body)?.root else { return answer }
    if "update_required" ~= value.text("update") {
      act(.tell(.updateRequired))
      return LocalFailure.updateRequired
    }
    guard let failure = value.member("failure"), failure.kind == .object else { return answer }
    return .received(status: 401, body: Bytes(failure.source))
  }

  // MARK: Session status

  /// ACC-7: the stored session is valid.
  func extended(_ family: Bytes) -> ClientAnswer {
    var writer = JSONWriter()
    writer.open("{")
    writer.member("status", "success")
    writer.member("description", "The session is usable")
    writer.member("sessionId", family)
    if let record, record.family == family {
      if !record.crumb.isEmpty { writer.member("crumb", record.crumb) }
      if !record.guid.isEmpty { writer.member("guid", record.guid) }
    }
    writer.close("}")
    return .received(status: 200, body: writer.bytes)
  }

  // MARK: Sign-out

  /// Ends the session on this device at once, with its cause (ENT-10). The server is notified now
  /// or when it can be reached, even after a kill.
  ///
  /// With `sessionId`, only that session ends: a repetition after a new sign-in ends nothing.
  mutating func signOut(_ index: Int) {
    let parameters = calls[index].parameters.root
    let done = ClientAnswer.received(
      status: 200, body: Bytes(ascii: #"{"status":"success","description":"Signed out"}"#))
    if let wanted = parameters.text("sessionId"), !wanted.isEmpty, let record,
      record.family != wanted
    {
      return finish(index, done)
    }
    let isEverywhere = "true" ~= parameters.member("logout_all")?.scalar
    var cause = isEverywhere ? SignOutCause.logoutEverywhere : .logout
    if let named = parameters.text("cause"), !named.isEmpty,
      named.count <= ClientRules.causeBytes
    {
      cause = SignOutCause(name: named)
    }
    end(index, cause, isEverywhere: isEverywhere, then: done)
  }

  /// Ends the session, and answers the call once that is stored.
  mutating func end(
    _ index: Int, _ cause: SignOutCause, isEverywhere: Bool, then answer: ClientAnswer
  ) {
    let id = calls[index].call.id
    calls[index].phase = .finishing(answer)
    act(.startTimer(id, ClientRules.renewalTime))
    feed(.signOutAsked(id, cause: cause, isEverywhere: isEverywhere))
  }
}
