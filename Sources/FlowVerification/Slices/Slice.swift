import FlowMachine
import Statechart

/// Some regions of a flow, explored without the others (a slice by its cone of influence).
///
/// The others stand nowhere: none of their states is active, so nothing of them runs, hears or asks,
/// and what only they read has no value. All that the slice does, it does as in the whole.
final class Slice {
  /// The regions that are explored.
  let regions: Set<Int>
  private let influence: Influence
  /// What of a projected state is not the slice's.
  private let mask: StateMask
  private let blank: UnsafeMutableRawPointer

  init(_ regions: Set<Int>, _ influence: Influence, _ explorer: Explorer) {
    self.regions = regions
    self.influence = influence
    let (flow, projection) = (explorer.flow, explorer.projection)
    let stride = explorer.store.stride
    blank = .allocate(byteCount: stride, alignment: 16)
    blank.initializeMemory(as: UInt8.self, repeating: 0, count: stride)
    var machine = projection.machine
    machine.project(projection, into: blank)
    var words = [UInt64](repeating: 0, count: stride / 8)
    for (region, states) in influence.regions.enumerated() where !regions.contains(region) {
      for state in states {
        words[Int(state >> 6)] |= 1 << UInt64(state & 63)
        guard flow.chart.states[state].isHistory else { continue }
        let slot = Int(flow.chart.states[state].historySlot) + 1
        for word in 0..<flow.chart.wordCount { words[flow.chart.wordCount * slot + word] = .max }
      }
    }
    func mark(_ byte: Int) { words[byte >> 3] |= 0xFF << UInt64(8 * (byte & 7)) }
    for (index, kept) in projection.kept.enumerated()
    where Self.isElsewhere(kept.cell, regions, influence) {
      mark(projection.cellOffset + index)
    }
    let variants = flow.tables.requests.indices.filter { flow.tables.requests[$0].calls.count > 1 }
    for (index, request) in variants.enumerated()
    where !regions.contains(where: { influence.requests[$0].contains(RequestID(request)) }) {
      mark(projection.variantOffset + index)
    }
    mask = StateMask(words)
  }

  deinit { blank.deallocate() }

  /// Whether a cell matters only to regions that are not explored.
  private static func isElsewhere(
    _ cell: CellID, _ regions: Set<Int>, _ influence: Influence
  ) -> Bool {
    let tables = influence.flow.tables
    guard !regions.contains(where: { influence.reads[$0].contains(cell) }) else { return false }
    guard Int(cell) < tables.facts.count else {
      return !tables.overlays.contains { $0.cell == cell } && cell != tables.overlayCountCell
    }
    let row = tables.facts[Int(cell)]
    return row.type != .secret && row.place != .device
  }

  /// Takes out of a state what is not the slice's.
  func settle(_ bytes: UnsafeMutableRawPointer) { mask.take(into: bytes, from: blank) }

  /// Of the regions of the slice those that stand somewhere without a request or a timer.
  func resting(_ explorer: Explorer) -> Set<Int> {
    let tables = influence.flow.tables
    let cells = regions.map { region in
      (
        region,
        influence.requests[region].map { tables.requests[Int($0)].cell },
        influence.timers[region].map { tables.timers[Int($0)].cell }
      )
    }
    var found: Set<Int> = []
    explorer.forEachState { _, machine in
      guard found.count < cells.count else { return }
      for (region, requests, timers) in cells where !found.contains(region) {
        let values = machine.chartState.cells
        let isBusy =
          requests.contains { values[Int($0)] == RequestStatus.running }
          || timers.contains { values[Int($0)] == TimerStatus.running }
        if !isBusy { found.insert(region) }
      }
    }
    return found
  }
}
