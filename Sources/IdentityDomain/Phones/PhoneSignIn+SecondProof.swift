/// The ids that a completed sign-in uses, drawn before the transaction.
struct PreparedNames: Sendable {
  let account: ID<Account>
  let session: ID<Session>
  let notice: ID<OutboxMessage>
}

extension PhoneSignIn {
  func prepareNames() -> PreparedNames {
    PreparedNames(
      account: ports.random.id(), session: ports.random.id(), notice: ports.random.id())
  }

  /// PHN-10: mails a code to the old account's address.
  package func sendSecondProof(
    token: Secret<VerificationToken>, caller: Caller
  ) async throws -> ChallengeAnswer {
    try checked(caller)
    let moment = now
    let prepared = codes.prepareCode()
    let intent = intents.intent("phone.second.send", caller)
    let settlement = try await settled("phone.second.send", intent, caller, moment, token) {
      tables in
      guard let waiting = try waiting(token, caller: caller, at: moment, tables),
        let owner = waiting.account, let email = try email(of: owner, tables)
      else { return .refused(.verificationTokenInvalid) }
      let until = try limits.countSend(
        to: email, caller: caller, at: moment, tables)
      if let until { return .refused(.limited(until: until)) }
      return .challenge(
        try codes.challenge(
          .secondProof, email, account: owner, .secondProofCode,
          prepared: prepared, caller: caller, at: moment, tables))
    }
    return try codes.challengeAnswer(settlement.answer, settlement.challenge)
  }

  /// PHN-10: both codes were right, so the old account opens.
  ///
  /// - Parameters:
  ///   - token: that of the phone's challenge.
  ///   - mailToken: that of the mail's.
  package func completeSecondProof(
    token: Secret<VerificationToken>, mailToken: Secret<VerificationToken>,
    code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    let moment = now
    let names = prepareNames()
    let intent = intents.intent("phone.second", caller)
    return try await answer(
      try await settled("phone.second", intent, caller, moment, token) { tables in
        guard let waiting = try waiting(token, caller: caller, at: moment, tables),
          let owner = waiting.account,
          var mail = try codes.challenge(of: mailToken, .secondProof, caller: caller, tables),
          mail.account == owner,
          let number = try Proof(
            codeTo: waiting.identifier, of: owner, at: waiting.provedAt ?? moment, tables)
        else { return .refused(.verificationTokenInvalid) }
        let verdict = try codes.judge(code, at: &mail, caller: caller, now: moment, tables)
        if let failure = verdict.failure { return .refused(failure) }
        try tables.removeChallenge(mail.id)
        try tables.removeChallenge(waiting.id)
        guard let address = try Proof(codeTo: mail.identifier, of: owner, at: moment, tables) else {
          return .refused(.verificationTokenInvalid)
        }
        return try finish(
          .open(owner), waiting.identifier, by: [number, address], names, caller: caller,
          at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// PHN-10: the number is the user's, the old account is not: creates a new one.
  package func startAnew(
    token: Secret<VerificationToken>, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    // The challenge is kept: the second proof still opens the old account.
    guard settings.isRegistrationOpen else { throw IdentityFailure.registrationClosed }
    let moment = now
    let names = prepareNames()
    let intent = intents.intent("phone.anew", caller)
    return try await answer(
      try await settled("phone.anew", intent, caller, moment, token) { tables in
        guard let waiting = try waiting(token, caller: caller, at: moment, tables),
          let owner = waiting.account
        else { return .refused(.verificationTokenInvalid) }
        try tables.removeChallenge(waiting.id)
        return try finish(
          .startAnew(detachedFrom: owner), waiting.identifier, names, caller: caller,
          at: moment, tables)
      }, caller: caller, at: moment)
  }

  private func waiting(
    _ token: Secret<VerificationToken>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Challenge? {
    let found = try codes.challenge(of: token, .phoneSignIn, caller: caller, tables)
    guard let found, found.awaitsSecondProof, now < found.expiresAt,
      try tables.binding(of: found.identifier)?.account == found.account
    else { return nil }
    return found
  }

  /// Opens the session that a proven number leads to.
  ///
  /// - Parameter proofs: those presented in addition to the code sent to the number, and that one.
  func finish(
    _ continuation: PhoneSignInRules.Continuation, _ identifier: Identifier,
    by proofs: [Proof] = [], _ names: PreparedNames, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> SettledAnswer {
    let account: Account
    if continuation.makesAccount, !settings.isRegistrationOpen {
      return .refused(.registrationClosed)
    }
    switch continuation {
    case .secondProof: return .refused(.verificationTokenInvalid)
    case .open(let id):
      guard let found = try tables.account(id) else { return .refused(.notFound) }
      account = found
    case .create:
      account = try newAccount(names.account, identifier, caller: caller, at: now, tables)
    case .startAnew(let old):
      try detach(identifier, from: old, notice: names.notice, caller: caller, at: now, tables)
      account = try newAccount(names.account, identifier, caller: caller, at: now, tables)
    }
    let own = try Proof(codeTo: identifier, of: account.id, at: now, tables).map { [$0] } ?? []
    return try sessions.open(
      names.session, for: account, by: proofs.isEmpty ? own : proofs, caller: caller,
      noticeID: names.notice, at: now, tables)
  }

  private func newAccount(
    _ id: ID<Account>, _ identifier: Identifier, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> Account {
    let account = Account(id: id, createdAt: now, language: caller.language)
    try tables.put(account)
    try tables.bind(identifier, to: id, at: now)
    return account
  }

  /// Detaches a number from an account: the sessions it opened end, and the owner is notified by
  /// mail.
  private func detach(
    _ identifier: Identifier, from account: ID<Account>, notice: ID<OutboxMessage>,
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    try sessions.endSessions(of: account, .phoneNumberDetached, at: now, tables)
    try tables.endTrust(.all, of: account)
    try tables.removeBinding(of: identifier)
    // Not at the number, which belongs to someone else now.
    try notices.notify(account, .numberDetached, id: notice, at: now, tables)
    if var old = try tables.account(account) {
      old.detachedAt = now
      try tables.put(old)
    }
    if case .phone(let number) = identifier {
      try tables.put(DetachedNumber(number: number, account: account, at: now))
    }
    try tables.append(
      SecurityEvent(
        .numberDetached, account: account, source: log.eventSource(caller), at: now))
  }
}
