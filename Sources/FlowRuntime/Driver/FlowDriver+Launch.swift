import FlowMachine
import Statechart

extension FlowDriver {
  static func launch(
    _ flow: Flow, _ host: FlowHost, _ facts: LaunchFacts, _ language: Text,
    _ moment: LaunchMoment, _ inspection: Inspection
  ) throws(LaunchFailure) -> FlowProcess {
    var stored = try read(host, inspection)
    var told = facts
    if let shown = flow.shownLanguage(language) { told.facts.append(shown) }
    while true {
      do throws(LaunchRefusal) {
        return try FlowProcess(
          launching: flow, stored, told, at: moment.now, entropy: moment.entropy,
          run: moment.run, language: language,
          isObserved: inspection.trace != nil || inspection.record != nil,
          notice: { inspection.notice?(.launch($0)) })
      } catch {
        switch error {
        case .flow(let error): throw .refused(error)
        case .needsPreferences: stored.preferences = try preferences(of: flow, in: host)
        }
      }
    }
  }

  /// The stored data, except for preferences, which a launch with a record does not need.
  private static func read(
    _ host: FlowHost, _ inspection: Inspection
  ) throws(LaunchFailure) -> StoredState {
    var stored: StoredState
    do throws(StorageFailure) {
      stored = StoredState(journal: try host.journal.read(), secretNames: nil)
    } catch {
      throw .unreadable(.journal, error)
    }
    do throws(StorageFailure) {
      stored.secretNames = try host.secrets.names()
    } catch {
      inspection.notice?(.storageFailed(.secrets, error))
    }
    return stored
  }

  /// The app's preferences for a flow's facts.
  private static func preferences(
    of flow: Flow, in host: FlowHost
  ) throws(LaunchFailure) -> [StoredPreference] {
    var preferences: [StoredPreference] = []
    for row in flow.tables.facts where row.place == .preferences {
      do throws(StorageFailure) {
        let name = flow.blob(row.name)
        if let json = try host.preferences.read(name) {
          preferences.append(StoredPreference(name, json))
        }
      } catch {
        throw .unreadable(.preferences, error)
      }
    }
    return preferences
  }
}

extension Flow {
  /// The fact `language`, for a flow that declares it with `place: device`: in which of its languages it is
  /// shown (docs/capabilities.md).
  ///
  /// - Parameter wanted: a BCP 47 tag.
  fileprivate func shownLanguage(_ wanted: Text) -> FactChange? {
    guard let fact = fact(named: Text("language".utf8)), !tables.languages.isEmpty else {
      return nil
    }
    let row = tables.facts[Int(fact)]
    guard row.place == .device else { return nil }
    let tag = blob(tables.languages[language(wanted)])
    switch row.type {
    case .text: return FactChange(fact, .text(tag))
    case .choice:
      return place(of: tag, among: row.choices).map { FactChange(fact, .number(Int64($0))) }
    case .flag, .number, .time, .secret, .json, .list: return nil
    }
  }
}
