extension IdentityService {
  /// Whether the caller's device belongs to the owner of an identifier. The same reads for an
  /// identifier that nobody has.
  func isOwnDevice(_ caller: Caller, of owner: ID<Account>?, _ tables: Tables) throws -> Bool {
    guard let key = caller.proof.key else { return false }
    let device = try tables.device(key, of: owner ?? Self.nobody)
    return device != nil
  }

  /// Stands for an account where there is none, so that the same rows are asked for.
  static var nobody: ID<Account> { ID("nobody") }

  /// The budgets of a message: by identifier (or by the owner's own device, so that a stranger
  /// cannot use up the owner's), by network, by country.
  func chargeSend(
    to identifier: Identifier, owner: ID<Account>?, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> Timestamp? {
    let isOwn = try isOwnDevice(caller, of: owner, tables)
    let who = isOwn ? "\(identifier.text)/\(caller.proof.key?.text ?? "")" : identifier.text
    var charges = [
      (limitKey("send-again", who), Budget(most: 1, within: SecurityRules.codeResendWait)),
      (limitKey("send", who), SecurityRules.sendsByIdentifier),
      (limitKey("send-network", caller.network), SecurityRules.sendsByNetwork),
    ]
    if case .phone(let number) = identifier {
      charges.append((limitKey("send-range", number.range), SecurityRules.sendsByNetwork))
      charges.append((limitKey("send-region", number.region), SecurityRules.sendsByCountry))
    }
    return try tables.charge(charges, at: now)
  }

  /// The budgets of a guess at a password.
  func chargeLogin(
    at identifier: Identifier, owner: ID<Account>?, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> Timestamp? {
    let isOwn = try isOwnDevice(caller, of: owner, tables)
    let own =
      isOwn
      ? (limitKey("login-device", caller.proof.key?.text ?? ""), SecurityRules.loginsByDevice)
      : (limitKey("login", identifier.text), SecurityRules.loginsByIdentifier)
    return try tables.charge(
      [own, (limitKey("attempt-network", caller.network), SecurityRules.attemptsByNetwork)],
      at: now)
  }

  /// The budget of anything else that a stranger may try.
  func chargeAttempt(
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.charge(
      [(limitKey("attempt-network", caller.network), SecurityRules.attemptsByNetwork)], at: now)
  }
}
