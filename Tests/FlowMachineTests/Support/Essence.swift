import FlowMachine
import Statechart

/// What must be equal for two machines to be in the same place.
struct Essence: Equatable {
  var states: [StateID]
  var screen: StateID?
  var backStack: [StateID]
  var overlays: [OverlayID]
  var services: [UInt16]
  /// Without tickets: a status and what is sent.
  var requests: [String]
  var keys: [Text?]
  var facts: [FactValue]
  var secrets: [Bool]
  var drawn: Text

  /// - Parameter isComparable: whether a fact counts.
  init(_ machine: FlowMachine, at now: Int64, where isComparable: (FactRow) -> Bool = { _ in true })
  {
    let tables = machine.flow.tables
    states = machine.chartState.activeStates
    screen = machine.screenState
    backStack = machine.backStack
    overlays = machine.shownOverlays
    services = machine.runningServices
    let ids = tables.requests.indices.map { RequestID($0) }
    requests = ids.map {
      "\(machine.statusName(of: $0).string) \(String(describing: machine.plan(of: $0)))"
    }
    keys = ids.map { machine.idempotencyKey(of: $0) }
    facts = tables.facts.indices.map {
      isComparable(tables.facts[$0]) ? machine.value(of: FactID($0)) : .absent
    }
    secrets = tables.facts.indices.map {
      tables.facts[$0].type == .secret && machine.isPresent(FactID($0))
    }
    drawn = machine.screen(at: now, language: 0).json
  }
}
