import FlowMachine
import Statechart

/// The same workloads through `FlowMachine`, with its journal.
struct MachineBench {
  private let flow: Flow
  private let end: StateID
  private let runs: [[Input]]
  private let loop: [Input]
  private let context = LaunchContext(now: 0, entropy: 1, runID: RunID(high: 1, low: 2))
  private var machine: FlowMachine
  private var buffer = RecordBuffer()
  /// Kept in memory, and emptied when it has grown, as a host's journal would be.
  private var journal: [UInt8] = []
  private var trace: [UInt8] = []
  private var journalBytes = 0

  init(_ exercise: Exercise) throws {
    flow = exercise.flow
    end = exercise.end
    runs = try Exercise.fullRun.map { try exercise.inputs($0) }
    loop = try exercise.inputs(Exercise.steady)
    machine = try FlowMachine.launch(exercise.flow, context)
    for input in try exercise.inputs(Exercise.approach) {
      machine.step(input, at: 0, entropy: 1)
    }
  }

  mutating func steady(_ count: Int) {
    for _ in 0..<count {
      for input in loop {
        machine.step(input, at: 0, entropy: 1)
        record()
      }
    }
  }

  /// Overwrites the last record with the step's, as a host does.
  private mutating func record() {
    machine.writeJournalRecord(into: &buffer)
    journalBytes &+= buffer.count
  }

  /// Fresh machines, with their launch.
  mutating func fullRun(_ count: Int) throws {
    var (ended, presents, requests) = (0, 0, 0)
    for _ in 0..<count {
      for run in runs {
        var machine = try FlowMachine.launch(flow, context)
        Self.count(machine, &presents, &requests)
        machine.writeJournalRecord(into: &buffer)
        journalBytes &+= buffer.count
        for input in run {
          machine.step(input, at: 0, entropy: 1)
          Self.count(machine, &presents, &requests)
          machine.writeJournalRecord(into: &buffer)
          journalBytes &+= buffer.count
        }
        if machine.chartState.isActive(end) { ended += 1 }
      }
    }
    try WorkloadError.check(cycles: count, ended: ended, presents: presents, requests: requests)
  }

  private static func count(
    _ machine: borrowing FlowMachine, _ presents: inout Int, _ requests: inout Int
  ) {
    for effect in machine.effects {
      switch effect {
      case .tell: presents += 1
      case .perform: requests += 1
      default: break
      }
    }
  }

  mutating func save(_ count: Int) {
    for _ in 0..<count { record() }
  }

  mutating func restore(_ count: Int) throws {
    let record = machine.journalRecord
    for _ in 0..<count { _ = try FlowMachine.launch(flow, context, record: record) }
  }

  /// Appends a step's record.
  mutating func append(_ count: Int) {
    for _ in 0..<count {
      if journal.count > Journal.compactionBytes { journal.removeAll(keepingCapacity: true) }
      machine.writeJournalRecord(into: &buffer)
      journal += Journal.frame(buffer.record)
    }
  }

  mutating func tracedSteady(_ count: Int) {
    for _ in 0..<count {
      for input in loop {
        let report = machine.step(input, at: 0, entropy: 1)
        record()
        if trace.count > Journal.compactionBytes { trace.removeAll(keepingCapacity: true) }
        trace += machine.traceLine(of: input, report, at: 0)
      }
    }
  }
}
