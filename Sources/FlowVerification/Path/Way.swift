import FlowMachine
import Statechart

/// A way through a flow: where it begins, and what happens.
package struct Way: Sendable {
  package var beginning: Explorer.Beginning
  /// Numbers of moves.
  package var moves: [Int]
}

extension Explorer {
  /// The shortest way to a state, and a move further.
  package func way(to index: Int, then move: Int? = nil) -> Way {
    var reversed = move.map { [$0] } ?? []
    var at = index
    let parents = graph.pointee.parents
    let parentMoves = graph.pointee.parentMoves
    while parents[at] != UInt32(at) {
      reversed.append(Int(parentMoves[at]))
      at = Int(parents[at])
    }
    return Way(beginning: beginnings[Int(parentMoves[at])], moves: reversed.reversed())
  }

  /// The way to where a violation is; nil for one of the flow as a whole.
  package func way(to place: Violation.Place) -> Way? {
    switch place {
    case .state(let index): way(to: index)
    case .move(let index, let move): way(to: index, then: move)
    case .flow: nil
    }
  }
}
