/// Rate limits, and which counter each attempt uses (SEC "Limits").
struct Limits: ServiceMember {
  let parts: ServiceParts

  func keys(_ what: String, _ who: String) -> LimitKeys { LimitKeys(what, who, ports.digests) }

  /// Whether the caller's device belongs to the owner of an identifier. Reads the same rows for an
  /// identifier without an owner.
  func isOwnDevice(_ caller: Caller, of owner: ID<Account>?, _ tables: Tables) throws -> Bool {
    guard let key = caller.proof.key else { return false }
    let device = try tables.device(key, of: owner ?? Account.nobody)
    return device != nil
  }

  /// Whose counter is used for an identifier: that of the identifier, or, if the caller's device
  /// belongs to its verified owner, that of the device, so that a stranger cannot exhaust the
  /// owner's budget. An owner who is only claimed counts as a stranger.
  func counterOwner(
    _ identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> String {
    guard let key = caller.proof.key else { return identifier.text }
    let owner = try tables.binding(of: identifier)?.account
    let isOwn = try isOwnDevice(caller, of: owner, tables)
    return isOwn ? identifier.text + "/" + key.text : identifier.text
  }

  /// The budgets of a message: by identifier, by network, by country.
  func sendBudgets(
    to identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> [KeyedBudget] {
    let who = try counterOwner(identifier, caller: caller, tables)
    var budgets = [
      KeyedBudget(keys("send-again", who), Budget(most: 1, within: SecurityRules.codeResendWait)),
      KeyedBudget(keys("send", who), SecurityRules.sendsByIdentifier),
      KeyedBudget(keys("send-network", caller.network), shared(SecurityRules.sendsByNetwork)),
    ]
    if case .phone(let number) = identifier {
      budgets += [
        KeyedBudget(keys("send-range", number.range), SecurityRules.sendsByNetwork),
        KeyedBudget(keys("send-region", number.region), SecurityRules.sendsByCountry),
      ]
    }
    return budgets
  }

  func countSend(
    to identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.count(against: try sendBudgets(to: identifier, caller: caller, tables), at: now)
  }

  /// The budgets of a password guess.
  func loginBudgets(
    at identifier: Identifier, caller: Caller, _ tables: Tables
  ) throws -> [KeyedBudget] {
    let who = try counterOwner(identifier, caller: caller, tables)
    return [KeyedBudget(keys("login", who), SecurityRules.loginsByIdentifier)]
      + attemptBudgets(caller: caller)
  }

  func countLogin(
    at identifier: Identifier, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.count(against: try loginBudgets(at: identifier, caller: caller, tables), at: now)
  }

  private func shared(_ budget: Budget) -> Budget {
    Budget(most: budget.most * max(1, settings.networkShare), within: budget.within)
  }

  /// The budget of anything else that a stranger may attempt.
  func attemptBudgets(caller: Caller) -> [KeyedBudget] {
    [KeyedBudget(keys("attempt-network", caller.network), shared(SecurityRules.attemptsByNetwork))]
  }

  func countAttempt(
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    try tables.count(against: attemptBudgets(caller: caller), at: now)
  }

  /// DEC-2: limits calls with a verification token, whatever their result.
  func countCall(
    with token: Secret<VerificationToken>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Timestamp? {
    let challenge = DerivedToken.read(token.exposed, .verificationToken, ports.digests)?.subject
    let budget = KeyedBudget(
      keys("challenge-call", challenge ?? "none/" + caller.network),
      SecurityRules.callsByChallenge)
    return try tables.count(against: [budget] + attemptBudgets(caller: caller), at: now)
  }

  /// Runs costly work that is counted in the transaction at its end, and reserves its budgets until
  /// then, so that no more of it runs at once than they allow (DEC-8). Each process counts its own.
  ///
  /// - Parameter work: receives when to try again if the budgets are exhausted.
  func holding<Value: Sendable>(
    _ budgets: [KeyedBudget], _ name: StaticString, at now: Timestamp,
    _ work: (_ until: Timestamp?) async throws -> Value
  ) async throws -> Value {
    // Reserved before the store is read: whatever is released meanwhile has been counted there.
    let others = parts.held.take(budgets)
    defer { parts.held.release(budgets) }
    let until = try await ports.store.read(name) { try $0.wait(budgets, beside: others, at: now) }
    return try await work(until)
  }

  /// The same for work that a repeated call may not need: a repetition that only asks for an
  /// earlier result (CMP-8) is not refused, and costs no work.
  ///
  /// The same call waits while this process does it already: its client was killed and has come back, and what
  /// exhausts the budgets may be the call itself.
  ///
  /// - Throws: `limited` if the budgets are exhausted, `idempotencyRunning` if too many wait for the same call.
  func holding<Value: Sendable>(
    _ intent: Intent?, _ name: StaticString, at now: Timestamp,
    _ budgets: @Sendable (Tables) throws -> [KeyedBudget],
    work: (OpenBudgets) async throws -> Value
  ) async throws -> Value {
    if let key = intent?.key, await !parts.turns.take(key) {
      throw IdentityFailure.idempotencyRunning(until: now + .seconds(1))
    }
    defer { if let key = intent?.key { parts.turns.end(key) } }
    let open = try await ports.store.read(name) { tables in
      OpenBudgets(
        budgets: try budgets(tables), isAnswered: try intents.isAnswered(intent, at: now, tables))
    }
    return try await holding(open.budgets, name, at: now) { until in
      if let until, !open.isAnswered { throw IdentityFailure.limited(until: until) }
      return try await work(open)
    }
  }

  /// Counts against the reserved budgets.
  /// - Returns: the refusal if others have exhausted the budgets meanwhile, or if the earlier
  ///   response has disappeared, so that no work was done for it.
  func count(
    against open: OpenBudgets, _ intent: Intent?, at now: Timestamp, _ tables: Tables
  ) throws -> SettledAnswer? {
    if try intents.isAnswered(intent, at: now, tables) { return nil }
    if let until = try tables.count(against: open.budgets, at: now) {
      return .refused(.limited(until: until))
    }
    return open.isAnswered ? .refused(.busy(until: now + .seconds(1))) : nil
  }
}

/// The budgets that some work will be counted against.
struct OpenBudgets: Sendable {
  let budgets: [KeyedBudget]
  /// Whether the work was done earlier, and only its response is needed.
  let isAnswered: Bool
}
