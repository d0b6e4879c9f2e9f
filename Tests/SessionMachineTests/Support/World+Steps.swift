import SessionMachine

/// One thing that happens.
enum Step: Hashable {
  case storage(Int)
  case unreadable(Int)
  case failedWrite(Int)
  case lock(Int)
  case lockMiss(Int)
  case server(Int, Int)
  case newProof(Int, Int)
  case requestLost(Int, Int)
  case answer(Int, Int)
  case answerTwice(Int, Int)
  case answerLost(Int, Int)
  case need(Int)
  case refusedNeed(Int)
  case launch(Int)
  case signOut(Int)
  case signIn(Int)
  case kill(Int)
  case wake(Int)
  case revoke(Int)
  case giveUp(Int)
  case pauseEnds(Int)
  case reached(Int)
}

extension World {
  /// All that may happen next; what happens by itself comes first.
  func steps() -> [Step] {
    var steps: [Step] = []
    for (index, process) in processes.enumerated() {
      if let next = process.storage.first {
        steps.append(.storage(index))
        if case .read = next, budget.unreadable > 0 { steps.append(.unreadable(index)) }
        if case .change = next, budget.failedWrites > 0 { steps.append(.failedWrite(index)) }
      }
      if !process.locks.isEmpty {
        if lock == nil { steps.append(.lock(index)) }
        if budget.lockMisses > 0 { steps.append(.lockMiss(index)) }
      }
      if process.pauseEnd != nil { steps.append(.pauseEnds(index)) }
      for place in process.sent.indices {
        steps.append(.server(index, place))
        if case .refresh = process.sent[place], budget.newProofs > 0 {
          steps.append(.newProof(index, place))
        }
        if budget.losses > 0 { steps.append(.requestLost(index, place)) }
      }
      for place in process.answers.indices {
        steps.append(.answer(index, place))
        if budget.doubles > 0 { steps.append(.answerTwice(index, place)) }
        if budget.losses > 0 { steps.append(.answerLost(index, place)) }
      }
    }
    return steps
  }

  /// What people, the server and the system may do besides.
  func outerSteps() -> [Step] {
    var steps: [Step] = []
    for (index, process) in processes.enumerated() {
      if budget.needs > 0 { steps.append(.need(index)) }
      if budget.refusedNeeds > 0, process.machine.session != nil {
        steps.append(.refusedNeed(index))
      }
      if budget.launches > 0 { steps.append(.launch(index)) }
      if budget.signOuts > 0, process.machine.session != nil { steps.append(.signOut(index)) }
      if budget.signIns > 0 { steps.append(.signIn(index)) }
      if budget.kills > 0 { steps.append(.kill(index)) }
      if budget.reached > 0, process.pauseEnd != nil { steps.append(.reached(index)) }
      if budget.wakes > 0 { steps.append(.wake(index)) }
      if budget.giveUps > 0, !process.needs.isEmpty { steps.append(.giveUp(index)) }
    }
    if budget.revocations > 0 {
      for (family, row) in server.enumerated() where !row.isEnded { steps.append(.revoke(family)) }
    }
    return steps
  }

  mutating func take(_ step: Step) {
    switch step {
    case .storage(let index): store(index)
    case .unreadable(let index):
      budget.unreadable -= 1
      guard case .read(let number) = processes[index].storage.removeFirst() else { return }
      feed(.read(number, .unreadable(.locked)), to: index)
    case .failedWrite(let index):
      budget.failedWrites -= 1
      guard case .change(let id, _) = processes[index].storage.removeFirst() else { return }
      feed(.changed(id, .failed(.full)), to: index)
    case .lock(let index):
      let attempt = processes[index].locks.removeFirst()
      lock = LockHolder(process: index, attempt: attempt)
      feed(.lockTaken(attempt: attempt), to: index)
    case .lockMiss(let index):
      budget.lockMisses -= 1
      feed(.lockMissed(attempt: processes[index].locks.removeFirst()), to: index)
    case .server(let index, let place):
      let sent = processes[index].sent.remove(at: place)
      processes[index].answers.append(serve(sent))
    case .newProof(let index, let place):
      budget.newProofs -= 1
      guard case .refresh(let send, _) = processes[index].sent.remove(at: place) else { return }
      processes[index].answers.append(.refreshAnswered(send: send, .wantsNewProof))
    case .requestLost(let index, let place):
      budget.losses -= 1
      feed(lost(processes[index].sent.remove(at: place)), to: index)
    case .answer(let index, let place): feed(processes[index].answers.remove(at: place), to: index)
    case .answerTwice(let index, let place):
      budget.doubles -= 1
      feed(processes[index].answers[place], to: index)
    case .answerLost(let index, let place):
      budget.losses -= 1
      switch processes[index].answers.remove(at: place) {
      case .refreshAnswered(let send, _): feed(.refreshAnswered(send: send, .lost), to: index)
      case .signOutDelivered(let family, _, _):
        feed(.signOutDelivered(family: family, .unheard, jitter: 0), to: index)
      default: flaw = "the world lost what is no answer"
      }
    case .pauseEnds(let index):
      guard let end = processes[index].pauseEnd else { return }
      processes[index].pauseEnd = nil
      now.wall += max(0, end - now.steady)
      now.steady = max(now.steady, end)
      feed(.timePassed, to: index)
    default: takeOuter(step)
    }
  }

