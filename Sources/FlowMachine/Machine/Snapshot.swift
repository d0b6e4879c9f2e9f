import Statechart

// The record that is written before effects are performed: all that a relaunch needs. Secrets are
// not in it, nor facts of place `memory`, whose statuses begin anew. Open effects follow from it:
// requests that run, services that are started.

extension FlowMachine {
  static let snapshotFormat: UInt16 = 1

  /// The record for the journal: a snapshot of this moment.
  package var journalRecord: [UInt8] {
    var writer = ByteWriter()
    writer.put(Self.snapshotFormat)
    writer.put(counted: flow.name)
    writer.put(flow.tables.version)
    writer.put(flow.digest)
    writer.put(runID.high)
    writer.put(runID.low)
    writer.put(sequence)
    writer.put(memory.now)
    writeChart(to: &writer)
    writeFacts(to: &writer)
    writeRequests(to: &writer)
    writePlace(to: &writer)
    return writer.bytes
  }

  private func writeChart(to writer: inout ByteWriter) {
    writer.put(chartState.isRunning)
    let leaves = chartState.activeStates.filter {
      flow.chart.leaves[Int($0 >> 6)] & (1 << UInt64($0 & 63)) != 0
    }
    writer.put(UInt16(leaves.count))
    for leaf in leaves { writer.put(leaf) }
    for word in chartState.history { writer.put(word) }
    let first = flow.tables.facts.count
    for cell in chartState.cells[first...] { writer.put(cell) }
  }

  private func writeFacts(to writer: inout ByteWriter) {
    for (index, row) in flow.tables.facts.enumerated() where row.isKept {
      let cell = chartState.cells[index]
      // A secret that was only typed is gone with the process.
      let isTyped = row.type == .secret && cell == SecretStatus.typed
      writer.put(isTyped ? absent : cell)
      if row.slot != noID { writer.put(counted: memory.texts[Int(row.slot)]) }
      if row.type == .secret { writer.put(memory.secretGenerations[index]) }
    }
  }

  private func writeRequests(to writer: inout ByteWriter) {
    for run in memory.requests {
      writer.put(run.ticket)
      writer.put(run.nonce)
      if run.nonce != 0 { writer.put(run.digest) }
      writer.put(run.call)
      writer.put(run.plan != nil)
      run.plan?.write(to: &writer)
    }
    for timer in memory.timers {
      writer.put(timer.value)
      writer.put(timer.stands)
    }
    writer.put(memory.lastTicket)
  }

  private func writePlace(to writer: inout ByteWriter) {
    writer.put(UInt16(memory.backStack.count))
    for state in memory.backStack { writer.put(state) }
    writer.put(memory.screen)
    writer.put(memory.isScreenKept)
    writer.put(memory.root)
    writer.put(memory.showsRootContent)
    for isRunning in memory.runningServices { writer.put(isRunning) }
    writer.put(UInt16(memory.heldSignals.count))
    for held in memory.heldSignals {
      writer.put(held.signal)
      writer.put(held.number)
    }
  }
}

extension FactRow {
  /// Whether a snapshot holds it.
  var isKept: Bool { place == .preferences || place == .secure }
}

/// A record as it was read: checked against the flow that it belongs to.
struct Snapshot {
  var machine: FlowMachine
  /// When it was taken.
  var savedAt: Int64

  init(decoding bytes: [UInt8], of flow: Flow) throws(FlowError) {
    guard bytes.count <= FlowLimits.snapshotBytes else { throw .tooLarge }
    var reader = ByteReader(bytes)
    let format = reader.half()
    guard !reader.hasFailed else { throw .truncated }
    guard format == FlowMachine.snapshotFormat else {
      throw format > FlowMachine.snapshotFormat ? .futureFormat : .corrupt
    }
    guard reader.counted(most: 256) == flow.name else {
      throw reader.hasFailed ? .truncated : .foreignFlow
    }
    let version = reader.half()
    let digest = reader.long()
    guard !reader.hasFailed else { throw .truncated }
    guard version == flow.tables.version, digest == flow.digest else {
      throw .otherVersion(version)
    }
    machine = FlowMachine(flow: flow, runID: RunID(high: reader.long(), low: reader.long()))
    machine.sequence = reader.long()
    savedAt = reader.signed()
    guard LaunchLine.times.contains(savedAt) else { throw reader.hasFailed ? .truncated : .corrupt }
    try Self.readChart(&reader, &machine)
    Self.readFacts(&reader, &machine)
    try Self.readRequests(&reader, &machine)
    try Self.readPlace(&reader, &machine)
    guard !reader.hasFailed else { throw .truncated }
    guard reader.isAtEnd else { throw .corrupt }
    machine.memory.now = savedAt
  }

  private static func readChart(
    _ reader: inout ByteReader, _ machine: inout FlowMachine
  ) throws(FlowError) {
    let chart = machine.flow.chart
    machine.chartState.isRunning = reader.flag()
    for _ in 0..<reader.half() where !reader.hasFailed {
      let leaf = reader.half()
      guard Int(leaf) < chart.states.count else { throw .corrupt }
      var state = leaf
      while state != noID {
        machine.chartState.active.insert(bit: state)
        state = chart.states[state].parent
      }
    }
    for index in machine.chartState.history.indices {
      machine.chartState.history[index] = reader.long()
    }
    for index in machine.flow.tables.facts.count..<machine.chartState.cells.count {
      machine.chartState.cells[index] = reader.signed()
    }
    guard !reader.hasFailed else { throw .truncated }
    guard chart.isLegal(machine.chartState), areSound(machine.chartState.cells, machine.flow) else {
      throw .corrupt
    }
  }

