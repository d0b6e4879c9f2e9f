import FlowMachine
import Statechart

extension Explorer {
  /// The parts of the state by how much they multiply, the worst first: in how many values each was
  /// found.
  var multipliers: [String] {
    let names = FlowNames(flow: flow)
    var counts: [(name: String, count: Int)] = []
    for (index, kept) in projection.kept.enumerated() {
      var seen = [Bool](repeating: false, count: 256)
      for state in 0..<store.count { seen[Int(projection.code(index, at: store[state]))] = true }
      counts.append((name(of: kept.cell, names), seen.count { $0 }))
    }
    var stacks: Set<[StateID]> = []
    forEachState { _, machine in stacks.insert(machine.backStack) }
    counts.append(("ways back", stacks.count))
    return counts.filter { $0.count > 1 }.sorted { $0.count > $1.count }.prefix(12).map {
      "\($0.name): \($0.count)"
    }
  }

  private func name(of cell: CellID, _ names: FlowNames) -> String {
    let tables = flow.tables
    if Int(cell) < tables.facts.count { return "fact \(names.fact(cell))" }
    if let request = tables.requests.firstIndex(where: { $0.cell == cell }) {
      return "request \(names.request(request))"
    }
    if let overlay = tables.overlays.firstIndex(where: { $0.cell == cell }) {
      return "overlay \(names.overlay(overlay))"
    }
    let timer = tables.timers.first { $0.cell == cell }
    return timer.map { $0.name == noID ? "a timer" : "timer \(names.text($0.name))" } ?? "a cell"
  }
}
