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

  func requests(in elements: RowRange) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: words)
    for row in flow.tables.elements[elements.indices] {
      add(row.shown, to: &bits)
      add(row.enabled, to: &bits)
    }
    return bits
  }

  private func add(
    _ condition: UInt16, to bits: inout [UInt64], _ isWanted: (Int64) -> Bool = { _ in true }
  ) {
    for step in flow.guardSteps(of: condition) where step.test == .cellToConstant {
      guard let request = requestOfCell[step.a], isWanted(flow.chart.constants[step.b]) else {
        continue
      }
      bits[request >> 6] |= 1 << UInt64(request & 63)
    }
  }

  /// Requests whose status a transition waits for.
  func awaited(_ isWanted: (Int64) -> Bool) -> Set<Int> {
    var bits = [UInt64](repeating: 0, count: words)
    for index in 0..<flow.chart.transitions.count {
      add(flow.chart.transitions[index].condition, to: &bits, isWanted)
    }
    return Set(
      flow.tables.requests.indices.filter { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 })
  }
}
