extension SessionState {
  /// Processes an input.
  /// - Returns: what to do, in this order.
  package mutating func handle(_ input: SessionInput, at now: Moment) -> [SessionAction] {
    switch input {
    case .woke:
      deliverSoon()
      ask(.read(0))
      retryUnwritten()
    case .needed(let need): add(need, at: now)
    case .gaveUp(let caller): giveUp(caller)
    case .signedIn(let caller, let record):
      if ended.contains(record.family) {
        // A duplicate response from before the sign-out.
        ask(.refuse(caller, .signedOut(signOut)))
      } else {
        change(.adopt(record), for: caller)
      }
    case .signOutAsked(let caller, let cause, let isEverywhere):
      signOut(caller, cause, isEverywhere: isEverywhere)
    case .keyKnown(let thumbprint):
      keyThumbprint = thumbprint
      checkKey()
    case .read(let number, let reading): take(reading, number, at: now)
    case .lockTaken(let number):
      guard case .locking(number) = attempt else {
        ask(.releaseLock(attempt: number))
        break
      }
      // Another process may have renewed or ended the session while this one waited.
      attempt = .reading(number)
      ask(.read(number))
    case .lockMissed(let number):
      guard case .locking(number) = attempt else { break }
      attempt = .none
      refuseAll(.trouble(.busyElsewhere))
    case .refreshAnswered(let send, let answer): take(answer, of: send, at: now)
    case .changed(let id, let outcome):
      guard let index = changes.firstIndex(where: { $0.id == id }) else { break }
      take(outcome, of: changes.remove(at: index), at: now)
    case .signOutDelivered(let family, let answer, let jitter):
      delivered(family, answer, jitter: jitter, at: now)
    case .reached:
      if isUnheard { deliverAfter = .min }
    case .timePassed: break
    }
    tell(at: now)
    deliver(at: now)
    defer { actions = [] }
    return actions
  }

  /// Requests an action. Not inlined, which keeps its many callers small.
  @inline(never) mutating func ask(_ action: SessionAction) { actions.append(action) }

  private mutating func tell(at now: Moment) {
    guard let status = status(at: now), status != told else { return }
    told = status
    ask(.tell(status))
  }

  // MARK: Callers

  private mutating func add(_ need: Need, at now: Moment) {
    retryUnwritten()
    if let refused = need.refused, session?.accessToken == refused { spent = refused }
    waiting.append(need)
    serve(at: now)
    begin(at: now)
  }

  /// Answers every caller that can be answered from what is known.
  mutating func serve(at now: Moment) {
    guard let session else { return }
    let isUsable = isUsable(session, at: now)
    var rest: [Need] = []
    for need in waiting {
      if let family = need.family, family != session.family {
        ask(.refuse(need.caller, .sessionChanged))
      } else if need.form == .accessToken, isUsable {
        ask(
          .serve(need.caller, accessToken: session.accessToken, family: session.family))
      } else {
        rest.append(need)
      }
    }
    waiting = rest
  }

  mutating func refuseAll(_ refusal: SessionRefusal) {
    for need in waiting { ask(.refuse(need.caller, refusal)) }
    waiting = []
  }

  private mutating func giveUp(_ caller: CallerID) {
    waiting.removeAll { $0.caller == caller }
    switch attempt {
    case .sending(let number, var sending):
      sending.launchers.removeAll { $0 == caller }
      attempt = .sending(number, sending)
    case .storing(let number, var sending):
      sending.launchers.removeAll { $0 == caller }
      attempt = .storing(number, sending)
    default: break
    }
  }

  /// Begins a renewal if a caller waits for one and none is in progress.
  mutating func begin(at now: Moment) {
    guard attempt == .none, !waiting.isEmpty else { return }
    guard session != nil else {
      // As far as is known, nobody is signed in; read the store once more, then say so.
      attempt = .looking
      ask(.read(0))
      return
    }
    lastAttempt &+= 1
    attempt = .locking(lastAttempt)
    ask(.takeLock(attempt: lastAttempt))
  }

  // MARK: Ends

  private mutating func signOut(_ caller: CallerID, _ cause: SignOutCause, isEverywhere: Bool) {
    let family = session?.family
    if let family { forget(family) }
    change(.signOut(family: family, cause: cause, isEverywhere: isEverywhere), for: caller)
  }

  /// From here on nothing of this family is served or trusted, whatever the store says.
  mutating func forget(_ family: Bytes, _ refusal: SessionRefusal = .signedOut(nil)) {
    abandon(refusal)
    if !ended.contains(family) { ended.append(family) }
    if ended.count > SessionRules.rememberedFamilies { ended.removeFirst() }
    refuseAll(refusal)
  }

  /// Ignores what is still in progress.
  private mutating func abandon(_ refusal: SessionRefusal) {
    switch attempt {
    // A lock that is taken too late is released at once.
    case .none, .looking, .locking: break
    case .reading(let number): ask(.releaseLock(attempt: number))
    case .sending(let number, let sending), .storing(let number, let sending):
      ask(.releaseLock(attempt: number))
      for caller in sending.launchers { ask(.refuse(caller, refusal)) }
    }
    attempt = .none
  }

  mutating func checkKey() {
    guard let session, !keyThumbprint.isEmpty, session.keyThumbprint != keyThumbprint else {
      return
    }
    forget(session.family)
    change(.loseKey(family: session.family))
  }

  // MARK: Changes

  mutating func change(_ change: StoreChange, for caller: CallerID? = nil) {
    lastChange &+= 1
    let id = ChangeID(number: lastChange)
    changes.append(OpenChange(id: id, change: change, caller: caller))
    ask(.change(id, change))
  }

  private mutating func retryUnwritten() {
    guard let unwritten else { return }
    self.unwritten = nil
    change(unwritten)
  }
}
