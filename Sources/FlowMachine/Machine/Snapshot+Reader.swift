import Statechart

// Facts, requests, timers, overlays, services and the place of a record. Each entry has its length,
// so that one whose name no longer exists can be skipped.

extension Snapshot {
  mutating func readFacts(_ reader: inout ByteReader) throws(FlowError) {
    let flow = machine.flow
    for _ in 0..<reader.half() where !reader.hasFailed {
      let number = reader.half()
      let fact = try id(.fact, number, flow.numbers.facts)
      let tag = reader.byte()
      let flags = RecordByte.absent | RecordByte.sent
      guard let type = FactType(rawValue: tag & ~flags) else { throw .corrupt }
      let value = try readValue(&reader, type, tag & flags, fact, number)
      guard !reader.hasFailed else { throw .truncated }
      guard fact != noID else { continue }
      let row = flow.tables.facts[Int(fact)]
      let isFitting = row.type == type && row.isKept && value.hasForm
      guard isFitting, type == .secret || machine.memory.fits(value.value, fact) else {
        guard isEarlier else { throw .corrupt }
        continue
      }
      take(value, fact, row)
    }
  }

  /// A fact's value as it was read.
  private struct StoredValue {
    var value = FactValue.absent
    /// Secrets: how often it changed.
    var generation: UInt32 = 0
    /// The generation in which a request has sent it as it was typed.
    var sent: UInt32 = 0
    var sender: RequestID = noID
    /// False for the rows of a list whose columns have changed.
    var hasForm = true
  }

  private func readValue(
    _ reader: inout ByteReader, _ type: FactType, _ flags: UInt8, _ fact: FactID,
    _ number: UInt16
  ) throws(FlowError) -> StoredValue {
    var stored = StoredValue()
    if type == .secret { stored.generation = reader.word() }
    if flags & RecordByte.sent != 0 {
      guard type == .secret else { throw .corrupt }
      stored.sent = reader.word()
      stored.sender = try id(.request, reader.half(), machine.flow.numbers.requests)
      // It is gone, and its intent with it.
      if stored.sender == noID { stored.sent = 0 }
    }
    guard flags & RecordByte.absent == 0 else { return stored }
    switch type {
    case .flag: stored.value = .number(Int64(reader.byte()))
    case .secret:
      let status = Int64(reader.byte())
      guard (SecretStatus.stored...SecretStatus.unreadable).contains(status) else {
        throw .corrupt
      }
      stored.value = .number(status)
    case .number, .time: stored.value = .number(reader.signed())
    case .choice: stored.value = try choice(reader.half(), of: fact, number)
    case .text, .json: stored.value = .text(reader.counted(most: FlowLimits.snapshotBytes))
    case .list:
      let form = reader.word()
      stored.value = .text(reader.counted(most: FlowLimits.snapshotBytes))
      stored.hasForm = fact == noID || form == machine.flow.numbers.form[Int(fact)]
    }
    return stored
  }

  /// A choice by its number; nothing for one that no longer exists and has no replacement.
  private func choice(
    _ value: UInt16, of fact: FactID, _ number: UInt16
  ) throws(FlowError) -> FactValue {
    let flow = machine.flow
    guard fact != noID, flow.tables.facts[Int(fact)].type == .choice else { return .absent }
    let isSame = flow.tables.stable.facts[Int(fact)] == number
    if isSame, let place = flow.value(ofNumber: value, of: fact) { return .number(place) }
    guard isEarlier else { throw .corrupt }
    let place = flow.alias(.value, owner: number, value)
    return place < flow.tables.facts[Int(fact)].choices.count ? .number(Int64(place)) : .absent
  }

  private mutating func take(_ stored: StoredValue, _ fact: FactID, _ row: FactRow) {
    let index = Int(fact)
    if row.type == .secret {
      machine.memory.secretGenerations[index] = stored.generation
      machine.memory.sentGenerations[index] = stored.sent
      machine.memory.senders[index] = stored.sender
    }
    switch stored.value {
    case .absent:
      set(index, to: absent)
      if row.slot != noID { machine.memory.texts[Int(row.slot)] = [] }
    case .number(let number): set(index, to: number)
    case .text(let text):
      set(index, to: 1)
      machine.memory.texts[Int(row.slot)] = text
    }
  }

