import Statechart

extension FlowMachine {
  /// Writes the projection of this machine.
  ///
  /// - Parameter bytes: a buffer of `projection.stride` bytes.
  package mutating func project(_ projection: Projection, into bytes: UnsafeMutableRawPointer) {
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: projection.stride)
    var offset = 0
    for word in chartState.active {
      bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    for word in chartState.history {
      bytes.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    let offsets = projection.offsets
    for index in 0..<projection.rows.count {
      let row = projection.rows[index]
      let value = chartState.cells[Int(row.cell)]
      bytes[offsets.cells + index] =
        row.slot == noID || value == absent
        ? projection.code(value, row) : projection.kept[index].code(memory.texts[Int(row.slot)])
      if row.isSecret, value == SecretStatus.typed, memory.submittedSecrets.contains(row.cell) {
        bytes[offsets.cells + index] = Projection.submitted
      }
    }
    for (index, form) in projection.forms.enumerated() {
      bytes[offsets.forms + index] = form.code(in: memory, cells: chartState.cells)
    }
    bytes[offsets.flags] =
      (chartState.isRunning ? 1 : 0) | (memory.isScreenKept ? 2 : 0)
      | (memory.isInForeground || !projection.keepsForeground ? 4 : 0)
    for (index, fact) in projection.validity.enumerated() {
      bytes[offsets.validity + index] = memory.invalidSecrets.contains(fact) ? 1 : 0
    }
    for (index, request) in projection.variants.enumerated()
    where memory.requests[Int(request)].hasPlan {
      let first = flow.tables.requests[Int(request)].calls.start
      bytes[offsets.variants + index] = UInt8(
        truncatingIfNeeded: memory.requests[Int(request)].call &- first)
    }
    for (index, held) in memory.heldSignals.enumerated() {
      bytes[offsets.held + 3 * index] = UInt8(truncatingIfNeeded: held.signal + 1)
      bytes[offsets.held + 3 * index + 1] = projection.code(held.number, of: held.signal)
      bytes[offsets.held + 3 * index + 2] = projection.code(held.text, of: held.signal)
    }
    write(memory.screen, to: bytes + offsets.screen)
    for (index, state) in memory.backStack.enumerated() {
      // 0 means no entry, because the chart itself is never a screen.
      write(state, to: bytes + offsets.back + 2 * index)
    }
  }

  private func write(_ id: UInt16, to bytes: UnsafeMutablePointer<UInt8>) {
    bytes[0] = UInt8(truncatingIfNeeded: id)
    bytes[1] = UInt8(truncatingIfNeeded: id >> 8)
  }

  /// Sets this machine to the state that the bytes stand for.
  package mutating func load(_ projection: Projection, from bytes: UnsafeRawPointer) {
    var offset = 0
    chartState.active.withUnsafeMutableBufferPointer { words in
      for index in words.indices {
        words[index] = bytes.load(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
    }
    chartState.history.withUnsafeMutableBufferPointer { words in
      for index in words.indices {
        words[index] = bytes.load(fromByteOffset: offset, as: UInt64.self)
        offset += 8
      }
    }
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    let offsets = projection.offsets
    if !memory.submittedSecrets.isEmpty { memory.submittedSecrets.removeAll(keepingCapacity: true) }
    loadCells(projection, from: bytes + offsets.cells)
    loadForms(projection, from: bytes + offsets.forms)
    memory.computeIfNeeded(&chartState)
    let flags = bytes[offsets.flags]
    chartState.isRunning = flags & 1 != 0
    memory.isScreenKept = flags & 2 != 0
    memory.isInForeground = flags & 4 != 0
    if !memory.invalidSecrets.isEmpty { memory.invalidSecrets.removeAll(keepingCapacity: true) }
    for (index, fact) in projection.validity.enumerated()
    where bytes[offsets.validity + index] != 0 {
      memory.invalidSecrets.append(fact)
    }
    if !memory.heldSignals.isEmpty { memory.heldSignals.removeAll(keepingCapacity: true) }
    for index in stride(from: offsets.held, to: offsets.screen, by: 3) where bytes[index] != 0 {
      let signal = UInt16(bytes[index]) - 1
      let code = Int(bytes[index + 1])
      let number = code == 0 ? absent : projection.held[Int(signal)].numbers[code - 1]
      let text = Int(bytes[index + 2])
      memory.heldSignals.append(
        FlowMemory.HeldSignal(
          signal: signal, number: number,
          text: text == 0 ? nil : projection.held[Int(signal)].texts[text - 1]))
    }
    memory.screen = id(at: bytes + offsets.screen)
    memory.backStack.removeAll(keepingCapacity: true)
    for index in 0..<FlowLimits.backStack {
      let state = id(at: bytes + offsets.back + 2 * index)
      guard state != 0 else { break }
      memory.backStack.append(state)
    }
    loadRequests(projection, variants: bytes + offsets.variants)
    loadTimers()
    memory.now = Projection.now
    memory.soonest = .min
  }

  private mutating func loadForms(_ projection: Projection, from codes: UnsafePointer<UInt8>) {
    for index in 0..<projection.members.count {
      let row = projection.members[index]
      let code = codes[row.form]
      let isReady = code != 0
      if row.slot == noID {
        chartState.cells[Int(row.fact)] = isReady ? SecretStatus.typed : absent
        if isReady, code & row.submitted != 0 { memory.submittedSecrets.append(row.fact) }
        continue
      }
      // At this point the texts are blank.
      let isThere = isReady ? row.isThere.ready : row.isThere.unready
      chartState.cells[Int(row.fact)] = isThere ? 1 : absent
      guard isThere else { continue }
      let member = projection.forms[row.form].members[row.place]
      memory.texts[Int(row.slot)] = isReady ? member.valid[0] : member.invalid
    }
  }

  private func id(at bytes: UnsafePointer<UInt8>) -> UInt16 {
    UInt16(bytes[0]) | UInt16(bytes[1]) << 8
  }

  private mutating func loadCells(_ projection: Projection, from bytes: UnsafePointer<UInt8>) {
    for index in memory.texts.indices where !memory.texts[index].isEmpty {
      memory.texts[index] = []
    }
    chartState.cells.withUnsafeMutableBufferPointer { cells in
      for index in cells.indices { cells[index] = projection.blankCells[index] }
      for index in 0..<projection.rows.count {
        let row = projection.rows[index]
        let code = Int(bytes[index])
        if code == 0 {
          cells[Int(row.cell)] = absent
        } else if row.slot == noID {
          cells[Int(row.cell)] = projection.values[row.value + code - 1]
          if row.isSecret, code == Int(Projection.submitted) {
            memory.submittedSecrets.append(row.cell)
          }
        } else {
          cells[Int(row.cell)] = 1
          memory.texts[Int(row.slot)] = projection.kept[index].texts[code - 1]
        }
      }
      var shown: Int64 = 0
      for row in flow.tables.overlays { shown += cells[Int(row.cell)] }
      cells[flow.rows.overlayCountCell] = shown
    }
  }

  /// A running request has no deadline and no retries left, so that each outcome is a step of its
  /// own; its ticket is its index.
  private mutating func loadRequests(
    _ projection: Projection, variants: UnsafePointer<UInt8>
  ) {
    for (index, row) in flow.tables.requests.enumerated() {
      guard chartState.cells[Int(row.cell)] == RequestStatus.running else {
        if memory.requests[index].hasPlan { memory.requests[index] = RequestState() }
        continue
      }
      memory.requests[index].ticket = UInt32(index + 1)
      memory.requests[index].attempt = .max
      memory.requests[index].deadline = absent
      memory.requests[index].retryAt = absent
      memory.requests[index].call = row.calls.start
      memory.requests[index].isPlanReusable = false
      if !memory.requests[index].hasPlan {
        memory.requests[index].hasPlan = true
        memory.requests[index].sendsSecrets = projection.sendsSecrets[Int(row.calls.start)]
        memory.requests[index].plan = projection.plans[Int(row.calls.start)]
      }
    }
    for (index, request) in projection.variants.enumerated()
    where memory.requests[Int(request)].hasPlan {
      let call = memory.requests[Int(request)].call + UInt16(variants[index])
      memory.requests[Int(request)].call = call
      memory.requests[Int(request)].sendsSecrets = projection.sendsSecrets[Int(call)]
      memory.requests[Int(request)].plan = projection.plans[Int(call)]
    }
    // Whatever was sent under a key has one.
    for (index, row) in flow.tables.requests.enumerated()
    where chartState.cells[Int(row.cell)] == RequestStatus.running {
      memory.requests[index].nonce = memory.repetition(of: RequestID(index)) == .keyed ? 1 : 0
      memory.requests[index].keyNumber = flow.rows.requestNumbers[index]
    }
    memory.lastTicket = UInt32(memory.requests.count)
  }

  private mutating func loadTimers() {
    let isCovered = chartState.cells[flow.rows.overlayCountCell] > 0
    for (index, row) in flow.tables.timers.enumerated() {
      guard chartState.cells[Int(row.cell)] == TimerStatus.running else {
        if memory.timers[index].value != absent { memory.timers[index] = TimerState() }
        continue
      }
      let stands =
        row.standsUnderOverlay && isCovered || row.standsInBackground && !memory.isInForeground
      memory.timers[index] = TimerState(
        value: stands ? Projection.later - Projection.now : Projection.later, stands: stands)
    }
  }
}
