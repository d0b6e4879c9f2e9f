import Statechart

// The record that is written before effects are performed: everything that a relaunch needs, in
// stable numbers, so that a later version of the flow can read it. It contains no secrets, no facts
// of place `memory` (their statuses start over), and nothing that still has its initial value. Open
// effects follow from it: running requests, started services.
//
// It is written in every step that changes something, so an upper bound of its size is computed
// first and the bytes go straight into memory.

extension FlowMachine {
  static let snapshotFormat: UInt16 = 2

  /// The record for the journal: a snapshot of the current state.
  package var journalRecord: [UInt8] {
    let most = mostRecordBytes
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      count = writeRecord(to: base)
      precondition(count <= most)
    }
  }

  /// Writes the record for the journal into a reusable buffer.
  package func writeJournalRecord(into buffer: inout RecordBuffer) {
    buffer.write(most: mostRecordBytes) { writeRecord(to: $0) }
  }

  private func writeRecord(to base: UnsafeMutableRawPointer) -> Int {
    var cursor = RecordCursor(base)
    writeHeader(to: &cursor)
    writeChart(to: &cursor)
    writeFacts(to: &cursor)
    writeRequests(to: &cursor)
    writeStatuses(to: &cursor)
    writePlace(to: &cursor)
    return cursor.position
  }

  /// An upper bound of the record's size. It counts what is in memory, so no sum overflows.
  private var mostRecordBytes: Int {
    var count = flow.rows.leastRecordBytes
    for word in chartState.active { count &+= 4 &* word.nonzeroBitCount }
    for word in chartState.history { count &+= 2 &* word.nonzeroBitCount }
    for index in memory.texts.indices { count &+= memory.texts[index].count }
    for index in memory.requests.indices { count &+= memory.requests[index].plan.count }
    for index in memory.heldSignals.indices {
      count &+= 15 + (memory.heldSignals[index].text?.count ?? 0)
    }
    return count &+ 2 &* memory.backStack.count
  }

  private func writeHeader(to cursor: inout RecordCursor) {
    cursor.put(UnsafeRawBufferPointer(flow.rows.recordHead.slice(0..<flow.rows.recordHead.count)))
    cursor.put(runID.high)
    cursor.put(runID.low)
    cursor.put(sequence)
    cursor.put(memory.now)
  }

  /// Writes the active states, grouped by the children of the root that contain them. If a state no
  /// longer exists, the reader knows which part of the flow has lost its place.
  private func writeChart(to cursor: inout RecordCursor) {
    cursor.put(chartState.isRunning)
    let parts = cursor.reserveCount()
    var partCount: UInt16 = 0
    var count: UInt16 = 0
    var place = parts
    for index in chartState.active.indices {
      var rest = chartState.active[index]
      // The root is always active and not a part.
      if index == 0 { rest &= ~1 }
      while rest != 0 {
        let bit = rest & (~rest &+ 1)
        if flow.rows.partStarts[index] & bit != 0 {
          if partCount > 0 { cursor.set(count, at: place) }
          partCount &+= 1
          count = 0
          place = cursor.reserveCount()
        }
        count &+= 1
        cursor.put(flow.rows.markedStates[index * 64 + rest.trailingZeroBitCount])
        rest &= rest - 1
      }
    }
    if partCount > 0 { cursor.set(count, at: place) }
    cursor.set(partCount, at: parts)
    writeHistory(to: &cursor)
  }

  private func writeHistory(to cursor: inout RecordCursor) {
    let counts = cursor.reserveCount()
    var count: UInt16 = 0
    let wordCount = chartState.active.count
    for slot in 0..<flow.rows.histories.count {
      var isEmpty = true
      var total: UInt16 = 0
      var place = counts
      for word in 0..<wordCount {
        var rest = chartState.history[slot * wordCount + word]
        guard rest != 0 else { continue }
        if isEmpty {
          isEmpty = false
          cursor.put(flow.rows.histories[slot])
          place = cursor.reserveCount()
        }
        while rest != 0 {
          total &+= 1
          cursor.put(flow.rows.states[word * 64 + rest.trailingZeroBitCount].number)
          rest &= rest - 1
        }
      }
      guard !isEmpty else { continue }
      count &+= 1
      cursor.set(total, at: place)
    }
    cursor.set(count, at: counts)
  }

  private func writeFacts(to cursor: inout RecordCursor) {
    cursor.put(UInt16(truncatingIfNeeded: flow.rows.keptFacts.count))
    for place in 0..<flow.rows.keptFacts.count {
      let fact = flow.rows.keptFacts[place]
      let index = Int(fact)
      let cell = chartState.cells[index]
      let type = flow.rows.facts[index].type
      // A secret that was only typed is lost with the process.
      let isAbsent = cell == absent || type == .secret && cell == SecretStatus.typed
      cursor.put(flow.rows.factNumbers[index])
      let sent = memory.sentGenerations[index]
      cursor.put(
        type.rawValue | (isAbsent ? RecordByte.absent : 0)
          | (sent != 0 ? RecordByte.sent : 0))
      if type == .secret { cursor.put(memory.secretGenerations[index]) }
      if sent != 0 {
        cursor.put(sent)
        cursor.put(flow.rows.requestNumbers[Int(memory.senders[index])])
      }
      guard !isAbsent else { continue }
      switch type {
      case .flag, .secret: cursor.put(UInt8(truncatingIfNeeded: cell))
      case .number, .time: cursor.put(cell)
      case .choice: cursor.put(flow.number(ofValue: Int(cell), of: fact))
      case .text, .json: cursor.put(counted: memory.texts[Int(flow.rows.facts[index].slot)])
      case .list:
        cursor.put(flow.numbers.form[index])
        cursor.put(counted: memory.texts[Int(flow.rows.facts[index].slot)])
      }
    }
  }

  /// Requests that are running or finished, or whose intent is kept.
  private func writeRequests(to cursor: inout RecordCursor) {
    let place = cursor.reserveCount()
    var count: UInt16 = 0
    for index in memory.requests.indices {
      let status = chartState.cells[Int(flow.rows.requests[index].cell)]
      let nonce = memory.requests[index].nonce
      guard status != RequestStatus.idle || nonce != 0 else { continue }
      count &+= 1
      cursor.put(flow.rows.requestNumbers[index])
      put(status: status, of: RequestID(index), to: &cursor)
      cursor.put(memory.requests[index].ticket)
      cursor.put(nonce)
      if nonce != 0 {
        cursor.put(memory.requests[index].digest)
        cursor.put(memory.requests[index].keyNumber)
      }
      let range = flow.rows.requests[index].calls
      let call = memory.requests[index].call
      cursor.put(range.indices.contains(Int(call)) ? call - range.start : 0)
      if status == RequestStatus.running, memory.requests[index].hasPlan {
        cursor.put(memory.requests[index].plan)
      }
    }
    cursor.set(count, at: place)
    cursor.put(memory.lastTicket)
  }

  private func put(status: Int64, of request: RequestID, to cursor: inout RecordCursor) {
    let own = RequestStatus.failed + Int64(FailureClass.own)
    if status < RequestStatus.failed {
      cursor.put(UInt8(truncatingIfNeeded: status))
    } else if status < own {
      cursor.put(RecordByte.failed)
      cursor.put(UInt16(status - RequestStatus.failed))
    } else {
      cursor.put(RecordByte.failedByOwnClass)
      cursor.put(flow.number(ofClass: Int(status - own), of: request))
    }
  }

  private func writeStatuses(to cursor: inout RecordCursor) {
    var place = cursor.reserveCount()
    var count: UInt16 = 0
    for index in memory.timers.indices {
      let status = chartState.cells[Int(flow.rows.timers[index].cell)]
      guard status != TimerStatus.idle else { continue }
      count &+= 1
      cursor.put(flow.rows.timerNumbers[index])
      cursor.put(UInt8(truncatingIfNeeded: status))
      guard status == TimerStatus.running else { continue }
      cursor.put(memory.timers[index].value)
      cursor.put(memory.timers[index].stands)
    }
    cursor.set(count, at: place)
    place = cursor.reserveCount()
    count = 0
    if chartState.cells[flow.rows.overlayCountCell] > 0 {
      for index in 0..<flow.rows.overlays.count
      where chartState.cells[Int(flow.rows.overlays[index].cell)] == 1 {
        count &+= 1
        cursor.put(flow.rows.overlayNumbers[index])
      }
    }
    cursor.set(count, at: place)
    place = cursor.reserveCount()
    count = 0
    for index in memory.runningServices.indices where memory.runningServices[index] {
      count &+= 1
      cursor.put(flow.rows.serviceNumbers[index])
    }
    cursor.set(count, at: place)
    cursor.put(UInt16(memory.heldSignals.count))
    for held in memory.heldSignals {
      cursor.put(flow.rows.signalNumbers[held.signal])
      cursor.put(held.number)
      cursor.put(held.text != nil)
      if let text = held.text { cursor.put(counted: text) }
    }
  }

  private func writePlace(to cursor: inout RecordCursor) {
    cursor.put(UInt16(memory.backStack.count))
    for state in memory.backStack { put(state: state, to: &cursor) }
    put(state: memory.screen, to: &cursor)
    cursor.put(memory.isScreenKept)
    put(state: memory.root, to: &cursor)
    cursor.put(memory.showsRootContent)
  }

  /// No state has the number 0.
  private func put(state: StateID, to cursor: inout RecordCursor) {
    cursor.put(state == noID ? 0 : flow.rows.states[state].number)
  }
}

/// Bytes with a predefined meaning in a record.
enum RecordByte {
  /// Flag beside a fact's type: it has no value.
  static let absent: UInt8 = 0x80
  /// The same: the generation follows in which a request has sent a secret as it was typed.
  static let sent: UInt8 = 0x40
  /// A request failed with a common class, or with one of its own.
  static let failed: UInt8 = 3
  static let failedByOwnClass: UInt8 = 4
}
