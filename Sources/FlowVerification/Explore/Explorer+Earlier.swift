package import FlowDefinition
import FlowMachine
import Statechart

/// The earlier versions whose snapshots a flow supports, each explored once.
package final class Migration {
  private let earlier: [EarlierVersion]
  private let domain: Domain
  private let shouldStop: (Int, Int) -> Bool
  private var explored: [(version: Int, explorer: Explorer)] = []
  /// The versions with the snapshots that were carried over.
  private(set) var carried: [Verification.CarriedVersion] = []

  /// - Parameters:
  ///   - domain: of the flow that takes the snapshots.
  ///   - shouldStop: is asked while a version is explored.
  package init(
    _ earlier: [EarlierVersion], to domain: Domain,
    shouldStop: @escaping (_ states: Int, _ bytes: Int) -> Bool
  ) {
    self.earlier = earlier
    self.domain = domain
    self.shouldStop = shouldStop
  }

  /// Explores what the snapshots of each version lead to, once all else was explored.
  ///
  /// - Returns: whether all was explored.
  func goOn(
    _ explorer: Explorer, shouldStop: (Int, Int) -> Bool
  ) throws(DomainError) -> Bool {
    for version in earlier {
      guard let before = try self.explorer(of: version) else { return false }
      explorer.migrate(from: before, version: version.version)
      guard explorer.explore(shouldStop: shouldStop) else { return false }
    }
    return true
  }

  private func explorer(of version: EarlierVersion) throws(DomainError) -> Explorer? {
    if let known = explored.first(where: { $0.version == version.version }) {
      return known.explorer
    }
    guard let old = try? Flow(decoding: version.flow.bytes) else { return nil }
    let before = try Explorer(
      Domain(old, conditions: [], declared: [:], next: domain), Intentions(goals: []),
      keepsAll: true)
    before.begin()
    guard before.explore(shouldStop: shouldStop) else { return nil }
    carried.append(.init(version: version.version, snapshots: before.stateCount))
    explored.append((version.version, before))
    return before
  }
}

extension Explorer {
  /// Goes on from every snapshot that an earlier version of the flow can have written, as an update
  /// of the app would.
  ///
  /// - Parameter earlier: an exploration of that version, made with a domain whose `next` is this
  ///   one's.
  func migrate(from earlier: Explorer, version: Int) {
    firstMigrated = min(firstMigrated, store.count)
    earlier.forEachState { [self] index, old in
      var beginning = surroundings(after: old)
      let screen = old.screenState.map { FlowNames(flow: old.flow).state($0) } ?? "no screen"
      beginning.title = "an update from version \(version) at \(screen)"
      let sent = earlier.watch.sent(earlier.store[index] + earlier.projection.stride)
      beginning.snapshot = .init(
        version: version, record: old.journalRecord,
        sent: sent.compactMap { request in
          flow.request(named: old.flow.blob(old.flow.tables.requests[Int(request)].name))
        }, lastTicket: old.lastTicket)
      guard add(beginning) else {
        // A version that is supported and whose snapshots are refused.
        violations.add(.strandedSnapshot, subject: version, at: .flow)
        return
      }
      // As an app is updated that a notification starts before the device was unlocked.
      guard !beginning.storedSecrets.isEmpty else { return }
      beginning.isLocked = true
      beginning.title += ", secure storage is locked"
      add(beginning)
    }
  }

  /// What the host tells at the update, as far as both versions know it.
  private func surroundings(after old: FlowMachine) -> InitialState {
    var beginning = InitialState(
      title: "", configuration: [], device: [], storedSecrets: [], isLocked: false)
    for (index, row) in flow.tables.facts.enumerated() {
      let fact = FactID(index)
      if row.place == .device, flow.blob(row.name) == Names.launch {
        beginning.device.append(FactChange(fact, .number(2)))
        continue
      }
      guard let known = old.flow.fact(named: flow.blob(row.name)),
        old.flow.tables.facts[Int(known)].type == row.type
      else { continue }
      switch row.place {
      case .device, .configuration:
        guard let value = translated(old.value(of: known), from: known, in: old.flow, to: fact)
        else { continue }
        beginning.device.append(FactChange(fact, value))
      case .secure: if old.isPresent(known) { beginning.storedSecrets.append(fact) }
      case .memory, .preferences, .computed: break
      }
    }
    return beginning
  }

  /// A value of the same fact in the other version; choices by their names.
  private func translated(
    _ value: FactValue, from known: FactID, in old: Flow, to fact: FactID
  ) -> FactValue? {
    guard case .number(let number) = value, flow.tables.facts[Int(fact)].type == .choice else {
      return value
    }
    let row = old.tables.facts[Int(known)]
    let name = old.blob(old.tables.ids[Int(row.choices.start) + Int(number)])
    let place = flow.tables.ids[flow.tables.facts[Int(fact)].choices.indices].map { flow.blob($0) }
      .firstIndex(of: name)
    return place.map { .number(Int64($0)) }
  }
}

extension Flow {
  /// Whether a launch whose journal cannot be used has a place of its own.
  var hasFallback: Bool { tables.stable.fallback != noID }
}
