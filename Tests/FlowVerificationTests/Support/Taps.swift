import FlowMachine
import FlowVerification
import Statechart

/// What taps do, on whole machines.
struct Taps {
  let flow: Flow
  /// Elements whose tap has done something.
  private var acting: Set<ElementID> = []
  /// The length of the shortest way by a tap that did nothing, by element.
  private var first: [ElementID: Int] = [:]

  init(flow: Flow) { self.flow = flow }

  /// Elements that never do anything when a transition takes their tap, with the shortest way.
  var idle: [ElementID: Int] { first.filter { !acting.contains($0.key) } }

  mutating func note(
    _ element: ElementID, from old: FlowMachine, to new: inout FlowMachine, _ length: Int
  ) {
    var words = 0
    new.forEachEffect { if case .journal = $0 {} else { words += 1 } }
    // A moment later, a timer that starts anew ends later.
    var later = old
    _ = later.step(.tap(element), at: FlowMachine.explorationTime + 1, entropy: 1)
    let clocks = [old, later].map { machine in
      flow.tables.timers.indices.map { timer in
        machine.timerEnds.first { $0.timer == timer }?.at ?? 0
      }
    }
    if words > 0 || clocks[0] != clocks[1] || BruteForce.key(old) != BruteForce.key(new)
      || writes(&new)
    {
      acting.insert(element)
    } else {
      first[element] = min(first[element] ?? .max, length)
    }
  }

  /// Whether a step may have written a fact: one that gets the value that it has counts as well.
  private func writes(_ machine: inout FlowMachine) -> Bool {
    var taken: [UInt16] = []
    machine.forEachTaken { taken.append($0) }
    return taken.contains { transition in
      let row = flow.chart.transitions[Int(transition)]
      if hasWrite(row.actions) { return true }
      guard row.targets.count > 0 else { return false }
      let ends = [row.source] + row.targets.indices.map { flow.chart.targets[$0] }
      return (0..<flow.chart.states.count).map { StateID($0) }.contains { state in
        let isNear = ends.contains {
          state == $0 || flow.chart.isDescendant(state, of: $0)
            || flow.chart.isDescendant($0, of: state)
        }
        let row = flow.chart.states[Int(state)]
        return isNear && (hasWrite(row.enter) || hasWrite(row.exit))
      }
    }
  }

  private func hasWrite(_ actions: RowRange) -> Bool {
    actions.indices.contains {
      let action = flow.chart.actions[$0]
      guard action.kind == .host else { return action.kind == .setConstant }
      switch Operation(rawValue: action.a) {
      case .clearUser:
        return flow.tables.facts.contains {
          $0.scope == .user && ![.device, .configuration].contains($0.place)
        }
      case .assign, .clear, .root, .forgetBack, .startService, .stopService: return true
      default: return false
      }
    }
  }
}