  /// Whether cells that are no facts hold what the machine puts there.
  private static func areSound(_ cells: [Int64], _ flow: Flow) -> Bool {
    let tables = flow.tables
    var shown: Int64 = 0
    for row in tables.overlays {
      guard cells[Int(row.cell)] == 0 || cells[Int(row.cell)] == 1 else { return false }
      shown += cells[Int(row.cell)]
    }
    for row in tables.timers {
      guard (TimerStatus.idle...TimerStatus.elapsed).contains(cells[Int(row.cell)]) else {
        return false
      }
    }
    for row in tables.requests {
      let most = RequestStatus.failed + Int64(FailureClass.last)
      guard (RequestStatus.idle...most).contains(cells[Int(row.cell)]) else { return false }
    }
    return cells[Int(tables.overlayCountCell)] == shown
  }

  private static func readFacts(_ reader: inout ByteReader, _ machine: inout FlowMachine) {
    for (index, row) in machine.flow.tables.facts.enumerated() where row.isKept {
      let cell = reader.signed()
      var text: Text = []
      if row.slot != noID { text = reader.counted(most: FlowLimits.snapshotBytes) }
      if row.type == .secret { machine.memory.secretGenerations[index] = reader.word() }
      let value: FactValue =
        cell == absent ? .absent : row.slot == noID ? .number(cell) : .text(text)
      // What is kept as bytes is 1 in its cell, and nothing where it is absent.
      let isWhole = row.slot == noID || cell == 1 || (cell == absent && text.isEmpty)
      let isSound = row.type == .secret || machine.memory.fits(value, FactID(index))
      guard isSound, isWhole else { return reader.fail() }
      machine.chartState.cells[index] = cell
      if row.slot != noID { machine.memory.texts[Int(row.slot)] = text }
    }
  }

  private static func readRequests(
    _ reader: inout ByteReader, _ machine: inout FlowMachine
  ) throws(FlowError) {
    let facts = machine.flow.tables.facts
    for index in machine.memory.requests.indices {
      var run = RequestState()
      run.ticket = reader.word()
      run.nonce = reader.long()
      if run.nonce != 0 { run.digest = reader.long() }
      run.call = reader.half()
      if reader.flag() {
        guard let plan = RequestPlan(&reader) else { throw .corrupt }
        for fact in plan.secrets where Int(fact) >= facts.count || facts[Int(fact)].type != .secret
        {
          throw .corrupt
        }
        run.plan = plan
      }
      let row = machine.flow.tables.requests[index]
      let status = machine.chartState.cells[Int(row.cell)]
      let isRunning = status == RequestStatus.running
      guard isRunning == (run.plan != nil), Int(run.call) < machine.flow.tables.calls.count,
        !isRunning || row.calls.indices.contains(Int(run.call))
      else { throw .corrupt }
      machine.memory.requests[index] = run
    }
    for index in machine.memory.timers.indices {
      machine.memory.timers[index] = TimerState(value: reader.signed(), stands: reader.flag())
      let isRunning =
        machine.chartState.cells[Int(machine.flow.tables.timers[index].cell)]
        == TimerStatus.running
      let value = machine.memory.timers[index].value
      guard !isRunning || (value >= 0 && value < 1 << 60) else { throw .corrupt }
    }
    machine.memory.lastTicket = reader.word()
  }

  private static func readPlace(
    _ reader: inout ByteReader, _ machine: inout FlowMachine
  ) throws(FlowError) {
    let flow = machine.flow
    func isScreen(_ state: StateID) -> Bool {
      Int(state) < flow.screenOfState.count && flow.screenOfState[Int(state)] != noID
    }
    let count = reader.half()
    guard count <= FlowLimits.backStack else { throw .corrupt }
    for _ in 0..<count where !reader.hasFailed {
      let state = reader.half()
      guard isScreen(state), !machine.memory.backStack.contains(state) else { throw .corrupt }
      machine.memory.backStack.append(state)
    }
    machine.memory.screen = reader.half()
    machine.memory.isScreenKept = reader.flag()
    machine.memory.root = reader.half()
    machine.memory.showsRootContent = reader.flag()
    for state in [machine.memory.screen, machine.memory.root] where state != noID {
      guard isScreen(state) else { throw .corrupt }
    }
    guard !machine.memory.backStack.contains(machine.memory.screen) else { throw .corrupt }
    for state in machine.chartState.activeStates where isScreen(state) {
      guard state == machine.memory.screen else { throw .corrupt }
    }
    for index in machine.memory.runningServices.indices {
      machine.memory.runningServices[index] = reader.flag()
    }
    for _ in 0..<reader.half() where !reader.hasFailed {
      let held = FlowMemory.HeldSignal(signal: reader.half(), number: reader.signed())
      guard Int(held.signal) < flow.tables.signals.count,
        flow.tables.signals[Int(held.signal)].isHeld,
        !machine.memory.heldSignals.contains(where: { $0.signal == held.signal })
      else { throw .corrupt }
      machine.memory.heldSignals.append(held)
    }
  }
}
