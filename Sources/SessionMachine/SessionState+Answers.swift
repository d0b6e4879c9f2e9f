// Results: from the store, and from the server for a refresh token.

extension SessionState {
  // MARK: The store

  mutating func take(_ reading: StoredReading, _ number: UInt32, at now: Moment) {
    switch reading {
    case .unreadable(let problem):
      // Keeps what was known before.
      if case .stored = known {} else { known = .unreadable(problem) }
    case .stored(let stored): learn(stored)
    }
    switch attempt {
    case .looking where number == 0:
      attempt = .none
      if case .unreadable(let problem) = reading {
        refuseAll(.trouble(.storage(problem)))
      } else if session == nil {
        refuseAll(.signedOut(signOut))
      }
    case .reading(number):
      present(under: number, reading, at: now)
      return
    default:
      if number != 0 { return }
    }
    serve(at: now)
    begin(at: now)
  }

  /// With the lock held and the store just read: presents the stored token, if that is still
  /// needed.
  private mutating func present(
    under number: UInt32, _ reading: StoredReading, at now: Moment
  ) {
    serve(at: now)
    if case .unreadable(let problem) = reading {
      refuseAll(.trouble(.storage(problem)))
    } else if session == nil {
      refuseAll(.signedOut(signOut))
    }
    guard !waiting.isEmpty, let session else {
      attempt = .none
      ask(.releaseLock(attempt: number))
      return
    }
    let launchers = waiting.filter { $0.form == .launch }.map { $0.caller }
    waiting.removeAll { $0.form == .launch }
    send(
      Attempt.Sending(
        family: session.family, presented: session.refreshToken,
        form: launchers.isEmpty ? .accessToken : .launch, launchers: launchers, send: 0),
      under: number)
  }

  private mutating func send(_ sending: Attempt.Sending, under number: UInt32) {
    var sending = sending
    // A number for each send, so that a duplicate response is not taken for the response to the
    // next one.
    lastSend &+= 1
    sending.send = lastSend
    attempt = .sending(number, sending)
    ask(
      .refresh(
        send: sending.send, family: sending.family, token: sending.presented, sending.form))
  }

  /// Adopts what is stored, which another process may have written.
  private mutating func learn(_ stored: StoredSession) {
    let before = session?.family
    known = .stored(stored)
    if let before, before != session?.family {
      forget(before, session == nil ? .signedOut(stored.signOut) : .sessionChanged)
    }
    checkKey()
  }

  // MARK: The server

  mutating func take(_ answer: RefreshAnswer, of send: UInt32, at now: Moment) {
    // Any other response is a duplicate, or came after a sign-out (CMP-3).
    guard case .sending(let number, var sending) = attempt, sending.send == send else { return }
    switch answer {
    case .extended(let tokens):
      attempt = .storing(number, sending)
      change(
        .extend(family: sending.family, presented: sending.presented, tokens, at: now))
    case .refused(let cause):
      attempt = .storing(number, sending)
      change(.refuse(family: sending.family, presented: sending.presented, cause: cause))
    case .wantsNewProof:
      guard sending.newProofs < rules.newProofs else {
        return fail(.answered(status: 401), number, sending)
      }
      sending.newProofs += 1
      self.send(sending, under: number)
    case .lost:
      // The server returns the same successor whenever this token is presented again.
      guard sending.resends < rules.resendsAfterLoss else { return fail(.lost, number, sending) }
      sending.resends += 1
      self.send(sending, under: number)
    case .failed(let trouble): fail(trouble, number, sending)
    }
  }

  private mutating func fail(
    _ trouble: SessionTrouble, _ number: UInt32, _ sending: Attempt.Sending
  ) {
    finish(number)
    for caller in sending.launchers { ask(.refuse(caller, .trouble(trouble))) }
    refuseAll(.trouble(trouble))
  }

  private mutating func finish(_ number: UInt32) {
    attempt = .none
    ask(.releaseLock(attempt: number))
  }

  // MARK: Changes

  mutating func take(_ outcome: StoreOutcome, of open: OpenChange, at now: Moment) {
    switch open.change {
    case .adopt(let record): adopted(record, outcome, open.caller)
    case .extend(let family, _, let tokens, let moment):
      extended(family, tokens, moment, outcome)
    case .refuse(let family, _, _): ended(family, open, outcome)
    case .signOut(let family, _, _): ended(family, open, outcome)
    case .loseKey(let family): ended(family, open, outcome)
    case .settle:
      // The server knows, but that cannot be stored: both are repeated when the app wakes.
      if case .failed = outcome { deliverAfter = .max } else { learn(outcome) }
    }
    serve(at: now)
    begin(at: now)
  }

  private mutating func learn(_ outcome: StoreOutcome) {
    switch outcome {
    case .stored(let stored), .superseded(let stored): learn(stored)
    case .failed: break
    }
  }

  private mutating func adopted(
    _ record: SessionRecord, _ outcome: StoreOutcome, _ caller: CallerID?
  ) {
    var problem: StorageProblem?
    if case .failed(let why) = outcome {
      problem = why
    } else {
      ownMoment = record.receivedAt
      deliverSoon()
      learn(outcome)
    }
    if let caller { ask(.finished(caller, problem)) }
  }

  private mutating func extended(
    _ family: Bytes, _ tokens: ExtensionTokens, _ moment: Moment, _ outcome: StoreOutcome
  ) {
    switch outcome {
    case .stored(let stored):
      ownMoment = moment
      learn(stored)
    case .superseded(let stored): learn(stored)
    case .failed:
      // The tokens are valid until the process ends. The stored token is presented again next time,
      // with the same response: a token that was not stored is never presented.
      guard case .stored(var stored) = known, var session = stored.session,
        session.family == family
      else { break }
      let presented = session.refreshToken
      session = session.extended(by: tokens, at: moment)
      session.refreshToken = presented
      ownMoment = moment
      stored.session = session
      known = .stored(stored)
    }
    guard case .storing(let number, let sending) = attempt, sending.family == family else { return }
    finish(number)
    for caller in sending.launchers {
      if let session, session.family == family {
        ask(.serve(caller, accessToken: session.accessToken, family: family))
      } else {
        ask(.refuse(caller, session == nil ? .signedOut(signOut) : .sessionChanged))
      }
    }
  }

  private mutating func ended(_ family: Bytes?, _ open: OpenChange, _ outcome: StoreOutcome) {
    var problem: StorageProblem?
    var launchers: [CallerID] = []
    if case .refuse = open.change, case .storing(let number, let sending) = attempt,
      sending.family == family
    {
      launchers = sending.launchers
      finish(number)
    }
    switch outcome {
    case .stored(let stored):
      deliverSoon()
      if let family { forget(family, .signedOut(stored.signOut)) }
      learn(stored)
    case .superseded(let stored):
      learn(stored)
      // The refused token was an old one, and another process has its successor.
      if case .refuse = open.change, session?.family == family {
        for caller in launchers { waiting.append(Need(caller: caller, form: .launch)) }
        launchers = []
      }
    case .failed(let why):
      problem = why
      guard let family else { break }
      // The session has ended all the same: here at once, in the store as soon as it can be
      // written.
      unwritten = open.change
      if case .stored(let stored) = known, let next = open.change.applied(to: stored) {
        known = .stored(next)
      }
      forget(family, .signedOut(signOut))
    }
    for caller in launchers { ask(.refuse(caller, .signedOut(signOut))) }
    if let caller = open.caller { ask(.finished(caller, problem)) }
  }
}
