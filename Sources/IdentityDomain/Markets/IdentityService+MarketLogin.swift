/// What a login in a market is checked against.
private struct LoginCheck: Sendable {
  let credential: PasswordCredential?
  /// Where the text that was typed is a live value for this address.
  let temporary: TemporaryPassword?
  /// Where this very login was done before, and its answer got lost.
  let settled: GrantMaterial?

  var hash: PasswordHash? { temporary?.hash ?? credential?.hash }
}

extension IdentityService {
  /// `doLogin` (MKT-5, MKT-8): signs in to a market with a password, or with a temporary one, which
  /// opens a session that may set a new password and nothing else (MKT-9).
  ///
  /// The market is judged first: that it is unknown or closed says nothing about accounts. Then one
  /// password hash and the same reads and writes for an address that is known, pending or
  /// nobody's, with or without a temporary password on its way.
  package func loginToMarket(
    userName: String, password typed: String, market handle: String, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    guard let identifier = Identifier(userName: userName, ports.phones) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    let market = try settings.markets.entered(handle).get().handle
    // Too long to be anybody's: told before anything is looked up, so alike for all.
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    let value = TemporaryPasswordText.canonical(typed).flatMap { PlaintextPassword($0) }
    let moment = now
    let found = try await ports.store.decide("market.find") {
      tables -> Result<LoginCheck, IdentityFailure> in
      let owner = try tables.binding(of: identifier)?.account
      let until = try chargeLogin(at: identifier, caller: caller, at: moment, tables)
      let credential = try tables.password(
        of: owner ?? PasswordDecoys.account(for: identifier, ports.digests))
      let temporary = try tables.temporaryPassword(for: identifier)
      let isMeant = value.map { temporary?.check.matches($0, identifier, ports.digests) ?? false }
      let isGood =
        temporary?.isGood(for: owner, passwordVersion: credential?.version, at: moment) ?? false
      let check = LoginCheck(
        credential: credential, temporary: isMeant == true && isGood ? temporary : nil,
        settled: try settledLogin(caller, at: moment, tables))
      if check.settled != nil, let refusal = try refusal(ofProof: caller, tables) {
        return .failure(refusal)
      }
      return until.map { .failure(.limited(until: $0)) } ?? .success(check)
    }
    if let settled = found.settled {
      return try await grant(settled, for: caller, at: moment)
    }
    let presented = found.temporary == nil ? password : value ?? password
    let verdict = try await hashing { try await $0.verify(presented, against: found.hash) }
    guard case .right(let isOutdated) = verdict else {
      try await refuseLogin(identifier, password, caller: caller, at: moment) { tables in
        try countGuess(value != nil, at: identifier, tables)
      }
    }
    if let temporary = found.temporary {
      return try await completeRecovery(temporary, market, caller: caller, at: moment)
    }
    guard let credential = found.credential else { throw IdentityFailure.wrongCredentials }
    let rehash = isOutdated ? try await hashing { try await $0.hash(password) } : nil
    return try await completeLogin(
      credential, rehash: rehash, market: market, caller: caller, at: moment)
  }

  /// A temporary password is used up by the first call, so the second could not show it again: the
  /// same device with the same key and body gets the same session.
  private func settledLogin(
    _ caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> GrantMaterial? {
    guard let intent = intent("market.login", caller) else { return nil }
    let stored = try tables.idempotencyRecord(intent.key)
    guard
      case .answered(let answer) = IdempotencyRecord.judge(
        intent, against: stored, at: now, ports.digests)
    else { return nil }
    return try settledMaterial(answer, tables)
  }

  /// A row that is there is written, whoever's it is and whatever was guessed.
  private func countGuess(_ isOne: Bool, at identifier: Identifier, _ tables: Tables) throws {
    guard var stored = try tables.temporaryPassword(for: identifier) else { return }
    if isOne { stored.wrongTries += 1 }
    try tables.put(stored)
  }

  /// The value is used up, and opens its session, in one transaction.
  private func completeRecovery(
    _ checked: TemporaryPassword, _ market: MarketHandle, caller: Caller, at moment: Timestamp
  ) async throws -> TokenGrant {
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent("market.login", caller, account: checked.account)
    let (answer, material) = try await ports.store.transaction("market.recover") { tables in
      if let refusal = try refusal(ofProof: caller, tables) {
        return (SettledAnswer.refused(refusal), GrantMaterial?.none)
      }
      let answer = try once(intent, at: moment, tables) {
        // The hash took its time: the value may be used, replaced or outlived by now, and the
        // address somebody else's.
        let owner = try tables.binding(of: checked.identifier)?.account
        guard let owner, let account = try tables.account(owner),
          let stored = try tables.temporaryPassword(for: checked.identifier),
          stored.id == checked.id,
          stored.isGood(
            for: owner, passwordVersion: try tables.password(of: owner)?.version, at: moment)
        else { return .refused(.wrongCredentials) }
        guard !account.isBlocked else { return .refused(.accountBlocked) }
        try tables.removeTemporaryPassword(for: checked.identifier)
        try openSession(
          sessionID, for: account, by: [.oneTimePassword], scope: .passwordChange, market: market,
          caller: caller, noticeID: noticeID, at: moment, tables)
        return .session(sessionID)
      }
      return (answer, try settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    return try await grant(material, for: caller, at: moment)
  }
}
