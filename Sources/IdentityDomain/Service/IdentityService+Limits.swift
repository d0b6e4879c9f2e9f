extension IdentityService {
  /// Whether the caller's device belongs to the owner of an identifier. The same reads for an
  /// identifier that nobody has.
  func isOwnDevice(_ caller: Caller, of owner: ID<Account>?, _ tables: Tables) throws -> Bool {
    guard let key = caller.proof.key else { return false }
    let device = try tables.device(key, of: owner ?? Self.nobody)
    return device != nil
  }

  /// Whom a budget at an identifier is counted for: the identifier; or, where the caller's device
  /// belongs to who verified it, that device, so that a stranger cannot use up the owner's. What
  /// somebody only claims to own counts as a stranger's.
  func ownWho(
    _ identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> String {
    guard let key = caller.proof.key else { return identifier.text }
    let owner = try tables.binding(of: identifier)?.account
    let isOwn = try isOwnDevice(caller, of: owner, tables)
    return isOwn ? identifier.text + "/" + key.text : identifier.text
  }

  /// Stands for an account where there is none, so that the same rows are asked for and rows of the
  /// same size are written.
  static var nobody: ID<Account> { ID("nobody----------------") }

  /// The budgets of a message: by identifier, by network, by country.
  func chargeSend(
    to identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    let who = try ownWho(identifier, caller: caller, tables)
    var charges = [
      (limitKeys("send-again", who), Budget(most: 1, within: SecurityRules.codeResendWait)),
      (limitKeys("send", who), SecurityRules.sendsByIdentifier),
      (limitKeys("send-network", caller.network), shared(SecurityRules.sendsByNetwork)),
    ]
    if case .phone(let number) = identifier {
      charges.append((limitKeys("send-range", number.range), SecurityRules.sendsByNetwork))
      charges.append((limitKeys("send-region", number.region), SecurityRules.sendsByCountry))
    }
    return try tables.charge(charges, at: now)
  }

  /// The budgets of a guess at a password.
  func chargeLogin(
    at identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    let who = try ownWho(identifier, caller: caller, tables)
    return try tables.charge(
      [
        (limitKeys("login", who), SecurityRules.loginsByIdentifier),
        (limitKeys("attempt-network", caller.network), shared(SecurityRules.attemptsByNetwork)),
      ], at: now)
  }

  private func shared(_ budget: Budget) -> Budget {
    Budget(most: budget.most * max(1, settings.networkShare), within: budget.within)
  }

  /// The budget of anything else that a stranger may try.
  func chargeAttempt(
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.charge(
      [(limitKeys("attempt-network", caller.network), shared(SecurityRules.attemptsByNetwork))],
      at: now)
  }
}
