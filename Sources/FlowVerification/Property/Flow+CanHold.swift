import FlowMachine
import Statechart

extension Flow {
  /// Whether a guard can hold: whether some way through it leads to its end on which no cell has to have two values.
  ///
  /// Each cell is looked at by itself, and may have any value that its type has. So a guard that never holds for what
  /// the flow does with its facts can still hold here, never the other way round.
  ///
  /// - Parameter idle: statuses of requests that are idle wherever it is asked.
  func canHold(_ condition: UInt16, idle: Set<CellID> = []) -> Bool {
    var search = GuardSearch(flow: self, idle: idle)
    return search.canHold(from: condition, [])
  }

  /// The statuses of requests that are idle while a state is active: each request that is given up as soon as the state is
  /// left to which it belongs, and that belongs only to states that are never active together with this one.
  func idleStatuses(in state: StateID) -> Set<CellID> {
    var owners: [RequestID: [StateID]] = [:]
    for owner in 0..<chart.states.count {
      for action in chart.states[owner].exit.indices.map({ chart.actions[$0] })
      where action.kind == .host && Operation(rawValue: action.a) == .release {
        owners[action.b, default: []].append(StateID(owner))
      }
    }
    return Set(
      owners.filter { request, owners in
        let row = tables.requests[Int(request)]
        return !row.survives && !row.isOnce
          && !owners.contains { canBeActive($0, with: state) }
      }.map { tables.requests[Int($0.key)].cell })
  }

  private func canBeActive(_ one: StateID, with other: StateID) -> Bool {
    if one == other || chart.isDescendant(one, of: other) || chart.isDescendant(other, of: one) {
      return true
    }
    var common = chart.states[one].parent
    while common != noID, !chart.isDescendant(other, of: common) {
      common = chart.states[common].parent
    }
    return common == noID || chart.states[common].kind == .parallel
  }

  /// Whether the type of a cell has a number.
  fileprivate func hasValue(_ value: Int64, _ cell: CellID) -> Bool {
    guard Int(cell) < tables.facts.count else {
      guard let request = tables.requests.first(where: { $0.cell == cell }) else { return true }
      let own = request.calls.indices.map { tables.calls[$0].classes.count }.max() ?? 0
      return RequestStatus.idle..<RequestStatus.failed + Int64(FailureClass.own) + Int64(own)
        ~= value
    }
    let row = tables.facts[Int(cell)]
    return switch row.type {
    case .flag: 0...1 ~= value
    case .choice: 0..<Int64(row.choices.count) ~= value
    default: true
    }
  }
}

private struct GuardSearch {
  let flow: Flow
  let idle: Set<CellID>
  /// A guard with more ways than are looked at counts as one that can hold.
  private var waysLeft = 4_096

  init(flow: Flow, idle: Set<CellID>) { (self.flow, self.idle) = (flow, idle) }

  /// A step of the guard, and what it came to.
  typealias Answer = (step: GuardStep, holds: Bool)

  mutating func canHold(from index: UInt16, _ way: [Answer]) -> Bool {
    guard index < GuardStep.reject else { return index == GuardStep.accept }
    guard waysLeft > 0 else { return true }
    waysLeft -= 1
    let step = flow.chart.guards[index]
    for holds in [true, false] {
      let longer = way + [(step, holds)]
      guard agrees(longer) else { continue }
      if canHold(from: holds ? step.ifTrue : step.ifFalse, longer) { return true }
    }
    return false
  }

  /// Whether the last answer of a way goes with those before it.
  private func agrees(_ way: [Answer]) -> Bool {
    guard let last = way.last else { return true }
    switch last.step.test {
    case .cellToConstant, .isAbsent:
      let about = way.filter {
        [.cellToConstant, .isAbsent].contains($0.step.test) && $0.step.a == last.step.a
      }
      return values(in: about).contains { value in
        about.allSatisfy { answer($0.step, where: value) == $0.holds }
      }
    default:
      return way.allSatisfy {
        $0.holds == last.holds || $0.step.test != last.step.test || $0.step.a != last.step.a
          || $0.step.b != last.step.b || $0.step.comparison != last.step.comparison
      }
    }
  }

  private func answer(_ step: GuardStep, where value: Int64) -> Bool {
    guard step.test == .cellToConstant else { return value == absent }
    guard value != absent else { return step.comparison == .notEqual }
    return step.comparison.holds(value, flow.chart.constants[step.b])
  }

  /// What a cell is compared with and its neighbours, and no value: between them nothing changes.
  private func values(in way: [Answer]) -> [Int64] {
    guard let cell = way.first?.step.a else { return [] }
    guard !idle.contains(cell) else { return [RequestStatus.idle] }
    let constants = way.filter { $0.step.test == .cellToConstant }.map {
      flow.chart.constants[$0.step.b]
    }
    let numbers = constants.flatMap { constant in
      [Int64(-1), 0, 1].compactMap { offset -> Int64? in
        let (sum, isOver) = constant.addingReportingOverflow(offset)
        return isOver ? nil : sum
      }
    }
    return [absent] + (numbers + [0]).filter { flow.hasValue($0, cell) }
  }
}
