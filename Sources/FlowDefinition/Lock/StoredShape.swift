import FlowMachine
import Statechart

/// What the meaning of a snapshot depends on, as one number: names with their numbers, the tree of
/// states, types. The order of the document, its transitions and texts do not count.
enum StoredShape {
  static func digest(
    of tables: FlowTables, _ chart: ChartDefinition, isScreen: [Bool]
  ) -> Int64 {
    var sum = Checksum()
    let stable = tables.stable
    func text(_ blob: BlobID) -> [UInt8] { tables.blobs[Int(blob)] }
    func add(_ numbers: [UInt16], _ body: (Int) -> Void) {
      sum.add(UInt64(numbers.count))
      for (index, number) in numbers.enumerated().sorted(by: { $0.element < $1.element }) {
        sum.add(UInt64(number))
        body(index)
      }
    }
    func add(_ name: BlobID) {
      sum.add(UInt64(text(name).count))
      sum.add(text(name))
    }
    add(stable.states) { index in
      let state = chart.states[index]
      if index > 0 { add(tables.stateNames[index]) }
      sum.add(state.kind.rawValue)
      sum.add(state.parent == noID ? 0 : UInt64(stable.states[Int(state.parent)]))
      sum.add(isScreen[index] ? 1 as UInt8 : 0)
    }
    var starts: [Int] = []
    var start = 0
    for row in tables.facts {
      starts.append(start)
      if row.type == .choice { start += Int(row.choices.count) }
    }
    add(stable.facts) { index in
      let row = tables.facts[index]
      add(row.name)
      sum.add(row.type.rawValue)
      sum.add(row.place == .preferences || row.place == .secure ? 1 as UInt8 : 0)
      for column in tables.columns[row.columns.indices] {
        add(column.name)
        sum.add(column.type.rawValue)
      }
      guard row.type == .choice else { return }
      let end = starts[index] + Int(row.choices.count)
      add(Array(stable.values[starts[index]..<end])) { place in
        add(tables.ids[Int(row.choices.start) + place])
      }
    }
    starts = []
    start = 0
    for count in stable.classCounts {
      starts.append(start)
      start += Int(count)
    }
    add(stable.requests) { index in
      let row = tables.requests[index]
      add(row.name)
      let end = starts[index] + Int(stable.classCounts[index])
      add(Array(stable.classes[starts[index]..<end])) { _ in }
      for call in tables.calls[row.calls.indices] {
        sum.add(call.kind.rawValue)
        add(call.name)
      }
    }
    add(stable.timers) { _ in }
    add(stable.overlays) { add(tables.overlays[$0].name) }
    add(stable.services) { add(tables.services[$0]) }
    add(stable.signals) { index in
      add(tables.signals[index].name)
      sum.add(tables.signals[index].isHeld ? 1 as UInt8 : 0)
    }
    return Int64(bitPattern: sum.value)
  }
}
