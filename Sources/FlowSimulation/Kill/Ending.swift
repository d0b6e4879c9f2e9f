import FlowMachine
import FlowRuntime
import Statechart

/// The result of a run, as far as a kill must not change it.
///
/// Not included: facts of place `memory` and regions with `restart: launch`, which start over by
/// declaration; statuses of requests, since dismissing an overlay changes them; the values of facts
/// of type `time`, which say when and not what.
struct Ending: Equatable {
  var screen: Text?
  /// The active leaves, without those of regions that start over.
  var states: [Text] = []
  var overlays: [Text] = []
  var backStack: [Text] = []
  var facts: [Text: FactValue] = [:]
  var services: [Text] = []
  var preferences: [Text: Text] = [:]
  var secrets: [SecretName: Text] = [:]
  /// How often each request took effect.
  var effects: [Text: Int] = [:]

  init(of device: SimulatedDevice) {
    let flow = device.flow
    preferences = device.preferences.values
    secrets = device.secrets.values
    for row in flow.tables.requests {
      let name = flow.blob(row.name)
      effects[name] = device.network.record(of: name).effectCount
    }
    services = device.world.services
    guard let machine = device.driver?.machine else { return }
    screen = machine.screenState.map { flow.stateName($0) }
    states = machine.chartState.activeStates
      .filter { flow.chart.leaves[Int($0 >> 6)] & (1 << UInt64($0 & 63)) != 0 }
      .filter { state in
        !flow.tables.regions.contains {
          $0.restartsAtLaunch && flow.chart.isDescendant(state, of: $0.state)
        }
      }
      .map { flow.stateName($0) }
    overlays = machine.shownOverlays.map { flow.blob(flow.tables.overlays[Int($0)].name) }
    backStack = machine.backStack.map { flow.stateName($0) }
    for (index, row) in flow.tables.facts.enumerated()
    where row.place == .preferences || row.place == .secure {
      let fact = FactID(index)
      let name = flow.blob(row.name)
      if row.type == .secret || row.type == .time {
        facts[name] = machine.isPresent(fact) ? .number(1) : .absent
      } else {
        facts[name] = machine.value(of: fact)
      }
      if row.type == .time, preferences[name] != nil { preferences[name] = [] }
    }
  }

  /// The differences from the run that was not killed.
  ///
  /// An overlay may be gone, since a relaunch counts as its dismissal. A request that must not be
  /// repeated may have taken effect less often: after a kill the user is asked instead.
  ///
  /// - Parameter extraStarts: requests that another launch starts again by declaration.
  func differences(
    from unkilled: Ending, in flow: Flow, extraStarts: Set<Text> = []
  ) -> [String] {
    var result: [String] = []
    func compare(_ what: String, _ expected: String, _ found: String) {
      if expected != found {
        result.append("\(what): \(expected) without a kill, \(found) with it")
      }
    }
    func compare(_ what: String, _ expected: Text?, _ found: Text?) {
      compare(what, expected?.string ?? "none", found?.string ?? "none")
    }
    func compare(_ what: String, _ expected: [Text], _ found: [Text]) {
      compare(
        what, expected.map(\.string).joined(separator: ", "),
        found.map(\.string).joined(separator: ", "))
    }
    compare("screen", unkilled.screen, screen)
    compare("states", unkilled.states, states)
    compare("back stack", unkilled.backStack, backStack)
    compare("services", unkilled.services, services)
    for overlay in overlays where !unkilled.overlays.contains(overlay) {
      result.append("overlay \(overlay.string) is shown")
    }
    for (index, row) in flow.tables.facts.enumerated() {
      let name = flow.blob(row.name)
      let fact = FactID(index)
      let expected = unkilled.facts[name] ?? .absent
      let found = facts[name] ?? .absent
      func words(_ value: FactValue) -> String {
        let isKept = row.type == .secret || row.type == .time
        return isKept && value != .absent ? "present" : flow.words(for: value, of: fact)
      }
      compare("fact \(name.string)", words(expected), words(found))
      // A relaunch writes all preferences; one that was never written reads as its initial value.
      let isWritten = unkilled.preferences[name] != nil && preferences[name] != nil
      if !isWritten, expected == found, expected == Self.initialValue(row, flow) { continue }
      compare("stored \(name.string)", unkilled.preferences[name], preferences[name])
    }
    // Values are secret, even in messages.
    for name in Set(secrets.keys).union(unkilled.secrets.keys)
    where secrets[name] != unkilled.secrets[name] {
      result.append("secure storage differs in \(name.fact.string)")
    }
    for row in flow.tables.requests {
      let name = flow.blob(row.name)
      let expected = unkilled.effects[name] ?? 0
      let found = effects[name] ?? 0
      let isNeverRepeated = flow.tables.calls[row.calls.indices].contains {
        $0.repetition == .never
      }
      let isMore = found > expected + (extraStarts.contains(name) ? 1 : 0)
      if isMore || (found < expected && !isNeverRepeated) {
        result.append("effects of \(name.string): \(expected) without a kill, \(found) with it")
      }
    }
    return result
  }

  private static func initialValue(_ row: FactRow, _ flow: Flow) -> FactValue {
    guard row.initial != absent else { return .absent }
    return row.slot == noID ? .number(row.initial) : .text(flow.blob(row.initialText))
  }
}
