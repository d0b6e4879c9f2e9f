import FlowMachine
import Statechart

/// A path through a flow: its initial state and its moves.
package struct Trace: Sendable {
  package var beginning: Explorer.InitialState
  /// Numbers of moves.
  package var moves: [Int]
}

extension Explorer {
  /// The shortest trace to a state, and optionally one more move.
  package func trace(to index: Int, then move: Int? = nil) -> Trace {
    var states = [index]
    var reversed = move.map { [$0] } ?? []
    let parents = graph.pointee.parents
    let parentMoves = graph.pointee.parentMoves
    while let at = states.last, parents[at] != UInt32(at) {
      reversed.append(Int(parentMoves[at]))
      states.append(Int(parents[at]))
    }
    let beginning = initialStates[Int(parentMoves[states[states.count - 1]])]
    let through = Array(states.reversed())
    let steps = Array(reversed.reversed())
    if let parts, let (first, _) = begun(beginning) {
      let targets = steps.indices.map { $0 + 1 < through.count ? through[$0 + 1] : nil }
      let whole = parts.moves(Array(zip(steps, targets)), from: first, by: self)
      if let whole {
        return Trace(
          beginning: beginning, moves: told(whole.moves, from: beginning, through: whole.stops))
      }
    }
    let stops = through.map { reduction?.stop(at: store[$0]) ?? Reduction.Stop() }
    return Trace(beginning: beginning, moves: told(steps, from: beginning, through: stops))
  }

  /// Adds what the device has to tell: a state that stands for all values of a fact goes on as the
  /// one without a value.
  func told(
    _ steps: [Int], from beginning: InitialState, through stops: [Reduction.Stop]
  ) -> [Int] {
    var values: [FactID: FactValue] = [:]
    for change in beginning.device { values[change.fact] = change.value }
    var result: [Int] = []
    var isInFront = true
    for (index, number) in steps.enumerated() {
      let (move, before) = step(number)
      if let reduction, index + 1 < stops.count {
        let (here, there) = (stops[index].place, stops[index + 1].place)
        for (fact, value) in values.sorted(by: { $0.key < $1.key })
        where value != .absent && !before.contains(where: { $0.fact == fact })
          && !moves.tells(move, fact) && !reduction.isTold(fact, at: here)
          && reduction.isTold(fact, at: there)
        {
          guard let telling = moves.telling(fact, .absent) else { continue }
          result.append(telling)
          values[fact] = .absent
        }
      }
      if !isInFront, !stops[index].isForegroundRead {
        result.append(moves.foregrounds.upperBound - 1)
        isInFront = true
      }
      for change in before where values[change.fact] ?? .absent != change.value {
        guard let telling = moves.telling(change.fact, change.value) else { continue }
        result.append(telling)
        values[change.fact] = change.value
      }
      var step = move
      if case .input(.told(let fact, let value)) = moves.all[step], values[fact] == value,
        let other = moves.untelling[fact]
      {
        // Any change will do, and the same value again is none.
        step = other
      }
      result.append(step)
      switch moves.all[step] {
      case .input(.told(let fact, let value)): values[fact] = value
      case .input(.foreground(let isTrue)): isInFront = isTrue
      case .relaunch(let surroundings):
        isInFront = true
        for change in surroundings.changes { values[change.fact] = change.value }
      default: break
      }
    }
    return result
  }

  /// The trace to a violation; nil for a violation of the flow as a whole.
  package func trace(to place: Violation.Place) -> Trace? {
    if let partGraph { return partGraph.parent?.trace(to: place, in: partGraph) }
    switch place {
    case .state(let index): return trace(to: index)
    case .move(let index, let move): return trace(to: index, then: move)
    case .launch(let number): return Trace(beginning: initialStates[number], moves: [])
    case .flow: return nil
    }
  }
}
