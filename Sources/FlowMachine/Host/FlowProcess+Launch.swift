import Statechart
import WireText

extension FlowProcess {
  /// Launches from stored data: decides which of it can be used, and creates the machine.
  ///
  /// `next` then says what to perform.
  ///
  /// - Parameters:
  ///   - run: 128 fresh random bits, used if a run of the flow begins.
  ///   - language: a BCP 47 tag; the flow's nearest language is chosen.
  ///   - notice: receives what is wrong with the stored data.
  package init(
    launching flow: Flow, _ stored: StoredState, _ facts: LaunchFacts, at now: Int64,
    entropy: UInt64, run: RunID, language: Text, isObserved: Bool, notice: (LaunchNotice) -> Void
  ) throws(LaunchRefusal) {
    var context = LaunchContext(now: now, entropy: entropy, runID: run)
    context.storedSecrets = flow.storedSecrets(stored.secretNames ?? [])
    context.isSecureStorageUnreadable = stored.secretNames == nil

    let reading = Journal.read(stored.journal)
    var problem: FlowError?
    if let record = reading.record {
      let isUpdated = facts.isUpdated || flow.isOfEarlierVersion(record)
      context.facts = flow.launchFacts(facts, isUpdated ? .update : .relaunch)
      do throws(FlowError) {
        let machine = try FlowMachine.launch(flow, context, record: record)
        if reading.damagedBytes > 0 { notice(.journalDamaged(bytes: reading.damagedBytes)) }
        self.init(
          machine, LaunchLine(context, record: record), stored, language, isObserved: isObserved)
        pending.replacesJournal = reading.damagedBytes > 0
        return
      } catch {
        problem = error
      }
    } else if !stored.journal.isEmpty {
      problem = .corrupt
    }

    guard let stores = stored.preferences else { throw .needsPreferences }
    let preferences = flow.preferences(stores, notice)
    var kind = facts.isUpdated ? LaunchKind.update : problem == nil ? .first : .relaunch
    if case .otherVersion = problem { kind = .update }
    // A first launch that was killed while writing has lost nothing, so this is a first launch
    // again.
    if problem != nil, preferences.isEmpty, Journal.isTornFirstRecord(stored.journal) {
      kind = .first
    }
    if let problem { notice(.journalSetAside(problem)) }
    var isFirst = false
    if case .first = kind { isFirst = true }
    context.isRecordLost = problem != nil && !isFirst
    context.facts = flow.launchFacts(facts, kind) + preferences
    let machine: FlowMachine
    do throws(FlowError) {
      machine = try FlowMachine.launch(flow, context)
    } catch {
      throw .flow(error)
    }
    self.init(machine, LaunchLine(context), stored, language, isObserved: isObserved)
    pending.setsJournalAside = problem != nil
  }

  private init(
    _ machine: FlowMachine, _ line: LaunchLine, _ stored: StoredState, _ language: Text,
    isObserved: Bool
  ) {
    self.init(
      machine, language: machine.flow.language(language), isObserved: isObserved,
      at: line.context.now,
      // The launch has used these bits.
      entropy: line.context.entropy &+ 1)
    journalBytes = stored.journal.count
    if let names = stored.secretNames { note(names) }
    turn.launch = line
    turn.plan(.launched, .endStep)
  }
}

/// What the host knows at a launch, apart from what is stored.
package struct LaunchFacts: Sendable {
  /// Configuration, and facts of place `device`.
  package var facts: [FactChange]
  /// This version of the app runs for the first time, after an earlier one.
  package var isUpdated: Bool

  package init(facts: [FactChange] = [], isUpdated: Bool = false) {
    self.facts = facts
    self.isUpdated = isUpdated
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
  /// The facts that the host reports at a launch, including the kind of launch if the flow declares
  /// it.
  fileprivate func launchFacts(_ facts: LaunchFacts, _ kind: LaunchKind) -> [FactChange] {
    guard let fact = fact(named: Names.launch), let value = choice(kind.name, of: fact)
    else { return facts.facts }
    return facts.facts.filter { $0.fact != fact } + [FactChange(fact, value)]
  }

  /// The app's preferences for this flow. An older version may have written values that this one
  /// does not know.
  fileprivate func preferences(
    _ stored: [StoredPreference], _ notice: (LaunchNotice) -> Void
  ) -> [FactChange] {
    var changes: [FactChange] = []
    for (index, row) in tables.facts.enumerated() where row.place == .preferences {
      let name = blob(row.name)
      guard let json = stored.first(where: { $0.name == name })?.json else { continue }
      if let value = factValue(json, of: FactID(index)) {
        changes.append(FactChange(FactID(index), value))
      } else {
        notice(.preferenceIgnored(name))
      }
    }
    return changes
  }

  /// Parses a fact's value from JSON: choices by name, lists as rows of texts.
  ///
  /// - Returns: nil if the fact cannot have the value.
  package func factValue(_ json: Text, of fact: FactID) -> FactValue? {
    guard let value = JSON(json, most: FlowLimits.snapshotBytes)?.root else { return nil }
    return (try? launchFact(blob(tables.facts[Int(fact)].name), value))?.value
  }

  /// The update of a `device` fact that a host reports by name.
  ///
  /// - Parameter json: a JSON text; `null` clears the fact. A value that is not among a choice's
  ///   values is `other`, if the choice has that.
  /// - Returns: nil if the flow has no such fact, or the fact cannot have the value.
  package func told(_ name: Text, json: Text) -> Input? {
    JSON(json, most: FlowLimits.snapshotBytes).flatMap { told(name, $0.root) }
  }

  func told(_ name: Text, _ json: JSON.Value) -> Input? {
    guard let fact = fact(named: name), tables.facts[Int(fact)].place == .device else { return nil }
    if json.isNull { return .told(fact, .absent) }
    let value = (try? launchFact(name, json))?.value ?? choice(Text(ascii: "other"), of: fact)
    return value.map { .told(fact, $0) }
  }

  /// A choice's value by its name, for facts that the host reports.
  func choice(_ name: Text, of fact: FactID) -> FactValue? {
    let row = tables.facts[Int(fact)]
    guard row.type == .choice else { return nil }
    let place = tables.ids[row.choices.indices].map { blob($0) }.firstIndex(of: name)
    return place.map { .number(Int64($0)) }
  }
}

extension Journal {
  /// Whether bytes without a complete record are the beginning of one, because the first launch was
  /// killed while writing.
  static func isTornFirstRecord(_ bytes: [UInt8]) -> Bool {
    let header = Array(frame([]).prefix(4))
    guard bytes.prefix(4).elementsEqual(header.prefix(bytes.count)) else { return false }
    guard bytes.count >= 8 else { return true }
    let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    return bytes.count < frame([]).count + length
  }
}
