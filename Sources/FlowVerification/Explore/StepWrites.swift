import FlowMachine
import Statechart

/// What the document's own actions write in a step into some facts, in their order.
///
/// A state holds only what decides something. What is merely sent is in no state, so the writes themselves are followed.
struct StepWrites: Sendable {
  /// One write of a fact.
  struct Write: Equatable, Sendable {
    var fact: FactID
    var value: Value
  }

  /// What is known of a written value.
  enum Value: Hashable, Sendable {
    case constant(Int64)
    case text(Text)
    /// What another fact holds.
    case copy(FactID)
    /// The time.
    case now
    /// One more, or less, than before.
    case sum
    /// Anything else: the value of an event, or what only some steps write.
    case fresh

    /// Whether writing it twice writes the same twice, as long as nothing else changes.
    var isSame: Bool {
      switch self {
      case .constant, .text, .copy: true
      case .now, .sum, .fresh: false
      }
    }
  }

  private let flow: Flow
  /// By transition and by state. A `nil` among them is `clear: user`.
  private let byActions: [[Write?]]
  private let byEntering: [[Write?]]
  private let byLeaving: [[Write?]]
  /// By transition: the states that it can enter.
  private let entered: [[StateID]]
  /// The states within regions that start anew at each launch.
  private let restarting: Set<StateID>

  init(_ flow: Flow, of facts: Set<FactID>) {
    self.flow = flow
    let liveness = Liveness(flow, conditions: [], sessions: [], required: [:])
    let states = (0..<flow.chart.states.count).map { flow.chart.states[$0] }
    let transitions = (0..<flow.chart.transitions.count).map { flow.chart.transitions[$0] }
    byActions = transitions.map { flow.writes(in: $0.actions, of: facts) }
    byEntering = states.map { flow.writes(in: $0.enter, of: facts) }
    byLeaving = states.map { flow.writes(in: $0.exit, of: facts) }
    let byEntering = byEntering
    entered = transitions.map { row in
      liveness.targets(of: row).filter { !byEntering[Int($0)].isEmpty }
    }
    restarting = Set(
      states.indices.map { StateID($0) }.filter { state in
        !byEntering[Int(state)].isEmpty
          && flow.tables.regions.contains {
            $0.restartsAtLaunch
              && (state == $0.state || flow.chart.isDescendant(state, of: $0.state))
          }
      })
  }

  /// All writes of a fact.
  func all(of fact: FactID) -> [Value] {
    (byActions + byEntering + byLeaving).joined().compactMap { $0 }.filter { $0.fact == fact }
      .map(\.value)
  }

  /// Calls for each write of the last step; nil is `clear: user`.
  ///
  /// - Parameters:
  ///   - old: the projected state before; nil for a launch.
  ///   - isRelaunch: whether the step was a relaunch.
  func forEach(
    from old: UnsafeRawPointer?, isRelaunch: Bool, _ machine: inout FlowMachine,
    _ body: (Write?) -> Void
  ) {
    func wasActive(_ state: StateID) -> Bool {
      guard let old else { return false }
      let word = old.load(fromByteOffset: 8 * Int(state >> 6), as: UInt64.self)
      return word & 1 << UInt64(state & 63) != 0
    }
    var taken: [Int] = []
    machine.forEachTaken { taken.append(Int($0)) }
    let reentered = Set(taken.flatMap { entered[$0] })
    for (state, writes) in byLeaving.enumerated() where !writes.isEmpty {
      let state = StateID(state)
      guard wasActive(state),
        !machine.chartState.isActive(state) || reentered.contains(state)
      else { continue }
      writes.forEach(body)
    }
    for transition in taken { byActions[transition].forEach(body) }
    for (state, writes) in byEntering.enumerated() where !writes.isEmpty {
      let state = StateID(state)
      guard machine.chartState.isActive(state),
        !wasActive(state) || reentered.contains(state) || isRelaunch && restarting.contains(state)
      else { continue }
      writes.forEach(body)
    }
  }
}

extension Flow {
  /// What actions write into some facts.
  fileprivate func writes(
    in actions: RowRange, of facts: Set<FactID>
  ) -> [StepWrites.Write?] {
    var found: [StepWrites.Write?] = []
    var skipped = 0
    for action in actions.indices.map({ chart.actions[$0] }) {
      defer { skipped -= 1 }
      if action.kind == .skipUnless {
        skipped = max(skipped, Int(action.b) + 1)
      } else if action.kind == .host, Operation(rawValue: action.a) == .clearUser {
        found.append(nil)
      } else {
        for fact in writes(of: action).cells where facts.contains(fact) {
          let value = skipped > 0 ? StepWrites.Value.fresh : value(writtenBy: action)
          found.append(StepWrites.Write(fact: fact, value: value))
        }
      }
    }
    return found
  }

  private func value(writtenBy action: ActionRow) -> StepWrites.Value {
    switch action.kind {
    case .setConstant: return .constant(chart.constants[action.b])
    case .setCell: return .copy(action.b)
    case .add: return .sum
    case .host:
      switch Operation(rawValue: action.a) {
      case .clear: return .constant(absent)
      case .assign:
        let row = tables.assignments[Int(action.b)]
        switch row.source {
        case .number: return .constant(row.number)
        case .text: return .text(blob(row.operand))
        case .fact: return .copy(row.operand)
        case .now: return .now
        case .sum: return .sum
        case .event: return .fresh
        }
      default: return .fresh
      }
    default: return .fresh
    }
  }
}
