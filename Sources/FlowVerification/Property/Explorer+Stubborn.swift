package import FlowMachine
import Statechart

// Dead ends around a device that is stubborn: a permission that stays denied, a value that is never
// reported.

extension Explorer {
  /// A value at which the device can stay.
  package struct Stubborn: Equatable {
    package var fact: FactID
    var value: FactValue
  }

  /// What the step that was just made assumes of the device.
  func assumption(
    _ number: Int, _ move: Move, _ told: [FactChange], from index: Int, at source: UnsafeRawPointer
  ) -> UInt16 {
    guard !assumptions.facts.isEmpty, !move.isKill else { return 0 }
    let isTold = if case .input(.told) = move { true } else { false }
    let asks = asksDevice(move)
    if asks, merged?.step.isForAll != false { asking.insert(index) }
    let entered = entered(from: source)
    guard isTold || asks || !told.isEmpty || !asked.isEmpty || !entered.isEmpty else { return 0 }
    return assumptions.number(
      number, move, told: told, absent: unheld(asked, number, at: source), entered: entered,
      asks: asks)
  }

  /// Facts that the state does not hold in which the step that was just made begins, and that in which
  /// it ends does.
  private func entered(from source: UnsafeRawPointer) -> [FactID] {
    guard let reduction else { return [] }
    let (before, after) = (reduction.place(of: source), reduction.place(of: scratch))
    guard before != after else { return [] }
    return assumptions.facts.filter {
      !reduction.isTold($0, at: before) && reduction.isTold($0, at: after)
    }
  }

  /// Whether the step that was just made is a tap that calls the app or a capability.
  private func asksDevice(_ move: Move) -> Bool {
    guard case .input(.tap) = move else { return false }
    var asks = false
    var started: [RequestID] = []
    machine.pointee.forEachEffect {
      switch $0 {
      case .tell: asks = true
      case .perform(let request, let ticket) where ticket > UInt32(flow.tables.requests.count):
        started.append(request)
      default: break
      }
    }
    return asks
      || started.contains { [.capability, .app].contains(machine.pointee.call(of: $0).kind) }
  }

  /// Looks for states from which the device has to report something else than one value of a fact:
  /// nothing else leads to a goal, or to where a tap calls the app or a capability, which may ask the
  /// person. What else the device reports may help.
  ///
  /// - Parameters:
  ///   - goals: the states in which a goal is reached.
  ///   - isSafe: the states from which one can be reached, whatever the device reports.
  func findStubborn(_ goals: [Bool], _ isSafe: [Bool]) {
    let wanted = goals.indices.map { goals[$0] || asking.contains($0) }
    for fact in assumptions.facts {
      let values = domain.onlyChanged.contains(fact) ? [] : domain.present(of: fact)
      for value in [.absent] + values {
        let steps = PossibleSteps(assumptions, value, of: fact)
        let isSafeAlone = reaching(wanted, by: steps)
        let stuck = (0..<min(store.count, firstMigrated)).filter { isSafe[$0] && !isSafeAlone[$0] }
        guard !stuck.contains(where: { isNoted($0) }) else { break }
        guard let state = clearest(stuck, fact, value, isSafeAlone, steps) else { continue }
        note(Stubborn(fact: fact, value: value), at: state)
        break
      }
    }
  }

  /// Of some states the first that shows best why it leads nowhere: where the fact has the value, and
  /// another value would lead on.
  private func clearest(
    _ states: [Int], _ fact: FactID, _ value: FactValue, _ isSafe: [Bool], _ steps: PossibleSteps
  ) -> Int? {
    let graph = graph.pointee
    return states.first { state in
      projection.holds(value, of: fact, at: store[state])
        && (graph.edgeStarts[state]..<graph.edgeStarts[state + 1]).contains {
          steps.possibilities[Int(graph.assumptions[$0])] == .no
            && isSafe[Int(graph.edges[$0] & Graph.target)]
        }
    } ?? states.first
  }

  /// Whether it was seen already that a state waits for the device.
  private func isNoted(_ state: Int) -> Bool {
    violations.all.contains { $0.property == .waitForDevice && $0.place == .state(state) }
  }

  private func note(_ stubborn: Stubborn, at state: Int) {
    machine.pointee.load(projection, from: single(state))
    isLoaded = false
    stubborns.append(stubborn)
    violations.add(
      .waitForDevice, subject: Int(machine.pointee.screenState ?? 0) | stubborns.count << 16,
      at: .state(state))
  }
}

/// Which steps are possible while the device reports nothing about a fact but one value.
struct PossibleSteps {
  /// By assumption.
  let possibilities: [Assumption.Possibility]
  /// By assumption whether the step is such a report.
  let isReport: [Bool]

  init(_ assumptions: Assumptions, _ value: FactValue, of fact: FactID) {
    possibilities = assumptions.rows.map { $0.possibility(value, of: fact) }
    isReport = assumptions.rows.map { $0.reported == FactChange(fact, value) }
  }

  /// Whether a step leads on.
  ///
  /// - Parameter leadsOn: by state whether that is known to.
  func isPossible(_ edge: Int, to target: Int, in graph: borrowing Graph, _ leadsOn: [Bool]) -> Bool
  {
    switch possibilities[Int(graph.assumptions[edge])] {
    case .no: return false
    case .yes: return leadsOn[target]
    case .reporting:
      let reports = (graph.edgeStarts[target]..<graph.edgeStarts[target + 1]).filter {
        isReport[Int(graph.assumptions[$0])]
      }
      // Some states that a merged one stands for may be without it.
      guard reports.allSatisfy({ graph.isForAll($0) }) else { return false }
      // Without such a step the value makes no difference there.
      return reports.isEmpty
        ? leadsOn[target] : reports.contains { leadsOn[Int(graph.edges[$0] & Graph.target)] }
    }
  }
}
