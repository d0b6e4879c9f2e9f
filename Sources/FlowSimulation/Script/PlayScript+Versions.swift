package import FlowMachine
import Statechart

extension PlayScript {
  /// What there is of an earlier version of the flow.
  package enum LockedVersion {
    case flow(Flow)
    /// Why it cannot be played, and what to do.
    case refused(String)
  }

  /// Finds the versions that were locked before the document's own, by their numbers.
  package typealias Versions = (_ version: Int) -> LockedVersion

  /// The flow with which the script ends, of one that it is played for.
  func last(of flow: Flow) -> Flow {
    for step in steps.reversed() { if case .install(let flow) = step.action { return flow } }
    return installed ?? flow
  }
}

extension ScriptReader {
  /// The version that is installed at first. All names until an update are those of that version.
  mutating func begin(_ node: ScriptNode) throws(ScriptError) -> Flow {
    let number = try version(node)
    let present = Int(flow.tables.version)
    guard number != present else {
      throw error(
        node,
        "the document itself has version \(present); leave out 'version', or write an earlier one")
    }
    flow = try locked(number, node)
    beginsEarlier = true
    return flow
  }

  /// `update: 2`: from here on all names are those of another version.
  mutating func install(_ node: ScriptNode) throws(ScriptError) -> PlayAction {
    let number = try version(node)
    let installed = Int(flow.tables.version)
    guard number > installed else {
      throw error(
        node,
        "the app has version \(installed) of the flow by then, so it cannot be updated to \(number)"
          + (beginsEarlier ? "" : "; write an earlier 'version' above the steps"))
    }
    flow = number == present.tables.version ? present : try locked(number, node)
    return .install(flow)
  }

  private func version(_ node: ScriptNode) throws(ScriptError) -> Int {
    guard let number = node.number, (1...65_535).contains(number) else {
      throw error(node, "expected the number of a version, not \(node.kindName)")
    }
    return Int(number)
  }

  private func locked(_ number: Int, _ node: ScriptNode) throws(ScriptError) -> Flow {
    guard number < present.tables.version else {
      throw error(
        node,
        "the document has version \(present.tables.version), so there is no version \(number) yet")
    }
    switch versions(number) {
    case .flow(let flow): return flow
    case .refused(let problem): throw error(node, problem)
    }
  }
}

extension Flow {
  /// What a fact of the host or of the configuration is in another version; nil where that has none of its name and type.
  func counterpart(of change: FactChange, in other: Flow) -> FactChange? {
    let row = tables.facts[Int(change.fact)]
    guard let fact = other.fact(named: blob(row.name)) else { return nil }
    let counterpart = other.tables.facts[Int(fact)]
    guard counterpart.type == row.type, counterpart.place == row.place else { return nil }
    guard row.type == .choice, case .number(let place) = change.value else {
      return FactChange(fact, change.value)
    }
    let choices = tables.ids[row.choices.indices]
    guard place >= 0, place < choices.count else { return nil }
    let name = blob(choices[choices.startIndex + Int(place)])
    return other.place(of: name, among: counterpart.choices)
      .map { FactChange(fact, .number(Int64($0))) }
  }
}
