import Synchronization

/// Counts the work of this process that is in progress and not yet counted in the store (DEC-8), so
/// that no more hashes run than the budgets allow, however many calls arrive at once.
final class ReservedBudgets: Sendable {
  private let counts = Mutex<[LimitKey: Int]>([:])

  /// Reserves one use of each budget.
  /// - Returns: for each, how many others have reserved.
  func take(_ budgets: [KeyedBudget]) -> [Int] {
    counts.withLock { counts in
      budgets.map { budget in
        let others = counts[budget.keys.current, default: 0]
        counts[budget.keys.current] = others + 1
        return others
      }
    }
  }

  func release(_ budgets: [KeyedBudget]) {
    counts.withLock { counts in
      for key in budgets.map(\.keys.current) {
        let left = counts[key, default: 1] - 1
        counts[key] = left > 0 ? left : nil
      }
    }
  }
}
