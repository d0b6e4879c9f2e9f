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
      let devices = try tables.devices(of: id).map(\.key.text)
      for binding in try tables.bindings(of: id) {
        let identifier = binding.identifier.text
        let owners = [identifier] + devices.map { "\(identifier)/\($0)" }
        for (what, budget) in Self.budgets {
          for who in owners { try reset(what, who, budget, moment, tables) }
        }
        for purpose in ChallengePurpose.all.map(\.rawValue) + ["registration"] {
          for holder in [""] + devices {
            let asker = [purpose, identifier, holder].joined(separator: "/")
            let keys = limits.keys("guess", asker)
            for key in [keys.current] + keys.earlier where try tables.guesses(at: key) != nil {
              try tables.put(IdentifierGuesses(), at: key)
            }
          }
        }
      }
      for who in [id.text] + devices.map({ "\(id.text)/\($0)" }) {
        try reset("totp", who, SecurityRules.totpGuesses, moment, tables)
      }
      for (what, budget) in Self.budgets + Self.ownBudgets {
        try reset(what, id.text, budget, moment, tables)
      }
      try tables.append(SecurityEvent(.operatorUnlock, account: id, by: name, at: moment))
      return true
    }
  }

  private static let budgets: [(String, Budget)] = [
    ("login", SecurityRules.loginsByIdentifier), ("send", SecurityRules.sendsByIdentifier),
    ("send-again", Budget(most: 1, within: SecurityRules.codeResendWait)),
  ]
  private static let ownBudgets: [(String, Budget)] = [
    ("set-password", SecurityRules.loginsByIdentifier),
    ("step-up", SecurityRules.loginsByIdentifier),
  ]
  private func reset(
    _ what: String, _ who: String, _ budget: Budget, _ now: Timestamp, _ tables: Tables
  ) throws {
    let keys = limits.keys(what, who)
    for key in [keys.current] + keys.earlier where try tables.counter(key) != nil {
      try tables.put(RateLimitCounter(at: now, of: budget), for: key)
    }
  }

  /// Deletes an account as its owner would (ACC-9): sessions end, grants at providers are ended, and
  /// everything that names the owner goes.
  /// - Returns: whether there was such an account.
  package func delete(_ id: ID<Account>, by name: OperatorName) async throws -> Bool {
    let moment = now
    let nonces = RevocationNonces(ports.random)
    return try await ports.store.transaction("operator.delete") { tables in
      guard let account = try tables.account(id) else { return false }
      try AccountOperations(parts: parts).erase(account, nonces, at: moment, tables)
      try tables.append(SecurityEvent(.operatorDelete, account: nil, by: name, at: moment))
      return true
    }
  }
}

extension IdentityService {
  package var operators: OperatorOperations { OperatorOperations(parts: parts) }
}
