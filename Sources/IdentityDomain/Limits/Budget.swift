/// How often something may happen in a span of time.
package struct Budget: Hashable, Sendable {
  package let most: Int
  package let within: Duration

  package init(most: Int, within: Duration) {
    self.most = most
    self.within = within
  }
}

/// How much of a budget is used. A span begins with its first use.
package struct RateLimitCounter: Hashable, Sendable {
  package private(set) var since: Timestamp
  package private(set) var count: Int
  /// When the span ends and the record may be deleted.
  package private(set) var endsAt: Timestamp

  package init(at now: Timestamp, of budget: Budget) {
    since = now
    count = 0
    endsAt = now + budget.within
  }

  /// From stored values.
  package init(since: Timestamp, count: Int, endsAt: Timestamp) {
    self.since = since
    self.count = count
    self.endsAt = endsAt
  }

  /// Counts one use if the budget allows it. A clock that is set back only makes the wait longer.
  /// - Returns: nil if it was allowed, otherwise when to try again.
  package mutating func count(against budget: Budget, at now: Timestamp) -> Timestamp? {
    if now >= since + budget.within { self = RateLimitCounter(at: now, of: budget) }
    endsAt = since + budget.within
    guard count < budget.most else { return endsAt }
    count += 1
    return nil
  }
}

/// The key of a counter. Stored as a keyed digest, so that the store contains no list of addresses.
package struct LimitKey: Hashable, Sendable {
  package let text: String

  package init(
    _ what: String, _ who: String, _ digests: some KeyedDigest
  ) {
    self.init(what, who, under: digests.currentKey, digests)
  }

  fileprivate init(
    _ what: String, _ who: String, under key: KeyID, _ digests: some KeyedDigest
  ) {
    let code = digests.digest([what, who], for: .limitKey, under: key) ?? []
    text = what + ":" + Base64URL.text(code)
  }
}

/// The keys under which a counter may be stored: the current one, and those from before the digest
/// key was rotated, so that no counter restarts and no block ends with a rotation.
package struct LimitKeys: Hashable, Sendable {
  package let current: LimitKey
  /// Newest first.
  package let earlier: [LimitKey]

  package init(_ what: String, _ who: String, _ digests: some KeyedDigest) {
    let keys = digests.recentKeys.map { LimitKey(what, who, under: $0, digests) }
    current = keys.first ?? LimitKey(what, who, digests)
    earlier = Array(keys.dropFirst())
  }

  /// The first value found; all keys are read, whatever is found.
  func newest<Found>(_ look: (LimitKey) throws -> Found?) rethrows -> Found? {
    try ([current] + earlier).map { try look($0) }.compactMap { $0 }.first
  }
}

/// A budget with the keys of its counter.
package struct KeyedBudget: Hashable, Sendable {
  let keys: LimitKeys
  let budget: Budget

  package init(_ keys: LimitKeys, _ budget: Budget) {
    (self.keys, self.budget) = (keys, budget)
  }
}

package protocol LimitTable {
  func counter(_ key: LimitKey) throws -> RateLimitCounter?
  func put(_ counter: RateLimitCounter, for key: LimitKey) throws
}

extension LimitTable {
  /// Counts against all budgets, or against none and returns when all are available again: a
  /// refused attempt costs nothing. Reads and writes are the same whatever the verdict.
  package func count(against budgets: [KeyedBudget], at now: Timestamp) throws -> Timestamp? {
    let before = try counters(of: budgets, at: now)
    let (after, wait) = Self.counted(budgets, before, at: now)
    for (keyed, counter) in zip(budgets, wait == nil ? after : before) {
      try put(counter, for: keyed.keys.current)
    }
    return wait
  }

  /// What `count(against:at:)` would return, without counting.
  /// - Parameter others: how many uses of each budget other calls are about to count.
  package func wait(
    _ budgets: [KeyedBudget], beside others: [Int] = [], at now: Timestamp
  ) throws -> Timestamp? {
    var used = try counters(of: budgets, at: now)
    for (place, count) in others.enumerated() {
      for _ in 0..<count where used[place].count(against: budgets[place].budget, at: now) != nil {
        break
      }
    }
    return Self.counted(budgets, used, at: now).wait
  }

  private func counters(of budgets: [KeyedBudget], at now: Timestamp) throws -> [RateLimitCounter] {
    try budgets.map { keyed in
      try keyed.keys.newest { try counter($0) } ?? RateLimitCounter(at: now, of: keyed.budget)
    }
  }

  private static func counted(
    _ budgets: [KeyedBudget], _ before: [RateLimitCounter], at now: Timestamp
  ) -> (after: [RateLimitCounter], wait: Timestamp?) {
    var after = before
    var wait: Timestamp?
    for (place, keyed) in budgets.enumerated() {
      if let until = after[place].count(against: keyed.budget, at: now) {
        wait = max(wait ?? until, until)
      }
    }
    return (after, wait)
  }
}
