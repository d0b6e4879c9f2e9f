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
package struct Spending: Hashable, Sendable, Codable {
  package private(set) var since: Timestamp
  package private(set) var count: Int
  /// When the span is over and the record may go.
  package private(set) var endsAt: Timestamp

  package init(at now: Timestamp, of budget: Budget) {
    since = now
    count = 0
    endsAt = now + budget.within
  }

  /// Uses one, if there is one left. A clock that steps back only makes the wait longer.
  /// - Returns: nil when it was there, else when to try again.
  package mutating func charge(_ budget: Budget, at now: Timestamp) -> Timestamp? {
    if now >= since + budget.within { self = Spending(at: now, of: budget) }
    endsAt = since + budget.within
    guard count < budget.most else { return endsAt }
    count += 1
    return nil
  }
}

/// What a budget is counted for. Stored as a keyed digest, so that the store lists no addresses.
package struct LimitKey: Hashable, Sendable {
  package let text: String

  package init(
    _ what: String, _ who: String, _ digests: some KeyedDigest
  ) {
    let code = digests.digest([what, who], for: .limitKey, under: digests.currentKey) ?? []
    text = what + ":" + Base64URL.text(code)
  }
}

package protocol LimitTable {
  func spending(_ key: LimitKey) throws -> Spending?
  func put(_ spending: Spending, for key: LimitKey) throws
}

extension LimitTable {
  /// Charges all budgets, or says when the first that is used up opens again. The same reads and
  /// writes whatever the verdict.
  package func charge(
    _ charges: [(key: LimitKey, budget: Budget)], at now: Timestamp
  ) throws -> Timestamp? {
    var wait: Timestamp?
    for (key, budget) in charges {
      var spending = try spending(key) ?? Spending(at: now, of: budget)
      if let until = spending.charge(budget, at: now) { wait = max(wait ?? until, until) }
      try put(spending, for: key)
    }
    return wait
  }
}
