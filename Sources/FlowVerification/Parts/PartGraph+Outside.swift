import FlowMachine
import Statechart

// How the surrounding flow sees a sub-flow: its steps that concern the sub-flow, and what tells views apart.

extension PartGraph {
  /// How a step of the surrounding flow concerns the sub-flow: all but the first while it is not active.
  enum OutsideKind {
    static let whileActive: UInt64 = 1
    /// Enters it, and be it to leave it again at once.
    static let entry: UInt64 = 2
    /// One of the sub-flow's own moves, as a late answer.
    static let ownMove: UInt64 = 3
    static let kill: UInt64 = 4
    static let readableSecrets: UInt64 = 5
    /// Changes what the sub-flow has left behind.
    static let change: UInt64 = 6
  }

  /// A step of the surrounding flow that concerns the sub-flow: a whole state, and a move.
  struct Outside {
    /// Equal for steps with the same effect; begins with the kind.
    var key: [UInt64]
    var bytes: UnsafeMutableRawPointer
    var move: Int
    /// Whether the sub-flow is active in the state.
    var isActive: Bool
  }

  /// As the explorer's own, over the views.
  func reaching(_ wanted: [Bool], along isAllowed: (Int, Int) -> Bool) -> [Bool] {
    var result = wanted
    var isSettled = false
    while !isSettled {
      isSettled = true
      for view in edges.indices.reversed() where !result[view] {
        guard
          edges[view].contains(where: {
            result[Int($0.target)] && isAllowed(view, Int($0.target))
              && explorer.isWayOut(step: Int($0.move))
          })
        else { continue }
        result[view] = true
        isSettled = false
      }
    }
    return result
  }

  /// What tells views apart without a step: whether the sub-flow is active, and what it shares.
  func observation(of view: Int) -> [UInt64] {
    let bytes = UnsafeRawPointer(explorer.store[view])
    guard part.isActive(bytes) else { return [0] }
    // Whether a screen is kept shows only in where a step leads.
    let flags = bytes.load(fromByteOffset: explorer.projection.flagOffset, as: UInt8.self) & 0b101
    return [1, UInt64(flags)] + part.shared.words(of: bytes)
  }
}
