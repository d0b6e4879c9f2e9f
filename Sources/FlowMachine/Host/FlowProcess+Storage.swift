import Statechart
import WireText

// The results of storage actions, and the writes that are pending after a failure.

extension FlowProcess {
  /// Handles the result of the last action.
  mutating func receive(_ result: HostResult) {
    let awaited = turn.awaited
    turn.awaited = .nothing
    guard !awaited.isNothing else { return }
    if awaited.isMark { return receiveMark(awaited, result) }
    var hasFailed = false
    if case .failed = result { hasFailed = true }
    if hasFailed {
      turn.hasFailed = true
      if !turn.isFailureNoted { pending.noteFailure(at: turn.now) }
      turn.isFailureNoted = true
    }
    switch awaited {
    case .nothing, .storedMark, .sealMark, .typedMark: break
    case .seal(let name):
      if hasFailed { turn.hasSecrets = false } else { seals?.append(name) }
      noteMark(isWritten: !hasFailed)
    case .copied(let source, let fact): copied(source, to: fact, result)
    case .secret(let fact, let value):
      pending.forget(fact, flow.name(of: fact))
      guard hasFailed else { break }
      pending.secrets[Int(fact)] = value
      turn.hasSecrets = false
    case .pendingSecrets:
      if hasFailed {
        turn.hasSecrets = false
      } else {
        for fact in pending.secrets.indices { pending.secrets[fact] = nil }
      }
    case .setAside: wasSetAside(!hasFailed)
    case .record(let bytes, let replaces): wasWritten(!hasFailed, bytes, replaces)
    case .erasure(let names):
      if hasFailed { pending.add(erasures: names) }
    case .pendingErasures:
      if !hasFailed { pending.erasures = [] }
    case .preference(let fact):
      if hasFailed { pending.add(preference: fact) }
    case .callSecrets(let request, let ticket, let plan): send(request, ticket, plan, result)
    case .answerSecrets(let send, let understood): finish(send, understood, hasFailed: hasFailed)
    case .signalSecret(let signal, let fact, let value):
      tell(signal, fact, value, isStored: !hasFailed)
    case .names: learn(result)
    }
  }

  private mutating func copied(_ source: FactID, to fact: FactID, _ result: HostResult) {
    guard case .secrets(let values) = result, let value = values.first ?? nil else {
      turn.hasSecrets = false
      return
    }
    turn.copied = (fact, value, isStoredAsTyped[Int(source)])
    turn.plan(.storeCopied)
  }

  private mutating func finish(_ send: SendID, _ understood: Classification, hasFailed: Bool) {
    guard hasFailed else {
      // The secrets are on disk, so the record that mentions them must be too.
      pending.record = .forced
      for secret in understood.secrets {
        pending.forget(secret.fact, flow.name(of: secret.fact))
        isStoredAsTyped[Int(secret.fact)] = false
      }
      return plan(.answered(send.request, ticket: send.ticket, understood.outcome))
    }
    // For a call that must not be repeated, "interrupted" would understate it: the call took
    // effect, and its response is lost.
    let isNever = machine.call(of: send.request).repetition == .never
    let outcome = machine.classify(isNever ? .lost : .interrupted, of: send.request).outcome
    plan(.answered(send.request, ticket: send.ticket, outcome))
  }

  /// A secret that could not be stored is kept as a pending write.
  private mutating func tell(
    _ signal: SignalID, _ fact: FactID, _ value: Text, isStored: Bool
  ) {
    pending.forget(fact, flow.name(of: fact))
    if isStored { pending.record = .forced } else { pending.secrets[Int(fact)] = value }
    typedSecrets[Int(fact)] = nil
    isStoredAsTyped[Int(fact)] = false
    plan(.signal(signal, number: SecretStatus.stored, text: nil))
  }

  // MARK: The record

  mutating func writeRecord() -> HostAction {
    guard pending.setsJournalAside else { return appendRecord() }
    turn.awaited = .setAside
    return .setJournalAside
  }

  private mutating func wasSetAside(_ isDone: Bool) {
    guard isDone else {
      turn.hasRecord = false
      return
    }
    pending.setsJournalAside = false
    journalBytes = 0
    // An empty location would look like a first launch if the power failed now.
    pending.record = .forced
    turn.plan(.append)
  }

