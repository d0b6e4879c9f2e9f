import Statechart

/// The host of charts in tests: writes down what it is told.
struct Recorder: ChartHost {
  static let noteOperation: UInt16 = 0
  static let failingOperation: UInt16 = 1

  let states: [String]
  let notes: [String]
  let transitions: [(source: StateID, place: Int)]
  var log: [String] = []

  init(_ drawn: DrawnChart) {
    states = drawn.states
    notes = drawn.notes
    transitions = drawn.chart.transitions.rows.enumerated().map { index, row in
      (row.source, index - Int(drawn.chart.states[row.source].transitions.start))
    }
  }

  mutating func perform(
    _ operation: UInt16, _ argument: UInt16, event: ChartEvent, on state: inout ChartState
  ) -> Bool {
    guard operation == Self.noteOperation else { return false }
    log.append(notes[Int(argument)])
    return true
  }

  mutating func holds(
    _ question: UInt16, _ argument: UInt16, event: ChartEvent, in state: borrowing ChartState
  ) -> Bool { question == 1 }

  mutating func schedule(_ delayed: UInt16) { log.append("schedule \(delayed)") }
  mutating func cancel(_ delayed: UInt16) { log.append("cancel \(delayed)") }
  mutating func didExit(_ state: StateID) { log.append("-" + states[Int(state)]) }
  mutating func didEnter(_ state: StateID) { log.append("+" + states[Int(state)]) }
  mutating func didTake(_ transition: UInt16) {
    let row = transitions[Int(transition)]
    log.append("\(states[Int(row.source)])#\(row.place)")
  }
}

/// One running chart with names instead of numbers. Its log holds `-left`, `source#transition`,
/// `+entered` and notes.
struct ChartRun {
  let drawn: DrawnChart
  var state: ChartState
  private var host: Recorder

  init(_ sketch: Sketch) throws {
    try self.init(DrawnChart(sketch))
  }

  init(_ drawn: DrawnChart) {
    self.drawn = drawn
    state = ChartState(of: drawn.chart)
    host = Recorder(drawn)
  }

  /// A chart without cells, started; its log is empty again.
  static func started(_ root: SketchState, cells: [SketchCell] = []) throws -> ChartRun {
    var run = try ChartRun(Sketch(root: root, cells: cells, errorEvent: "error"))
    run.start()
    _ = run.takeLog()
    return run
  }

  @discardableResult
  mutating func start() -> StepResult {
    drawn.chart.start(&state, host: &host)
  }

  /// Sends an event; one that the chart does not know is none.
  @discardableResult
  mutating func send(_ event: String, value: Int64? = nil) -> StepResult {
    drawn.chart.transition(
      &state, on: ChartEvent(drawn.events[event] ?? noID, value: value ?? absent), host: &host)
  }

  /// Looks at eventless transitions only.
  @discardableResult
  mutating func settle() -> StepResult {
    drawn.chart.transition(&state, on: .none, host: &host)
  }

  @discardableResult
  mutating func move(from source: String, to target: String) -> StepResult {
    drawn.chart.move(
      from: drawn.state(source), to: drawn.state(target), on: &state, host: &host)
  }

  mutating func restart(_ region: String) {
    drawn.chart.restart(drawn.state(region), on: &state, host: &host)
  }

  /// The log since the last call.
  mutating func takeLog() -> [String] {
    defer { host.log = [] }
    return host.log
  }

  var active: [String] { state.activeStates.map { drawn.states[Int($0)] } }

  /// The active states without active children.
  var leaves: [String] {
    active.filter {
      let kind = drawn.chart.states[drawn.state($0)].kind
      return kind == .atomic || kind == .final
    }
  }

  subscript(cell name: String) -> Int64? {
    get {
      guard let place = drawn.cells.firstIndex(of: name) else { return nil }
      return state.cells[place] == absent ? nil : state.cells[place]
    }
    set {
      guard let place = drawn.cells.firstIndex(of: name) else { return }
      state.cells[place] = newValue ?? absent
    }
  }

  var isLegal: Bool { drawn.chart.isLegal(state) }
}
