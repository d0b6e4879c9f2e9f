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

  /// The requests of which a guard tells a success from what was there while they ran.
  func successes(in condition: UInt16) -> Set<Int> {
    guard condition < GuardStep.reject else { return [] }
    let step = flow.chart.guards[condition]
    var result = successes(in: step.ifTrue).union(successes(in: step.ifFalse))
    guard step.test == .cellToConstant, let request = requests[step.a] else { return result }
    let constant = flow.chart.constants[step.b]
    let isTold =
      switch step.comparison {
      case .equal, .notEqual: [RequestStatus.running, RequestStatus.succeeded].contains(constant)
      // The statuses are in the order idle, running, succeeded, failed.
      case .less, .greaterOrEqual: constant == RequestStatus.succeeded
      case .lessOrEqual, .greater: constant == RequestStatus.running
      }
    if isTold { result.insert(request) }
    return result
  }

  /// By request the numbers that all transitions compare its status with.
  var awaited: [Int: Set<Int64>] {
    (0..<flow.chart.transitions.count).map {
      constants(in: flow.chart.transitions[$0].condition)
    }.reduce(into: [:]) { $0.merge($1) { $0.union($1) } }
  }
}
