import FlowMachine
import Statechart
import WireText

/// A flow with a simulated host: its storage, and a clock that the test moves. Uses names instead
/// of numbers.
struct Play {
  let flow: Flow
  private(set) var machine: FlowMachine
  private(set) var now: Int64
  private(set) var report = StepReport()
  /// The last journal record, and whether any since the last step was forced.
  private(set) var record: [UInt8] = []
  private(set) var isForced: Bool?
  /// What is in secure storage.
  var secrets: Set<FactID> = []
  /// Configuration and facts of place `device`, supplied at each launch.
  var told: [String: FactValue]
  private var entropy: UInt64

  static let start: Int64 = 1_700_000_000_000

  init(
    _ flow: Flow, told: [String: FactValue] = [:], secrets: [String] = [], entropy: UInt64 = 1
  ) throws {
    self.flow = flow
    self.told = told
    self.entropy = entropy
    now = Self.start
    self.secrets = Set(secrets.compactMap { flow.fact(named: Array($0.utf8)) })
    machine = try FlowMachine.launch(
      flow, LaunchContext(now: now, entropy: entropy, runID: RunID(high: 7, low: 9)))
    try launch(record: nil)
  }

  init(yaml: String, told: [String: FactValue] = [:], secrets: [String] = []) throws {
    try self.init(Fixture.flow(yaml), told: told, secrets: secrets)
  }

  // MARK: Lifecycle

  /// What a host would launch with now.
  var context: LaunchContext {
    LaunchContext(
      now: now, entropy: entropy, runID: RunID(high: 7, low: 9),
      facts: told.sorted { $0.key < $1.key }.compactMap { name, value in
        flow.fact(named: Array(name.utf8)).map { FactChange($0, value) }
      }, storedSecrets: secrets.sorted())
  }

  mutating func launch(record: [UInt8]?, isUnreadable: Bool = false) throws {
    entropy &+= 1
    var context = context
    context.isSecureStorageUnreadable = isUnreadable
    machine = try FlowMachine.launch(flow, context, record: record)
    report = StepReport()
    perform()
  }

  /// The process is killed and comes back after a time.
  mutating func relaunch(after milliseconds: Int64 = 0, isUnreadable: Bool = false) throws {
    now += milliseconds
    try launch(record: record, isUnreadable: isUnreadable)
  }

  /// A fork of a launch, which does not affect this run.
  func relaunched(after milliseconds: Int64 = 0) throws -> Play {
    var copy = self
    try copy.relaunch(after: milliseconds)
    return copy
  }

  /// Whether a tap on a button would act now.
  func acts(_ button: String) -> Bool {
    var copy = self
    copy.tap(button)
    return copy.report.refusal == nil
  }

  @discardableResult
  mutating func step(_ input: Input) -> StepReport {
    entropy &+= 1
    report = machine.step(input, at: now, entropy: entropy)
    perform()
    return report
  }

  private mutating func perform() {
    isForced = nil
    for effect in machine.effects {
      switch effect {
      case .journal(let isForced):
        record = machine.journalRecord
        self.isForced = isForced
      case .storeSecret(let fact, _): secrets.insert(fact)
      case .eraseSecret(let fact): secrets.remove(fact)
      default: break
      }
    }
  }

  mutating func wait(_ milliseconds: Int64) {
    now += milliseconds
    step(.wake)
  }

  mutating func setClock(_ time: Int64) { now = time }

  // MARK: Inputs

  func element(_ name: String) -> ElementID {
    let bytes = Array(name.utf8)
    if let shown = flow.element(named: bytes, in: machine.topElements) { return shown }
    let all = RowRange(start: 0, count: UInt16(flow.tables.elements.count))
    return flow.element(named: bytes, in: all) ?? noID
  }

  mutating func tap(_ name: String) { step(.tap(element(name))) }
  mutating func type(_ name: String, _ text: String) {
    step(.type(element(name), Array(text.utf8)))
  }
  mutating func typeSecret(_ name: String, isValid: Bool? = true) {
    step(.typeSecret(element(name), isValid: isValid))
  }
  mutating func dismiss(_ name: String) {
    step(.dismiss(flow.overlay(named: Array(name.utf8)) ?? noID))
  }
  mutating func signal(_ name: String, number: Int64? = nil, text: String? = nil) {
    let signal = flow.signal(named: Array(name.utf8)) ?? noID
    step(.signal(signal, number: number ?? absent, text: text.map { Array($0.utf8) }))
  }
  mutating func tell(_ name: String, _ value: FactValue) {
    told[name] = value
    step(.told(fact(name), value))
  }

