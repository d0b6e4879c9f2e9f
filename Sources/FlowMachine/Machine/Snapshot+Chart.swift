import Statechart

// The configuration and the histories of a record.

extension Snapshot {
  /// A part of the flow (the screens, or a region beside them) as the record has it.
  struct Part {
    var number: UInt16
    /// The stable numbers of the active states in it.
    var states: [UInt16] = []
    /// Those among them that had no active descendants.
    var leaves: [UInt16] = []
  }

  mutating func readChart(_ reader: inout ByteReader) throws(FlowError) {
    machine.chartState.isRunning = reader.flag()
    guard !isEarlier else {
      let parts = reader.parts()
      try readHistory(&reader)
      guard !reader.hasFailed else { throw .truncated }
      return try carryOver(parts)
    }
    try readActive(&reader)
    try readHistory(&reader)
    guard !reader.hasFailed else { throw .truncated }
    guard machine.flow.chart.isLegal(machine.chartState) else { throw .corrupt }
  }

  /// Reads the active states if the parts that contain them are those of this version.
  private mutating func readActive(_ reader: inout ByteReader) throws(FlowError) {
    let partCount = reader.half()
    if partCount > 0 { machine.chartState.active.insert(bit: 0) }
    for _ in 0..<partCount where !reader.hasFailed {
      for _ in 0..<reader.half() where !reader.hasFailed {
        let number = reader.half() & StableRows.most
        guard !reader.hasFailed else { throw .truncated }
        machine.chartState.active.insert(
          bit: try id(.state, number, machine.flow.numbers.states))
      }
    }
  }

  /// Reads the value of each history. States that no longer exist are dropped from it.
  private mutating func readHistory(_ reader: inout ByteReader) throws(FlowError) {
    let chart = machine.flow.chart
    for _ in 0..<reader.half() where !reader.hasFailed {
      let history = try id(.state, reader.half(), machine.flow.numbers.states)
      let slot = history == noID ? noID : chart.states[history].historySlot
      guard isEarlier || slot != noID else { throw .corrupt }
      var isWhole = slot != noID
      let start = slot == noID ? 0 : Int(slot) * chart.wordCount
      for _ in 0..<reader.half() where !reader.hasFailed {
        let state = try id(.state, reader.half(), machine.flow.numbers.states)
        if state == noID { isWhole = false }
        guard isWhole else { continue }
        machine.chartState.history[start + Int(state >> 6)] |= 1 << UInt64(state & 63)
      }
      guard !isWhole, slot != noID else { continue }
      for word in start..<start + chart.wordCount { machine.chartState.history[word] = 0 }
    }
    if isEarlier { chart.forgetImpossibleHistory(in: &machine.chartState) }
  }
}

extension ByteReader {
  /// The parts of a configuration; the highest bit marks leaves.
  fileprivate mutating func parts() -> [Snapshot.Part] {
    var parts: [Snapshot.Part] = []
    for _ in 0..<half() where !hasFailed {
      var part = Snapshot.Part(number: 0)
      for place in 0..<half() where !hasFailed {
        let word = half()
        let number = word & StableRows.most
        if place == 0 { part.number = number }
        part.states.append(number)
        if word != number { part.leaves.append(number) }
      }
      parts.append(part)
    }
    return parts
  }
}