  mutating func appendRecord() -> HostAction {
    machine.writeJournalRecord(into: &record)
    let frame = Journal.frame(record.record)
    let isLong = journalBytes + frame.count > Journal.compactionBytes
    let replaces = journalBytes > 0 && (pending.replacesJournal || isLong)
    turn.awaited = .record(bytes: frame.count, replaces: replaces)
    return .writeRecord(
      frame: frame, isForced: replaces || pending.record == .forced, replaces: replaces)
  }

  private mutating func wasWritten(_ isDone: Bool, _ bytes: Int, _ replaces: Bool) {
    guard isDone else {
      turn.hasRecord = false
      return
    }
    journalBytes = replaces ? bytes : journalBytes + bytes
    pending.replacesJournal = false
    pending.record = .none
  }

  // MARK: Preferences

  mutating func write(preference fact: FactID) -> HostAction {
    let value = machine.value(of: fact)
    var json: Text?
    if value != .absent {
      var writer = JSONWriter()
      machine.write(value, of: fact, to: &writer)
      json = writer.bytes
    }
    turn.awaited = .preference(fact)
    return .writePreference(name: flow.name(of: fact).fact, value: json)
  }

  // MARK: Pending writes

  mutating func writePendingSecrets() -> HostStep? {
    var changes: [SecretChange] = []
    for fact in pending.secrets.indices {
      guard let value = pending.secrets[fact] else { continue }
      let name = flow.name(of: FactID(fact))
      changes.append(SecretChange(name, value, isTyped: isStoredAsTyped[fact]))
    }
    guard !changes.isEmpty else { return nil }
    turn.awaited = .pendingSecrets
    return HostStep(.catchingUp, .writeSecrets(changes))
  }

  /// Performs pending writes while storage accepts them, keeping their order.
  mutating func catchUp() -> HostStep? {
    guard !pending.isEmpty else { return nil }
    turn.hasFailed = false
    turn.plan(.writePendingSecrets, .writePendingRecord)
    return nil
  }

  mutating func writePendingRecord() -> HostStep? {
    guard !turn.hasFailed else { return nil }
    turn.plan(.erasePending)
    guard pending.record != .none else { return nil }
    return HostStep(.catchingUp, writeRecord())
  }

  mutating func erasePending() -> HostStep? {
    guard !turn.hasFailed else { return nil }
    turn.preferences = pending.preferences
    pending.preferences = []
    turn.plan(.writePendingPreferences, .noteCaughtUp)
    guard !pending.erasures.isEmpty else { return nil }
    turn.awaited = .pendingErasures
    return HostStep(.catchingUp, .writeSecrets(pending.erasures.map { SecretChange($0, nil) }))
  }

  mutating func writePendingPreferences() -> HostStep? {
    guard !turn.preferences.isEmpty else { return nil }
    guard !turn.hasFailed else {
      for fact in turn.preferences { pending.add(preference: fact) }
      return nil
    }
    turn.plan(.writePendingPreferences)
    return HostStep(.catchingUp, write(preference: turn.preferences.removeFirst()))
  }

  // MARK: Seals

  /// The seals of one run of a request; if the sealed secrets are unknown, all that it may have.
  func seals(of request: RequestID, _ ticket: UInt32) -> [SecretName] {
    var names: [SecretName] = []
    for index in flow.tables.facts.indices where flow.tables.facts[index].type == .secret {
      let name = flow.sealName(of: FactID(index), request, ticket)
      if seals?.contains(name) ?? true { names.append(name) }
    }
    return names
  }

  /// Records which names are in secure storage.
  mutating func note(_ names: [SecretName]) {
    seals = names.filter { $0.seal != nil }
    pending.add(erasures: names.filter { isUnwanted($0) })
    if names.contains(where: { $0.isMark }) { noteMarks(names) }
  }

  /// Whether a seal belongs to a run that is over, because the app was killed before erasing it.
  private func isUnwanted(_ name: SecretName) -> Bool {
    guard let seal = name.seal else { return false }
    if name.isMark { return !isNeeded(mark: name) }
    guard let request = flow.request(named: seal.request) else { return true }
    return machine.status(of: request) != RequestStatus.running
      || machine.ticket(of: request) != seal.ticket
  }

  /// Tells the machine what secure storage holds once it can be read (CMP-4).
  private mutating func learn(_ result: HostResult) {
    guard case .names(let names) = result else { return }
    note(names)
    plan(.secretsReadable(flow.storedSecrets(names)))
  }
}
