import Statechart
import TestSupport
import Testing

/// Writes down every call with all that it could see at that moment, as numbers.
private struct Witness: ChartHost {
  var log: [UInt64] = []
  private var calls: UInt64 = 0

  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool {
    note(1, operation, argument, event, state)
    calls += 1
    // Operations change cells and fail, both in a fixed way.
    if !state.cells.isEmpty, calls % 5 == 0 {
      state.cells[Int(calls) % state.cells.count] = Int64(calls % 4)
    }
    return operation == Recorder.noteOperation && calls % 7 != 0
  }

  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool {
    note(2, question, argument, event, state)
    return question == 1
  }

  mutating func schedule(_ delayed: UInt16) { log += [3, UInt64(delayed)] }
  mutating func cancel(_ delayed: UInt16) { log += [4, UInt64(delayed)] }
  mutating func didExit(_ state: StateID) { log += [5, UInt64(state)] }
  mutating func didTake(_ transition: UInt16) { log += [6, UInt64(transition)] }
  mutating func didEnter(_ state: StateID) { log += [7, UInt64(state)] }

  private mutating func note(
    _ call: UInt64, _ first: UInt16, _ second: UInt16, _ event: ChartEvent,
    _ state: borrowing ChartState
  ) {
    log += [call, UInt64(first), UInt64(second), UInt64(event.id)]
    log.append(UInt64(bitPattern: event.value))
    log.append(contentsOf: state.active)
    log.append(contentsOf: state.history)
    for cell in state.cells { log.append(UInt64(bitPattern: cell)) }
    log.append(state.isRunning ? 1 : 0)
  }
}

@Suite("The fast path of a step compared with the general one")
struct ShortcutTests {
  private struct Tally {
    var charts = 0
    var steps = 0
    var planned = 0
    var transitions = 0
    var wide = 0
  }

  /// What the two ways disagree on, or nil.
  private func disagreement(
    _ bytes: [UInt8], _ random: inout SeededGenerator, _ tally: inout Tally
  ) throws -> String? {
    let quick = try Chart(decoding: bytes)
    let general = try Chart(decoding: bytes, isPlanned: false)
    tally.charts += 1
    tally.wide += quick.wordCount > 1 ? 1 : 0
    for row in quick.shortcuts.rows where row.hasTargets {
      tally.transitions += 1
      tally.planned += row.plan.domain != noID ? 1 : 0
    }
    var (left, right) = (ChartState(of: quick), ChartState(of: general))
    var (leftHost, rightHost) = (Witness(), Witness())
    var leftResult = quick.start(&left, host: &leftHost)
    var rightResult = general.start(&right, host: &rightHost)
    for step in 0..<24 {
      let place = "after step \(step)"
      guard leftHost.log == rightHost.log else {
        return "\(place): \(leftHost.log), generally \(rightHost.log)"
      }
      guard left == right else { return "\(place): \(left), generally \(right)" }
      guard leftResult == rightResult else {
        return "\(place): \(leftResult), generally \(rightResult)"
      }
      guard !leftResult.isEndless else { return nil }
      // One beyond the known ones, too, and none.
      let id = random.chance(10) ? noID : EventID(random.below(quick.eventCount + 1))
      let event = ChartEvent(id, value: random.chance(30) ? absent : Int64(random.below(4)))
      leftHost.log = []
      rightHost.log = []
      leftResult = quick.transition(&left, on: event, host: &leftHost)
      rightResult = general.transition(&right, on: event, host: &rightHost)
      tally.steps += 1
    }
    return nil
  }

  @Test("Both paths make the same calls in the same order, and reach the same configuration")
  func agreement() throws {
    var random = SeededGenerator(announcing: "quick and general", seed: 20_260_301)
    var tally = Tally()
    for number in 0..<2_000 {
      let seed = random.next()
      var drawing = RandomSketch(seed: seed)
      var sketch = drawing.draw()
      if random.chance(30) { sketch.root = sketch.root.widened(&random) }
      let difference = try disagreement(DrawnChart(sketch).bytes, &random, &tally)
      guard let difference else { continue }
      Issue.record("chart \(number), seed \(seed)\n\(sketch)\n\(difference)")
      return
    }
    print("quick and general: \(tally)")
    #expect(tally.planned * 2 > tally.transitions, "most transitions go the quick way")
    #expect(tally.wide > 250, "many charts need several words for a set of states")
  }

  @Test("A chart too large for its plans takes the general path, and loads with bounded tables")
  func bounded() throws {
    var definition = ChartDefinition()
    definition.states.append(.init(.compound, in: noID))
    definition.states[0].initial = [1]
    let count = 3_000
    for number in 1...count {
      var state = ChartDefinition.State(.atomic, in: 0)
      for event in 0..<20 {
        let target = StateID(1 + (number + event) % count)
        state.transitions.append(.init(on: EventID(event), to: [target]))
      }
      definition.states.append(state)
    }
    definition.eventCount = 20
    let bytes = try definition.encoded()
    let chart = try Chart(decoding: bytes)
    let plannedRows = chart.entries.count + chart.remembered.count + chart.candidateStart.count
    #expect(plannedRows <= 2 * 8_192 + 65_536)
    var random = SeededGenerator(announcing: "large chart", seed: 9)
    var tally = Tally()
    #expect(try disagreement(bytes, &random, &tally) == nil)
    #expect(tally.planned < tally.transitions)
  }
}

extension SketchState {
  /// The state with many more children, between those that it has.
  fileprivate func widened(_ random: inout SeededGenerator) -> SketchState {
    var copy = self
    for number in 0..<(70 + random.below(80)) {
      let place = random.below(copy.children.count + 1)
      copy.children.insert(.leaf("extra\(number)"), at: place)
    }
    return copy
  }
}
