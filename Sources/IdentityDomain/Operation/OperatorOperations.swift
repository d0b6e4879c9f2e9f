/// What operators do that takes the keys of the service, beside a running server.
package struct OperatorOperations: ServiceRoom {
  package let parts: ServiceParts

  /// Lifts what locks an account's owner out for a time: counted passwords, guessed and requested
  /// codes. Budgets of networks and countries stay: they protect others.
  /// - Returns: whether there is such an account.
  package func unlock(_ id: ID<Account>, by name: OperatorName) async throws -> Bool {
    let moment = now
    return try await ports.store.transaction("operator.unlock") { tables in
      guard try tables.account(id) != nil else { return false }
      for counter in try counters(of: id, tables) { try reset(counter, moment, tables) }
      for (keys, _) in try guessing(at: id, tables) {
        for key in [keys.current] + keys.earlier where try tables.guesses(at: key) != nil {
          try tables.put(IdentifierGuesses(), at: key)
        }
      }
      try tables.append(SecurityEvent(.operatorUnlock, account: id, by: name, at: moment))
      return true
    }
  }

  /// Until when something of what `unlock` lifts keeps the owner out; nil where nothing does.
  package func lockedOutUntil(_ id: ID<Account>) async throws -> Timestamp? {
    let moment = now
    return try await ports.store.read("operator.lockout") { tables in
      var ends: [Timestamp] = []
      // Waiting for the next code is nothing unusual.
      for counter in try counters(of: id, tables) where counter.what != Self.resending {
        let keyed = KeyedBudget(limits.keys(counter.what, counter.who), counter.budget)
        if let end = try tables.wait([keyed], at: moment) { ends.append(end) }
      }
      for (keys, isShared) in try guessing(at: id, tables) {
        guard let guesses = try keys.newest({ try tables.guesses(at: $0) }) else { continue }
        if let end = guesses.blockedUntil, moment < end { ends.append(end) }
        if !isShared, guesses.isSpent(at: moment), let hour = guesses.hour {
          ends.append(hour.endsAt)
        }
      }
      return ends.max()
    }
  }

  /// A counter that can lock an account's owner out.
  private struct Counter {
    let what: String
    let who: String
    let budget: Budget
  }

  private func counters(of id: ID<Account>, _ tables: Tables) throws -> [Counter] {
    let devices = try tables.devices(of: id).map(\.key.text)
    func owners(_ name: String) -> [String] { [name] + devices.map { "\(name)/\($0)" } }
    var counters: [Counter] = []
    for binding in try tables.bindings(of: id) {
      for (what, budget) in Self.budgets {
        for who in owners(binding.identifier.text) {
          counters.append(Counter(what: what, who: who, budget: budget))
        }
      }
    }
    for who in owners(id.text) {
      counters.append(Counter(what: "totp", who: who, budget: SecurityRules.totpGuesses))
    }
    for (what, budget) in Self.budgets + Self.ownBudgets {
      counters.append(Counter(what: what, who: id.text, budget: budget))
    }
    return counters
  }

  /// Where guesses at the owner's codes are counted; those of strangers as well block nobody.
  private func guessing(
    at id: ID<Account>, _ tables: Tables
  ) throws -> [(keys: LimitKeys, isShared: Bool)] {
    let holders = try [""] + tables.devices(of: id).map(\.key.text)
    let purposes = ChallengePurpose.all.map(\.rawValue) + ["registration"]
    var found: [(keys: LimitKeys, isShared: Bool)] = []
    for binding in try tables.bindings(of: id) {
      for purpose in purposes {
        for holder in holders {
          let asker = [purpose, binding.identifier.text, holder].joined(separator: "/")
          found.append((limits.keys("guess", asker), holder.isEmpty))
        }
      }
    }
    return found
  }

  private static let resending = "send-again"
  private static let budgets: [(String, Budget)] = [
    ("login", SecurityRules.loginsByIdentifier), ("send", SecurityRules.sendsByIdentifier),
    (resending, Budget(most: 1, within: SecurityRules.codeResendWait)),
  ]
  private static let ownBudgets: [(String, Budget)] = [
    ("set-password", SecurityRules.loginsByIdentifier),
    ("step-up", SecurityRules.loginsByIdentifier),
  ]
  private func reset(_ counter: Counter, _ now: Timestamp, _ tables: Tables) throws {
    let keys = limits.keys(counter.what, counter.who)
    for key in [keys.current] + keys.earlier where try tables.counter(key) != nil {
      try tables.put(RateLimitCounter(at: now, of: counter.budget), for: key)
    }
  }

  /// Deletes an account as its owner would (ACC-9): sessions end, grants at providers are ended, and
  /// everything that names the owner goes. The audit keeps the id, which is nobody's any more: without it, nobody could
  /// delete the account again that a backup brings back.
  /// - Returns: whether there was such an account.
  package func delete(_ id: ID<Account>, by name: OperatorName) async throws -> Bool {
    let moment = now
    let nonces = RevocationNonces(ports.random)
    return try await ports.store.transaction("operator.delete") { tables in
      guard let account = try tables.account(id) else { return false }
      try AccountOperations(parts: parts).erase(account, nonces, at: moment, tables)
      try tables.append(SecurityEvent(.operatorDelete, account: id, by: name, at: moment))
      return true
    }
  }
}

extension IdentityService {
  package var operators: OperatorOperations { OperatorOperations(parts: parts) }
}
