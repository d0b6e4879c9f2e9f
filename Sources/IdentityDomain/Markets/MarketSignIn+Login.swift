/// What a login in a market is checked against.
private struct LoginCheck: Sendable {
  let credential: PasswordCredential?
  /// Set if the typed text is a valid temporary password for this address.
  let temporary: TemporaryPassword?
  /// Whether this login was performed before, and its response was lost.
  let isSettled: Bool
  let budgets: [KeyedBudget]

  var hash: PasswordHash? { temporary?.hash ?? credential?.hash }
}

extension MarketSignIn {
  /// `doLogin` (MKT-5, MKT-8): signs in to a market with a password, or with a temporary one, which
  /// opens a session that may set a new password and nothing else (MKT-9).
  ///
  /// The market is checked first: whether it is unknown or closed says nothing about accounts. Then
  /// one password hash and the same reads and writes for a known, pending or unknown address, with
  /// or without a temporary password.
  package func login(
    userName: String, password typed: String, market handle: String, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    let identifier = try identifier(userName)
    let market = try settings.markets.entered(handle).get().handle
    // Too long to be valid: refused before anything is looked up, so alike for all.
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    let value = TemporaryPasswordText.canonical(typed).flatMap { PlaintextPassword($0) }
    let moment = now
    let found = try await ports.store.read("market.find") {
      tables in
      let owner = try tables.binding(of: identifier)?.account
      let guesses = try limits.loginBudgets(at: identifier, caller: caller, tables)
      let credential = try tables.password(
        of: owner ?? PasswordDecoys.account(for: identifier, ports.digests))
      let temporary = try tables.temporaryPassword(for: identifier)
      let isMeant = value.map { temporary?.check.matches($0, identifier, ports.digests) ?? false }
      let isGood =
        temporary?.isGood(for: owner, passwordVersion: credential?.version, at: moment) ?? false
      // A user with a mailed value is not a guessing stranger: it opens a session even if strangers
      // have exhausted the budget of the address (DEC-7).
      let isTemporary = isMeant == true && isGood
      let budgets = isTemporary ? limits.attemptBudgets(caller: caller) : guesses
      return LoginCheck(
        credential: credential, temporary: isTemporary ? temporary : nil,
        isSettled: try settledLogin(caller, at: moment, tables) != nil, budgets: budgets)
    }
    // Repeating the response costs nothing (CMP-8).
    if found.isSettled {
      let settled = try await ports.store.decide("market.again") {
        tables -> Result<GrantMaterial?, IdentityFailure> in
        if let refusal = try caller.refusalOfProof(tables) { return .failure(refusal) }
        return .success(try settledLogin(caller, at: moment, tables))
      }
      return try await sessions.grant(settled, for: caller, at: moment)
    }
    let guess = passwords.guess(
      password, at: identifier, found.budgets, caller: caller, at: moment)
    let (grant, verdict) = try await passwords.verdict(
      of: guess, presenting: found.temporary == nil ? nil : value, against: found.hash,
      "market.limit"
    ) { verdict in
      try await passwords.settle("market.settle", guess) { tables in
        if case .right = verdict, let temporary = found.temporary {
          return try recovered(temporary, market, guess, tables)
        }
        guard case .right = verdict, let credential = found.credential else {
          return try passwords.refused(guess, tables)
        }
        return try passwords.opened(credential, market: market, guess, tables)
      }
    }
    if found.temporary == nil { await passwords.renew(found.credential, guess, after: verdict) }
    return grant
  }

  /// A temporary password is used up by the first call, so a repetition could not present it: the
  /// same device with the same key and body gets the same session.
  private func settledLogin(
    _ caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> GrantMaterial? {
    guard let intent = intents.intent("market.login", caller) else { return nil }
    let stored = try tables.idempotencyRecord(intent.key)
    guard
      case .answered(let answer) = IdempotencyRecord.judge(
        intent, against: stored, at: now, ports.digests)
    else { return nil }
    return try sessions.settledMaterial(answer, tables)
  }

  /// The value is used up, and opens its session.
  private func recovered(
    _ checked: TemporaryPassword, _ market: MarketHandle, _ guess: PasswordGuess, _ tables: Tables
  ) throws -> SettledAnswer {
    let (caller, moment) = (guess.caller, guess.moment)
    if let refusal = try caller.refusalOfProof(tables) { return .refused(refusal) }
    let intent = intents.intent("market.login", caller, account: checked.account)
    return try intents.once(intent, at: moment, tables) {
      // Hashing took time: meanwhile the value may have been used, replaced or have expired, and
      // the address reassigned.
      let owner = try tables.binding(of: checked.identifier)?.account
      guard let owner, let account = try tables.account(owner),
        let stored = try tables.temporaryPassword(for: checked.identifier),
        stored.id == checked.id,
        stored.isGood(
          for: owner, passwordVersion: try tables.password(of: owner)?.version, at: moment)
      else { return .refused(.wrongCredentials) }
      guard !account.isBlocked else { return .refused(.accountBlocked) }
      try tables.removeTemporaryPassword(for: checked.identifier)
      // It serves a recovery, so it opens what a recovery may.
      guard
        try recovery.recovers(
          account, codeTo: checked.identifier, caller: caller, at: moment, tables),
        let proof = try Proof(codeTo: checked.identifier, of: owner, at: moment, tables)
      else { return .refused(.wrongCredentials) }
      return try sessions.open(
        guess.session, for: account, by: [proof], scope: .passwordChange, market: market,
        caller: caller, noticeID: guess.notice, at: moment, tables)
    }
  }
}
