import Statechart

// The effects of a step, in order. Changes and erasures of stored values wait for the record, and
// are pending if it could not be written. A request that may be repeated freely is sent even
// without a record; any other is not.

extension FlowProcess {
  mutating func performEffect() -> HostStep? {
    guard turn.place < turn.effects.count else {
      turn.effects = []
      if turn.hasSecrets, turn.hasRecord, !turn.hasFailed { turn.plan(.catchUp, .noteCaughtUp) }
      return nil
    }
    let effect = turn.effects[turn.place]
    turn.place += 1
    turn.plan(.effects)
    return HostStep(.effect(effect), action(of: effect))
  }

  private mutating func action(of effect: Effect) -> HostAction? {
    switch effect {
    case .sealSecret(let fact, let request, let ticket): return seal(fact, request, ticket)
    case .storeSecret(let fact, let source): return copy(source, to: fact)
    case .journal(let isForced):
      let isForGood = isForced || turn.effects.contains { erasesForGood($0) }
      pending.record = max(pending.record, isForGood ? .forced : .plain)
      guard turn.hasSecrets else {
        turn.hasRecord = false
        return nil
      }
      return writeRecord()
    case .eraseSecret(let fact):
      // Cleared and set again in one step: the new value has already been stored.
      guard machine.chartState.cells[Int(fact)] != SecretStatus.stored else { return nil }
      pending.secrets[Int(fact)] = nil
      return erase([flow.name(of: fact)])
    case .forgetSecret(let fact):
      typedSecrets[Int(fact)] = nil
      return nil
    case .unseal(let request, let ticket):
      let names = seals(of: request, ticket)
      seals?.removeAll { names.contains($0) }
      return erase(names + forgottenMarks())
    case .writePreference(let fact):
      guard !turn.hasRecord else { return write(preference: fact) }
      pending.add(preference: fact)
      return nil
    case .perform(let request, let ticket):
      return isWanted(request, ticket) ? send(request, ticket) : nil
    case .cancel(let request, let ticket):
      guard let open = openSends[Int(request)], open.ticket == ticket else { return nil }
      openSends[Int(request)] = nil
      return .outside(.cancel(open))
    case .startService(let service): return .outside(.startService(serviceName(service)))
    case .stopService(let service): return .outside(.stopService(serviceName(service)))
    case .toast(let text): return .outside(.toast(machine.text(text, language: language)))
    case .open(let url): return .outside(.open(url: url))
    case .tell(let name, let body): return .outside(.tell(name: flow.blob(name), body: body))
    }
  }

  private func serviceName(_ service: UInt16) -> Text {
    flow.blob(flow.tables.services[Int(service)])
  }

  // MARK: Secrets

  private mutating func seal(
    _ fact: FactID, _ request: RequestID, _ ticket: UInt32
  ) -> HostAction? {
    guard let value = typedSecrets[Int(fact)] ?? pending.secrets[Int(fact)] else {
      turn.hasSecrets = false
      return nil
    }
    let name = flow.sealName(of: fact, request, ticket)
    // Marked first, since both are written together.
    if machine.call(of: request).repetition == .keyed, turn.sealed != fact {
      turn.sealed = fact
      turn.place -= 1
      turn.awaited = .sealMark
      return .markSecret(value, flow.markName(of: fact))
    }
    turn.awaited = .seal(name)
    var changes = [SecretChange(name, value, isTyped: true)]
    if let mark = turn.mark { changes.append(SecretChange(flow.markName(of: fact), mark)) }
    return .writeSecrets(changes)
  }

  private mutating func copy(_ source: FactID, to fact: FactID) -> HostAction? {
    if let typed = typedSecrets[Int(source)] { return store(fact, typed, isTyped: true) }
    if let value = pending.secrets[Int(source)] {
      return store(fact, value, isTyped: isStoredAsTyped[Int(source)])
    }
    turn.awaited = .copied(from: source, to: fact)
    return .readSecrets([flow.name(of: source)])
  }

  mutating func storeCopied() -> HostAction? {
    guard let (fact, value, isTyped) = turn.copied else { return nil }
    turn.copied = nil
    return store(fact, value, isTyped: isTyped)
  }

  private mutating func store(_ fact: FactID, _ value: Text, isTyped: Bool) -> HostAction {
    isStoredAsTyped[Int(fact)] = isTyped
    turn.awaited = .secret(fact, value)
    return .writeSecrets([SecretChange(flow.name(of: fact), value, isTyped: isTyped)])
  }

  /// A power failure must not bring back a record that still needs the erased value.
  private func erasesForGood(_ effect: Effect) -> Bool {
    switch effect {
    case .eraseSecret: true
    case .unseal(let request, let ticket): !seals(of: request, ticket).isEmpty
    default: false
    }
  }

  /// An erasure is final, so it waits until the record says so.
  private mutating func erase(_ names: [SecretName]) -> HostAction? {
    guard !names.isEmpty else { return nil }
    guard turn.hasRecord else {
      pending.add(erasures: names)
      return nil
    }
    turn.awaited = .erasure(names)
    return .writeSecrets(names.map { SecretChange($0, nil) })
  }

  // MARK: Requests

  /// Whether a send is still wanted. A send that a later effect of the same step cancels or repeats
  /// is not made; this happens when much time passes at once.
  private func isWanted(_ request: RequestID, _ ticket: UInt32) -> Bool {
    guard machine.status(of: request) == RequestStatus.running,
      machine.ticket(of: request) == ticket
    else { return false }
    return !turn.effects[turn.place...].contains {
      $0 == .perform(request, ticket: ticket) || $0 == .cancel(request, ticket: ticket)
    }
  }

  private mutating func send(_ request: RequestID, _ ticket: UInt32) -> HostAction? {
    let isSafe = machine.call(of: request).repetition == .safe
    guard turn.hasSecrets, turn.hasRecord || isSafe, let plan = machine.plan(of: request) else {
      turn.interrupted.append((request, ticket))
      return nil
    }
    let secrets = plan.secrets
    guard secrets.isEmpty else {
      turn.awaited = .callSecrets(request, ticket: ticket, plan)
      // The secrets sealed for the request, or the stored ones.
      var names: [SecretName] = []
      for fact in secrets {
        names.append(flow.sealName(of: fact, request, ticket))
        names.append(flow.name(of: fact))
      }
      return .readSecrets(names)
    }
    return .outside(.perform(open(request, ticket, plan, [])))
  }

  /// The secrets of a call have been read.
  mutating func send(
    _ request: RequestID, _ ticket: UInt32, _ plan: RequestPlan, _ result: HostResult
  ) {
    let facts = plan.secrets
    var secrets: [Text] = []
    if case .secrets(let values) = result, values.count == 2 * facts.count {
      for (place, fact) in facts.enumerated() {
        let sealed = values[2 * place]
        if let value = sealed ?? pending.secrets[Int(fact)] ?? values[2 * place + 1] {
          secrets.append(value)
        }
      }
    }
    guard secrets.count == facts.count else {
      turn.interrupted.append((request, ticket))
      return
    }
    turn.call = open(request, ticket, plan, secrets)
    turn.plan(.perform)
  }

  private mutating func open(
    _ request: RequestID, _ ticket: UInt32, _ plan: RequestPlan, _ secrets: [Text]
  ) -> OutgoingCall {
    sendCount += 1
    let send = SendID(request: request, ticket: ticket, number: sendCount)
    openSends[Int(request)] = send
    return machine.call(plan, secrets, as: send)
  }
}
