/// The ids that completing a sign-in may need, drawn before the transaction.
struct PreparedIDs: Sendable {
  /// For a new account.
  let account: ID<Account>
  let session: ID<Session>
  /// For a notice to the owner of the account that is opened: of a new device or session.
  let notice: ID<OutboxMessage>
  /// For a notice to the owner of the account that lost its number.
  let detachmentNotice: ID<OutboxMessage>
}

extension PhoneSignIn {
  func prepareIDs() -> PreparedIDs {
    PreparedIDs(
      account: ports.random.id(), session: ports.random.id(), notice: ports.random.id(),
      detachmentNotice: ports.random.id())
  }

  /// PHN-10: mails a code to the primary address of the account that has the number.
  ///
  /// - Parameter token: that of the phone's challenge, whose code was right.
  /// - Throws: `verificationTokenInvalid` if that challenge awaits no second proof, or no longer;
  ///   `limited` until the next mail may be sent.
  package func sendSecondProof(
    token: Secret<VerificationToken>, caller: Caller
  ) async throws -> ChallengeAnswer {
    try checked(caller)
    let moment = now
    let prepared = codes.prepareCode()
    let intent = intents.intent("phone.second.send", caller)
    let settlement = try await settled("phone.second.send", intent, caller, moment, token) {
      tables in
      guard let pending = try pendingChallenge(token, caller: caller, at: moment, tables),
        let owner = pending.account, let email = try email(of: owner, tables)
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

  /// PHN-10: opens the account that has the number, if the mailed code is right too.
  ///
  /// - Parameters:
  ///   - token: that of the phone's challenge, whose code was right.
  ///   - mailToken: that of the challenge of `sendSecondProof`.
  ///   - code: the one that was mailed.
  /// - Throws: `verificationTokenInvalid` if the phone's challenge awaits no second proof, or the
  ///   mail's is of another account; the failure of a wrong code.
  package func completeSecondProof(
    token: Secret<VerificationToken>, mailToken: Secret<VerificationToken>,
    code: Secret<OneTimeCode>, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    let moment = now
    let names = prepareIDs()
    let intent = intents.intent("phone.second", caller)
    return try await answer(
      try await settled("phone.second", intent, caller, moment, token) { tables in
        guard let pending = try pendingChallenge(token, caller: caller, at: moment, tables),
          let owner = pending.account,
          var mail = try codes.challenge(of: mailToken, .secondProof, caller: caller, tables),
          mail.account == owner,
          let number = try Proof(
            codeTo: pending.identifier, of: owner, at: pending.provedAt ?? moment, tables)
        else { return .refused(.verificationTokenInvalid) }
        let verdict = try codes.judge(code, at: &mail, caller: caller, now: moment, tables)
        if let failure = verdict.failure { return .refused(failure) }
        try tables.removeChallenge(mail.id)
        try tables.removeChallenge(pending.id)
        guard let address = try Proof(codeTo: mail.identifier, of: owner, at: moment, tables) else {
          return .refused(.verificationTokenInvalid)
        }
        return try finish(
          .open(owner), pending.identifier, by: [number, address], names, caller: caller,
          at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// PHN-10: creates a new account for the number, and detaches it from the account that had it.
  ///
  /// - Parameter token: that of the phone's challenge, whose code was right.
  /// - Throws: `registrationClosed`; `verificationTokenInvalid` if the challenge awaits no second
  ///   proof, or no longer.
  package func startAnew(
    token: Secret<VerificationToken>, caller: Caller
  ) async throws -> PhoneSignInAnswer {
    try checked(caller)
    // Before the challenge is used up: the second proof can still open the old account.
    guard settings.isRegistrationOpen else { throw IdentityFailure.registrationClosed }
    let moment = now
    let names = prepareIDs()
    let intent = intents.intent("phone.anew", caller)
    return try await answer(
      try await settled("phone.anew", intent, caller, moment, token) { tables in
        guard let pending = try pendingChallenge(token, caller: caller, at: moment, tables),
          let owner = pending.account
        else { return .refused(.verificationTokenInvalid) }
        try tables.removeChallenge(pending.id)
        return try finish(
          .startAnew(detachedFrom: owner), pending.identifier, names, caller: caller,
          at: moment, tables)
      }, caller: caller, at: moment)
  }

  /// The phone's challenge, if it awaits the second proof and the number is still the account's.
  private func pendingChallenge(
    _ token: Secret<VerificationToken>, caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws -> Challenge? {
    let found = try codes.challenge(of: token, .phoneSignIn, caller: caller, tables)
    guard let found, found.awaitsSecondProof, now < found.expiresAt,
      try tables.binding(of: found.identifier)?.account == found.account
    else { return nil }
    return found
  }

  /// Opens the session that a proven number leads to, in the account that has it or in a new one.
  ///
  /// - Parameters:
  ///   - identifier: the number.
  ///   - proofs: all that were presented; empty if the code sent to the number is the only one.
  func finish(
    _ continuation: PhoneSignInRules.Continuation, _ identifier: Identifier,
    by proofs: [Proof] = [], _ names: PreparedIDs, caller: Caller, at now: Timestamp,
    _ tables: Tables
  ) throws -> SettledAnswer {
    let account: Account
    if continuation.makesAccount, !settings.isRegistrationOpen {
      return .refused(.registrationClosed)
    }
    switch continuation {
    // Not reached: `verify` answers with the challenge instead of finishing.
    case .secondProof: return .refused(.verificationTokenInvalid)
    case .open(let id):
      guard let found = try tables.account(id) else { return .refused(.notFound) }
      account = found
    case .create:
      account = try newAccount(names.account, identifier, caller: caller, at: now, tables)
    case .startAnew(let old):
      try detach(
        identifier, from: old, notice: names.detachmentNotice, caller: caller, at: now, tables)
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

  /// Detaches a number from an account: all sessions of the account end, no device of it is trusted
  /// any longer, and the owner is notified. `DetachedNumber` lets a known device find the account.
  private func detach(
    _ identifier: Identifier, from account: ID<Account>, notice: ID<OutboxMessage>,
    caller: Caller, at now: Timestamp, _ tables: Tables
  ) throws {
    try sessions.endSessions(of: account, .phoneNumberDetached, at: now, tables)
    try tables.endTrust(.all, of: account)
    try tables.removeBinding(of: identifier)
    // After the binding was removed: the number belongs to someone else and gets no notice.
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
