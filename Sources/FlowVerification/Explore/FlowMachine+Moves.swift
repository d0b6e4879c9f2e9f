import FlowMachine
import Statechart

extension FlowMachine {
  /// The moves that are possible here beside those that always are.
  mutating func list(in moves: MoveTable, to possible: inout [Range<Int>]) {
    if let top = topOverlay {
      possible.append(moves.ofOverlay[Int(top)])
    } else if let screen = screenState, chartState.isActive(screen) {
      possible.append(moves.ofScreen[Int(flow.screenOfState[Int(screen)])])
    }
    for (request, row) in flow.tables.requests.enumerated()
    where chartState.cells[Int(row.cell)] == RequestStatus.running {
      let call = callPlace(of: RequestID(request))
      // What sends a secret that cannot be read is interrupted, and never leaves the device.
      let isStuck = moves.secrets[call].contains {
        chartState.cells[Int($0)] == SecretStatus.unreadable
      }
      possible.append(isStuck ? moves.interrupted[call] : moves.ofCall[call])
    }
    for timer in flow.tables.timers.indices where canElapse(TimerID(timer)) {
      possible.append(moves.ofTimer[timer]..<moves.ofTimer[timer] + 1)
    }
  }

  /// Makes a move.
  mutating func perform(_ move: Move, _ projection: Projection) -> StepReport {
    switch move {
    case .input(let input):
      return step(input, at: Self.explorationTime, entropy: 0)
    case .fill(let inputs):
      var report = StepReport()
      for input in inputs { report = step(input, at: Self.explorationTime, entropy: 0) }
      return report
    case .elapse(let timer): return elapse(timer)
    case .relaunch(let surroundings):
      return relaunch(
        projection, changes: surroundings.changes, isLocked: surroundings.isLocked)
    }
  }
}
