import FlowMachine
import Statechart

extension Explorer {
  /// Where most states were found: around the sub-flows, or in one of them.
  var largest: Explorer {
    withParts.max { $0.stateCount < $1.stateCount } ?? self
  }

  /// The parts of the state by how much they multiply, the worst first: how many states there are
  /// for each one that there would be without the part, among those that were found first.
  var multipliers: [String] {
    let names = FlowNames(flow: flow)
    let count = min(store.count, Self.mostCounted)
    var parts: [(name: String, bytes: Range<Int>)] = []
    for (index, kept) in projection.kept.enumerated() {
      let at = projection.cellOffset + index
      parts.append((name(of: kept.cell, names), at..<at + 1))
    }
    for (index, form) in projection.forms.enumerated() {
      let fields = form.members.map { names.fact($0.fact) }.joined(separator: ", ")
      let at = projection.formOffset + index
      parts.append(("form of \(fields)", at..<at + 1))
    }
    parts.append(("back stack", projection.screenOffset + 2..<projection.stride))
    parts.append(("back stack before a final request", projection.stride..<store.stride))
    let found = parts.map {
      (name: $0.name, times: Double(count) / Double(states($0.bytes, count)))
    }
    return found.filter { $0.times >= 1.01 }.sorted { $0.times > $1.times }.prefix(12).map {
      let hundredths = Int(($0.times * 100).rounded())
      let tenths = hundredths / 10 % 10
      return "\($0.name): \(hundredths / 100).\(tenths)\(hundredths % 10)"
    }
  }

  private static let mostCounted = 1 << 17

  /// How many different states there are without some bytes.
  private func states(_ bytes: Range<Int>, _ count: Int) -> Int {
    guard !bytes.isEmpty else { return count }
    let rest = StateStore(stride: store.stride)
    let state = UnsafeMutableRawPointer.allocate(byteCount: store.stride, alignment: 16)
    defer { state.deallocate() }
    for index in 0..<count {
      state.copyMemory(from: store[index], byteCount: store.stride)
      (state + bytes.lowerBound).initializeMemory(
        as: UInt8.self, repeating: 0, count: bytes.count)
      _ = rest.insert(state)
    }
    return max(rest.count, 1)
  }

  private func name(of cell: CellID, _ names: FlowNames) -> String {
    let tables = flow.tables
    if Int(cell) < tables.facts.count { return "fact \(names.fact(cell))" }
    if let request = tables.requests.firstIndex(where: { $0.cell == cell }) {
      return "request \(names.request(request))"
    }
    if let overlay = tables.overlays.firstIndex(where: { $0.cell == cell }) {
      return "overlay \(names.overlay(overlay))"
    }
    let timer = tables.timers.first { $0.cell == cell }
    return timer.map { $0.name == noID ? "a timer" : "timer \(names.text($0.name))" } ?? "a cell"
  }
}
