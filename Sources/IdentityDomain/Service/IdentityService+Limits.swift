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
  func sendCharges(
    to identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> [Charge] {
    let who = try ownWho(identifier, caller: caller, tables)
    var charges = [
      Charge(limitKeys("send-again", who), Budget(most: 1, within: SecurityRules.codeResendWait)),
      Charge(limitKeys("send", who), SecurityRules.sendsByIdentifier),
      Charge(limitKeys("send-network", caller.network), shared(SecurityRules.sendsByNetwork)),
    ]
    if case .phone(let number) = identifier {
      charges += [
        Charge(limitKeys("send-range", number.range), SecurityRules.sendsByNetwork),
        Charge(limitKeys("send-region", number.region), SecurityRules.sendsByCountry),
      ]
    }
    return charges
  }

  func chargeSend(
    to identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.charge(try sendCharges(to: identifier, caller: caller, tables), at: now)
  }

  /// The budgets of a guess at a password.
  func loginCharges(
    at identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> [Charge] {
    let who = try ownWho(identifier, caller: caller, tables)
    return [Charge(limitKeys("login", who), SecurityRules.loginsByIdentifier)]
      + attemptCharges(caller: caller)
  }

  func chargeLogin(
    at identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.charge(try loginCharges(at: identifier, caller: caller, tables), at: now)
  }

  private func shared(_ budget: Budget) -> Budget {
    Budget(most: budget.most * max(1, settings.networkShare), within: budget.within)
  }

  /// The budget of anything else that a stranger may try.
  func attemptCharges(caller: Caller) -> [Charge] {
    [Charge(limitKeys("attempt-network", caller.network), shared(SecurityRules.attemptsByNetwork))]
  }

  func chargeAttempt(
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.charge(attemptCharges(caller: caller), at: now)
  }

  /// Before work that costs: says "limited" where the budgets are used up by now, but not to who
  /// only asks again for what was done (CMP-8).
  /// - Returns: what `charge` takes in the transaction that tells what the work came to.
  func openCharges(
    _ name: StaticString, _ intent: Intent?, at now: Timestamp,
    _ charges: @Sendable (Tables) throws -> [Charge]
  ) async throws -> [Charge] {
    try await ports.store.read(name) { tables -> Result<[Charge], IdentityFailure> in
      let charges = try charges(tables)
      let until = try tables.wait(charges, at: now)
      guard let until, try !isAnswered(intent, at: now, tables) else { return .success(charges) }
      return .failure(.limited(until: until))
    }.get()
  }

  /// Charges what `openCharges` returned.
  /// - Returns: the refusal where others have used the budgets up meanwhile.
  func charge(
    _ charges: [Charge], _ intent: Intent?, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer? {
    if try isAnswered(intent, at: now, tables) { return nil }
    return try tables.charge(charges, at: now).map { .refused(.limited(until: $0)) }
  }
}
