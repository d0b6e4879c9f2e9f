import FlowMachine
import Statechart

/// Which requests bring something of a user who has left: a bit behind each state for each request that outlives
/// `clear: user`.
///
/// What such a request saves into facts of the user would be taken for the next user's.
struct LateSaves: Sendable {
  private let requests: [RequestID]
  private let flow: Flow
  private let writes: StepWrites?
  let stride: Int

  init(_ flow: Flow) {
    self.flow = flow
    requests = flow.outlivingSavers
    writes = requests.isEmpty ? nil : StepWrites(flow, of: [])
    stride = (requests.count + 63) / 64 * 8
  }

  /// Carries over which requests were sent for a user who has left.
  ///
  /// - Returns: one that has brought something for that user.
  func observe(
    _ move: Move, from source: UnsafeRawPointer, in bytes: UnsafeMutableRawPointer,
    _ machine: inout FlowMachine
  ) -> RequestID? {
    guard let writes else { return nil }
    var found: RequestID?
    if case .input(.answered(let request, _, let outcome)) = move,
      let place = requests.firstIndex(of: request), isLate(place, bytes),
      flow.savesUsers(request, isSuccess: outcome.failure == nil)
    {
      found = request
    }
    var isCleared = false
    writes.forEach(from: source, isRelaunch: move.isKill, &machine) {
      if $0 == nil { isCleared = true }
    }
    for (place, request) in requests.enumerated() {
      let cell = Int(flow.tables.requests[Int(request)].cell)
      let isRunning = machine.chartState.cells[cell] == RequestStatus.running
      let isNew = machine.hasStarted(request)
      setLate(place, isRunning && !isNew && (isCleared || isLate(place, bytes)), bytes)
    }
    return found
  }

  private func isLate(_ place: Int, _ bytes: UnsafeRawPointer) -> Bool {
    bytes.load(fromByteOffset: place >> 6 * 8, as: UInt64.self) & 1 << UInt64(place & 63) != 0
  }

  private func setLate(_ place: Int, _ isLate: Bool, _ bytes: UnsafeMutableRawPointer) {
    let bit: UInt64 = 1 << UInt64(place & 63)
    let word = bytes.load(fromByteOffset: place >> 6 * 8, as: UInt64.self)
    bytes.storeBytes(
      of: isLate ? word | bit : word & ~bit, toByteOffset: place >> 6 * 8, as: UInt64.self)
  }
}

extension Flow {
  /// The requests that go on when the user is cleared, and save something of the user.
  var outlivingSavers: [RequestID] {
    tables.requests.indices.map { RequestID($0) }.filter {
      tables.requests[Int($0)].survives
        && (savesUsers($0, isSuccess: true) || savesUsers($0, isSuccess: false))
    }
  }

  fileprivate func savesUsers(_ request: RequestID, isSuccess: Bool) -> Bool {
    let row = tables.requests[Int(request)]
    let saves =
      isSuccess
      ? tables.calls[row.calls.indices].flatMap { tables.saves[$0.saves.indices] }
      : Array(tables.saves[row.failureSaves.indices])
    return saves.contains { tables.facts[Int($0.fact)].isUsers }
  }
}