  mutating func readTimers(_ reader: inout ByteReader) throws(FlowError) {
    let flow = machine.flow
    for _ in 0..<reader.half() where !reader.hasFailed {
      let timer = try id(.timer, reader.half(), flow.numbers.timers)
      let status = Int64(reader.byte())
      guard status == TimerStatus.running || status == TimerStatus.elapsed else { throw .corrupt }
      var run = TimerState()
      if status == TimerStatus.running {
        run = TimerState(value: reader.signed(), stands: reader.flag())
        guard run.value >= 0, run.value < 1 << 60 else { throw .corrupt }
      }
      guard timer != noID else { continue }
      set(Int(flow.tables.timers[Int(timer)].cell), to: status)
      machine.memory.timers[Int(timer)] = run
    }
  }

  mutating func readOverlays(_ reader: inout ByteReader) throws(FlowError) {
    let flow = machine.flow
    for _ in 0..<reader.half() where !reader.hasFailed {
      let overlay = try id(.overlay, reader.half(), flow.numbers.overlays)
      guard overlay != noID else {
        hasLostOverlay = true
        continue
      }
      let cell = Int(flow.tables.overlays[Int(overlay)].cell)
      guard machine.chartState.cells[cell] == 0 else {
        guard isEarlier else { throw .corrupt }
        continue
      }
      set(cell, to: 1)
      let count = flow.rows.overlayCountCell
      set(count, to: machine.chartState.cells[count] + 1)
    }
  }

  mutating func readServices(_ reader: inout ByteReader) throws(FlowError) {
    let flow = machine.flow
    for _ in 0..<reader.half() where !reader.hasFailed {
      let service = try id(.service, reader.half(), flow.numbers.services)
      if service != noID { machine.memory.runningServices[Int(service)] = true }
    }
    for _ in 0..<reader.half() where !reader.hasFailed {
      let signal = try id(.signal, reader.half(), flow.numbers.signals)
      var held = FlowMemory.HeldSignal(signal: signal, number: reader.signed())
      if reader.flag() { held.text = reader.counted(most: FlowLimits.textBytes) }
      guard signal != noID, flow.tables.signals[Int(signal)].isHeld,
        !machine.memory.heldSignals.contains(where: { $0.signal == signal })
      else {
        guard isEarlier else { throw .corrupt }
        continue
      }
      machine.memory.heldSignals.append(held)
    }
  }

  mutating func readPlace(_ reader: inout ByteReader) throws(FlowError) {
    let count = reader.half()
    guard count <= FlowLimits.backStack else { throw .corrupt }
    var backStack: [StateID] = []
    for _ in 0..<count where !reader.hasFailed {
      let state = try screen(reader.half())
      guard state != noID, !backStack.contains(state) else {
        guard isEarlier else { throw .corrupt }
        continue
      }
      backStack.append(state)
    }
    let shown = reader.half()
    machine.memory.screen = shown == 0 ? noID : try screen(shown)
    machine.memory.isScreenKept = reader.flag()
    let root = reader.half()
    machine.memory.root = root == 0 ? noID : try screen(root)
    machine.memory.showsRootContent = reader.flag()
    guard !reader.hasFailed else { throw .truncated }
    machine.memory.backStack = backStack
    try settlePlace()
  }

  /// A screen by its state's number, or `noID`.
  private func screen(_ number: UInt16) throws(FlowError) -> StateID {
    let state = try id(.state, number, machine.flow.numbers.states)
    guard state == noID || machine.flow.screenOfState[Int(state)] == noID else { return state }
    guard isEarlier else { throw .corrupt }
    return noID
  }

  /// Makes sure that the current screen is the active one, and that it is not on the back stack.
  private mutating func settlePlace() throws(FlowError) {
    if hasLostScreens {
      machine.memory.backStack = []
      machine.memory.screen = noID
      machine.memory.isScreenKept = true
      machine.memory.root = noID
      machine.memory.showsRootContent = true
    }
    for row in machine.flow.tables.screens where machine.chartState.isActive(row.state) {
      guard row.state != machine.memory.screen else { continue }
      guard isEarlier else { throw .corrupt }
      machine.memory.screen = row.state
    }
    guard machine.memory.backStack.contains(machine.memory.screen) else { return }
    guard isEarlier else { throw .corrupt }
    let shown = machine.memory.screen
    machine.memory.backStack.removeAll { $0 == shown }
  }
}
