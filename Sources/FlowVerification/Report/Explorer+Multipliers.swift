import FlowMachine
import Statechart

extension Explorer {
  /// The parts of the state by how much they multiply, the worst first: how many states there are
  /// for each one that there would be without the part, among those that were found first.
  ///
  /// Parts are facts, requests, timers and overlays, each region, what a sub-flow has left behind, and
  /// the configuration.
  var multipliers: [String] {
    let count = min(store.count, Self.mostCounted)
    guard count > 0 else { return [] }
    let found = multiplyingParts.map {
      (name: $0.name, times: Double(count) / Double(states(without: $0.words, count)))
    }
    return found.filter { $0.times >= 1.01 }.sorted { $0.times > $1.times }.prefix(12).map {
      let hundredths = Int(($0.times * 100).rounded())
      let tenths = hundredths / 10 % 10
      return "\($0.name): \(hundredths / 100).\(tenths)\(hundredths % 10)"
    }
  }

  private static let mostCounted = 1 << 17

  private typealias Multiplier = (name: String, words: [UInt64])

  private var multiplyingParts: [Multiplier] {
    let names = FlowNames(flow: flow)
    var parts: [Multiplier] = []
    func add(_ name: String, _ bytes: some Sequence<Int>) {
      var words = [UInt64](repeating: 0, count: store.stride / 8)
      for byte in bytes { words[byte >> 3] |= 0xFF << UInt64(8 * (byte & 7)) }
      parts.append((name, words))
    }
    var configuration: [Int] = []
    for (index, kept) in projection.kept.enumerated() {
      let at = projection.cellOffset + index
      if Int(kept.cell) < flow.tables.facts.count,
        flow.tables.facts[Int(kept.cell)].place == .configuration
      {
        configuration.append(at)
      }
      add(name(of: kept.cell, names), [at])
    }
    if configuration.count > 1 { add("the configuration", configuration) }
    for (index, form) in projection.forms.enumerated() {
      let fields = form.members.map { names.fact($0.fact) }.joined(separator: ", ")
      add("form of \(fields)", [projection.formOffset + index])
    }
    add("back stack", projection.screenOffset + 2..<projection.stride)
    add("back stack before a final request", projection.stride..<store.stride)
    for row in flow.tables.regions {
      var words = [UInt64](repeating: 0, count: store.stride / 8)
      for state in row.state...flow.chart.states[row.state].last {
        words[Int(state >> 6)] |= 1 << UInt64(state & 63)
      }
      parts.append(("region \(names.state(row.state))", words))
    }
    for graph in self.parts?.graphs ?? [] {
      let name = names.state(graph.part.state)
      parts.append(
        ("what '\(name)' has left behind", graph.part.own.words(count: store.stride / 8)))
    }
    return parts
  }

  /// How many different states there are without some bits.
  private func states(without words: [UInt64], _ count: Int) -> Int {
    guard words.contains(where: { $0 != 0 }) else { return count }
    let mask = StateMask(words)
    let rest = StateStore(stride: store.stride)
    let state = UnsafeMutableRawPointer.allocate(byteCount: store.stride, alignment: 16)
    let blank = UnsafeMutableRawPointer.allocate(byteCount: store.stride, alignment: 16)
    blank.initializeMemory(as: UInt8.self, repeating: 0, count: store.stride)
    defer {
      state.deallocate()
      blank.deallocate()
    }
    for index in 0..<count {
      state.copyMemory(from: store[index], byteCount: store.stride)
      mask.take(into: state, from: blank)
      _ = rest.insert(state)
    }
    return max(rest.count, 1)
  }

  private func name(of cell: CellID, _ names: FlowNames) -> String {
    let tables = flow.tables
    if Int(cell) < tables.facts.count {
      let isConfigured = tables.facts[Int(cell)].place == .configuration
      return "\(isConfigured ? "configuration" : "fact") \(names.fact(cell))"
    }
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
