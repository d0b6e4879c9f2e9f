import FlowDefinition
import FlowMachine
import Statechart
import Testing

/// Documents written in a test, by their paths.
struct Documents {
  var files: [String: String]

  /// - Parameter body: what follows the header of the flow.
  init(_ body: String, beside files: [String: String] = [:]) {
    self.files = files
    self.files["test.flow.yaml"] = "flow: test\nversion: 1\n" + body
  }

  var outcome: (flow: CompiledFlow?, diagnostics: [Diagnostic]) {
    FlowCompiler.compile(file: "test.flow.yaml") { files[$0].map { Array($0.utf8) } }
  }

  /// The diagnostics without their remedies.
  var problems: [String] {
    outcome.diagnostics.map {
      "\($0.position.file):\($0.position.line): \($0.code.rawValue): \($0.problem)"
    }
  }
}

/// A compiled flow that runs, spoken to by names.
struct RunningFlow {
  let flow: Flow
  var machine: FlowMachine
  private(set) var now: Int64 = 1_000_000
  private(set) var report = StepReport()

  init(
    _ body: String, beside files: [String: String] = [:], telling facts: [String: FactValue] = [:]
  ) throws {
    let outcome = Documents(body, beside: files).outcome
    let compiled = try #require(outcome.flow, "\(outcome.diagnostics)")
    try self.init(Flow(decoding: compiled.bytes), telling: facts)
  }

  init(_ flow: Flow, telling facts: [String: FactValue] = [:]) throws {
    self.flow = flow
    machine = try FlowMachine.launch(flow, try Self.context(flow, facts))
  }

  private static func context(
    _ flow: Flow, _ facts: [String: FactValue], at now: Int64 = 1_000_000
  ) throws -> LaunchContext {
    LaunchContext(
      now: now, entropy: 7, runID: RunID(high: 1, low: 2),
      facts: try facts.sorted { $0.key < $1.key }.map { name, value in
        FactChange(try #require(flow.fact(named: Array(name.utf8))), value)
      })
  }

  /// Kills the flow and launches it again from its record.
  mutating func relaunch(telling facts: [String: FactValue] = [:]) throws {
    machine = try FlowMachine.launch(
      flow, try Self.context(flow, facts, at: now), record: machine.journalRecord)
  }

  // MARK: What happens to it

  mutating func send(_ input: Input) {
    report = machine.step(input, at: now, entropy: 7)
  }

  mutating func wait(_ milliseconds: Int64) {
    now += milliseconds
    send(.wake)
  }

  mutating func tap(_ name: String) throws {
    send(.tap(try element(name)))
  }

  mutating func type(_ text: String, into name: String) throws {
    send(.type(try element(name), Array(text.utf8)))
  }

  mutating func signal(_ name: String) throws {
    let signal = try #require(flow.signal(named: Array(name.utf8)))
    send(.signal(signal, number: absent, text: nil))
  }

  mutating func tell(_ name: String, _ value: FactValue) throws {
    send(.told(try #require(flow.fact(named: Array(name.utf8))), value))
  }

  mutating func answer(_ name: String, status: UInt16 = 200, _ body: String = "{}") throws {
    let request = try #require(flow.request(named: Array(name.utf8)))
    let classification = machine.classify(
      .received(status: status, body: Array(body.utf8)), of: request)
    send(.answered(request, ticket: machine.ticket(of: request), classification.outcome))
  }

  mutating func dismiss(_ name: String) throws {
    send(.dismiss(try #require(flow.overlay(named: Array(name.utf8)))))
  }

  private func element(_ name: String) throws -> ElementID {
    try #require(flow.element(named: Array(name.utf8), in: machine.topElements))
  }

  // MARK: Where it is

  var screen: String? { machine.screenState.map { text(flow.stateName($0)) } }
  var overlays: [String] {
    machine.shownOverlays.map { text(flow.blob(flow.tables.overlays[Int($0)].name)) }
  }

  func isActive(_ state: String) throws -> Bool {
    machine.chartState.isActive(try #require(flow.state(named: Array(state.utf8))))
  }

  func status(_ name: String) throws -> Int64 {
    machine.status(of: try #require(flow.request(named: Array(name.utf8))))
  }

  func fact(_ name: String) throws -> FactValue {
    machine.value(of: try #require(flow.fact(named: Array(name.utf8))))
  }

  func surface() throws -> ScreenValue.Surface {
    try #require(machine.screen(at: now, language: 0).screen)
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension FactValue {
  static func text(_ text: String) -> FactValue { .text(Array(text.utf8)) }
}
