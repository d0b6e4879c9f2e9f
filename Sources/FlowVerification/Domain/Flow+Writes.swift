import FlowMachine
import Statechart

/// What one action of the chart does to the cells.
struct ActionWrites {
  /// Cells that have another value afterwards, whatever stood there.
  var certain: [CellID] = []
  /// Cells that it may change.
  var possible: [CellID] = []
  /// Whether it empties the back stack.
  var forgetsBack = false
  /// Whether it does nothing but tell the host something.
  var isOnlyTold = false
  /// Whether it can fail, so that the actions after it are not performed.
  var canFail = false

  /// All cells that it may change.
  var cells: [CellID] { certain + possible }
}

extension Flow {
  /// What an action writes. Whoever wants to know asks here: an operation that is added has to be decided before
  /// anything compiles.
  func writes(of action: ActionRow) -> ActionWrites {
    switch action.kind {
    case .raise, .skipUnless: ActionWrites()
    case .schedule, .cancelDelayed: ActionWrites(canFail: true)
    case .setConstant, .setCell, .setEvent, .add:
      ActionWrites(possible: [action.a], canFail: true)
    case .host:
      Operation(rawValue: action.a).map { writes(of: $0, action.b) } ?? ActionWrites(canFail: true)
    }
  }

  private func writes(of operation: Operation, _ argument: UInt16) -> ActionWrites {
    switch operation {
    case .assign:
      let row = tables.assignments[Int(argument)]
      // Without a number there is nothing to compute.
      return row.source == .sum || row.source == .event
        ? ActionWrites(possible: [row.fact], canFail: true) : ActionWrites(certain: [row.fact])
    case .clear: return ActionWrites(certain: [argument])
    case .clearUser:
      return ActionWrites(
        certain: tables.facts.indices.filter { tables.facts[$0].isUsers }.map { CellID($0) })
    case .request:
      let row = tables.requests[Int(argument)]
      // One that has succeeded is not sent again. One that runs goes on: `droppable` asks of the others only.
      return row.isOnce ? ActionWrites(possible: [row.cell]) : ActionWrites(certain: [row.cell])
    case .cancelRequest: return ActionWrites(certain: [tables.requests[Int(argument)].cell])
    case .release: return ActionWrites(possible: [tables.requests[Int(argument)].cell])
    case .show, .hide: return ActionWrites(possible: [tables.overlays[Int(argument)].cell])
    case .startTimer, .stopTimer:
      return ActionWrites(possible: [tables.timers[Int(argument)].cell])
    case .forgetBack: return ActionWrites(forgetsBack: true)
    case .toast, .open, .tell: return ActionWrites(isOnlyTold: true)
    case .startService, .stopService, .root: return ActionWrites()
    }
  }
}

extension Flow {
  /// The facts that nothing ever gives another value than they begin with. To write one changes nothing.
  var unchangingFacts: Set<FactID> {
    Set(tables.facts.indices.map { FactID($0) }.filter { isUnchanging($0) })
  }

  private func isUnchanging(_ fact: FactID) -> Bool {
    let row = tables.facts[Int(fact)]
    let isEntered = tables.elements.contains { row in
      row.takesValue && tables.valueFacts(of: row).contains(fact)
    }
    guard [.memory, .preferences].contains(row.place), row.type != .secret,
      row.changedEvent == noID, !comesFromElsewhere(fact), !isEntered
    else { return false }
    let isAbsent = row.initial == absent && row.initialText == noID
    return (0..<chart.actions.count).allSatisfy { index in
      let action = chart.actions[index]
      guard writes(of: action).cells.contains(fact) else { return true }
      switch action.kind {
      case .setConstant: return !isAbsent && chart.constants[action.b] == row.initial
      case .host:
        switch Operation(rawValue: action.a) {
        case .clear, .clearUser: return isAbsent
        case .assign:
          let given = tables.assignments[Int(action.b)]
          switch given.source {
          case .number: return !isAbsent && given.number == row.initial
          case .text:
            return row.initialText != noID && blob(given.operand) == blob(row.initialText)
          case .fact, .now, .event, .sum: return false
          }
        default: return false
        }
      default: return false
      }
    }
  }
}
