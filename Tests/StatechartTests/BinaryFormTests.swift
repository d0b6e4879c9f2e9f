import Statechart
import TestSupport
import Testing

@Suite("The binary form of charts")
struct BinaryFormTests {
  private static func random(_ seed: UInt64) throws -> DrawnChart {
    var drawing = RandomSketch(seed: seed)
    return try DrawnChart(drawing.draw())
  }

  @Test("A chart is loaded exactly as it was written")
  func roundTrip() throws {
    var random = SeededGenerator(announcing: "round trip", seed: 1)
    for _ in 0..<100 {
      let drawn = try Self.random(random.next())
      let chart = drawn.chart
      #expect(chart.eventCount == drawn.definition.eventCount)
      #expect(chart.initialCells == drawn.definition.initialCells)
      #expect(chart.constants.rows == drawn.definition.constants)
      #expect(chart.delayedEvents.rows == drawn.definition.delayedEvents)
      for (index, state) in drawn.definition.states.enumerated() {
        let row = chart.states[index]
        #expect([row.parent, row.doneEvent] == [state.parent, state.doneEvent])
        #expect(row.kind == state.kind)
        #expect(chart.targets.rows[row.initial.indices] == state.initial[...])
        #expect(chart.actions.rows[row.enter.indices] == state.enter[...])
        #expect(chart.actions.rows[row.exit.indices] == state.exit[...])
        let transitions = chart.transitions.rows[row.transitions.indices]
        #expect(transitions.count == state.transitions.count)
        for (loaded, written) in zip(transitions, state.transitions) {
          #expect(loaded.event == written.event)
          #expect(loaded.isInternal == written.isInternal)
          #expect((loaded.condition == noID) == written.condition.isEmpty)
          #expect(chart.targets.rows[loaded.targets.indices] == written.targets[...])
          #expect(chart.actions.rows[loaded.actions.indices] == written.actions[...])
        }
      }
    }
  }

  @Test("A chart can be embedded in other bytes")
  func embedded() throws {
    let drawn = try Self.random(7)
    var reader = ByteReader([9, 9, 9] + drawn.bytes + [8])
    _ = (reader.byte(), reader.byte(), reader.byte())
    let chart = try Chart(&reader)
    #expect(chart.states.rows == drawn.chart.states.rows)
    #expect(reader.byte() == 8)
  }

  @Test("Every truncation and every extension is refused")
  func truncations() throws {
    var random = SeededGenerator(announcing: "truncations", seed: 2)
    for _ in 0..<5 {
      let bytes = try Self.random(random.next()).bytes
      for length in 0..<bytes.count {
        #expect(throws: ChartError.self) { try Chart(decoding: Array(bytes[..<length])) }
      }
      #expect(throws: ChartError.truncated) { try Chart(decoding: bytes + [0]) }
    }
  }

  @Test("Bytes of another format are refused as such")
  func foreignFormat() {
    #expect(throws: ChartError.foreignFormat) { try Chart(decoding: []) }
    #expect(throws: ChartError.foreignFormat) { try Chart(decoding: [0x50, 0x53, 0x43, 0x31]) }
  }

  @Test("Changed bytes are refused, or are a chart that runs and stays legal")
  func flips() throws {
    var random = SeededGenerator(announcing: "changed bytes", seed: 3)
    var loaded = 0
    for _ in 0..<60 {
      let seed = random.next()
      let good = try Self.random(seed).bytes
      for _ in 0..<100 {
        let bytes = random.flipped(good)
        guard let chart = try? Chart(decoding: bytes) else { continue }
        loaded += 1
        if chart.run(events: 6, &random) == nil {
          Issue.record("illegal configuration; seed \(seed), bytes \(bytes)")
          return
        }
      }
    }
    print("changed bytes: \(loaded) of 6000 are charts")
    #expect(loaded > 500)
  }

  private static let magic = (0..<4).map { UInt8(truncatingIfNeeded: Chart.magic >> (8 * $0)) }

  @Test("Random bytes after the magic number never trap")
  func noise() {
    var random = SeededGenerator(announcing: "noise", seed: 4)
    for _ in 0..<2_000 {
      var bytes = Self.magic
      let isSmall = random.chance(70)
      for _ in 0..<random.below(200) {
        bytes.append(UInt8(isSmall ? random.below(3) : random.below(256)))
      }
      if let chart = try? Chart(decoding: bytes) { _ = chart.run(events: 3, &random) }
    }
  }

  @Test("Counts that exceed the remaining bytes are refused before memory is allocated")
  func hugeCounts() {
    let huge: [UInt8] = [0xFF, 0xFF]
    #expect(throws: ChartError.tooLarge) { try Chart(decoding: Self.magic + huge + huge + huge) }
    let fewStates: [UInt8] = [0x00, 0x10]
    #expect(throws: ChartError.truncated) {
      try Chart(decoding: Self.magic + fewStates + [1, 0] + huge)
    }
  }

  @Test("The largest tables of targets are checked in bounded time")
  func manyTargets() throws {
    var definition = ChartDefinition()
    definition.states = [ChartDefinition.State(.compound, in: noID)]
    definition.states[0].initial = [1]
    definition.states.append(ChartDefinition.State(.parallel, in: 0))
    for _ in 0..<ChartLimits.targets {
      definition.states.append(ChartDefinition.State(.atomic, in: 1))
    }
    let all = (0..<ChartLimits.targets).map { StateID($0 + 2) }
    definition.states[2].transitions = [ChartDefinition.Transition](
      repeating: ChartDefinition.Transition(to: all), count: 4_000)
    definition.eventCount = 1
    let chart = try Chart(decoding: definition.encoded())
    #expect(chart.targets.count == 64_001)
    definition.states.append(ChartDefinition.State(.atomic, in: 1))
    definition.states[2].transitions[0].targets.append(18)
    #expect(throws: ChartError.wildReference(table: ChartTable.transitions)) {
      try definition.encoded()
    }
  }
}
