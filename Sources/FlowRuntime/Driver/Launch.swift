import FlowMachine

/// A launch out of what is stored: reads, decides what of it can be used, and makes the machine.
/// Writes nothing.
struct Launch {
  let machine: FlowMachine
  /// What the machine was given.
  let line: LaunchLine
  let journalBytes: Int
  /// No record in the journal fits this flow.
  private(set) var isJournalUseless = false
  /// Parts of the journal are damaged, beside a record that counts.
  private(set) var isJournalDamaged = false
  /// Nil when secure storage cannot be read.
  private(set) var secretNames: [SecretName]?
  private(set) var notices: [Notice] = []

  init(
    _ flow: Flow, _ host: FlowHost, _ facts: LaunchFacts, now: Int64, entropy: () -> UInt64
  ) throws(LaunchFailure) {
    let journal: [UInt8]
    do throws(StorageFailure) {
      journal = try host.journal.read()
    } catch {
      throw .unreadable(.journal, error)
    }
    journalBytes = journal.count
    let reading = Journal.read(journal)

    var context = LaunchContext(
      now: now, entropy: entropy(), runID: RunID(high: entropy(), low: entropy()))
    do throws(StorageFailure) {
      let names = try host.secrets.names()
      secretNames = names
      context.storedSecrets = flow.storedSecrets(names)
    } catch {
      context.isSecureStorageUnreadable = true
      notices.append(.storageFailed(.secrets, error))
    }

    var problem: FlowError?
    if let record = reading.record {
      let isUpdated = facts.isUpdated || flow.isOfEarlierVersion(record)
      context.facts = flow.hostFacts(facts, isUpdated ? LaunchKind.update : .relaunch)
      do throws(FlowError) {
        machine = try FlowMachine.launch(flow, context, record: record)
        line = LaunchLine(context, record: record)
        isJournalDamaged = reading.damagedBytes > 0
        if isJournalDamaged { notices.append(.journalDamaged(bytes: reading.damagedBytes)) }
        return
      } catch {
        problem = error
      }
    } else if !journal.isEmpty {
      problem = .corrupt
    }

    let preferences = try Self.preferences(of: flow, in: host, &notices)
    var kind = facts.isUpdated ? LaunchKind.update : problem == nil ? .first : .relaunch
    if case .otherVersion = problem { kind = .update }
    if problem != nil, preferences.isEmpty, Journal.isTornFirstRecord(journal) { kind = .first }
    if let problem { notices.append(.journalSetAside(problem)) }
    isJournalUseless = problem != nil
    // A first launch that was killed while it wrote has lost nothing: it begins as one.
    context.isRecordLost = problem != nil && kind != .first
    context.facts = flow.hostFacts(facts, kind) + preferences
    line = LaunchLine(context)
    do throws(FlowError) {
      machine = try FlowMachine.launch(flow, context)
    } catch {
      throw .refused(error)
    }
  }

  /// The values that the app's preferences hold for this flow's facts.
  private static func preferences(
    of flow: Flow, in host: FlowHost, _ notices: inout [Notice]
  ) throws(LaunchFailure) -> [FactChange] {
    var changes: [FactChange] = []
    for (index, row) in flow.tables.facts.enumerated() where row.place == .preferences {
      let fact = FactID(index)
      do throws(StorageFailure) {
        guard let json = try host.preferences.read(flow.blob(row.name)) else { continue }
        if let value = flow.factValue(json, of: fact) {
          changes.append(FactChange(fact, value))
        } else {
          notices.append(.preferenceIgnored(flow.blob(row.name)))
        }
      } catch {
        throw .unreadable(.preferences, error)
      }
    }
    return changes
  }
}

/// The values of the fact `launch`, which every flow may declare with place `device`.
enum LaunchKind {
  case first, relaunch, update

  var name: Text {
    switch self {
    case .first: Text(ascii: "first")
    case .relaunch: Text(ascii: "relaunch")
    case .update: Text(ascii: "update")
    }
  }
}

extension Flow {
  /// The secret facts among what is in secure storage.
  func storedSecrets(_ names: [SecretName]) -> [FactID] {
    names.filter { $0.seal == nil }.compactMap { fact(named: $0.fact) }
      .filter { tables.facts[Int($0)].type == .secret }.sorted()
  }

  /// The facts that the host tells at a launch, with the kind of launch where the flow asks for it.
  fileprivate func hostFacts(_ facts: LaunchFacts, _ kind: LaunchKind) -> [FactChange] {
    guard let fact = fact(named: Names.launch), let value = choice(kind.name, of: fact) else {
      return facts.facts
    }
    return facts.facts.filter { $0.fact != fact } + [FactChange(fact, value)]
  }
}

extension Journal {
  /// Whether bytes without a whole record are the beginning of one: the first launch was killed
  /// while it wrote.
  static func isTornFirstRecord(_ bytes: [UInt8]) -> Bool {
    let header = Array(frame([]).prefix(4))
    guard bytes.prefix(4).elementsEqual(header.prefix(bytes.count)) else { return false }
    guard bytes.count >= 8 else { return true }
    let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    return bytes.count < frame([]).count + length
  }
}
