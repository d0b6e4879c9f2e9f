import FlowMachine
import Statechart

/// A compiled flow with what a comparison looks up in it.
struct StoredNames {
  let flow: Flow
  private var places: [StableKind: [UInt16: Int]] = [:]

  var tables: FlowTables { flow.tables }

  init(_ flow: Flow) {
    self.flow = flow
    let rows = flow.tables.stable
    let all: [(StableKind, [UInt16])] = [
      (.state, rows.states), (.fact, rows.facts), (.request, rows.requests),
      (.timer, rows.timers), (.overlay, rows.overlays), (.service, rows.services),
      (.signal, rows.signals),
    ]
    for row in rows.aliases { places[row.kind, default: [:]][row.number] = Int(row.target) }
    for (kind, numbers) in all {
      for (index, number) in numbers.enumerated() { places[kind, default: [:]][number] = index }
    }
  }

  /// Where the name of a number is, or what stands for it.
  func place(_ kind: StableKind, _ number: UInt16) -> Int? { places[kind]?[number] }

  func hasAlias(_ kind: StableKind, owner: UInt16, _ number: UInt16) -> Bool {
    tables.stable.aliases.contains {
      $0.kind == kind && $0.owner == owner && $0.number == number
    }
  }

  func text(_ blob: BlobID) -> String { String(decoding: flow.blob(blob), as: UTF8.self) }
  func name(ofState state: StateID) -> String { text(tables.stateNames[Int(state)]) }

  func columns(of row: FactRow) -> [String] {
    tables.columns[row.columns.indices].map { "\(text($0.name)) \($0.type)" }
  }

  /// The values of a choice fact with their numbers.
  func values(of fact: Int) -> [(name: String, number: UInt16)] {
    let start = tables.facts[..<fact].reduce(0) {
      $0 + ($1.type == .choice ? Int($1.choices.count) : 0)
    }
    return tables.ids[tables.facts[fact].choices.indices].enumerated().map { place, blob in
      (text(blob), tables.stable.values[start + place])
    }
  }

  /// The own classes of a request with their numbers.
  func classes(of request: Int) -> [(name: String, number: UInt16)] {
    let start = tables.stable.classCounts[..<request].reduce(0) { $0 + Int($1) }
    var names: [UInt16: String] = [:]
    for row in flow.ownClasses(of: RequestID(request)) { names[row.place] = text(row.name) }
    return (0..<tables.stable.classCounts[request]).map { place in
      (names[place] ?? "", tables.stable.classes[start + Int(place)])
    }
  }

  /// The calls of a request as an open one is recognized by: what kind, and of what name.
  func calls(of row: RequestRow) -> [String] {
    tables.calls[row.calls.indices].map { "\($0.kind) \(text($0.name))" }
  }

  /// The state whose exit stops a timer.
  func owner(ofTimer timer: TimerID) -> StateID? {
    let chart = flow.chart
    return (0..<StateID(chart.states.count)).first { state in
      chart.states[state].exit.indices.contains { index in
        let action = chart.actions[index]
        return action.kind == .host && action.a == Operation.stopTimer.rawValue
          && action.b == timer
      }
    }
  }
}

extension FactRow {
  /// Whether snapshots hold it.
  var isStored: Bool { place == .preferences || place == .secure }
}