  /// Gives a request a response, with the ticket of its last start by default.
  mutating func answer(_ name: String, _ answer: Answer, ticket: UInt32? = nil) {
    let classification = machine.classify(answer, of: request(name))
    for secret in classification.secrets { secrets.insert(secret.fact) }
    step(
      .answered(
        request(name), ticket: ticket ?? machine.ticket(of: request(name)), classification.outcome))
  }

  mutating func answer(_ name: String, _ status: UInt16 = 200, _ json: String = "{}") {
    answer(name, .received(status: status, body: Array(json.utf8)))
  }
}

// MARK: What a test reads

extension Play {
  func fact(_ name: String) -> FactID { flow.fact(named: Array(name.utf8)) ?? noID }
  func request(_ name: String) -> RequestID { flow.request(named: Array(name.utf8)) ?? noID }

  var screen: String { machine.screenState.map { flow.stateName($0).string } ?? "" }
  var states: [String] { machine.chartState.activeStates.map { flow.stateName($0).string } }
  var overlays: [String] {
    machine.shownOverlays.map { flow.blob(flow.tables.overlays[Int($0)].name).string }
  }
  var backStack: [String] { machine.backStack.map { flow.stateName($0).string } }
  var services: [String] {
    machine.runningServices.map { flow.blob(flow.tables.services[Int($0)]).string }
  }

  func status(_ name: String) -> String { machine.statusName(of: request(name)).string }
  func key(_ name: String) -> String? { machine.idempotencyKey(of: request(name))?.string }
  func number(_ name: String) -> Int64? {
    if case .number(let number) = machine.value(of: fact(name)) { number } else { nil }
  }
  func text(_ name: String) -> String? {
    if case .text(let text) = machine.value(of: fact(name)) { text.string } else { nil }
  }
  func isPresent(_ name: String) -> Bool { machine.isPresent(fact(name)) }

  /// The names of the requests that the host must perform after the last step.
  var performed: [String] {
    machine.effects.compactMap {
      if case .perform(let request, _) = $0 { name(request) } else { nil }
    }
  }
  var cancelled: [String] {
    machine.effects.compactMap {
      if case .cancel(let request, _) = $0 { name(request) } else { nil }
    }
  }
  var toasts: [String] {
    machine.effects.compactMap {
      if case .toast(let text) = $0 { machine.text(text, language: 0).string } else { nil }
    }
  }
  private func name(_ request: RequestID) -> String {
    flow.blob(flow.tables.requests[Int(request)].name).string
  }

  /// The effects of the last step as JSON.
  var effects: [String] {
    machine.effects.map {
      var writer = JSONWriter()
      machine.write($0, withPlans: true, to: &writer)
      return writer.bytes.string
    }
  }

  /// The screen as it is drawn now.
  var drawn: ScreenValue { machine.screen(at: now, language: 0) }

  /// An element of the topmost surface, as it is drawn.
  func drawn(_ name: String) -> ScreenValue.Element? {
    let surface = drawn.overlays.last ?? drawn.screen
    return surface?.elements.first { $0.name == Array(name.utf8) }
  }

  /// What a request sends: its bytes, with the names of secrets in their places.
  func sent(_ name: String) -> String {
    guard let plan = machine.plan(of: request(name)) else { return "" }
    return words(plan.body)
  }

  func header(_ header: String, of name: String) -> String? {
    machine.plan(of: request(name))?.headers.first { $0.name == Array(header.utf8) }
      .map { words($0.value) }
  }

  private func words(_ parts: [RequestPlan.Part]) -> String {
    parts.map {
      switch $0 {
      case .bytes(let bytes): bytes.string
      case .secret(let fact, let encoding):
        "<\(encoding) \(flow.blob(flow.tables.facts[Int(fact)].name).string)>"
      }
    }.joined()
  }
}
