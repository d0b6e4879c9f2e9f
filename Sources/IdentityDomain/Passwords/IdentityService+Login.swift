extension IdentityService {
  /// ACC-2: signs in with a password.
  ///
  /// One password hash and the same list of reads and writes for an address that is known, pending
  /// or nobody's. That an account is blocked or not confirmed is told only after the right
  /// password.
  package func login(
    userName: String, password typed: String, caller: Caller
  ) async throws -> TokenGrant {
    try checked(caller)
    guard let identifier = Identifier(userName: userName, ports.phones) else {
      throw IdentityFailure.malformed(field: "user_name")
    }
    // Too long to be anybody's: told before anything is looked up, so alike for all.
    guard let password = PlaintextPassword(typed) else { throw IdentityFailure.wrongCredentials }
    let moment = now
    let found = try await ports.store.prepare("login.find") { tables in
      let owner = try tables.binding(of: identifier)?.account
      let until = try chargeLogin(
        at: identifier, caller: caller, at: moment, tables)
      let credential = try tables.password(
        of: owner ?? PasswordDecoys.account(for: identifier, ports.digests))
      return until.map { .failure(.limited(until: $0)) } ?? .success(credential)
    }
    let verdict = try await hashing { try await $0.verify(password, against: found?.hash) }
    guard let found, case .right(let isOutdated) = verdict else {
      try await refuseLogin(identifier, password, caller: caller, at: moment)
    }
    let rehash = isOutdated ? try await hashing { try await $0.hash(password) } : nil
    return try await completeLogin(found, rehash: rehash, caller: caller, at: moment)
  }

  /// After a wrong password: was it that of an attempt that nobody confirmed? Told alike for a
  /// real one and for the decoy of a taken address, and either gets its mail again.
  ///
  /// - Parameter count: what else a wrong password costs.
  func refuseLogin(
    _ identifier: Identifier, _ password: PlaintextPassword, caller: Caller, at moment: Timestamp,
    count: @Sendable (Tables) throws -> Void = { _ in }
  ) async throws -> Never {
    let prepared = prepareCode()
    let failure = try await ports.store.transaction("login.refuse") { tables in
      try count(tables)
      let isTaken = try tables.binding(of: identifier) != nil
      let attempts = try tables.registrations(for: identifier)
      let own = attempts.last {
        $0.isAlive(at: moment) && $0.check.matches(password, identifier, ports.digests)
      }
      guard var own else { return IdentityFailure.wrongCredentials }
      let until = try chargeSend(
        to: identifier, caller: caller, at: moment, tables)
      if until == nil {
        own.code = try issue(
          prepared, for: own.id.text, to: identifier,
          isTaken ? .registrationTaken : .registrationCode, isDecoy: isTaken, caller: caller,
          at: moment, tables)
        try tables.put(
          RegistrationRules.keep(own, among: attempts, at: moment), for: identifier)
      }
      return .notConfirmed
    }
    throw failure
  }

  /// - Parameter market: where it is signed in to one.
  func completeLogin(
    _ checked: PasswordCredential, rehash: PasswordHash?, market: MarketHandle? = nil,
    caller: Caller, at moment: Timestamp
  ) async throws -> TokenGrant {
    let sessionID: ID<Session> = ports.random.id()
    let noticeID: ID<OutboxMessage> = ports.random.id()
    let intent = intent(
      market == nil ? "login" : "market.login", caller, account: checked.account)
    let (answer, material) = try await ports.store.transaction("login.complete") { tables in
      if let refusal = try refusal(ofProof: caller, tables) {
        return (SettledAnswer.refused(refusal), GrantMaterial?.none)
      }
      let answer = try once(intent, at: moment, tables) {
        // The hash took its time: a password that was changed meanwhile is no longer right.
        guard let account = try tables.ownAccount(checked.account),
          let current = try tables.password(of: account.id), current.version == checked.version
        else { return .refused(.wrongCredentials) }
        guard !account.isBlocked else { return .refused(.accountBlocked) }
        if let rehash {
          try tables.put(
            PasswordCredential(
              account: account.id, hash: rehash, changedAt: current.changedAt,
              version: current.version))
        }
        try openSession(
          sessionID, for: account, by: [.password], market: market, caller: caller,
          noticeID: noticeID, at: moment, tables)
        return .session(sessionID)
      }
      return (answer, try settledMaterial(answer, tables))
    }
    if case .refused(let failure) = answer { throw failure }
    return try await grant(material, for: caller, at: moment)
  }

  func settledMaterial(_ answer: SettledAnswer, _ tables: Tables) throws -> GrantMaterial? {
    guard case .session(let id) = answer else { return nil }
    return try material(id, tables)
  }
}
