import Synchronization

/// What is being worked on in this process and will be charged when it is done (DEC-8): so no more hashes
/// run than the budgets have, however many calls come at once.
final class HeldBudgets: Sendable {
  private let counts = Mutex<[LimitKey: Int]>([:])

  /// Holds one of each budget.
  /// - Returns: how many of each others hold.
  func take(_ charges: [Charge]) -> [Int] {
    counts.withLock { counts in
      charges.map { charge in
        let others = counts[charge.keys.current, default: 0]
        counts[charge.keys.current] = others + 1
        return others
      }
    }
  }

  func release(_ charges: [Charge]) {
    counts.withLock { counts in
      for key in charges.map(\.keys.current) {
        let left = counts[key, default: 1] - 1
        counts[key] = left > 0 ? left : nil
      }
    }
  }
}
