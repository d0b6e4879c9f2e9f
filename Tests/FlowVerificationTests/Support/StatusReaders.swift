import FlowMachine
import Statechart

/// Which guards ask for which statuses.
struct StatusReaders {
  let flow: Flow
  private let requests: [CellID: Int]

  init(_ flow: Flow) {
    self.flow = flow
    requests = Dictionary(
      uniqueKeysWithValues: flow.tables.requests.enumerated().map { ($1.cell, $0) })
  }

  /// By request the numbers that a guard compares its status with.
  func constants(in condition: UInt16) -> [Int: Set<Int64>] {
    guard condition < GuardStep.reject else { return [:] }
    let step = flow.chart.guards[condition]
    var result = constants(in: step.ifTrue).merging(constants(in: step.ifFalse)) { $0.union($1) }
    if step.test == .cellToConstant, let request = requests[step.a] {
      result[request, default: []].insert(flow.chart.constants[step.b])
    }
    return result
  }

  /// The same of all transitions.
  var awaited: [Int: Set<Int64>] {
    (0..<flow.chart.transitions.count).map {
      constants(in: flow.chart.transitions[$0].condition)
    }.reduce(into: [:]) { $0.merge($1) { $0.union($1) } }
  }
}
