package import FlowMachine
import Statechart

extension DomainMaker {
  /// The statuses of a request that are told apart, ascending: those that nothing reads count as
  /// idle.
  func statuses(of row: RequestRow) -> [Int64] {
    let constants = relevance.constants[Int(row.cell)]
    var statuses: Set<Int64> = [RequestStatus.idle, RequestStatus.running]
    // Who asks for idle tells it from everything that came of the request, and `settled` asks for
    // what is at least `succeeded`.
    let isEndTold = constants.contains {
      $0 == RequestStatus.idle || $0 >= RequestStatus.succeeded
    }
    if row.isOnce || isEndTold { statuses.insert(RequestStatus.succeeded) }
    if row.overlay != noID || isEndTold {
      for call in row.calls.indices {
        statuses.formUnion(
          failures(of: row, call, isShown: false).map { RequestStatus.failed + Int64($0) })
      }
    }
    return statuses.sorted()
  }

  /// Whether anything follows from a request: one that nothing reads, and that saves nothing, is as good as never
  /// started. If a value that it saves does not arrive, people have to notice, even if it is only shown.
  func hasConsequence(_ row: RequestRow) -> Bool {
    let tables = flow.tables
    let saves =
      tables.saves[row.failureSaves.indices]
      + row.calls.indices.flatMap { tables.saves[tables.calls[$0].saves.indices] }
    return relevance.isRelevant[Int(row.cell)] || row.overlay != noID || row.isOnce || row.isFinal
      || saves.contains { relevance.isRelevant[Int($0.fact)] }
      || row.calls.indices.contains { tables.calls[$0].saves.count > 0 }
  }

  func failures() -> [Domain.CallID: [UInt16]] {
    var result: [Domain.CallID: [UInt16]] = [:]
    for row in flow.tables.requests {
      for call in row.calls.indices { result[call] = failures(of: row, call, isShown: true) }
    }
    return result
  }

  /// Of the classes that a call can fail with: those that some guard tells from the others, and one
  /// of the others, which can bring values where it matters.
  ///
  /// - Parameter isShown: whether what is shown counts too.
  func failures(of row: RequestRow, _ call: Int, isShown: Bool) -> [UInt16] {
    let possible = possibleFailures(of: flow.tables.calls[call])
    let brings = flow.tables.saves[row.failureSaves.indices].contains {
      relevance.isRelevant[Int($0.fact)]
    }
    let others = possible.filter { !isTold($0, row, isShown: isShown) }
    let other = others.first { !brings || Domain.bringsValues($0) } ?? others.first
    return (Set(possible).subtracting(others) + (other.map { [$0] } ?? [])).sorted()
  }

  /// Of the classes that a call can fail with those that nothing tells from each other, by call.
  func alikeFailures() -> [Domain.CallID: [UInt16]] {
    var result: [Domain.CallID: [UInt16]] = [:]
    for row in flow.tables.requests {
      for call in row.calls.indices {
        result[call] = possibleFailures(of: flow.tables.calls[call]).filter {
          !isTold($0, row, isShown: true)
        }
      }
    }
    return result
  }

  /// Of the classes that a call can fail with those that a guard tells from the others, by call.
  func guardedFailures() -> [Domain.CallID: [UInt16]] {
    var result: [Domain.CallID: [UInt16]] = [:]
    for row in flow.tables.requests {
      for call in row.calls.indices {
        result[call] = possibleFailures(of: flow.tables.calls[call]).filter {
          isTold($0, row, isShown: false)
        }
      }
    }
    return result
  }

  /// Whether a guard, or what is shown, tells a failure from the others.
  private func isTold(_ failure: UInt16, _ row: RequestRow, isShown: Bool) -> Bool {
    let status = RequestStatus.failed + Int64(failure)
    return isSingled(row, status) || isShown && relevance.shown[Int(row.cell)].contains(status)
  }

  /// Whether some guard tells a status of a request from its neighbours. Who asks for `failed` at
  /// all does not: all failures are at least that number.
  func isSingled(_ row: RequestRow, _ status: Int64) -> Bool {
    relevance.singled[Int(row.cell)].contains(status)
  }

  func possibleFailures(of call: CallRow) -> [UInt16] {
    var classes = [
      FailureClass.offline, FailureClass.timeout, FailureClass.unavailable, FailureClass.refused,
      FailureClass.malformed,
    ]
    if call.repetition == .never {
      // What was lost after sending, or not answered in time, is not known.
      classes.removeAll { $0 == FailureClass.timeout }
      classes.append(FailureClass.unknown)
    }
    classes.append(FailureClass.interrupted)
    let own = flow.tables.classes[call.classes.indices]
    // Own classes are tried first, so they may leave nothing to the common ones.
    for (failure, statuses) in [
      (FailureClass.refused, 400...499), (FailureClass.unavailable, 500...599),
    ] where own.contains(where: { flow.takesAll(of: statuses, $0) }) {
      classes.removeAll { $0 == failure }
    }
    return classes + own.map { FailureClass.own + $0.place }
  }
}

extension Flow {
  /// Whether a failure class takes each response with one of some statuses, whatever stands in it.
  package func takesAll(of statuses: ClosedRange<Int>, _ row: ClassRow) -> Bool {
    guard row.codeKind == 0 else { return false }
    let bounds = tables.ids[row.statuses.indices].map { Int($0) }
    guard !bounds.isEmpty else { return true }
    return stride(from: 0, to: bounds.count - 1, by: 2).contains {
      bounds[$0] <= statuses.lowerBound && bounds[$0 + 1] >= statuses.upperBound
    }
  }
}
