import FlowMachine
import Statechart

// What a person sees and does, and what is heard of it beside the screens.

extension Influence {
  mutating func readScreens(_ intentions: Intentions) {
    let tables = flow.tables
    share(.back, reading: true, main)
    share(.answered, reading: true, main)
    reads[main].insert(tables.overlayCountCell)
    for row in tables.overlays {
      reads[main].insert(row.cell)
      writes[main].insert(row.cell)
      writes[main].insert(tables.overlayCountCell)
    }
    for range in tables.screens.map(\.elements) + tables.overlays.map(\.elements) {
      add(liveness.asks(of: range), to: main)
      for row in tables.elements[range.indices] {
        ask(row.shown, main)
        ask(row.enabled, main)
        for request in row.requests.indices { requests[main].insert(tables.ids[request]) }
        guard row.takesInput else { continue }
        if row.fact != noID { writes[main].insert(row.fact) }
        for pick in tables.picks[row.sets.indices] where row.kind == .picker {
          writes[main].insert(pick.fact)
        }
      }
    }
    // What is put away starts its request again.
    for (request, row) in tables.requests.enumerated() where row.overlay != noID {
      requests[main].insert(RequestID(request))
    }
    for condition in intentions.conditions { ask(condition, main) }
    for session in intentions.sessions { reads[main].insert(session.fact) }
  }

  /// What is heard beside the screens too.
  mutating func readEvents(_ region: Int, _ intentions: Intentions) {
    let tables = flow.tables
    for row in tables.signals where row.isHeld && heard[region].contains(row.event) {
      share(.held, reading: true, region)
      share(.held, reading: false, region)
    }
    guard region != main else { return }
    var answered = Set(tables.elements.map(\.event))
    answered.formUnion([tables.backEvent, tables.dismissEvent])
    answered.formUnion(tables.overlays.map(\.dismissedEvent))
    if !intentions.sessions.isEmpty {
      for row in tables.signals where flow.blob(row.name) == Text("sessionExpired".utf8) {
        answered.insert(row.event)
      }
    }
    answered.remove(noID)
    if !heard[region].isDisjoint(with: answered) { share(.answered, reading: false, region) }
  }
}
