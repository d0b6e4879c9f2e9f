import Statechart

extension Snapshot {
  mutating func readRequests(_ reader: inout ByteReader) throws(FlowError) {
    let flow = machine.flow
    var isRead = [Bool](repeating: false, count: flow.tables.requests.count)
    for _ in 0..<reader.half() where !reader.hasFailed {
      let number = reader.half()
      let request = try id(.request, number, flow.numbers.requests)
      let status = try readStatus(&reader, request, number)
      var run = RequestState()
      run.ticket = reader.word()
      run.nonce = reader.long()
      if run.nonce != 0 {
        run.digest = reader.long()
        run.keyNumber = reader.half()
        guard run.keyNumber > 0, run.keyNumber <= StableRows.most else { throw .corrupt }
      }
      let place = reader.half()
      if status == RequestStatus.running {
        let start = reader.position
        var hasSecrets = true
        let isPlan = RequestPlan.pass(&reader, flow.numbers.facts) { fact in
          run.sendsSecrets = true
          hasSecrets =
            hasSecrets && fact != noID && flow.rows.facts[fact].type == .secret
        }
        guard isPlan else { throw reader.hasFailed ? .truncated : .corrupt }
        guard hasSecrets || isEarlier else { throw .corrupt }
        run.hasPlan = true
        run.plan = Array(reader.bytes[start..<reader.position])
      }
      guard !reader.hasFailed else { throw .truncated }
      guard request != noID else { continue }
      guard !isRead[Int(request)] else {
        guard isEarlier else { throw .corrupt }
        continue
      }
      isRead[Int(request)] = true
      let isSame = flow.tables.stable.requests[Int(request)] == number
      try take(run, request, status, call: place, isRenamed: !isSame)
    }
    machine.memory.lastTicket = reader.word()
  }

  private func readStatus(
    _ reader: inout ByteReader, _ request: RequestID, _ number: UInt16
  ) throws(FlowError) -> Int64 {
    let byte = reader.byte()
    switch byte {
    case 0...2: return Int64(byte)
    case RecordByte.failed:
      let failure = reader.half()
      guard failure < FailureClass.own else { throw .corrupt }
      return RequestStatus.failed + Int64(failure)
    case RecordByte.failedByOwnClass:
      return RequestStatus.failed + Int64(try ownClass(reader.half(), request, number))
    default: throw reader.hasFailed ? .truncated : .corrupt
    }
  }

  /// A request's own failure class by its number. A class that no longer exists becomes a plain
  /// refusal.
  private func ownClass(
    _ failure: UInt16, _ request: RequestID, _ number: UInt16
  ) throws(FlowError) -> UInt16 {
    let flow = machine.flow
    guard request != noID else { return FailureClass.refused }
    if flow.tables.stable.requests[Int(request)] == number,
      let place = flow.place(ofClass: failure, of: request)
    {
      return FailureClass.own + place
    }
    guard isEarlier else { throw .corrupt }
    let place = flow.alias(.failureClass, owner: number, failure)
    return place < flow.tables.stable.classCounts[Int(request)]
      ? FailureClass.own + place : FailureClass.refused
  }

  /// - Parameters:
  ///   - place: the index of the call among the request's calls.
  ///   - isRenamed: whether its sealed secrets are stored under the old name, where they cannot be
  ///     found.
  private mutating func take(
    _ run: consuming RequestState, _ request: RequestID, _ status: Int64, call place: UInt16,
    isRenamed: Bool
  ) throws(FlowError) {
    let row = machine.flow.rows.requests[Int(request)]
    var call = row.calls.start + min(place, row.calls.count - 1)
    var status = status
    if isEarlier {
      if run.hasPlan, isRenamed && run.sendsSecrets || !canSend(run, row, place, &call) {
        if !isRenamed { served.append((request, run.ticket)) }
        run.hasPlan = false
        status = RequestStatus.idle
      }
    } else {
      guard place < row.calls.count else { throw .corrupt }
    }
    run.call = call
    set(Int(row.cell), to: status)
    machine.memory.requests[Int(request)] = run
  }

  /// Whether the secrets of a plan are secrets here.
  private func hasSecrets(_ plan: RequestPlan) -> Bool {
    let facts = machine.flow.tables.facts
    return plan.secrets.allSatisfy { Int($0) < facts.count && facts[Int($0)].type == .secret }
  }

  /// Whether the call that an earlier version started is still one of the request's calls; `call`
  /// is set to it.
  private func canSend(
    _ run: RequestState, _ row: RequestRow, _ place: UInt16, _ call: inout UInt16
  ) -> Bool {
    let flow = machine.flow
    var reader = ByteReader(run.plan)
    guard let plan = RequestPlan(&reader, flow.numbers.facts), hasSecrets(plan) else {
      return false
    }
    func isSame(_ index: Int) -> Bool {
      flow.tables.calls[index].kind == plan.kind
        && flow.blob(flow.tables.calls[index].name) == plan.name
    }
    if place < row.calls.count, isSame(Int(row.calls.start + place)) { return true }
    for index in row.calls.indices where isSame(index) {
      call = UInt16(index)
      return true
    }
    return false
  }
}
