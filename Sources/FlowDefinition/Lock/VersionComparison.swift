package import FlowMachine
import Statechart

/// What stored state a new version of a flow would strand or lose.
///
/// Both versions are compiled in the numbers of one lock file. Nothing runs: whether a place from
/// which a goal can be reached comes out of each snapshot is for the verifier.
package struct VersionComparison {
  /// One thing that somebody who has the old version loses with the new one.
  package struct Finding: Hashable, Sendable, CustomStringConvertible {
    package var name: LockedName
    /// A sentence for people, without its full stop.
    package var description: String

    package init(_ name: LockedName, _ description: String) {
      self.name = name
      self.description = description
    }
  }

  let old: StoredNames
  let new: StoredNames
  private var findings: [Finding] = []

  /// - Returns: what is lost, in the order of a lock file; nothing is lost where it is empty.
  package static func findings(
    from old: CompiledFlow, to new: CompiledFlow
  ) throws(FlowError) -> [Finding] {
    var comparison = VersionComparison(
      old: StoredNames(try Flow(decoding: old.bytes)),
      new: StoredNames(try Flow(decoding: new.bytes)))
    return comparison.run()
  }

  /// The same in sentences without their full stops.
  package static func changes(
    from last: EarlierVersion?, to new: CompiledFlow
  ) throws(FlowError) -> [String] {
    guard let last else { return [] }
    return try findings(from: last.flow, to: new).map { "since version \(last.version): \($0)" }
  }

  private init(old: StoredNames, new: StoredNames) {
    self.old = old
    self.new = new
  }

  private mutating func run() -> [Finding] {
    let version = old.tables.version
    guard new.tables.stable.versions.contains(where: { $0.version == version }) else {
      add(
        .states, "",
        "Snapshots of version \(version) are not migrated: users with one start again at \(fallback)"
      )
      return findings
    }
    compareStates()
    compareFacts()
    compareRequests()
    compareTimers()
    compareRest()
    return findings
  }

  private mutating func add(
    _ kind: LockedName.Kind, _ name: String, of owner: String = "", _ sentence: String
  ) {
    findings.append(Finding(LockedName(kind, name, of: owner), sentence))
  }

  /// Where the screens go on that have lost their place.
  private var fallback: String {
    let state = new.tables.stable.fallback
    return state == noID ? "`initial`" : "the fallback \(quoted(new.name(ofState: state)))"
  }

  // MARK: States

  private mutating func compareStates() {
    let chart = old.flow.chart
    for state in 1..<StateID(chart.states.count) {
      let row = chart.states[state]
      let name = old.name(ofState: state)
      let number = old.tables.stable.states[Int(state)]
      guard new.place(.state, number) == nil else { continue }
      switch row.kind {
      case .atomic, .final:
        let isScreen = old.flow.screenOfState[Int(state)] != noID
        let isBeside = !(chart.isDescendant(state, of: old.tables.main))
        add(
          .states, name,
          "The \(isScreen ? "screen" : "state") \(quoted(name)) is gone, and `migrate` has no replacement for it: "
            + (isBeside ? "its region restarts" : "users there continue at \(fallback)"))
      case .shallowHistory, .deepHistory:
        add(.states, name, "The history of \(quoted(name)) is lost")
      case .compound, .parallel: continue
      }
    }
  }

  // MARK: Facts

  private mutating func compareFacts() {
    for (index, row) in old.tables.facts.enumerated() where row.isStored {
      let name = old.text(row.name)
      let number = old.tables.stable.facts[index]
      guard let place = new.place(.fact, number) else {
        add(
          .facts, name,
          row.type == .secret
            ? "The secret \(quoted(name)) is gone: the flow no longer knows that it is in secure storage"
            : "The fact \(quoted(name)) is gone: its value is lost")
        continue
      }
      let other = new.tables.facts[place]
      let otherName = new.text(other.name)
      let taker = otherName == name ? "it now" : "its replacement \(quoted(otherName))"
      if other.type != row.type {
        add(
          .facts, name,
          "The value of \(quoted(name)) is lost: it was of type `\(row.type)`, and \(taker) is of type `\(other.type)`"
        )
      } else if !other.isStored {
        add(
          .facts, name,
          "The value of \(quoted(name)) is lost: \(taker) is in place `\(other.place)`, which is not part of a snapshot"
        )
      } else if old.columns(of: row) != new.columns(of: other) {
        add(.facts, name, "The rows of \(quoted(name)) are lost: \(taker) has different columns")
      } else if row.type == .choice {
        compareValues(of: index, name, number, with: place)
      }
    }
  }

  private mutating func compareValues(
    of fact: Int, _ name: String, _ number: UInt16, with other: Int
  ) {
    for (value, stored) in old.values(of: fact) {
      let isThere =
        new.tables.stable.facts[other] == number
        && new.values(of: other).contains { $0.number == stored }
      guard !isThere, !new.hasAlias(.value, owner: number, stored) else { continue }
      add(
        .values, value, of: name,
        "\(quoted(name)) loses its value \(quoted(value)): the fact is absent where it had that value"
      )
    }
  }

  // MARK: Requests

  private mutating func compareRequests() {
    for (index, row) in old.tables.requests.enumerated() {
      let name = old.text(row.name)
      let number = old.tables.stable.requests[index]
      guard let place = new.place(.request, number) else {
        add(
          .requests, name,
          "The request \(quoted(name)) is gone: where it is pending, it ends without an outcome and may have had its effect"
        )
        continue
      }
      let calls = new.calls(of: new.tables.requests[place])
      for call in old.calls(of: row) where !calls.contains(call) {
        add(
          .requests, name,
          "The request \(quoted(name)) no longer makes the call \(quoted(call)): where that is pending, it ends without an outcome"
        )
      }
      for (failure, stored) in old.classes(of: index) {
        let isThere =
          new.tables.stable.requests[place] == number
          && new.classes(of: place).contains { $0.number == stored }
        guard !isThere, !new.hasAlias(.failureClass, owner: number, stored) else { continue }
        add(
          .classes, failure, of: name,
          "\(quoted(name)) loses its failure class \(quoted(failure)): such a failure now counts as `refused`"
        )
      }
    }
  }

  // MARK: What else is stored

  /// A timer that ends with its state is lost with that; said is what the state loses alone.
  private mutating func compareTimers() {
    for index in old.tables.timers.indices {
      let number = old.tables.stable.timers[index]
      guard new.place(.timer, number) == nil else { continue }
      let owner = old.owner(ofTimer: TimerID(index))
      // With a state that is gone, or that is entered again under another name, its timers start over.
      if let owner {
        let state = old.tables.stable.states[Int(owner)]
        guard new.tables.stable.states.contains(state) else { continue }
      }
      let row = old.tables.timers[index]
      let name = row.name == noID ? "" : old.text(row.name)
      let place = owner.map { " of \(quoted(old.name(ofState: $0)))" } ?? ""
      add(
        .timers, name,
        name.isEmpty
          ? "An unnamed timer\(place) is gone: its remaining time is lost"
          : "The timer \(quoted(name))\(place) is gone: its remaining time is lost")
    }
  }

  private mutating func compareRest() {
    for (index, row) in old.tables.overlays.enumerated()
    where new.place(.overlay, old.tables.stable.overlays[index]) == nil {
      let name = old.text(row.name)
      add(
        .overlays, name,
        "The overlay \(quoted(name)) is gone: where it is shown, it is dismissed")
    }
    for (index, blob) in old.tables.services.enumerated()
    where new.place(.service, old.tables.stable.services[index]) == nil {
      let name = old.text(blob)
      add(.services, name, "The service \(quoted(name)) is gone: it is no longer started")
    }
    for (index, row) in old.tables.signals.enumerated() where row.isHeld {
      let place = new.place(.signal, old.tables.stable.signals[index])
      guard place.map({ !new.tables.signals[$0].isHeld }) ?? true else { continue }
      let name = old.text(row.name)
      add(.signals, name, "A held signal \(quoted(name)) is lost")
    }
  }
}
