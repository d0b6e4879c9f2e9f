import FlowDefinition
import FlowMachine
import FlowRuntime
import FlowSimulation
import Foundation
import Statechart
import TestSupport
import Testing

/// A driver with storage that can fail, a log of all that the driver does, and calls that a test
/// answers by hand.
final class Rig: FlowOutlet {
  let flow: Flow
  let clock = VirtualClock(1_000_000)
  let journal = SimulatedJournal()
  let secrets = SimulatedSecrets()
  let preferences = SimulatedPreferences()
  /// What was written and done outside, in order.
  var log: [String] = []
  /// All calls since the beginning.
  var calls: [OutgoingCall] = []
  var notices: [Notice] = []
  var trace: [Text] = []
  var recording: [Text] = []
  var reach: ((HostPoint) throws(Killed) -> Void)?
  private(set) var driver: FlowDriver?
  private var entropy = SeededEntropy(seed: 7)

  init(_ flow: Flow) { self.flow = flow }

  /// The wallet, with its first request answered: the sign-in screen.
  static func atSignIn() throws -> Rig {
    let rig = Rig(try TestFlow.wallet.get())
    try rig.launch()
    try rig.answer("register", #"{"id":"i1"}"#)
    rig.log = []
    return rig
  }

  /// The wallet, signed in, with its balance.
  static func atHome() throws -> Rig {
    let rig = try atSignIn()
    try rig.type("email", "ada@example.org")
    try rig.type("password", "CANARY-password")
    try rig.tap("submit")
    try rig.answer("login", Self.tokens)
    try rig.answer("getBalance", #"{"balance":100}"#)
    rig.log = []
    return rig
  }

  static let tokens = #"{"token":"CANARY-token","refresh":"CANARY-refresh","name":"Ada"}"#

  func launch(_ facts: LaunchFacts = LaunchFacts()) throws {
    var inspection = Inspection()
    inspection.trace = { [weak self] in self?.trace.append($0) }
    inspection.record = { [weak self] in self?.recording.append($0) }
    inspection.notice = { [weak self] in self?.notices.append($0) }
    inspection.reach = { [weak self] point throws(Killed) in try self?.reach?(point) }
    let host = FlowHost(
      journal: LoggedJournal(rig: self), secrets: LoggedSecrets(rig: self),
      preferences: LoggedPreferences(rig: self), outlet: self)
    driver = nil
    driver = try FlowDriver(
      flow, host: host, facts: facts, clock: { [clock] in clock.now },
      entropy: { [weak self] in self?.entropy.next() ?? 0 }, inspection: inspection)
  }

  var running: FlowDriver {
    get throws { try #require(driver) }
  }

  func element(_ name: String) throws -> ElementID {
    try #require(flow.element(named: name.bytes, in: try running.machine.topElements))
  }

  @discardableResult
  func tap(_ name: String) throws -> StepReport { try running.send(.tap(try element(name))) }

  func type(_ name: String, _ text: String) throws {
    let element = try element(name)
    let fact = flow.tables.elements[Int(element)].fact
    if flow.tables.facts[Int(fact)].type == .secret {
      try running.type(text.bytes, into: element)
    } else {
      try running.send(.type(element, text.bytes))
    }
  }

  func lastCall(_ request: String) throws -> OutgoingCall {
    try #require(calls.last { $0.request == request.bytes })
  }

  @discardableResult
  func answer(_ request: String, _ body: String, status: UInt16 = 200) throws -> StepReport {
    try answer(request, .received(status: status, body: body.bytes))
  }

  @discardableResult
  func answer(_ request: String, _ answer: Answer) throws -> StepReport {
    try running.answer(answer, to: try lastCall(request).send)
  }

  func status(_ request: String) throws -> String {
    let id = try #require(flow.request(named: request.bytes))
    return try running.machine.statusName(of: id).string
  }

  func screen() throws -> String {
    flow.stateName(try #require(try running.machine.screenState)).string
  }

  func overlays() throws -> [String] {
    try running.machine.shownOverlays.map {
      flow.blob(flow.tables.overlays[Int($0)].name).string
    }
  }

  func count(of request: String) -> Int { calls.count { $0.request == request.bytes } }

  // MARK: What is done outside

  func perform(_ action: OutsideAction) {
    switch action {
    case .perform(let call):
      calls.append(call)
      log.append("send \(call.request.string)")
    case .cancel(let send):
      log.append("cancel \(flow.blob(flow.tables.requests[Int(send.request)].name).string)")
    case .startService(let name): log.append("start \(name.string)")
    case .stopService(let name): log.append("stop \(name.string)")
    case .toast(let text): log.append("toast \(text.string)")
    case .open(let url): log.append("open \(url.string)")
    case .tell(let name, _): log.append("tell \(name.string)")
    }
  }
}

private struct LoggedJournal: JournalStorage {
  let rig: Rig

  func read() throws(StorageFailure) -> [UInt8] { try rig.journal.read() }

  func append(_ frame: [UInt8], isForced: Bool) throws(StorageFailure) {
    try rig.journal.append(frame, isForced: isForced)
    rig.log.append(isForced ? "forced record" : "record")
  }

  func replace(by frame: [UInt8]) throws(StorageFailure) {
    try rig.journal.replace(by: frame)
    rig.log.append("new journal")
  }

  func setAside() throws(StorageFailure) {
    try rig.journal.setAside()
    rig.log.append("journal aside")
  }
}

private struct LoggedSecrets: SecretStorage {
  let rig: Rig

  func names() throws(StorageFailure) -> [SecretName] { try rig.secrets.names() }
  func read(_ name: SecretName) throws(StorageFailure) -> Text? { try rig.secrets.read(name) }
  func hash(_ secret: Text, as name: SecretName) throws(StorageFailure) -> Text {
    try rig.secrets.hash(secret, as: name)
  }

  func write(_ changes: [SecretChange]) throws(StorageFailure) {
    try rig.secrets.write(changes)
    for change in changes {
      let seal =
        change.name.isMark ? "" : change.name.seal.map { " for \($0.request.string)" } ?? ""
      rig.log.append(
        (change.value == nil ? "erase " : "store ")
          + (change.name.isMark ? "mark of " : "") + change.name.fact.string + seal)
    }
  }
}

private struct LoggedPreferences: PreferenceStorage {
  let rig: Rig

  func read(_ name: Text) throws(StorageFailure) -> Text? { try rig.preferences.read(name) }

  func write(_ name: Text, _ value: Text?) throws(StorageFailure) {
    try rig.preferences.write(name, value)
    rig.log.append("prefer \(name.string)")
  }
}
