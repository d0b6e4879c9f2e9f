import Synchronization

/// Counts the work of this process that is under way and not charged yet (DEC-8), so that no more hashes
/// run than the budgets allow, however many calls arrive at once.
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
