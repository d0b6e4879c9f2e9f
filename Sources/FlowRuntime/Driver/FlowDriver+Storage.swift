import FlowMachine
import Statechart

extension FlowDriver {
  // MARK: Names

  func name(of fact: FactID) -> SecretName {
    SecretName(fact: flow.blob(flow.tables.facts[Int(fact)].name))
  }

  func sealName(of fact: FactID, _ request: RequestID, _ ticket: UInt32) -> SecretName {
    SecretName(
      fact: name(of: fact).fact,
      seal: SecretName.Seal(
        request: flow.blob(flow.tables.requests[Int(request)].name), ticket: ticket))
  }

  /// The seals of one run of a request; all that it may have where it is not known what is sealed.
  func seals(of request: RequestID, _ ticket: UInt32) -> [SecretName] {
    flow.tables.facts.indices.filter { flow.tables.facts[$0].type == .secret }
      .map { sealName(of: FactID($0), request, ticket) }
      .filter { seals?.contains($0) ?? true }
  }

  /// Seals of runs that are over: what erased them was killed before it could.
  func unwantedSeals(_ names: [SecretName]) -> [SecretName] {
    names.filter { name in
      guard let seal = name.seal else { return false }
      guard let request = flow.request(named: seal.request) else { return true }
      return machine.status(of: request) != RequestStatus.running
        || machine.ticket(of: request) != seal.ticket
    }
  }

  // MARK: Secrets

  /// - Returns: whether all the changes were made; otherwise none was.
  func store(_ changes: [SecretChange]) -> Bool {
    do throws(StorageFailure) {
      try host.secrets.write(changes)
      return true
    } catch {
      inspection.notice?(.storageFailed(.secrets, error))
      return false
    }
  }

  func readSecret(_ name: SecretName) -> Text? {
    do throws(StorageFailure) {
      return try host.secrets.read(name)
    } catch {
      inspection.notice?(.storageFailed(.secrets, error))
      return nil
    }
  }

  /// A secret that a request sends: what was sealed for it, or what is stored.
  func secret(
    _ fact: FactID, for request: RequestID, _ ticket: UInt32
  ) throws(StorageFailure) -> Text {
    if let sealed = try host.secrets.read(sealName(of: fact, request, ticket)) { return sealed }
    if let owed = debts.secrets[fact] { return owed }
    guard let stored = try host.secrets.read(name(of: fact)) else { throw .broken("gone") }
    return stored
  }

  /// A typed secret is forgotten as soon as the machine no longer counts on it.
  func forgetTypedSecrets() {
    guard !typedSecrets.isEmpty else { return }
    typedSecrets = typedSecrets.filter { status(ofSecret: $0.key) == SecretStatus.typed }
  }

  func status(ofSecret fact: FactID) -> Int64 { machine.chartState.cells[Int(fact)] }

  // MARK: Journal and preferences

  /// Writes the record of the present state, as the debt asks.
  func writeRecord() -> Bool {
    machine.writeJournalRecord(into: &record)
    let frame = Journal.frame(record.record)
    do throws(StorageFailure) {
      if debts.setsJournalAside {
        try host.journal.setAside()
        debts.setsJournalAside = false
        journalBytes = 0
        // An empty place would look like a first launch, should the power fail now.
        debts.journal = .forced
      }
      if debts.replacesJournal || journalBytes + frame.count > Journal.compactionBytes,
        journalBytes > 0
      {
        try host.journal.replace(by: frame)
        journalBytes = 0
      } else {
        try host.journal.append(frame, isForced: debts.journal == .forced)
      }
      journalBytes += frame.count
      debts.replacesJournal = false
      debts.journal = .none
      return true
    } catch {
      inspection.notice?(.storageFailed(.journal, error))
      return false
    }
  }

  func writePreference(_ fact: FactID) {
    let value = machine.value(of: fact)
    var json: Text?
    if value != .absent {
      var writer = JSONWriter()
      machine.write(value, of: fact, to: &writer)
      json = writer.bytes
    }
    do throws(StorageFailure) {
      try host.preferences.write(name(of: fact).fact, json)
    } catch {
      inspection.notice?(.storageFailed(.preferences, error))
      owePreference(fact)
    }
  }

  func owePreference(_ fact: FactID) {
    if !debts.preferences.contains(fact) { debts.preferences.append(fact) }
  }

  // MARK: Debts

  /// - Returns: whether no secret is owed any more.
  func paySecrets() throws(Killed) -> Bool {
    guard !debts.secrets.isEmpty else { return true }
    try reach(.catchingUp)
    let owed = debts.secrets.sorted { $0.key < $1.key }
    guard store(owed.map { SecretChange(name(of: $0.key), $0.value) }) else { return false }
    debts.secrets = [:]
    return true
  }

  /// Writes what is owed as far as storage takes it: nothing overtakes what has to be there before
  /// it.
  func payDebts() throws(Killed) {
    guard try paySecrets() else { return }
    if debts.journal != .none {
      try reach(.catchingUp)
      guard writeRecord() else { return }
    }
    if !debts.erasures.isEmpty {
      try reach(.catchingUp)
      guard store(debts.erasures.map { SecretChange($0, nil) }) else { return }
      debts.erasures = []
    }
    let preferences = debts.preferences
    debts.preferences = []
    for fact in preferences {
      try reach(.catchingUp)
      writePreference(fact)
    }
    if debts.isEmpty { inspection.notice?(.caughtUp) }
  }
}
