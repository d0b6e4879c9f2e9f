import Statechart

/// A sketch as a loaded chart, with the names of what the numbers stand for.
struct DrawnChart {
  let chart: Chart
  let bytes: [UInt8]
  let definition: ChartDefinition
  let states: [String]
  let events: [String: EventID]
  let cells: [String]
  let notes: [String]

  init(_ sketch: Sketch) throws {
    var drawing = Drawing(sketch)
    drawing.draw()
    definition = drawing.definition
    bytes = try drawing.definition.encoded()
    chart = try Chart(decoding: bytes)
    states = drawing.states.map(\.name)
    events = drawing.events
    cells = sketch.cells.map(\.name)
    notes = drawing.notes
  }

  func state(_ name: String) -> StateID {
    StateID(states.firstIndex(of: name) ?? Int(noID))
  }
}

private struct Drawing {
  let sketch: Sketch
  let states: [SketchState]
  private var parents: [String: String] = [:]
  var definition = ChartDefinition()
  var events: [String: EventID] = [:]
  var notes: [String] = []

  init(_ sketch: Sketch) {
    self.sketch = sketch
    states = sketch.root.subtree
    for state in states {
      for child in state.children { parents[child.name] = state.name }
    }
  }

  mutating func draw() {
    definition.initialCells = sketch.cells.map { $0.initial ?? absent }
    definition.delayedEvents = sketch.delays.map {
      DelayedEventRow(event: event($0), milliseconds: 1_000)
    }
    for state in states {
      var drawn = ChartDefinition.State(
        state.kind, in: parents[state.name].map { place($0) } ?? noID)
      drawn.initial = state.initial.map { place($0) }
      drawn.enter = state.enter.flatMap { rows($0) }
      drawn.exit = state.exit.flatMap { rows($0) }
      drawn.doneEvent = state.done.map { event($0) } ?? noID
      for arrow in state.arrows {
        drawn.transitions.append(
          ChartDefinition.Transition(
            on: arrow.event.map { event($0) } ?? noID,
            if: arrow.condition.map { steps($0) } ?? [], to: arrow.targets.map { place($0) },
            isInternal: arrow.isInternal, actions: arrow.steps.flatMap { rows($0) }))
      }
      definition.states.append(drawn)
    }
    definition.errorEvent = sketch.errorEvent.map { event($0) } ?? noID
    definition.eventCount = events.count
  }

  private mutating func event(_ name: String) -> EventID {
    if let known = events[name] { return known }
    events[name] = EventID(events.count)
    return EventID(events.count - 1)
  }

  private func place(_ name: String) -> StateID {
    StateID(states.firstIndex { $0.name == name } ?? Int(noID))
  }

  private func cell(_ name: String) -> CellID {
    CellID(sketch.cells.firstIndex { $0.name == name } ?? Int(noID))
  }

  private mutating func rows(_ step: Step) -> [ActionRow] {
    switch step {
    case .note(let text):
      notes.append(text)
      return [ActionRow(.host, a: Recorder.noteOperation, b: UInt16(notes.count - 1))]
    case .fails: return [ActionRow(.host, a: Recorder.failingOperation)]
    case .set(let name, let value):
      return [ActionRow(.setConstant, a: cell(name), b: definition.constant(value ?? absent))]
    case .copy(let name, let source):
      return [ActionRow(.setCell, a: cell(name), b: cell(source))]
    case .setToEvent(let name): return [ActionRow(.setEvent, a: cell(name))]
    case .add(let name, let value):
      return [ActionRow(.add, a: cell(name), b: definition.constant(value))]
    case .raise(let name): return [ActionRow(.raise, a: event(name))]
    case .schedule(let delay): return [ActionRow(.schedule, a: UInt16(delay))]
    case .cancel(let delay): return [ActionRow(.cancelDelayed, a: UInt16(delay))]
    case .when(let condition, let inner):
      let rows = inner.flatMap { self.rows($0) }
      let first = definition.addGuard(steps(condition))
      return [ActionRow(.skipUnless, a: first, b: UInt16(rows.count))] + rows
    }
  }

  private mutating func steps(_ condition: Condition) -> [GuardStep] {
    lay(condition, at: 0, ifTrue: GuardStep.accept, ifFalse: GuardStep.reject)
  }

  /// The tests of a condition, the first of which stands at `start`.
  private mutating func lay(
    _ condition: Condition, at start: UInt16, ifTrue: UInt16, ifFalse: UInt16
  ) -> [GuardStep] {
    func test(_ test: Test, _ comparison: Comparison = .equal, _ a: UInt16, _ b: UInt16 = 0)
      -> [GuardStep]
    {
      [GuardStep(test, comparison, a: a, b: b, ifTrue: ifTrue, ifFalse: ifFalse)]
    }
    switch condition {
    case .cell(let name, let comparison, let value):
      return test(.cellToConstant, comparison, cell(name), definition.constant(value))
    case .cells(let name, let comparison, let other):
      return test(.cellToCell, comparison, cell(name), cell(other))
    case .event(let comparison, let value):
      return test(.eventToConstant, comparison, 0, definition.constant(value))
    case .absent(let name): return test(.isAbsent, .equal, cell(name))
    case .active(let name): return test(.isActive, .equal, place(name))
    case .asked(let answer): return test(.host, .equal, answer ? 1 : 0)
    case .not(let inner): return lay(inner, at: start, ifTrue: ifFalse, ifFalse: ifTrue)
    case .and(let left, let right):
      let second = start + left.testCount
      return lay(left, at: start, ifTrue: second, ifFalse: ifFalse)
        + lay(right, at: second, ifTrue: ifTrue, ifFalse: ifFalse)
    case .or(let left, let right):
      let second = start + left.testCount
      return lay(left, at: start, ifTrue: ifTrue, ifFalse: second)
        + lay(right, at: second, ifTrue: ifTrue, ifFalse: ifFalse)
    }
  }
}

extension Condition {
  fileprivate var testCount: UInt16 {
    switch self {
    case .cell, .cells, .event, .absent, .active, .asked: 1
    case .not(let inner): inner.testCount
    case .and(let left, let right), .or(let left, let right): left.testCount + right.testCount
    }
  }
}
