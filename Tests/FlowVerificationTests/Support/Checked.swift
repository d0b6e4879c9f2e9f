import FlowDefinition
import FlowMachine
import FlowVerification
import Foundation
import Statechart
import TestSupport
import Testing

/// A flow that was explored, with what was found.
struct Checked {
  let flow: Flow
  let plan: VerificationPlan
  let domain: Domain
  let explorer: Explorer

  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter most: states after which the exploration stops.
  init(text: String, files: [String: String] = [:], most: Int = 1_000_000) throws {
    let all = files.merging(["test.flow.yaml": text]) { $1 }
    try self.init(path: "test.flow.yaml", most: most) { all[$0].map { Array($0.utf8) } }
  }

  /// - Parameter path: from the root of the repository.
  init(path: String, most: Int = 1_000_000) throws {
    try self.init(path: path, most: most, files: Repository.read)
  }

  private init(path: String, most: Int, files: @escaping FlowCompiler.Files) throws {
    let outcome = FlowCompiler.compileForVerification(file: path, files: files)
    guard let compiled = outcome.flow, let plan = outcome.plan else {
      throw Refused(description: outcome.diagnostics.map { "\($0)" }.joined(separator: "\n"))
    }
    self.plan = plan
    flow = try Flow(decoding: compiled.bytes)
    let intentions = Intentions(plan)
    let conditions = plan.properties.flatMap { [$0.condition, $0.from] }
    domain = try Domain(
      flow, conditions: conditions, declared: plan.domains, required: plan.required)
    explorer = try Explorer(domain, intentions)
    explorer.begin()
    guard explorer.explore(shouldStop: { states, _ in states > most }) else { return }
    explorer.conclude()
    try compareMerged()
  }

  /// What is wrong has to be found with merged states too.
  private func compareMerged() throws {
    guard !found.isEmpty, let merged = try MergedStatesTests.merged(self) else { return }
    let missing = MergedStatesTests.missing(from: merged, of: self)
    #expect(missing == [], "This is not found with merged states.")
  }

  var found: [Violation] { explorer.found }

  /// What was found, in words.
  var report: [String] {
    found.map {
      "\($0.property) \(name(of: $0)) after \(explorer.length(to: $0.place).map(String.init) ?? "-")"
    }
  }

  /// - Parameter other: what has found it, if that is not the explorer of this.
  func name(of violation: Violation, by other: Explorer? = nil) -> String {
    let subject = violation.subject
    switch violation.property {
    case .unsentRequest: return flow.blob(flow.tables.requests[subject & 0xFFFF].name).string
    case .absentValue, .repeatedAltered:
      let fact = flow.blob(flow.tables.facts[subject & 0xFFFF].name).string
      return flow.blob(flow.tables.requests[subject >> 16].name).string + " " + fact
    case .unprotectedData:
      let fact = flow.blob(flow.tables.facts[subject & 0xFFFF].name).string
      return flow.stateName(StateID(subject >> 16 & 0xFFFF)).string + " " + fact
    case .deadButton, .idleButton, .hiddenElement:
      return flow.blob(flow.tables.elements[subject].id).string
    case .erasedSession: return flow.blob(flow.tables.facts[subject].name).string
    case .waitForDevice where subject >> 16 > 0:
      let fact = (other ?? explorer).stubborns[subject >> 16 - 1].fact
      return flow.blob(flow.tables.facts[Int(fact)].name).string
    case .waitForSuccess:
      let failing = FailingRequest(subject: subject)
      let name = flow.blob(flow.tables.requests[Int(failing.request)].name).string
      guard failing.failure >= FailureClass.own else {
        return "\(name) \(FailureClass.names[Int(failing.failure)])"
      }
      let row = flow.ownClasses(of: failing.request).first {
        FailureClass.own + $0.place == failing.failure
      }
      return "\(name) \(row.map { flow.blob($0.name).string } ?? "")"
    case .waitForDevice: return flow.stateName(StateID(subject)).string
    case .unhandledFailure, .droppedSuccess, .unaskedSend, .repeatedSend, .repeatedSuccess,
      .repeatedAfterBack, .lateSave, .requestLoop:
      return flow.blob(flow.tables.requests[subject].name).string
    case .unreachableTransition:
      let row = flow.chart.transitions[subject]
      let event = row.event == noID ? "always" : flow.eventName(row.event).string
      return flow.stateName(row.source).string + " " + event
    case .unreachableScreen, .unprotectedScreen, .unstableRestore, .backOverFinal, .backToOverlay,
      .backBounces:
      let states = flow.chart.states.count
      return subject < states
        ? flow.stateName(StateID(subject)).string
        : flow.blob(flow.tables.overlays[subject - states].name).string
    case .declared(let place): return plan.properties[place].name
    default: return "-"
    }
  }

  /// The length of the shortest way to where a property is broken.
  func shortest(_ property: Property) -> Int? {
    found.filter { $0.property == property }.compactMap { explorer.length(to: $0.place) }.min()
  }
}

extension [UInt8] {
  init(_ text: String) { self = Array(text.utf8) }

  var string: String { String(decoding: self, as: UTF8.self) }
}

extension Checked {
  /// The text of a wrong flow.
  static func text(of name: String) throws -> String {
    let bytes = Repository.read("Tests/FlowVerificationTests/Wrong/\(name).flow.yaml")
    guard let bytes else { throw Refused(description: "There is no wrong flow `\(name)`") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
