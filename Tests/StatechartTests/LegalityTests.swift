import Statechart
import TestSupport
import Testing

@Suite("Which configurations a chart can be in")
struct LegalityTests {
  /// Random charts somewhere on their way, with histories that remember something where there are
  /// any.
  private func forEachRunning(
    _ name: String, seed: UInt64, count: Int,
    _ body: (Chart, ChartState, inout SeededGenerator) throws -> Void
  ) throws {
    var random = SeededGenerator(announcing: name, seed: seed)
    for _ in 0..<count {
      var drawing = RandomSketch(seed: random.next())
      let chart = try DrawnChart(drawing.draw()).chart
      let state = chart.run(events: 5, &random)
      try body(chart, #require(state), &random)
    }
  }

  @Test("A chart that was not started, and a running one, are legal")
  func legal() throws {
    try forEachRunning("legal", seed: 11, count: 50) { chart, state, _ in
      #expect(chart.isLegal(ChartState(of: chart)))
      #expect(chart.isLegal(state))
    }
  }

  @Test("A configuration with one state more or less is illegal")
  func activeStates() throws {
    try forEachRunning("active states", seed: 12, count: 100) { chart, state, _ in
      for bit in 0..<chart.wordCount * 64 {
        var changed = state
        changed.active[bit / 64] ^= 1 << UInt64(bit % 64)
        #expect(!chart.isLegal(changed), "bit \(bit) of \(state.activeStates)")
      }
    }
  }

  @Test("A recorded value with one state more or less is illegal, unless it is empty")
  func histories() throws {
    var recorded = 0
    try forEachRunning("histories", seed: 13, count: 300) { chart, state, _ in
      for slot in 0..<chart.historyCount where chart.isRecorded(UInt16(slot), in: state.history) {
        recorded += 1
        for bit in 0..<chart.wordCount * 64 {
          var changed = state
          changed.history[slot * chart.wordCount + bit / 64] ^= 1 << UInt64(bit % 64)
          let isEmpty = !chart.isRecorded(UInt16(slot), in: changed.history)
          #expect(chart.isLegal(changed) == isEmpty, "bit \(bit) of history \(slot)")
        }
      }
    }
    #expect(recorded > 50)
  }

  @Test("A chart is running unless it has ended or was not started")
  func running() throws {
    try forEachRunning("running", seed: 14, count: 100) { chart, state, _ in
      var changed = state
      changed.isRunning.toggle()
      #expect(!chart.isLegal(changed))
      var unstarted = ChartState(of: chart)
      unstarted.isRunning = true
      #expect(!chart.isLegal(unstarted))
    }
  }

  @Test("States for a chart of another size are refused")
  func sizes() throws {
    try forEachRunning("sizes", seed: 15, count: 10) { chart, state, _ in
      var longer = state
      longer.active.append(0)
      #expect(!chart.isLegal(longer))
      var moreHistory = state
      moreHistory.history.append(0)
      #expect(!chart.isLegal(moreHistory))
      var fewerCells = state
      fewerCells.cells.removeLast()
      #expect(!chart.isLegal(fewerCells))
    }
  }

  @Test("A legal state runs on and stays legal")
  func closed() throws {
    var accepted = 0
    try forEachRunning("closed", seed: 16, count: 400) { chart, state, random in
      for _ in 0..<20 {
        var changed = state
        for _ in 0...random.below(3) {
          let bit = random.below(chart.states.count)
          if random.chance(50) || changed.history.isEmpty {
            changed.active[bit / 64] ^= 1 << UInt64(bit % 64)
          } else {
            let slot = random.below(chart.historyCount)
            changed.history[slot * chart.wordCount + bit / 64] ^= 1 << UInt64(bit % 64)
          }
        }
        guard changed != state, chart.isLegal(changed) else { continue }
        accepted += 1
        #expect(chart.run(from: changed, events: 4, &random) != nil)
      }
    }
    #expect(accepted > 100)
  }

  @Test("A deep history cannot record two states that exclude each other")
  func impossibleRecord() throws {
    let run = try ChartRun.started(
      .compound(
        "root",
        [
          .compound(
            "c",
            [
              .history("h", isDeep: true, default: "a1"),
              .compound("a", [.leaf("a1"), .leaf("a2")]),
            ]),
          .leaf("out"),
        ]))
    let drawn = run.drawn
    var state = run.state
    state.history.insert(bit: drawn.state("a2"))
    #expect(drawn.chart.isLegal(state))
    state.history.insert(bit: drawn.state("a1"))
    #expect(!drawn.chart.isLegal(state))
  }
}
