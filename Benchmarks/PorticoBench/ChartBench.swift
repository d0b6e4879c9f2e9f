import FlowMachine
import Statechart

/// The host of the bare chart: sets facts as the document says, and counts what is presented and
/// started.
struct CountingHost: ChartHost {
  /// The value set by an assignment, from the flow's tables.
  private struct Assignment {
    var cell: Int
    var takesEvent: Bool
    var number: Int64
  }

  // Behind a pointer, like the chart's own tables; it is never freed.
  private let assignments: UnsafeMutablePointer<Assignment>
  private let assign = Operation.assign.rawValue
  private let present = Operation.tell.rawValue
  private let request = Operation.request.rawValue
  private(set) var presents = 0
  private(set) var requests = 0

  init(_ flow: Flow) {
    assignments = .allocate(capacity: max(flow.tables.assignments.count, 1))
    for (index, row) in flow.tables.assignments.enumerated() {
      (assignments + index).initialize(
        to: Assignment(
          cell: Int(row.fact), takesEvent: row.source == .event, number: row.number))
    }
  }

  @inline(__always) mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool {
    if operation == assign {
      let row = assignments[Int(argument)]
      state.cells[row.cell] = row.takesEvent ? event.value : row.number
    } else if operation == present {
      presents += 1
    } else if operation == request {
      requests += 1
    }
    return true
  }

  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool { false }
}

/// The workloads on `Chart.transition` alone.
struct ChartBench {
  private let chart: Chart
  private let end: StateID
  private let runs: [[ChartEvent]]
  private let loop: [ChartEvent]
  private(set) var host: CountingHost
  private var steadyState: ChartState
  private var runState: ChartState

  init(_ exercise: Exercise) throws {
    chart = exercise.flow.chart
    end = exercise.end
    runs = try Exercise.fullRun.map { try exercise.events($0) }
    loop = try exercise.events(Exercise.steady)
    host = CountingHost(exercise.flow)
    steadyState = ChartState(of: chart)
    runState = steadyState
    _ = chart.start(&steadyState, host: &host)
    for event in try exercise.events(Exercise.approach) {
      _ = chart.transition(&steadyState, on: event, host: &host)
    }
  }

  mutating func steady(_ count: Int) {
    for _ in 0..<count {
      for event in loop { _ = chart.transition(&steadyState, on: event, host: &host) }
    }
  }

  /// Fresh instances that reuse the same memory.
  mutating func fullRun(_ count: Int) throws {
    let (presents, requests) = (host.presents, host.requests)
    var ended = 0
    for _ in 0..<count {
      for run in runs {
        runState.reset(of: chart)
        _ = chart.start(&runState, host: &host)
        for event in run { _ = chart.transition(&runState, on: event, host: &host) }
        if runState.isActive(end) { ended += 1 }
      }
    }
    try WorkloadError.check(
      cycles: count, ended: ended, presents: host.presents - presents,
      requests: host.requests - requests)
  }

  mutating func createAndStart(_ count: Int) {
    for _ in 0..<count {
      var state = ChartState(of: chart)
      _ = chart.start(&state, host: &host)
    }
  }

  /// The size of one running instance, including its allocations.
  mutating func instanceSize() -> Double {
    let chart = chart
    var host = host
    var state: ChartState?
    let bytes = AllocationCounter.bytes {
      var fresh = ChartState(of: chart)
      _ = chart.start(&fresh, host: &host)
      state = fresh
    }
    return state == nil ? 0 : bytes + Double(MemoryLayout<ChartState>.size)
  }
}

extension WorkloadError {
  /// Checks that every cycle has four runs that end in D, with the expected presents and starts.
  static func check(cycles: Int, ended: Int, presents: Int, requests: Int) throws {
    let wanted = (
      cycles * Exercise.fullRun.count, cycles * Exercise.presentsEachCycle,
      cycles * Exercise.requestsEachCycle
    )
    guard (ended, presents, requests) == wanted else {
      throw WorkloadError.counts(
        "\(cycles) cycles ended \(ended) times in D, presented \(presents) screens and started "
          + "\(requests) requests; \(wanted.0), \(wanted.1) and \(wanted.2) are wanted")
    }
  }
}
