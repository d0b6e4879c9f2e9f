import FlowMachine
import Statechart

// Buttons that a transition takes, and that change nothing.

/// What the taps of a button that some transition took have done so far.
enum TapEffect {
  /// Nothing; where that was first.
  case nothing(Violation.Place)
  case something
}

extension Explorer {
  /// Notes whether a tap has done anything; the machine stands behind it.
  ///
  /// - Parameter source: where it was tapped.
  func noteTap(_ element: ElementID, _ number: Int, from index: Int, at source: UnsafeRawPointer) {
    if case .something = tapEffects[element] { return }
    rival.pointee.load(projection, from: source)
    for change in step(number).told { rival.pointee.assume(change) }
    if hasEffect {
      tapEffects[element] = .something
    } else if tapEffects[element] == nil {
      tapEffects[element] = TapEffect.nothing(.move(index, number))
    }
  }

  /// Whether the last step has changed anything, in comparison with the rival before it, or told the host anything.
  ///
  /// A step that writes a fact counts as a change even if it changes nothing here, unless states tell each of its values
  /// apart: a state may stand for one in which it does. So does a step that forgets the back stack.
  private var hasEffect: Bool {
    var hasEffect = false
    machine.pointee.forEachTaken { if factWriters[Int($0)] { hasEffect = true } }
    machine.pointee.forEachEffect {
      if case .journal = $0 { return }
      hasEffect = true
    }
    // Where nothing leads back, no state keeps what lies on the stack.
    let hasBack = reduction?.isBackRead(active: machine.pointee.chartState.active) ?? true
    return hasEffect || !machine.pointee.isSame(as: rival.pointee, hasBack: hasBack)
  }

  /// Looks for buttons whose tap changes nothing wherever a transition takes it.
  func findIdleButtons() {
    let all = withParts
    for explorer in all {
      for (element, effect) in explorer.tapEffects.sorted(by: { $0.key < $1.key }) {
        guard case .nothing(let place) = effect else { continue }
        let hasEffect = all.contains {
          if case .something = $0.tapEffects[element] { true } else { false }
        }
        if !hasEffect { explorer.violations.add(.idleButton, subject: Int(element), at: place) }
      }
    }
  }
}

extension FlowMachine {
  /// Whether nothing but the records of the last step tells two machines apart.
  ///
  /// - Parameter hasBack: whether it matters what lies on the back stack.
  fileprivate func isSame(as other: FlowMachine, hasBack: Bool) -> Bool {
    let (one, two) = (chartState, other.chartState)
    return one.active == two.active && one.history == two.history && one.cells == two.cells
      && one.isRunning == two.isRunning && screenState == other.screenState
      && (!hasBack || backStack == other.backStack && isScreenKept == other.isScreenKept)
      && heldSignals == other.heldSignals && invalidSecrets == other.invalidSecrets
      && submittedSecrets == other.submittedSecrets
      && timerEnds.elementsEqual(other.timerEnds) { $0.timer == $1.timer && $0.at == $1.at }
  }
}

extension Flow {
  /// For each transition whether a step that takes it can write a fact whose value a state may stand for with others, or
  /// something else that is not looked at: by its actions, or by those of a state that it may leave or enter.
  ///
  /// - Parameter exact: facts each of whose values is kept, or that have only one.
  func factWriters(without exact: Set<FactID>) -> [Bool] {
    let writingStates = (0..<chart.states.count).map { StateID($0) }.filter {
      isWriting(chart.states[$0].enter, exact) || isWriting(chart.states[$0].exit, exact)
    }
    return (0..<chart.transitions.count).map { index in
      let row = chart.transitions[index]
      if isWriting(row.actions, exact) { return true }
      let ends = row.targets.indices.map { chart.targets[$0] } + [row.source]
      return row.targets.count > 0
        && writingStates.contains { state in ends.contains { isRelated(state, to: $0) } }
    }
  }

  private func isRelated(_ one: StateID, to other: StateID) -> Bool {
    one == other || chart.isDescendant(one, of: other) || chart.isDescendant(other, of: one)
  }

  private func isWriting(_ actions: RowRange, _ exact: Set<FactID>) -> Bool {
    actions.indices.contains {
      let action = chart.actions[$0]
      let written = writes(of: action).cells.filter { Int($0) < tables.facts.count }
      if !written.allSatisfy(exact.contains) { return true }
      guard action.kind == .host else { return false }
      return switch Operation(rawValue: action.a) {
      case .root, .forgetBack, .startService, .stopService, nil: true
      default: false
      }
    }
  }
}

extension Projection {
  /// The flags and choices each of whose values is told from the others, and from none.
  func exactFacts(of flow: Flow) -> Set<FactID> {
    Set(
      kept.filter { kept in
        Int(kept.cell) < flow.tables.facts.count
          && [.flag, .choice].contains(flow.tables.facts[Int(kept.cell)].type)
          && !kept.codes.contains(0) && Set(kept.codes).count == kept.codes.count
      }.map(\.cell))
  }
}
