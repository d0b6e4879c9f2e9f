/// A password typed for an identifier, until there is a verdict. Whatever a response may need is
/// drawn before that.
struct PasswordGuess: Sendable {
  let identifier: Identifier
  let password: PlaintextPassword
  let caller: Caller
  let moment: Timestamp
  /// The budgets that it counts against, together with its verdict.
  let budgets: [KeyedBudget]
  let session: ID<Session>
  let notice: ID<OutboxMessage>
  let code: PreparedCode
}

extension PasswordSignIn {
  /// ACC-2: signs in with a password.
  ///
  /// One password hash and the same reads and writes for a known, pending or unknown address. That
  /// an account is blocked or not confirmed is disclosed only after the right password.
  package func login(
    userName: String, password typed: String, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let identifier = try identifier(userName)
    // Too long to be valid: refused before anything is looked up, so alike for all.
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    let moment = now
    let (credential, budgets) = try await ports.store.read("login.find") { tables in
      let owner = try tables.binding(of: identifier)?.account
      let budgets = try limits.loginBudgets(at: identifier, caller: caller, tables)
      let credential = try tables.password(
        of: owner ?? PasswordDecoys.account(for: identifier, ports.digests))
      return (credential, budgets)
    }
    let guess = guess(password, at: identifier, budgets, caller: caller, at: moment)
    let (grant, verdict) = try await verdict(of: guess, against: credential?.hash, "login.limit") {
      verdict in
      try await settle("login.settle", guess) { tables in
        guard case .right = verdict, let credential else { return try refused(guess, tables) }
        return try opened(credential, guess, tables)
      }
    }
    await renew(credential, guess, after: verdict)
    return grant
  }

  /// Verifies a guess unless its budgets are exhausted, then settles it with the verdict.
  ///
  /// - Parameter presented: what to hash, if that is not the text as typed.
  func verdict(
    of guess: PasswordGuess, presenting presented: PlaintextPassword? = nil,
    against hash: PasswordHash?, _ name: StaticString,
    _ settle: (PasswordVerdict) async throws -> TokenGrant
  ) async throws -> (TokenGrant, PasswordVerdict) {
    try await limits.holding(guess.budgets, name, at: guess.moment) { until in
      if let until { throw spentRefusal(until: until, caller: guess.caller) }
      let verdict = try await hashing.run {
        try await $0.verify(presented ?? guess.password, against: hash)
      }
      return (try await settle(verdict), verdict)
    }
  }

  func guess(
    _ password: PlaintextPassword, at identifier: Identifier, _ budgets: [KeyedBudget],
    caller: Caller,
    at moment: Timestamp
  ) -> PasswordGuess {
    PasswordGuess(
      identifier: identifier, password: password, caller: caller, moment: moment, budgets: budgets,
      session: ports.random.id(), notice: ports.random.id(), code: codes.prepareCode())
  }

  /// Counts a guess and applies its verdict in one transaction: simultaneous guesses see each
  /// other's counts, and no verdict is returned that is not counted (SEC "Limits").
  ///
  /// Beyond the budget the response is the same, after the same work, whatever the hash said.
  func settle(
    _ name: StaticString, _ guess: PasswordGuess,
    _ verdict: @Sendable (Tables) throws -> SettledAnswer
  ) async throws -> TokenGrant {
    let (answer, material) = try await ports.store.transaction(name) { tables in
      if let until = try tables.count(against: guess.budgets, at: guess.moment) {
        let refusal = spentRefusal(until: until, caller: guess.caller)
        return (SettledAnswer.refused(refusal), GrantMaterial?.none)
      }
      let answer = try verdict(tables)
      return (answer, try sessions.settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    return try await sessions.grant(material, for: guess.caller, at: guess.moment)
  }

  /// DEC-7: a single response, whatever name and password were given: wait, or prove the address
  /// with a code (`CodeSignIn.begin`), which strangers' guesses do not block. Public clients of the
  /// account API know only the former.
  private func spentRefusal(until: Timestamp, caller: Caller) -> IdentityFailure {
    caller.proof.key == nil
      ? .limited(until: until) : .insufficientAuthentication(ProofNeed(level: .one))
  }

  /// After a wrong password: did it belong to an unconfirmed attempt? Disclosed alike for a real
  /// one and for the decoy of a taken address, and both get their mail again.
  func refused(_ guess: PasswordGuess, _ tables: Tables) throws -> SettledAnswer {
    let (identifier, moment) = (guess.identifier, guess.moment)
    let owner = try tables.binding(of: identifier)?.account
    try log.note(.signInFailed, of: owner, guess.caller, at: moment, tables)
    let attempts = try tables.registrations(for: identifier)
    let own = attempts.last {
      $0.isAlive(at: moment) && $0.check.matches(guess.password, identifier, ports.digests)
    }
    guard var own else { return .refused(.wrongCredentials) }
    let until = try limits.countSend(to: identifier, caller: guess.caller, at: moment, tables)
    if until == nil {
      own.code = try registration.registrationCode(
        guess.code, for: own.id, to: identifier, owner: owner, caller: guess.caller,
        at: moment, tables)
      try tables.put(RegistrationRules.keep(own, among: attempts, at: moment), for: identifier)
    }
    return .refused(.notConfirmed)
  }

  /// After the right password.
  ///
  /// - Parameter market: the market to sign in to, if any.
  func opened(
    _ checked: PasswordCredential, market: MarketHandle? = nil, _ guess: PasswordGuess,
    _ tables: Tables
  ) throws -> SettledAnswer {
    let (caller, moment) = (guess.caller, guess.moment)
    if let refusal = try caller.refusalOfProof(tables) { return .refused(refusal) }
    let intent = intents.intent(
      market == nil ? "login" : "market.login", caller, account: checked.account)
    return try intents.once(intent, at: moment, tables) {
      // Hashing took time: a password that was changed meanwhile is no longer right.
      guard let account = try tables.ownAccount(checked.account),
        let current = try tables.password(of: account.id), current.version == checked.version
      else { return .refused(.wrongCredentials) }
      return try sessions.open(
        guess.session, for: account, by: [Proof(password: current, at: moment)], market: market,
        caller: caller, noticeID: guess.notice, at: moment, tables)
    }
  }

  /// Renews a hash that is too cheap once its owner is signed in: earlier, its time would reveal
  /// the right password even beyond the budget. If that fails, the next login tries again.
  func renew(
    _ checked: PasswordCredential?, _ guess: PasswordGuess, after verdict: PasswordVerdict
  ) async {
    guard let checked, verdict == .right(isOutdated: true),
      let hash = try? await hashing.run({ try await $0.hash(guess.password) })
    else { return }
    try? await ports.store.transaction("login.rehash") { tables in
      guard let current = try tables.password(of: checked.account),
        current.version == checked.version
      else { return }
      try tables.put(
        PasswordCredential(
          account: current.account, hash: hash, changedAt: current.changedAt,
          version: current.version, since: current.since, recoveredBy: current.recoveredBy))
    }
  }
}
