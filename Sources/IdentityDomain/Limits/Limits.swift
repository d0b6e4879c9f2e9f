/// Rate limits, and whose counter each attempt uses (SEC "Limits").
struct Limits: ServiceMember {
  let parts: ServiceParts

  func keys(_ what: String, _ who: String) -> LimitKeys { LimitKeys(what, who, ports.digests) }

  /// Whether the caller's device belongs to the owner of an identifier. The same reads for an
  /// identifier that nobody has.
  func isOwnDevice(_ caller: Caller, of owner: ID<Account>?, _ tables: Tables) throws -> Bool {
    guard let key = caller.proof.key else { return false }
    let device = try tables.device(key, of: owner ?? Account.nobody)
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

  /// The budgets of a message: by identifier, by network, by country.
  func sendCharges(
    to identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> [Charge] {
    let who = try ownWho(identifier, caller: caller, tables)
    var charges = [
      Charge(keys("send-again", who), Budget(most: 1, within: SecurityRules.codeResendWait)),
      Charge(keys("send", who), SecurityRules.sendsByIdentifier),
      Charge(keys("send-network", caller.network), shared(SecurityRules.sendsByNetwork)),
    ]
    if case .phone(let number) = identifier {
      charges += [
        Charge(keys("send-range", number.range), SecurityRules.sendsByNetwork),
        Charge(keys("send-region", number.region), SecurityRules.sendsByCountry),
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
    return [Charge(keys("login", who), SecurityRules.loginsByIdentifier)]
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
    [Charge(keys("attempt-network", caller.network), shared(SecurityRules.attemptsByNetwork))]
  }

  func chargeAttempt(
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.charge(attemptCharges(caller: caller), at: now)
  }

  /// DEC-2: calls with a verification token are bounded, whatever becomes of them.
  func chargeCall(
    with token: Secret<VerificationToken>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    let challenge = DerivedToken.read(token.exposed, .verificationToken, ports.digests)?.subject
    let charge = Charge(
      keys("challenge-call", challenge ?? "none/" + caller.network),
      SecurityRules.callsByChallenge)
    return try tables.charge([charge] + attemptCharges(caller: caller), at: now)
  }

  /// Runs costly work that is charged in the transaction at its end, and holds its budgets until then, so
  /// that no more of it runs at once than they allow (DEC-8). Each process counts its own.
  ///
  /// - Parameter work: gets when to come again where the budgets are used up.
  func holding<Value: Sendable>(
    _ charges: [Charge], _ name: StaticString, at now: Timestamp,
    _ work: (_ until: Timestamp?) async throws -> Value
  ) async throws -> Value {
    // Held before the store is asked: what is released meanwhile is charged there.
    let others = parts.held.take(charges)
    defer { parts.held.release(charges) }
    let until = try await ports.store.read(name) { try $0.wait(charges, beside: others, at: now) }
    return try await work(until)
  }

  /// The same for work that a repeated call wants the answer of: who only asks again for what was done
  /// (CMP-8) is not refused, and costs no work.
  ///
  /// - Throws: `limited` where the budgets are used up.
  func holding<Value: Sendable>(
    _ intent: Intent?, _ name: StaticString, at now: Timestamp,
    _ charges: @Sendable (Tables) throws -> [Charge],
    work: (OpenCharges) async throws -> Value
  ) async throws -> Value {
    let open = try await ports.store.read(name) { tables in
      OpenCharges(
        charges: try charges(tables), isAnswered: try intents.isAnswered(intent, at: now, tables))
    }
    return try await holding(open.charges, name, at: now) { until in
      if let until, !open.isAnswered { throw IdentityFailure.limited(until: until) }
      return try await work(open)
    }
  }

  /// Charges what was parts.held.
  /// - Returns: the refusal where others have used the budgets up meanwhile, and where the answer that
  ///   was there is gone, for which no work was done.
  func charge(
    _ open: OpenCharges, _ intent: Intent?, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer? {
    if try intents.isAnswered(intent, at: now, tables) { return nil }
    if let until = try tables.charge(open.charges, at: now) {
      return .refused(.limited(until: until))
    }
    return open.isAnswered ? .refused(.busy(until: now + .seconds(1))) : nil
  }
}

/// What some work will be charged to.
struct OpenCharges: Sendable {
  let charges: [Charge]
  /// Whether the work was done before, and only its answer is wanted.
  let isAnswered: Bool
}
