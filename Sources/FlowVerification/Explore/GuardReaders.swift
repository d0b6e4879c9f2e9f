import FlowMachine
import Statechart

/// Which requests' statuses guards read.
struct GuardReaders {
  let flow: Flow
  let words: Int
  private let requestOfCell: [CellID: Int]

  init(flow: Flow, words: Int) {
    self.flow = flow
    self.words = words
    var owners: [CellID: Int] = [:]
    for (request, row) in flow.tables.requests.enumerated() { owners[row.cell] = request }
    requestOfCell = owners
  }

  func requests(in condition: UInt16) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: words)
    add(condition, to: &bits)
    return bits
  }

  /// Requests whose success elements can show, by a guard or as rows of a list that it brings. What asks for a failure
  /// alone stays as it was while the request ran.
  func requests(whoseSuccessShowsIn elements: RowRange) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: words)
    for row in flow.tables.elements[elements.indices] {
      for condition in [row.shown, row.enabled] {
        add(condition, to: &bits) { step in
          let holds = { flow.chart.compare($0, step.comparison, flow.chart.constants[step.b]) }
          return holds(RequestStatus.running) != holds(RequestStatus.succeeded)
        }
      }
      guard row.list != noID else { continue }
      for (request, own) in flow.tables.requests.enumerated() {
        let saves = flow.tables.calls[own.calls.indices].flatMap {
          flow.tables.saves[$0.saves.indices]
        }
        guard saves.contains(where: { $0.fact == row.list }) else { continue }
        bits[request >> 6] |= 1 << UInt64(request & 63)
      }
    }
    return bits
  }

  private func add(
    _ condition: UInt16, to bits: inout [UInt64],
    _ isWanted: (GuardStep) -> Bool = { _ in true }
  ) {
    for step in flow.guardSteps(of: condition) where step.test == .cellToConstant {
      guard let request = requestOfCell[step.a], isWanted(step) else { continue }
      bits[request >> 6] |= 1 << UInt64(request & 63)
    }
  }

  /// Requests whose status a transition waits for.
  func awaited(_ isWanted: (Int64) -> Bool) -> Set<Int> {
    var bits = [UInt64](repeating: 0, count: words)
    for index in 0..<flow.chart.transitions.count {
      add(flow.chart.transitions[index].condition, to: &bits) {
        isWanted(flow.chart.constants[$0.b])
      }
    }
    return Set(
      flow.tables.requests.indices.filter { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 })
  }
}
