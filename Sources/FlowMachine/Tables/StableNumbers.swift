import Statechart

/// Maps stable numbers to current ids; built once when a flow is loaded.
final class StableNumbers: Sendable {
  /// Ids by number; `noID` if the current version has none.
  let states: [StateID]
  let facts: [FactID]
  let requests: [RequestID]
  let timers: [TimerID]
  let overlays: [OverlayID]
  let services: [UInt16]
  let signals: [SignalID]
  /// For a fact, where the numbers of its values begin; for a request, those of its classes.
  let valueStart: [Int]
  let classStart: [Int]
  /// For a list fact, a digest of its columns; otherwise 0.
  let form: [UInt32]
  /// The facts that a snapshot holds, in order.
  let keptFacts: [FactID]
  /// The beginning of every record: format, flow, version and shape.
  let recordHead: [UInt8]
  /// The numbers of the states, with the highest bit set for leaves.
  let marked: [UInt16]
  /// The children of the root, as a set of states.
  let partStarts: [UInt64]
  /// The number of each history by its slot.
  let histories: [UInt16]

  init(_ tables: FlowTables, _ chart: Chart) {
    let rows = tables.stable
    states = Self.inverse(rows.states)
    facts = Self.inverse(rows.facts)
    requests = Self.inverse(rows.requests)
    timers = Self.inverse(rows.timers)
    overlays = Self.inverse(rows.overlays)
    services = Self.inverse(rows.services)
    signals = Self.inverse(rows.signals)
    var start = 0
    var starts: [Int] = []
    var forms: [UInt32] = []
    var kept: [FactID] = []
    starts.reserveCapacity(tables.facts.count)
    forms.reserveCapacity(tables.facts.count)
    for (index, row) in tables.facts.enumerated() {
      starts.append(start)
      if row.type == .choice { start += Int(row.choices.count) }
      forms.append(row.type == .list ? Self.form(of: row, tables) : 0)
      if row.isKept { kept.append(FactID(index)) }
    }
    valueStart = starts
    form = forms
    keptFacts = kept
    start = 0
    starts = []
    for count in rows.classCounts {
      starts.append(start)
      start += Int(count)
    }
    classStart = starts
    var head = ByteWriter()
    head.put(FlowMachine.snapshotFormat)
    head.put(counted: tables.blobs[Int(tables.name)])
    head.put(tables.version)
    head.put(tables.stable.shape)
    recordHead = head.bytes
    var parts = [UInt64](repeating: 0, count: chart.wordCount)
    var numbers = rows.states
    var slots: [UInt16] = []
    for state in 0..<StateID(chart.states.count) {
      let row = chart.states[state]
      if row.parent == 0 { parts.insert(bit: state) }
      if row.isHistory { slots.append(numbers[Int(state)]) }
      if row.kind == .atomic || row.kind == .final { numbers[Int(state)] |= 0x8000 }
    }
    partStarts = parts
    marked = numbers
    histories = slots
  }

  /// The id of a number, or `noID`.
  static func id(_ number: UInt16, in ids: [UInt16]) -> UInt16 {
    Int(number) < ids.count ? ids[Int(number)] : noID
  }

  private static func inverse(_ numbers: [UInt16]) -> [UInt16] {
    var most: UInt16 = 0
    for number in numbers { most = max(most, number) }
    var ids = [UInt16](repeating: noID, count: Int(most) + 1)
    for (index, number) in numbers.enumerated() { ids[Int(number)] = UInt16(index) }
    return ids
  }

  /// Rows of a list are stored as the texts of their columns, so changed columns would misread
  /// them.
  private static func form(of row: FactRow, _ tables: FlowTables) -> UInt32 {
    var sum = Checksum()
    for column in tables.columns[row.columns.indices] {
      sum.add(tables.blobs[Int(column.name)])
      sum.add(0 as UInt8)
      sum.add(column.type.rawValue)
    }
    return UInt32(truncatingIfNeeded: sum.value ^ sum.value >> 32)
  }
}

extension FactRow {
  /// Whether a snapshot holds it.
  var isKept: Bool { place == .preferences || place == .secure }
}

extension Flow {
  /// The stable number of a choice.
  func number(ofValue value: Int, of fact: FactID) -> UInt16 {
    tables.stable.values[numbers.valueStart[Int(fact)] + value]
  }

  /// The stable number of a request's own class; 0 for one that it does not have.
  func number(ofClass place: Int, of request: RequestID) -> UInt16 {
    guard place < Int(tables.stable.classCounts[Int(request)]) else { return 0 }
    return tables.stable.classes[numbers.classStart[Int(request)] + place]
  }

  /// The index of a number among the values of a fact, or nil.
  func value(ofNumber number: UInt16, of fact: FactID) -> Int64? {
    let start = numbers.valueStart[Int(fact)]
    for place in 0..<Int(tables.facts[Int(fact)].choices.count)
    where tables.stable.values[start + place] == number {
      return Int64(place)
    }
    return nil
  }

  /// The index of a number among the own classes of a request, or nil.
  func place(ofClass number: UInt16, of request: RequestID) -> UInt16? {
    let start = numbers.classStart[Int(request)]
    for place in 0..<tables.stable.classCounts[Int(request)]
    where tables.stable.classes[start + Int(place)] == number {
      return place
    }
    return nil
  }

  /// The replacement of a removed name, or `noID`.
  @inline(never) func alias(_ kind: StableKind, owner: UInt16 = 0, _ number: UInt16) -> UInt16 {
    for row in tables.stable.aliases
    where row.number == number && row.kind == kind && row.owner == owner {
      return row.target
    }
    return noID
  }
}