  private mutating func takeOuter(_ step: Step) {
    switch step {
    case .need(let index):
      budget.needs -= 1
      ask(index) { Need(caller: $0) }
    case .refusedNeed(let index):
      budget.refusedNeeds -= 1
      let session = processes[index].machine.session
      ask(index) { Need(caller: $0, family: session?.family, refused: session?.accessToken) }
    case .launch(let index):
      budget.launches -= 1
      ask(index) { Need(caller: $0, form: .launch) }
    case .signOut(let index):
      budget.signOuts -= 1
      guard let family = processes[index].machine.session?.family[0] else { return }
      let caller = newCaller(index)
      given.insert(family)
      processes[index].signOuts[caller] = family
      feed(.signOutAsked(caller, cause: .logout, isEverywhere: false), to: index)
    case .signIn(let index):
      budget.signIns -= 1
      for family in server.indices { given.insert(UInt8(family)) }
      feed(.signedIn(newCaller(index), newSession()), to: index)
    case .kill(let index):
      budget.kills -= 1
      if lock?.process == index { lock = nil }
      processes[index] = Process()
      feed(.woke, to: index)
    case .reached(let index):
      budget.reached -= 1
      feed(.reached, to: index)
    case .wake(let index):
      budget.wakes -= 1
      feed(.woke, to: index)
    case .revoke(let family):
      budget.revocations -= 1
      server[family].isEnded = true
      server[family].isRevoked = true
    case .giveUp(let index):
      budget.giveUps -= 1
      guard let caller = processes[index].needs.keys.min() else { return }
      processes[index].needs[caller] = nil
      processes[index].callers.remove(caller)
      feed(.gaveUp(caller), to: index)
    default: flaw = "the world does not know \(step)"
    }
  }

  private mutating func ask(_ index: Int, _ make: (UInt32) -> Need) {
    let need = make(newCaller(index))
    processes[index].needs[need.caller] = need
    feed(.needed(need), to: index)
  }

  private mutating func store(_ index: Int) {
    switch processes[index].storage.removeFirst() {
    case .read(let number): feed(.read(number, .stored(store)), to: index)
    case .change(let id, let change):
      if fault == .lateAnswersCount, case .extend(let family, _, let tokens, let now) = change {
        store.session = SessionRecord(
          family: family, refreshToken: tokens.refreshToken, accessToken: tokens.accessToken,
          keyThumbprint: [7], lifetime: tokens.lifetime, receivedAt: now)
        feed(.changed(id, .stored(store)), to: index)
      } else if let next = change.applied(to: store) {
        store = next
        feed(.changed(id, .stored(next)), to: index)
      } else {
        feed(.changed(id, .superseded(store)), to: index)
      }
    default: flaw = "the world stored what is no storage"
    }
  }

  /// The server's rules of refresh (IdentityDomain, `TokenFamily.refresh`), in short.
  private mutating func serve(_ sent: Sent) -> SessionInput {
    switch sent {
    case .refresh(let send, let token):
      let family = Int(token[0])
      let row = server[family]
      if row.isEnded { return .refreshAnswered(send: send, .refused(.refused)) }
      switch Int(row.newest) - Int(token[1]) {
      case 0: server[family].newest += 1
      case 1 where fault != .noSecondSuccessor: break
      default:
        flaw = "the server takes a token of session \(family) for a stolen one"
      }
      grants += 1
      let tokens = ExtensionTokens(
        accessToken: [token[0], grants], refreshToken: [token[0], server[family].newest],
        lifetime: 600_000)
      return .refreshAnswered(send: send, .extended(tokens))
    case .signOut(let pending):
      server[Int(pending.family[0])].isEnded = true
      return .signOutDelivered(family: pending.family, .settled, jitter: 0)
    }
  }

  private func lost(_ sent: Sent) -> SessionInput {
    switch sent {
    case .refresh(let send, _): .refreshAnswered(send: send, .lost)
    case .signOut(let pending): .signOutDelivered(family: pending.family, .unheard, jitter: 0)
    }
  }
}
